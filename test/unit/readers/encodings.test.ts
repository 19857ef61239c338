import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { choosableEncodings, knownEncoding } from "../../../src/core/encodings.js";
import { recognise } from "../../../src/readers/registry.js";
import { decodeIn, isMojibake, readText } from "../../../src/readers/text/encoding.js";
import { openContent, readPages } from "./open-fixture.js";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A text in a single- or double-byte encoding, found by inverting the platform's decoder. */
function encoded(text: string, encoding: string): Uint8Array {
  const bytesOf = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  const lead = /^(?:windows|iso-8859|koi8|ibm)/.test(encoding) ? [] : range(0x81, 0xfe);
  const note = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (const byte of range(0, 0xff)) note([byte]);
  for (const first of lead) for (const second of range(0x40, 0xfe)) note([first, second]);
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? [0x3f]));
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function open(content: Uint8Array, path: string, chosen?: string) {
  const format = recognise(content, path);
  const document = await openContent(format, content, path, chosen);
  const pages = await readPages(document);
  return { text: pages.map((page) => page.text).join("\n"), ...document.metadata.encoding };
}

describe("a file without a stated encoding", () => {
  it.each([
    ["enc_cp1251.txt", "windows-1251", "Арендатор обязан уплатить деньги"],
    ["enc_cp1253.txt", "windows-1253", "αποθήκη βρίσκεται στη Θεσσαλονίκη"],
    ["enc_euckr.txt", "euc-kr", "창고는 부산에 있습니다"],
    ["enc_gbk.txt", "gb18030", "仓库位于苏州市"],
    ["enc_gbk.csv", "gb18030", "1\t螺丝\t12,50"],
    ["enc_sjis.txt", "shift_jis", "倉庫は横浜市にあります"],
    ["enc_html_nometa_1251.html", "windows-1251", "Склад находится в Казани"],
    ["enc_utf16le_nobom.txt", "utf-16le", "Prüfung der Räume in Köln"],
    ["enc_utf32le_bom.txt", "utf-32le", "Prüfung der Räume in Köln"],
  ])("decodes a file as its bytes suggest: %s", async (name, encoding, text) => {
    const bytes = await readFile(new URL(`../../fixtures/reported/${name}`, import.meta.url));
    const found = await open(new Uint8Array(bytes), name);
    expect(found.text).toContain(text);
    expect(found.name).toBe(encoding);
  });

  it.each([
    ["windows-1250", "Cześć! Proszę, weź ze sobą sprawozdanie i listę uczestników."],
    ["iso-8859-2", "Zítřejší schůzka se přesouvá. Vezměte s sebou seznam účastníků, šťastně."],
    ["windows-1251", "Привет! Завтра совещание переносится на десять часов."],
    ["koi8-r", "Договор аренды заключён на три года, склад находится в Казани."],
    ["koi8-u", "Договір оренди укладено на три роки, їжак їсть яблука."],
    ["ibm866", "Арендатор обязан уплатить деньги в течение тридцати дней."],
    ["windows-1253", "Η αυριανή συνάντηση μεταφέρεται στις δέκα το πρωί."],
    ["windows-1254", "Yarınki toplantı saat ona ertelendi, lütfen raporu getirin, Ayşe."],
    ["windows-1255", "חוזה השכירות תקף לשלוש שנים. המחסן נמצא בחיפה."],
    ["windows-1256", "عقد الإيجار ساري المفعول لمدة ثلاث سنوات"],
    ["windows-1257", "Nomniekam summa jāsamaksā trīsdesmit dienu laikā, atslēgas ir pie sarga."],
    ["windows-874", "สัญญาเช่ามีกำหนดสามปี ผู้เช่าต้องชำระเงินภายในสามสิบวัน"],
    ["big5", "租賃合約的期限為三年。承租人應於三十日內支付租金。"],
    ["euc-jp", "倉庫は横浜市にあり、鍵は警備員が保管しています。"],
    ["euc-kr", "창고는 부산에 있으며 열쇠는 경비원이 보관합니다."],
    ["windows-1252", "El inquilino deberá pagar en un plazo pequeño de días, señor."],
  ])("recognises an encoding from one sentence: %s", async (encoding, text) => {
    const read = await readText(encoded(text, encoding));
    expect(read.text).toBe(text);
    expect(read.encoding.from).toBe("bytes");
  });

  it.each([
    "Café und",
    "naïve approach to it",
    "§ 5 Abs. 2",
    "1;Schraube groß;12,50\r\n2;Mutter;3",
  ])("reads a file with a single accent as Western European: %s", async (text) => {
    const read = await readText(latin(text));
    expect([read.text, read.encoding.name]).toEqual([text, "windows-1252"]);
  });

  it.each(["utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "recognises %s without a byte order mark",
    async (name) => {
      for (const text of [
        "Straße 5\r\n",
        "Договор\n",
        "仓库位于苏州市\r\n",
        "창고는 부산\n",
        "عقد الإيجار\n",
      ]) {
        const bytes = wide(text, name);
        expect(decodeIn(bytes, name)).toBe(text);
        expect(await open(bytes, "a.txt")).toMatchObject({ text: `${text.trim()}\n`, name });
      }
    },
  );

  it("recognises character sets that switch with escapes", async () => {
    const japanese = await readText(latin("\x1b$B$3\x1b(B and more"));
    expect([japanese.text, japanese.encoding.name]).toEqual(["こ and more", "iso-2022-jp"]);
    const korean = await open(latin("\x1b$)C\x0eGQ1[\x0f text\n"), "a.txt");
    expect(korean).toMatchObject({ text: "한글 text\n", name: "iso-2022-kr" });
    // Terminal escape sequences do not switch character sets.
    expect((await readText(latin("\x1b[31mred\x1b[0m"))).encoding.name).toBe("utf-8");
  });

  it("recognises the encoding of a large file by its few lines that are not ASCII", async () => {
    const ascii = utf8("id;amount;note\n".repeat(20_000));
    const bytes = new Uint8Array([
      ...ascii,
      ...encoded("1;2;Склад находится в Казани\n", "koi8-r"),
    ]);
    const read = await readText(bytes);
    expect(read.text.endsWith("Склад находится в Казани\n")).toBe(true);
  });

  it("does not take a binary file for UTF-16 or UTF-32 text", () => {
    const binary = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256);
    expect(() => recognise(binary, "a.bin")).toThrow();
    const numbers = new Uint8Array(new Uint16Array(range(0, 2000)).buffer);
    expect(() => recognise(numbers, "a.dat")).toThrow();
  });
});

