import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/readers/registry.js";
import { compoundFile } from "./locked-files.js";
import { openContent, outlineOf, readPages } from "./open-fixture.js";

interface Read {
  readonly lines: string[];
  /** Attachments by name, as UTF-8 text. */
  readonly files: Readonly<Record<string, string>>;
}

async function read(content: Uint8Array | string, name = "a.eml"): Promise<Read> {
  const bytes = typeof content === "string" ? latin(content) : content;
  const document = await openContent(recognise(bytes, name), bytes, name);
  const files = (document.attached ?? []).map(({ path, bytes: file }) => [
    path,
    new TextDecoder().decode(file),
  ]);
  const lines = (await readPages(document)).flatMap(outlineOf);
  return { lines, files: Object.fromEntries(files) };
}

const reported = async (name: string): Promise<Read> =>
  read(
    new Uint8Array(await readFile(new URL(`../../fixtures/reported/${name}`, import.meta.url))),
    name,
  );

/** A string with one byte per character, as bytes. */
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
/** UTF-8 as a string with one byte per character. */
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

const mail = (headers: readonly string[], body: string) =>
  ["From: a@b.example", ...headers, "", body].join("\r\n");
const plain = (type: string, body: string, ...more: string[]) =>
  mail([`Content-Type: text/plain${type}`, ...more], body);

describe("the encoding of a mail", () => {
  it("takes the encoding of a mail from its HTML body's declaration or its bytes, or reads UTF-8 under another name", async () => {
    expect((await reported("b3_metacs.eml")).lines.at(-1)).toBe(
      "2 text: The depot is in København.",
    );
    expect((await reported("b3_nocs.eml")).lines.at(-1)).toBe("2 text: Die Räume in Köln.");
    expect((await reported("b3_usascii.eml")).lines.at(-1)).toBe("2 text: Die Räume in Köln.");
    for (const type of [
      "; charset='iso-8859-1'",
      '; charset="\\"iso-8859-1\\""',
      "; charset=cp1252",
      "; charset=unknown-8bit; format=flowed",
      "",
    ]) {
      expect((await read(plain(type, "K\xf6ln"))).lines.at(-1), type).toBe("2 text: Köln");
    }
    expect((await read(plain("; charset=cp1251", "\xc4\xe0"))).lines.at(-1)).toBe("2 text: Да");
    const wrong = plain("; charset=iso-8859-1", utf8("Köln"));
    expect((await read(wrong)).lines.at(-1)).toBe("2 text: Köln");
  });

  it("determines the encoding of each part, including nested messages", async () => {
    const part = (headers: string, body: string) => `--B\r\n${headers}\r\n\r\n${body}\r\n`;
    const inner = `Subject: inner\r\nContent-Type: text/plain\r\n\r\nK\xf6ln am Rhein`;
    const body = [
      "Before the parts\r\n",
      part("Content-Type: text/plain; charset=us-ascii", utf8("Straße")),
      part("Content-Type: message/rfc822", inner),
      part('Content-Type: image/png; name="x.png"\r\nContent-Transfer-Encoding: base64', "AAAA"),
      "--B--\r\n",
    ].join("");
    const { lines, files } = await read(mail(["Content-Type: multipart/mixed; boundary=B"], body));
    expect(lines.join("\n")).toContain("Straße");
    expect(lines.join("\n")).toContain("Köln am Rhein");
    expect(Object.keys(files)).toEqual(["x.png"]);
  });

  it("uses the encoding that a mail declares for an attached text", async () => {
    const { files } = await reported("enc_m_rfc2231.eml");
    expect(files["Договор.txt"]).toMatch(/^Номер договора А-17\. Арендатор/);
    const part = `--B\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nK\xf6ln\r\n--B--`;
    const undeclared = mail(["Content-Type: multipart/mixed; boundary=B"], part);
    const document = await openContent(recognise(latin(undeclared), "a.eml"), latin(undeclared));
    // The text reader determines it from the bytes.
    expect([...(document.attached?.[0]?.bytes ?? [])].slice(0, 4)).toEqual([75, 0xf6, 108, 110]);
  });

  it("decodes raw headers and encoded words without splitting characters", async () => {
    expect((await reported("b3_rawsubject_latin.eml")).lines[0]).toBe("0 heading1: Räume prüfen");
    const word = (bytes: number[]) => `=?UTF-8?B?${btoa(String.fromCharCode(...bytes))}?=`;
    const cases: [string, string][] = [
      [`${word([75, 0xc3])}\r\n ${word([0xb6, 108, 110])}`, "Köln"],
      ["=?utf-8?Q?K=C3?= =?UTF-8?B?tmxu?=", "Köln"],
      ["=?us-ascii?Q?K=C3=B6ln?= now", "Köln now"],
      [utf8("Köln"), "Köln"],
      ["=?iso-8859-1?Q?K=F6ln?= and =?utf-8?Q?M=C3=BCnchen?=", "Köln and München"],
    ];
    for (const [subject, shown] of cases) {
      const { lines } = await read(mail([`Subject: ${subject}`], "x"));
      expect(lines[0], subject).toBe(`0 heading1: ${shown}`);
    }
    const { lines } = await read(mail(["To: =?utf-8?Q?M=C3=BCller=2C_J?= <j@x.example>"], "x"));
    expect(lines).toContain("1 text: To: Müller, J <j@x.example>");
  });
});

