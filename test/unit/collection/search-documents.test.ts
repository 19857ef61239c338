import { beforeAll, describe, expect, it } from "vitest";
import { FigureCollection } from "./figure-collection.js";

const minutes = `# Thornby Rowing Club

Minutes of the committee meeting of the rowing club held in the clubhouse of the rowing club

## Boats

The club has four boats. The rowing club bought none this year.

## Dates

Annual general meeting: Friday 9 May, in the clubhouse.
`;
const report = `# Annual report

The fleet has four ships, of which three are new.

## Safety

On 19 August the Cormorant lost power off Gannet Rock. A worn pump was the cause.
`;
const lease = `# Lease

## Break clause

Break clause: either party may break the lease last thing in August, and break it down.
`;
const policy = `# Travel policy

## Approval

A work trip needs permission. Trips to the rest of the world need that of the director.
`;
const subsidiaries = `# Subsidiaries

## Names

Acme Entretenimento LTDA, Brazil. Acme Holding, Norway.
`;

describe("a search for an answer", () => {
  const collection = new FigureCollection();
  beforeAll(async () => {
    await collection.add("minutes.md", minutes);
    await collection.add("report.md", report);
    await collection.add("lease.md", lease);
    await collection.add("policy.md", policy);
    await collection.add("subsidiaries.md", subsidiaries);
  });
  const firstFor = async (query: string, figures = true): Promise<string> =>
    (await collection.search(query, 5, figures)).hits[0]?.text ?? "";

  it("searches the document that a question names for the rest of the question", async () => {
    const question = "When is the annual general meeting of the rowing club?";
    expect(await firstFor(question)).toContain("Friday 9 May");
  });

  it("keeps the order if the question only shares words with a title", async () => {
    expect(await firstFor("Thornby Rowing Club")).toContain("Minutes of the committee");
  });

  it("keeps the order of a search by words", async () => {
    const question = "annual general meeting of the rowing club";
    const plain = await collection.search(question, 5, false);
    const scores = plain.hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it("prefers documents that contain the names in a question", async () => {
    const question = "What made the Cormorant break down last August?";
    expect(await firstFor(question)).toContain("the Cormorant lost power");
  });

  it("does not prefer a document that only mentions a name", async () => {
    const question = "Whose permission does a work trip to Brazil need?";
    expect(await firstFor(question)).toContain("A work trip needs permission");
  });

  it("finds each passage once", async () => {
    const { hits } = await collection.search("When is the meeting of the rowing club?", 20);
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
  });
});
