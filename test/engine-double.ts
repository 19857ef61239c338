import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { indexDefinition, recordsOf } from "../src/connect/sources/engine-records.js";
import { MemoryCollection } from "./unit/agent/reading/memory-collection.js";

type Fields = Readonly<Record<string, unknown>>;
type Clause = Readonly<Record<string, unknown>>;

/** A stand-in for OpenSearch that implements the calls in use over real records. */
export interface EngineDouble {
  /** URL of the index. */
  readonly url: string;
  readonly origin: string;
  /** The requests in order: method and path, and the words of searches. */
  readonly requests: string[];
  /** Requests that it did not understand. Tests expect none. */
  readonly unexpected: string[];
  /** Whether pages of other origins may read its responses. */
  allows: boolean;
  /** The required `authorization` header; null for none. */
  key: string | null;
  /** Whether it accepts requests and never responds. */
  hangs: boolean;
  close(): Promise<void>;
}

/**
 * An index with these files, as `pagehound index` writes them. Anything unknown fails.
 *
 * @param originals the URL below which the files are, for links to them
 */
export async function engineDouble(
  files: Readonly<Record<string, string>>,
  originals: string | null = null,
): Promise<EngineDouble> {
  const records = await recordsOfFiles(files, originals);
  const requests: string[] = [];
  const unexpected: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      unexpected.push(`${request.method} ${request.url}: ${String(error)}`);
      send(response, 500, { error: { type: "unexpected", reason: String(error) } });
    });
  });

  function send(response: ServerResponse, status: number, body: unknown): void {
    const cors = double.allows
      ? {
          "access-control-allow-origin": "*",
          "access-control-allow-headers": "content-type, authorization",
          "access-control-allow-methods": "GET, POST",
        }
      : {};
    response.writeHead(status, { "content-type": "application/json", ...cors });
    response.end(JSON.stringify(body));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request) text += piece;
    const { method = "", url = "" } = request;
    if (double.hangs) return;
    // Browsers send this before sending a key, or JSON, to another origin.
    if (method === "OPTIONS") return send(response, 200, {});
    requests.push(`${method} ${url}`);
    if (double.key !== null && request.headers.authorization !== double.key) {
      return send(response, 401, { error: { type: "security", reason: "missing credentials" } });
    }
    switch (`${method} ${url}`) {
      case "GET /books/_mapping":
        return send(response, 200, { books: { mappings: indexDefinition.mappings } });
      case "POST /books/_mget":
      case "POST /books/_mget?realtime=false&_source_includes=passage": {
        const { ids } = JSON.parse(text) as { ids: string[] };
        const docs = ids.map((id) => ({ _id: id, _source: records.get(id) }));
        return send(response, 200, { docs });
      }
      case "POST /books/_search": {
        const { query, aggs } = JSON.parse(text) as { query: Clause; aggs: Record<string, Clause> };
        const found = matching(records, query).map(({ fields }) => fields);
        return send(response, 200, { aggregations: aggregated(found, aggs) });
      }
      case "POST /books/_msearch": {
        const lines = text.split("\n").filter((line) => line !== "" && line !== "{}");
        const responses = lines.map((line) => searched(records, JSON.parse(line) as Clause));
        return send(response, 200, { responses });
      }
      default:
        throw new Error("There is no such call.");
    }
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: EngineDouble = {
    ...{ url: `${origin}/books`, origin, requests, unexpected },
    ...{ allows: true, key: null, hangs: false },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  return double;
}

async function recordsOfFiles(
  files: Readonly<Record<string, string>>,
  originals: string | null,
): Promise<ReadonlyMap<string, Fields>> {
  const collection = new MemoryCollection();
  for (const [path, text] of Object.entries(files)) await collection.add(path, text);
  const records = new Map<string, Fields>();
  for (const [at, summary] of (await collection.documents()).entries()) {
    const [outline, passages] = [
      await collection.outline(summary.id),
      await collection.passages(summary.id),
    ];
    const linked =
      originals === null ? summary : { ...summary, originalUrl: originals + summary.path };
    for (const { id, record } of recordsOf(at + 1, { summary: linked, outline, passages })) {
      records.set(id, { ...record });
    }
  }
  return records;
}

interface Match {
  readonly id: string;
  readonly fields: Fields;
  readonly score: number;
}

function matching(records: ReadonlyMap<string, Fields>, query: Clause): Match[] {
  return [...records].flatMap(([id, fields]) => {
    const score = scoreOf(query, fields);
    return score === null ? [] : [{ id, fields, score }];
  });
}

