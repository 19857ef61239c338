import { describe, expect, it } from "vitest";
import { searchText } from "../../../../src/agent/reading/search-text.js";
import { hit, response, tableHit, withGaps } from "./search-hits.js";

const plenty = { limit: 100_000 };

describe("searchText", () => {
  it("in brief form prints ids, excerpts, and headings that the passage does not start with", () => {
    const hits = [
      hit(4, { pageLabel: "iv", heading: "Termination" }),
      hit(7, { heading: "Passage 7" }),
    ];
    const { text } = searchText(response(hits), plenty, { form: "brief" });
    expect(text).toBe(`41 passages, best first:
[d1.p4.s1] (labelled iv) under "Termination"
Passage 4 …
[d1.p7.s1]
Passage 7 …`);
    const gaps = searchText(response(hits, withGaps), plenty, { form: "brief" });
    expect(gaps.text).toContain("\nSearched 1,412 of 1,430 pages");
    const nothing = searchText(response([]), plenty, { form: "brief" });
    expect(nothing.text).toContain("Nothing found for: notice period");
    expect(nothing.text).toContain("Searched all 30 pages in 2 documents.");
  });

  it("shortens brief excerpts until four hits fit, with whole rows", () => {
    const hits = Array.from({ length: 20 }, (_, index) => tableHit(index + 1));
    const full = searchText(response(hits), { limit: 300 });
    expect(full.evidence.length).toBeLessThan(4);
    const { text, evidence, tokens } = searchText(
      response(hits),
      { limit: 300 },
      { form: "brief" },
    );
    expect(tokens).toBeLessThanOrEqual(300);
    expect(evidence.length).toBeGreaterThanOrEqual(4);
    expect(text.match(/^.*2018\t2017$/gm)?.length).toBeGreaterThanOrEqual(4);
    expect(text.match(/Notice costs\t7,001\t8,002/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it("shows the head of a continued table, except for excerpts without rows", () => {
    const rows = hit(1, {
      text: "Notice costs\t7,001\t8,002",
      excerpt: { text: "Notice costs\t7,001\t8,002", marks: [] },
    });
    const heads = new Map([rows, hit(2)].map(({ id }) => [id, "2018 | 2017"]));
    const { text } = searchText(response([rows, hit(2)]), plenty, { tableHeads: heads });
    expect(text).toContain("page 1\n(table head: 2018 | 2017)\nNotice costs\t7,001\t8,002\n");
    expect(text).toContain("page 2\nPassage 2 …");
  });
});
