import { describe, expect, it } from "vitest";
import { htmlFormat } from "../../../src/readers/registry.js";
import { openContent, openFixture, outlineOf } from "./open-fixture.js";

const read = async (content: string | Uint8Array) =>
  outlineOf(await (await openContent(htmlFormat, content)).readPage(1));

describe("HTML", () => {
  it("reads HTML as its visible text with headings, lists and tables", async () => {
    const document = await openFixture(htmlFormat, "page.html");
    expect(outlineOf(await document.readPage(1))).toEqual([
      "0 text: Home Reports",
      "1 heading1: Harbour report",
      "2 text: First paragraph with a line break and bold words.",
      "2 text: Second line.",
      "3 heading2: Steps",
      "4 list-item: 3. Open the gate.",
      "4 list-item: 4. Start the pump.",
      "4 list-item: • Check the valve.",
      "5 text: Passengers by route",
      "6 row: Route\tPassengers",
      "6 row: North\t$\t134",
      "6 row: South\t$\t(91)",
      "7 heading3: Layout",
      "8 text: Not a table of data.",
      "9 text: one",
      "9 text:   two",
    ]);
    expect(document.metadata).toMatchObject({
      title: "Harbour & ferry report",
      author: "Ada Kent",
      subject: "Ferries in 2024",
      keywords: "ferry, harbour",
      created: "2024-03-05T08:00:00.000Z",
    });
  });

  it("keeps cells in their columns next to cells that span rows", async () => {
    const rows =
      "<tr><td rowspan=2>North</td><td>2023</td><td>1</td></tr><tr><td>2024</td><td>2</td></tr>";
    expect(await read(`<table>${rows}</table>`)).toEqual([
      "0 row: North\t2023\t1",
      "0 row: \t2024\t2",
    ]);
  });

  it("treats two line breaks as a new paragraph", async () => {
    expect(await read("<body>one<br>two<br><br>three")).toEqual([
      "0 text: one",
      "0 text: two",
      "1 text: three",
    ]);
  });

  it("reads the encoding the page declares", async () => {
    const bytes = Uint8Array.from('<meta charset="windows-1251"><p>\xcf\xf0</p>', (character) =>
      character.charCodeAt(0),
    );
    expect(await read(bytes)).toEqual(["0 text: Пр"]);
  });

  it("does not run out of stack on endless nesting", async () => {
    expect(await read(`${"<div>".repeat(50_000)}deep`)).toEqual(["0 text: deep"]);
  });

  it("makes one empty part of a page that shows nothing", async () => {
    const page = await (await openContent(htmlFormat, "<script>x</script><p> </p>")).readPage(1);
    expect(page.state).toBe("empty");
  });
});
