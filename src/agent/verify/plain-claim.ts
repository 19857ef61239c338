/** Names of the signs that matter to numbers, as HTML has them. */
const entities: Readonly<Record<string, string>> = {
  ...{ nbsp: " ", thinsp: " ", ensp: " ", emsp: " ", minus: "−", ndash: "–", mdash: "—" },
  ...{ euro: "€", pound: "£", yen: "¥", cent: "¢", dollar: "$", percnt: "%", permil: "‰" },
  ...{ frac12: "½", frac14: "¼", frac34: "¾", times: "×", middot: "·", shy: "", zwj: "", zwnj: "" },
};
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/giu;
/** Marks around words, which a reader does not see. */
const emphasis = [
  /(\*{1,3}|`{1,2}|~~)(?=\S)([^*`~\n]{1,400})(?<=\S)\1/gu,
  /(?<![\p{L}\p{N}])(_{1,2})(?=\S)([^_\n]{1,400})(?<=\S)\1(?![\p{L}\p{N}])/gu,
];

/**
 * Returns a sentence as a reader sees it: without characters that do not show, Markdown emphasis,
 * HTML tags and entities, TeX commands for space, and with one space for several.
 */
export function plainClaim(text: string): string {
  let plain = text
    .replace(entity, fromEntity)
    .replace(/\p{Cf}+/gu, "")
    .replace(/<br ?\/?>/giu, " ")
    .replace(/<\/?[a-z][^<>]{0,60}>/giu, "")
    .replace(/\\[,;:! ]|(?<=\d)~(?=\p{L})/gu, " ")
    .replace(/\{([.,])\}/g, "$1")
    .replace(/\\([-$%&#_*.])/g, "$1");
  for (const marks of [...emphasis, ...emphasis]) plain = plain.replace(marks, "$2");
  // Two cells of a row that is repeated stay apart.
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

/** What a plain sentence has lost, or has otherwise. */
const unseen = /[*_`~\\{}\s\p{Cf}]/u;

/** Finds how a piece of a plain sentence is written in the original; as it is where it is not found. */
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
