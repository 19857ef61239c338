import type { CallOptions } from "../core/call-options.js";
import type { GrepFindings, GrepOptions, GrepProgress } from "../grep/api.js";
import type { CollectionReader } from "../reading/collection-reader.js";
import type { Coverage, SearchOptions, SearchResponse } from "../search/api.js";

/** What tools need of a collection. `Pagehound` has all of it. */
export interface ToolReader extends CollectionReader {
  search(query: string, options?: SearchOptions & CallOptions): Promise<SearchResponse>;
  grep(
    patterns: string | readonly string[],
    options?: GrepOptions & CallOptions<GrepProgress>,
  ): Promise<GrepFindings & { readonly coverage: Coverage }>;
  coverage(options?: CallOptions): Promise<Coverage>;
}
