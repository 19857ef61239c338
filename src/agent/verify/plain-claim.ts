/** HTML names of the characters that matter in numbers. */
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: " ", thinsp: " ", ensp: " ", emsp: " ", minus: "−", ndash: "–", mdash: "—" },
  ...{ euro: "€", pound: "£", yen: "¥", cent: "¢", dollar: "$", percnt: "%", permil: "‰" },
  ...{ frac12: "½", frac14: "¼", frac34: "¾", times: "×", middot: "·", shy: "", zwj: "", zwnj: "" },
};
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/giu;
/** Markup around words, which a reader does not see. */
const emphasis = [
  /(\*{1,3}|`{1,2}|~~)(?=\S)([^*`~\n]{1,400})(?<=\S)\1/gu,
  /(?<![\p{Alpha}\p{N}])(_{1,2})(?=\S)([^_\n]{1,400})(?<=\S)\1(?![\p{Alpha}\p{N}])/gu,
];

/**
 * Returns a sentence as a reader sees it: without invisible characters, Markdown emphasis, HTML
 * tags and entities and TeX spacing commands, and with single spaces.
 */
export function plainClaim(text: string): string {
  let plain = text
    .replace(entity, fromEntity)
    .replace(/\p{Cf}+/gu, "")
    .replace(/<br ?\/?>/giu, " ")
    .replace(/<\/?[a-z][^<>]{0,60}>/giu, "")
    .replace(/\\[,;:! ]|(?<=\d)~(?=\p{Alpha})/gu, " ")
    .replace(/\{([.,])\}/g, "$1")
    .replace(/\\([-$%&#_*.])/g, "$1");
  for (const marks of [...emphasis, ...emphasis]) plain = plain.replace(marks, "$2");
  // Wide gaps before digits stay, because they separate the cells of a quoted row.
  return plain.replace(
    /(?<!\d)[^\S\n]{2,}|(?<!\d)[^\S\n\u00a0\u202f\u2009]|[^\S\n]+(?!\d)/gu,
    oneSpace,
  );
}

function oneSpace(space: string): string {
  return /^[ \u00a0\u202f\u2009]$/.test(space) ? space : " ";
}

function fromEntity(whole: string, decimal = "", hex = "", name = ""): string {
  const code = decimal === "" ? Number.parseInt(hex, 16) : Number(decimal);
  if (name !== "") return entities[name.toLowerCase()] ?? whole;
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : whole;
}

/** Characters that a plain sentence may have lost or changed. */
const unseen = /[*_`~\\{}\s\p{Cf}]/u;

/** A piece of a plain sentence as written in the original; the piece itself if not found. */
export function asWritten(original: string, piece: string): string {
  if (original.includes(piece)) return piece;
  const places = [...original.matchAll(/[\s\S]/gu)].filter(([each]) => !unseen.test(each));
  const seen = [...piece].filter((each) => !unseen.test(each));
  const at = places
    .map(([each]) => each)
    .join("")
    .indexOf(seen.join(""));
  if (seen.length === 0 || at < 0) return piece;
  let [first, length] = [0, 0];
  while (length < at) length += places[first++]?.[0].length ?? 1;
  const last = places[first + seen.length - 1];
  return original.slice(places[first]?.index, (last?.index ?? 0) + (last?.[0].length ?? 0));
}