it("lists the attachments of a mail, then its deleted text, in separate parts", async () => {
  const body = [
    "--B\r\nContent-Type: text/html\r\n\r\n<p>Due in <del>May</del> June.</p>\r\n",
    "--B\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment\r\n\r\nx\r\n",
    "--B--\r\n",
  ].join("");
  const { lines } = await read(mail(["Content-Type: multipart/mixed; boundary=B"], body));
  expect(lines.slice(2)).toEqual([
    "2 text: Due in June.",
    "3 list-item: plan.pdf",
    "0 list-item: [−] May",
  ]);
});

describe("a mailbox", () => {
  it("splits a mailbox at a sender with a time, not at similar sentences", async () => {
    const { lines } = await reported("b3_list.mbox");
    expect(lines.filter((line) => line.includes("heading1"))).toEqual([
      "0 heading1: first",
      "0 heading1: second",
    ]);
    expect(lines).toContain("3 text: From tomorrow the lift is out of order, ask the caretaker.");
    expect(lines).toContain("3 text: Bring boots.");
  });

  it("splits a mailbox without times if no line has one", async () => {
    const one = (subject: string, body: string) => `From -\nSubject: ${subject}\n\n${body}\n`;
    const box = `${one("first", "Hello\n\nFrom now on: wait.\nNothing")}\n${one("second", "x")}`;
    const { lines } = await read(box, "a.mbox");
    expect(lines.filter((line) => line.includes("heading1"))).toEqual([
      "0 heading1: first",
      "0 heading1: second",
    ]);
  });
});

