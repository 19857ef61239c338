import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Answer, DocumentId, Pagehound } from "../../../src/index.js";
import type { ArchivedConversation, Manifest } from "../../../src/store/index.js";
import { withManifest } from "../../unit/store/archive/with-manifest.js";
import { FileServer } from "../published/file-server.js";
import { inDatabase } from "./in-database.js";
import { openInPage } from "./in-page.js";
import { idOf, plants, twoCollections } from "./two-collections.js";
import { addAll, textFile } from "./watched.js";

const { names, openBoth, openTo, exportOf } = twoCollections("exported-conversations");
let from: Pagehound;
let to: Pagehound;

/** The result of importing no conversations. */
const none = { added: 0, returned: 0, replaced: 0, unchanged: 0, leftOut: 0 };
const question = "How many mirrors does the heliostat field of Birch have?";

async function answerOf(hound: Pagehound, id = "talk", turn = 0): Promise<Answer> {
  const { answer } = (await hound.conversations.get(id)).turns[turn] ?? {};
  if (!answer) throw new Error("There is no answer.");
  return answer;
}

/** Checks that the best passage of an answer exists in the document at a path. */
async function expectPlaced(hound: Pagehound, answer: Answer, path: string): Promise<void> {
  const [best] = answer.passages;
  if (!best) throw new Error("There is no passage.");
  expect(best).toMatchObject({ path, document: await idOf(hound, path) });
  expect(best.evidence.startsWith(`${best.document}.`)).toBe(true);
  const { text } = await hound.page(best.document, best.page);
  expect(text.slice(best.span.start, best.span.end)).toBe(best.text);
}

/** All documents were read here from their bytes, which gives them other ids. */
function readHere(hound: Pagehound) {
  return expect
    .poll(async () => (await hound.documents()).every((each) => each.readHere), { timeout: 60_000 })
    .toBe(true);
}

type Section = NonNullable<Manifest["conversations"]>;

function withConversations(file: Blob, change: (section: Section) => unknown): Promise<Blob> {
  return withManifest(file, ({ conversations, ...manifest }) => ({
    ...manifest,
    conversations: conversations && change(conversations),
  }));
}

function withTalk(file: Blob, change: (conversation: ArchivedConversation) => unknown) {
  return withConversations(file, (section) => ({ ...section, list: section.list.map(change) }));
}