function searched(records: ReadonlyMap<string, Fields>, body: Clause): Fields {
  const known =
    "query size _source sort search_after terminate_after track_total_hits stored_fields docvalue_fields aggs".split(
      " ",
    );
  const odd = Object.keys(body).find((name) => !known.includes(name));
  if (odd) throw new Error(`A search has ${odd}.`);
  const sort = (body.sort ?? []) as readonly Record<string, "asc">[];
  const order = sort.flatMap((one) => Object.keys(one));
  const found = matching(records, body.query as Clause).sort((a, b) => {
    const field = order.find((name) => a.fields[name] !== b.fields[name]);
    return field ? Number(a.fields[field]) - Number(b.fields[field]) : b.score - a.score;
  });
  if (body.search_after) throw new Error("Nothing here is longer than a page of results.");
  const values = body.docvalue_fields as readonly string[] | undefined;
  const valuesOf = (fields: Fields) =>
    Object.fromEntries((values ?? []).map((name) => [name, [fields[name]]]));
  const hits = found.slice(0, body.size as number).map(({ id, fields, score }) => {
    return values
      ? { _score: score, fields: valuesOf(fields) }
      : { _id: id, _score: score, _source: fields };
  });
  const aggs = body.aggs as Record<string, Clause> | undefined;
  const all = found.map(({ fields }) => fields);
  const aggregations = aggs ? { aggregations: aggregated(all, aggs) } : {};
  return { hits: { total: { value: found.length }, hits }, ...aggregations };
}

/** A record's score for a clause; null if it does not match. */
function scoreOf(clause: Clause, fields: Fields): number | null {
  const [[kind, body] = ["", {}], ...more] = Object.entries(clause);
  if (more.length > 0) throw new Error(`A clause has several kinds: ${JSON.stringify(clause)}`);
  const part = body as Record<string, unknown>;
  const [[field, wanted] = ["", null]] = Object.entries(part);
  const value = wanted as Record<string, unknown> & { value?: string; query?: string };
  const words = () => String(fields[field] ?? "").split(" ");
  const met = (is: boolean): number | null => (is ? 1 : null);
  switch (kind) {
    case "bool":
      return scoreOfAll(part, fields);
    case "dis_max": {
      const scores = (part.queries as Clause[]).map((one) => scoreOf(one, fields) ?? 0);
      return Math.max(...scores) * Number(part.boost ?? 1) || null;
    }
    case "term": {
      const term = String(value?.value ?? wanted);
      const times = words().filter((word) => word === term).length;
      return times === 0 ? null : times / (times + 1);
    }
    case "terms":
      return met((wanted as unknown[]).some((one) => words().includes(String(one))));
    case "prefix":
      return met(words().some((word) => word.startsWith(value.value ?? "")));
    case "wildcard": {
      const literal = (value.value ?? "").replace(/[.+^${}()|[\]\\]/g, "\\$&");
      const form = new RegExp(`^${literal.replace(/\*/g, ".*").replace(/\?/g, ".")}$`, "u");
      return met(form.test(String(fields[field] ?? "")));
    }
    case "range": {
      const { gte = -Infinity, lte = Infinity, lt = Infinity } = value as Record<string, number>;
      const own = Number(fields[field]);
      return met(own >= gte && own <= lte && own < lt);
    }
    case "match_phrase":
      return met(
        String(fields[field] ?? "")
          .toLowerCase()
          .includes((value.query ?? "").toLowerCase()),
      );
    default:
      throw new Error(`There is no clause ${kind}.`);
  }
}

function scoreOfAll(part: Record<string, unknown>, fields: Fields): number | null {
  const { filter = [], should = [], must_not = [], minimum_should_match: least = 0 } = part;
  const odd = Object.keys(part).find(
    (name) => !["filter", "should", "must_not", "minimum_should_match"].includes(name),
  );
  if (odd) throw new Error(`A clause has ${odd}.`);
  if ((filter as Clause[]).some((one) => scoreOf(one, fields) === null)) return null;
  if ((must_not as Clause[]).some((one) => scoreOf(one, fields) !== null)) return null;
  const scores = (should as Clause[]).flatMap((one) => scoreOf(one, fields) ?? []);
  if (scores.length < Number(least)) return null;
  return scores.reduce((sum, one) => sum + one, 0);
}

function aggregated(found: readonly Fields[], aggs: Record<string, Clause>): Fields {
  const results = Object.entries(aggs).map(([name, aggregation]) => {
    const [[kind, body] = ["", {}]] = Object.entries(aggregation);
    const values = found.map((fields) => fields[(body as { field: string }).field]);
    switch (kind) {
      case "value_count":
        return [name, { value: values.length }];
      case "sum":
        return [name, { value: values.reduce<number>((sum, one) => sum + Number(one), 0) }];
      case "terms":
        return [name, { buckets: [...new Set(values)].map((key) => ({ key })) }];
      case "filter": {
        const kept = found.filter((fields) => scoreOf(body as Clause, fields) !== null);
        return [name, aggregated(kept, aggregation.aggs as Record<string, Clause>)];
      }
      default:
        throw new Error(`There is no aggregation ${kind}.`);
    }
  });
  return Object.fromEntries(results);
}
