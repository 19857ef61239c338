import { duringStep } from "../core/current-step.js";
import { PagehoundError } from "../core/errors.js";
import { oneLine } from "../core/one-line.js";
import { inParts } from "../core/rpc/remote.js";
import { serve } from "../core/rpc/serve.js";
import type { CollectionApi, CollectionReadingApi } from "./api.js";
import { Collection } from "./collection.js";

/** The collection worker's API. The collection itself comes with the first call, `open`. */
export function createCollectionApi(): CollectionApi {
  let opened: Collection | null = null;
  const collection = (): Collection => {
    if (!opened) throw new PagehoundError("closed", "The collection is not open.");
    return opened;
  };
  const reading: CollectionReadingApi = {
    documents: async (_request, options) => inParts(collection().documents(), options),
    search: async ({ query, limit, documents, ...how }, options) =>
      searching(query, () => collection().search(query, limit, documents, options?.signal, how)),
    rows: async (request, options) =>
      searching(request.label, () => collection().rows(request, options?.signal)),
    coverage: async () => collection().coverage(),
    page: async ({ document, number }) => collection().page(document, number),
    tables: async ({ document, page }) => {
      const step = { doing: `Reading the tables on page ${page}`, advice: "Try again." };
      return duringStep(step, () => collection().tables(document, page));
    },
    outline: async ({ document }) => collection().outline(document),
    passages: async ({ document, pages }) => collection().passages(document, pages),
    passagesById: async ({ ids }) => collection().passagesById(ids),
    grep: async ({ patterns, options }, call) => collection().grep.run(patterns, options, call),
    findSources: async ({ question, limit, documents }, options) =>
      searching(question, () =>
        collection().sources.find(question, limit, documents, options?.signal),
      ),
    keepTools: async ({ tools }, options) => collection().tools.keep(tools, options?.signal),
    findTools: async ({ request, limit, among }, options) =>
      collection().tools.find(request, { limit, among }, options?.signal),
  };
  return {
    ...reading,
    open: async (request, options) => {
      const collection = await Collection.open(request, options);
      opened = collection;
      // After the answer to this call.
      setTimeout(() => collection.begin());
      return { kind: collection.kind };
    },
    add: async (request, options = {}) => collection().ingestion.add(request, options),
    queue: async (_request, options) => {
      const list = await collection().ingestion.list();
      return { ...list, files: inParts(list.files, options) };
    },
    pause: async ({ paused }) => collection().ingestion.queue.pause(paused),
    cancel: async ({ paths }) => collection().ingestion.queue.cancelPaths(paths),
    prioritise: async ({ paths }) => collection().ingestion.queue.prioritise(paths),
    retry: async ({ paths, password }) => collection().ingestion.queue.retry(paths, password),
    readAs: async ({ documents, encoding }) => collection().readAs(documents, encoding),
    recognise: async ({ documents, languages, careful }) =>
      collection().recognise(documents, languages, careful),
    queueHandles: async ({ paths }) => collection().queueHandles(paths),
    catchUp: async () => collection().ingestion.catchUp(),
    changes: async ({ again }, options = {}) => collection().ingestion.changes(options, again),
    storage: async () => collection().storage(),
    handle: async ({ document }) => collection().handle(document),
    remove: async ({ documents }) => collection().remove(documents),
    restore: async ({ documents }) => collection().restore(documents),
    original: async ({ document }, options) => collection().original(document, options),
    exportCollection: async ({ documents, ...how }, options = {}) =>
      collection().export(documents, how, options),
    importCollection: async ({ file, name, folder }, options = {}) =>
      duringStep(
        {
          doing: `Importing ${name}`,
          advice: "Documents that came by then are there. Do not import it again.",
          data: { name },
        },
        () => collection().import(file, name, { folder, ...options }),
      ),
    published: async () => collection().subscriptions.list(),
    addPublished: async ({ url }, options) => collection().subscriptions.add(url, options),
    refreshPublished: async ({ url }, options) => collection().subscriptions.refresh(url, options),
    removePublished: async ({ url }) => collection().subscriptions.remove(url),
    useEmbedder: async ({ port }, options) => collection().embeddings.use(port, options),
    releaseEmbedder: async () => collection().embeddings.release(),
    embeddings: async () => collection().embeddings.state(),
    searchableByMeaning: async () => collection().embeddings.searchable(),
    makeEmbeddings: async (_request, options) => collection().embeddings.make(options),
    removeEmbeddings: async () => {
      await collection().embeddings.remove();
      await collection().tools.removeVectors();
    },
    addToolExample: async ({ tools, question }) => collection().tools.addExample(tools, question),
    toolExamples: async () => collection().tools.examples(),
    forgetToolExamples: async () => collection().tools.forgetExamples(),
    learnGuides: async (lesson) => collection().sources.learn(lesson),
    guides: async () => collection().sources.guides(),
    editGuide: async ({ id, text }) => collection().sources.edit(id, text),
    removeGuides: async ({ ids }) => collection().sources.remove(ids),
    restoreGuides: async ({ guides }) => collection().sources.restore(guides),
    guideLearning: async ({ on }) => collection().sources.learning(on),
    share: async ({ port }) => {
      serve(port, reading);
    },
    conversations: async () => collection().conversations.list(),
    conversation: async ({ id }) => collection().conversations.get(id),
    pastTurns: async ({ id, limit }) => collection().conversations.past(id, limit),
    addTurn: async ({ id, turn }) => collection().conversations.add(id, turn),
    deleteConversation: async ({ id }) => {
      const questions = await collection().conversations.delete(id);
      if (questions.length === 0) return;
      await collection().tools.forgetExamples(questions);
      await collection().sources.forgetQuestions(questions);
    },
    restoreConversation: async ({ id }) => collection().conversations.restore(id),
    workerFailed: async ({ worker, message }) => collection().workerFailed(worker, message),
  };
}

/** Characters of a query that an error repeats. */
const shownOfQuery = 100;

/** Answers a query, as a step that names it. */
function searching<T>(query: string, search: () => Promise<T>): Promise<T> {
  const step = {
    doing: `Searching for “${oneLine(query, shownOfQuery)}”`,
    advice: "Search for other words, or in fewer documents.",
  };
  return duringStep(step, search);
}