describe("a conversation of an exported collection", () => {
  beforeEach(async () => {
    [from, to] = await openBoth();
  });

  it("an import adds conversations that cite the documents under their new ids", async () => {
    await addAll(from, ...plants);
    await from.ask(question, { conversation: "talk" });
    await from.ask("When was the plant of Cedar opened?", { conversation: "talk" });
    const file = await from.collection.export();
    // The target already uses these ids, and already has one of the files.
    await addAll(to, textFile("a.txt", "Alpha."), textFile("b.txt", "Beta."), ...plants.slice(2));
    const imported = await to.collection.import(file);
    expect(imported.conversations).toEqual({ ...none, added: 1 });
    const { turns, title, leftOut } = await to.conversations.get("talk");
    expect({ title, leftOut }).toEqual({ title: question, leftOut: 0 });
    expect(turns.map((turn) => turn.trace)).toEqual([null, null]);
    await expectPlaced(to, await answerOf(to), "plants/1.txt");
    await expectPlaced(to, await answerOf(to, "talk", 1), "plants/2.txt");
    const exported = await answerOf(from);
    expect((await answerOf(to)).text).toBe(exported.text);
    // Read again from their files, they count as different documents in the collection.
    await readHere(to);
    await expectPlaced(to, await answerOf(to), "plants/1.txt");
    // The conversation can be continued, and exported again.
    await to.ask("And in Alder?", { conversation: "talk" });
    const continued = await to.conversations.get("talk");
    expect(continued.turns.map((turn) => turn.trace === null)).toEqual([true, true, false]);
    const again = await from.collection.import(await to.collection.export());
    expect(again.conversations).toMatchObject({ added: 0, replaced: 1 });
    expect((await from.conversations.get("talk")).turns).toHaveLength(3);
    await expectPlaced(from, await answerOf(from), "plants/1.txt");
  });

  it("an export leaves conversations out on request, or when it contains only some documents", async () => {
    await addAll(from, ...plants);
    await from.ask(question, { conversation: "talk" });
    const files = [
      await from.collection.export({ conversations: false }),
      await from.collection.export({ documents: [await idOf(from, "plants/1.txt")] }),
    ];
    for (const file of files) {
      expect((await to.collection.import(file)).conversations).toBeUndefined();
      expect(await to.conversations.list()).toEqual([]);
    }
  });

  it("an exported notebook contains only its own conversations, even if they cite documents outside it", async () => {
    await addAll(from, ...plants);
    await from.ask(question, { conversation: "talk" });
    await from.ask(question, { conversation: "other" });
    const { id } = await from.notebooks.create("Alder");
    const contents = { documents: [await idOf(from, "plants/0.txt")], conversations: ["talk"] };
    await from.notebooks.add(id, contents);
    const file = await from.collection.export({ notebook: id });
    // Other documents have these ordinals in the target.
    await addAll(to, ...Array.from({ length: 5 }, (_, n) => textFile(`${n}.txt`, `Other ${n}.`)));
    await to.collection.import(file);
    expect((await to.conversations.list()).map((each) => each.id)).toEqual(["talk"]);
    expect((await to.notebooks.contents(id)).conversations).toEqual(["talk"]);
    const [best] = (await answerOf(to)).passages;
    expect(best).toMatchObject({ path: "plants/1.txt" });
    const ids = new Set((await to.documents()).map((document) => document.id));
    expect(ids.has(best?.document as DocumentId)).toBe(false);
    // Once the document is added, it is recognised by its bytes.
    await addAll(to, ...plants.slice(1, 2));
    await expectPlaced(to, await answerOf(to), "plants/1.txt");
  });

  it("a conversation imported before its deletion is undone exists only once", async () => {
    await addAll(from, ...plants);
    await from.ask(question, { conversation: "talk" });
    const file = await from.collection.export();
    await from.conversations.remove("talk");
    const { conversations } = await from.collection.import(file);
    expect(conversations).toEqual({ ...none, added: 1, returned: 1 });
    await from.conversations.restore("talk");
    const { turns } = await from.conversations.get("talk");
    expect(turns).toHaveLength(1);
    expect(turns[0]?.trace).not.toBeNull();
  });

  it("undoing an import restores the conversations it changed, and removes those it added", async () => {
    await addAll(from, ...plants);
    await from.ask(question, { conversation: "talk" });
    await to.collection.import(await from.collection.export());
    await to.ask("And in Cedar?", { conversation: "talk" });
    const before = await to.conversations.get("talk");
    await from.ask("And in Alder?", { conversation: "talk" });
    await from.ask(question, { conversation: "other" });
    const imported = await to.collection.import(await from.collection.export());
    expect(imported.conversations).toEqual({ ...none, added: 1, replaced: 1 });
    const undone = await to.collection.undo(imported.undo ?? "");
    expect(undone).toEqual({ grids: 0, conversations: 2, kept: [] });
    expect((await to.conversations.list()).map(({ id }) => id)).toEqual(["talk"]);
    const after = await to.conversations.get("talk");
    expect(after.turns.map((turn) => turn.question)).toEqual(
      before.turns.map((turn) => turn.question),
    );
    expect(after.turns.map((turn) => turn.trace)).toEqual(before.turns.map((turn) => turn.trace));
  });

  it("a published collection contains no conversations", async () => {
    await addAll(from, ...plants);
    await from.ask("Who guards the secret flamingo?", { conversation: "talk" });
    const server = new FileServer({ ranges: true, etags: true });
    // In this page, because the fake server only answers here.
    to.close();
    const here = await openInPage(names[1]);
    try {
      server.publish(await from.collection.export());
      await here.collection.published.addPublished({ url: server.url });
      expect(await here.collection.conversations.conversations()).toEqual([]);
      const stored = await inDatabase(names[1], (database) => database.getAll("publications"));
      expect(JSON.stringify(stored)).not.toContain("flamingo");
    } finally {
      here.close();
      server.close();
    }
  });
});