describe("the content of winmail.dat", () => {
  const bytes = (...numbers: number[]) => numbers;
  const long = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
  const attribute = (level: number, id: number, data: number[]) => [
    ...bytes(level, ...long(id), ...long(data.length)),
    ...data,
    ...[0, 0],
  ];
  const text = (value: string) => [...latin(value)];
  const property = (type: number, id: number, data: number[]) => [
    ...[type & 255, type >> 8, id & 255, id >> 8, ...long(1), ...long(data.length)],
    ...data,
    ...Array(-data.length & 3).fill(0),
  ];
  const packed = (...attributes: number[][]) => [
    ...long(0x223e9f78),
    ...[1, 0],
    ...attributes.flat(),
  ];
  const sent = (content: number[]) =>
    mail(
      ["Content-Type: application/ms-tnef; name=winmail.dat", "Content-Transfer-Encoding: base64"],
      btoa(String.fromCharCode(...content)),
    );

  it("reads winmail.dat as the mail's body and attachments", async () => {
    const { lines, files } = await reported("misc_m_winmail.eml");
    expect(lines).toContain("2 text: See attachment");
    expect(lines).toContain("3 text: TNEF body raven");
    expect(lines).toContain("4 list-item: plan.txt");
    expect(files).toEqual({ "plan.txt": "Attached plan chough" });
  });

  it("accepts winmail.dat with only a rich text body, and with long file names", async () => {
    const rich = text("{\\rtf1 A rich body}");
    const compressed = [
      ...long(rich.length + 12),
      ...long(rich.length),
      ...text("MELA"),
      ...long(0),
    ];
    const properties = [...long(1), ...property(0x102, 0x1009, [...compressed, ...rich])];
    const name = [...long(1), ...property(0x1f, 0x3707, text("p\0l\0a\0n\0.\0t\0x\0t\0\0\0"))];
    const { lines, files } = await read(
      sent(
        packed(
          attribute(1, 0x00069003, properties),
          attribute(2, 0x00069002, []),
          attribute(2, 0x00018010, text("PLAN~1.TXT\0")),
          attribute(2, 0x0006800f, text("the plan")),
          attribute(2, 0x00069005, name),
        ),
      ),
    );
    expect(lines).toContain("2 text: A rich body");
    expect(files).toEqual({ "plan.txt": "the plan" });
  });

  it("shows the content of winmail.dat in addition to the mail's body if it differs", async () => {
    const page = [...long(1), ...property(0x102, 0x1013, text("<p>The real body</p>"))];
    const attached = (body: string) =>
      mail(
        ["Content-Type: multipart/mixed; boundary=B"],
        `--B\r\nContent-Type: text/plain\r\n\r\n${body}\r\n--B\r\nContent-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(String.fromCharCode(...packed(attribute(1, 0x00069003, page))))}\r\n--B--`,
      );
    const { lines } = await read(attached("See attachment"));
    expect(lines.slice(2)).toEqual(["2 text: See attachment", "3 text: The real body"]);
    expect((await read(attached("The real\r\nbody"))).lines.slice(2)).toEqual([
      "2 text: The real",
      "2 text: body",
    ]);
  });

  it("reads a truncated winmail.dat as far as possible, and other files as text", async () => {
    const whole = packed(attribute(1, 0x0002800c, text("Body\0")), attribute(2, 0x00069002, []));
    expect((await read(sent(whole.slice(0, -4)))).lines).toContain("2 text: Body");
    expect((await read(sent(text("no such file")))).files).toEqual({
      "winmail.dat": "no such file",
    });
  });
});

it("reads an invitation once, with its subject, time, place and description", async () => {
  const calendar = [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    "BEGIN:VTIMEZONE",
    "TZID:Europe/Berlin",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    "SUMMARY:Annual\\, general",
    "  meeting",
    'DTSTART;TZID="Europe/Berlin":20210201T100000',
    "DTEND:20210201T110000Z",
    "LOCATION:Room 7",
    "DESCRIPTION:Bring boots.\\nAnd tea.",
    "BEGIN:VALARM",
    "DESCRIPTION:Reminder",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const part = (type: string, body: string) => `--B\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const body = `${part("text/plain", "Please come")}${part("text/calendar; method=REQUEST", calendar)}${part('application/ics; name="invite.ics"', calendar)}--B--`;
  const { lines } = await read(mail(["Content-Type: multipart/mixed; boundary=B"], body));
  expect(lines.slice(2)).toEqual([
    "2 text: Please come",
    "3 text: Annual, general meeting",
    "3 text: When: 2021-02-01 10:00 (Europe/Berlin) – 2021-02-01 11:00 UTC",
    "3 text: Where: Room 7",
    "3 text: Bring boots.",
    "3 text: And tea.",
    "4 list-item: invite.ics",
  ]);
});

it("reads an Outlook message that contains only compressed rich text", async () => {
  // The example in MS-OXRTFCP, 3.2.1.
  const compressed =
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c0900206277 05b06c647d0a800fa0";
  const bytes = (compressed.replace(" ", "").match(/../g) ?? []).map((code) => Number(`0x${code}`));
  const file = compoundFile({
    "__properties_version1.0": new Uint8Array(32),
    "__substg1.0_0037001F": Uint8Array.of(72, 0, 105, 0),
    "__substg1.0_10090102": Uint8Array.from(bytes),
  });
  expect((await read(file, "a.msg")).lines).toEqual(["0 heading1: Hi", "1 text: hello world"]);
});
