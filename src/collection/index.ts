// The only entry point to this room for other rooms: the collection worker and its contract.

export type {
  AnswerLesson,
  CollectionApi,
  CollectionReadingApi,
  DocumentSize,
  EmbeddingsProgress,
  EmbeddingsState,
  ExportOptions,
  FilesToAdd,
  FolderListing,
  GrepResponse,
  HostApi,
  HungStep,
  KeptFolder,
  KeptGrid,
  KeptGridAnswer,
  OpenRequest,
  StoragePlace,
  ToolExample,
  WorkerKind,
} from "./api.js";
export { methodsByName } from "./api.js";
export { CollectionClient, checkSearchMode } from "./client.js";