describe("a chosen encoding", () => {
  it("takes precedence over everything else", async () => {
    const bytes = encoded("Склад", "windows-1251");
    expect(await readText(bytes, { chosen: "cp1251", declared: "koi8-r" })).toEqual({
      text: "Склад",
      encoding: { name: "windows-1251", from: "chosen" },
    });
    expect((await open(latin("Caf\xe9"), "a.txt", "iso-8859-2")).from).toBe("chosen");
    expect((await open(latin("a;Caf\xe9\nb;c"), "a.csv", "koi8-r")).name).toBe("koi8-r");
    expect((await open(latin("# Caf\xe9"), "a.md", "koi8-r")).name).toBe("koi8-r");
    expect((await open(latin("<p>Caf\xe9"), "a.html", "koi8-r")).name).toBe("koi8-r");
  });

  it("rejects an unsupported encoding", () => {
    for (const name of choosableEncodings) {
      expect(knownEncoding(name)).toBe(name);
      expect(decodeIn(wide("A", name), name)).toBe("A");
    }
    expect(["GBK", "latin1", "ISO-2022-KR", "UTF-32", "nonsense"].map(knownEncoding)).toEqual([
      "gb18030",
      "windows-1252",
      "iso-2022-kr",
      "utf-32be",
      null,
    ]);
  });
});

describe("garbled text", () => {
  it("reports garbled text by the number of characters that could not be decoded", async () => {
    const bytes = utf8("ÄÖÜäöüß".repeat(5));
    const { encoding } = await readText(bytes.subarray(0, bytes.length - 1));
    expect(encoding).toEqual({ name: "utf-8", from: "bytes", lost: 1 });
  });

  it("recognises text that was already garbled when it was stored", async () => {
    for (const text of ["KÃ¶ln und MÃ¼nchen", "cafÃ©", "Р“РѕСЂРѕРґ РљР°Р·Р°РЅСЊ"]) {
      expect((await readText(utf8(text))).encoding).toMatchObject({ name: "utf-8", garbled: true });
    }
  });

  it.each([
    "Köln und München",
    "São Paulo, não à venda",
    "«CAFÉ» — été",
    "Город Казань",
    "東京",
    "",
  ])("does not report text as garbled that is really written that way: %s", (text) => {
    expect(isMojibake(text)).toBe(false);
  });
});

/** A text in UTF-16 or UTF-32; if another encoding is named, in ASCII. */
function wide(text: string, name: string): Uint8Array {
  const size = name.startsWith("utf-32") ? 4 : name.startsWith("utf-16") ? 2 : 1;
  const view = new DataView(new ArrayBuffer(text.length * size));
  for (let at = 0; at < text.length; at++) {
    const [code, isLittle] = [text.charCodeAt(at), name.endsWith("le")];
    if (size === 4) view.setUint32(at * 4, code, isLittle);
    else if (size === 2) view.setUint16(at * 2, code, isLittle);
    else view.setUint8(at, code);
  }
  return new Uint8Array(view.buffer);
}