describe("an exported file with a conversation", () => {
  let file: Blob;

  beforeAll(async () => {
    file = await exportOf(async (filled) => {
      await addAll(filled, ...plants);
      await filled.ask(question, { conversation: "talk" });
    });
  });
  beforeEach(async () => {
    to = await openTo();
  });

  it("an imported conversation cites documents in the folder they were imported into", async () => {
    await to.collection.import(file, { folder: "from Anna" });
    await expectPlaced(to, await answerOf(to), "from Anna/plants/1.txt");
  });

  it("an import merges conversations by id, keeping the version that was continued last", async () => {
    await to.collection.import(file);
    await to.ask("And in Cedar?", { conversation: "talk" });
    expect((await to.collection.import(file)).conversations).toEqual({ ...none, unchanged: 1 });
    expect((await to.conversations.get("talk")).turns).toHaveLength(2);
    // A timestamp from the future is reset, so that it does not win over later changes.
    const ahead = await withTalk(file, (talk) => ({ ...talk, updatedAt: 8e15, title: "Ahead" }));
    expect((await to.collection.import(ahead)).conversations).toMatchObject({ replaced: 1 });
    const [listed] = await to.conversations.list();
    expect(listed).toMatchObject({ title: "Ahead", turns: 1 });
    expect(listed?.updatedAt).toBeLessThanOrEqual(Date.now());
  });

  it("undoing an import keeps a conversation that was continued since", async () => {
    const { undo } = await to.collection.import(file);
    await to.ask("And in Cedar?", { conversation: "talk" });
    const undone = await to.collection.undo(undo ?? "");
    expect(undone).toEqual({ grids: 0, conversations: 0, kept: [question] });
    expect((await to.conversations.get("talk")).turns).toHaveLength(2);
  });

  it("an imported conversation cites only text that exists in the documents", async () => {
    const forgery = await withTalk(file, (talk) => ({
      ...talk,
      turns: talk.turns.map((turn) => {
        const [best] = turn.answer.passages;
        const forged = {
          ...best,
          quote: "The plant was closed in 2020, and sold.",
          text: undefined,
        };
        const none = { unsupportedNumbers: [], dropped: [], calculations: [] };
        const sentence = { text: "It is closed.", supported: true, citations: [forged], ...none };
        const answer = { ...turn.answer, kind: "answered", passages: [], direct: undefined };
        return { ...turn, answer: { ...answer, sentences: [sentence] } };
      }),
    }));
    expect((await to.collection.import(forgery)).conversations).toMatchObject({ added: 1 });
    const { sentences } = await answerOf(to);
    expect(sentences).toMatchObject([{ supported: false, citations: [] }]);
    expect(sentences[0]?.dropped).toEqual([
      "“The plant was closed in 2020, and sold.” is not in plants/1.txt.",
    ]);
  });

  it("leaves out and counts malformed conversations, and imports the others", async () => {
    const malformed: ((talk: ArchivedConversation) => unknown)[] = [
      (talk) => ({ ...talk, turns: [] }),
      () => "<img src=x onerror=alert(1)>",
      (talk) => ({ ...talk, title: { html: "<b>" } }),
      // An answer of an unknown kind.
      (talk) => ({
        ...talk,
        turns: talk.turns.map((turn) => ({ ...turn, answer: { ...turn.answer, kind: "html" } })),
      }),
      // Passages whose document is not an id.
      (talk) => ({
        ...talk,
        turns: talk.turns.map((turn) => ({
          ...turn,
          answer: {
            ...turn.answer,
            passages: turn.answer.passages.map((each) => ({ ...each, document: "../d1" })),
          },
        })),
      }),
    ];
    const changed = await withConversations(file, ({ list: [talk], ...section }) => {
      if (!talk) throw new Error("There is no conversation.");
      const copies = malformed.map((change, index) => change({ ...talk, id: `malformed${index}` }));
      return { ...section, list: [...copies, talk] };
    });
    const imported = await to.collection.import(changed);
    expect(imported.conversations).toEqual({ ...none, added: 1, leftOut: malformed.length });
    expect((await to.conversations.list()).map(({ id }) => id)).toEqual(["talk"]);
    // A copy without any change is imported: each was left out because of its own change.
    const copy = await withTalk(file, (talk) => ({ ...talk, id: "malformed0" }));
    expect((await to.collection.import(copy)).conversations).toEqual({ ...none, added: 1 });
  });

  it("an import skips conversations of a newer version, and finds none in older files", async () => {
    const newer = await withConversations(file, (section) => ({ ...section, version: 2 }));
    const imported = await to.collection.import(newer);
    expect(imported.skipped).toEqual(["conversations"]);
    expect(imported.added).toHaveLength(3);
    const older = await to.collection.import(await withConversations(file, () => undefined));
    expect(older).toMatchObject({ skipped: [], unchanged: { length: 3 } });
    expect(older.conversations).toBeUndefined();
    expect(await to.conversations.list()).toEqual([]);
  });
});
