import {
  mostProperties,
  objectSchema,
  plainLine,
  plainName,
  plainSchema,
  resolved,
} from "../../agent/index.js";
import {
  invalidArgument,
  isRecord,
  type JsonSchema,
  type ObjectSchema,
  oneLine,
} from "../../core/index.js";

/** Where an argument goes in a request, and how it is written there. */
export interface ApiParameter {
  /** The name that the model uses. */
  readonly argument: string;
  /** The name that the API uses. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "body";
  readonly style: string;
  readonly explode: boolean;
  /** Whether it is written as JSON, regardless of its style. */
  readonly json: boolean;
}

/** An operation of an API that can be a tool. */
export interface ApiOperation {
  /** The operation's `operationId`, or its method and path. */
  readonly name: string;
  /** The operation's method and path: `GET /orders/{id}`. */
  readonly label: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly description: string;
  readonly arguments: ObjectSchema;
  readonly parameters: readonly ApiParameter[];
  /** The formats to request: media types for the header `Accept`. */
  readonly accept: string;
}

/** The parts of an API's description that are used here. */
export interface ApiDescription {
  /** Empty if the description has none. */
  readonly title: string;
  /** Addresses of the API, relative to the description. */
  readonly servers: readonly string[];
  readonly operations: readonly ApiOperation[];
  /** Reading operations that cannot be tools. */
  readonly leftOut: number;
  /** Headers that carry keys. */
  readonly keyHeaders: readonly string[];
}

export interface DescriptionReading {
  /** Operations by their `operationId`, or as `GET /orders/{id}`; null for all that use GET. */
  readonly wanted: readonly string[] | null;
  /** Names of headers that are sent anyway, in lower case: a model does not fill them in. */
  readonly sent: ReadonlySet<string>;
  /** Called between operations. */
  readonly breathe: () => Promise<void>;
}

const mostOperations = 2_000;
const mostPaths = 10_000;
const longestDescription = 400;
const longestArguments = 8_000;
/** Headers that a model never fills in, whatever a description says. */
const notFilledIn =
  /^(?:accept|authorization|content-type|cookie|host|origin|referer|set-cookie|content-length|connection|proxy-.*|sec-.*|if-.*|range)$/;

/**
 * Parses an OpenAPI description, 3.0 or 3.1. It is not trusted: references may only point into
 * itself, and only its plain parts are kept. Throws `invalid-argument` for an invalid one.
 */
export async function readDescription(
  root: unknown,
  { wanted, sent, breathe }: DescriptionReading,
): Promise<ApiDescription> {
  if (!isRecord(root) || !isRecord(root.paths) || !/^3\.[01]\./.test(String(root.openapi))) {
    const version = isRecord(root) ? (root.openapi ?? root.swagger) : undefined;
    const stated =
      typeof version === "string" ? `it says that it has version ${oneLine(version, 20)}` : "";
    const message = `This is not an OpenAPI 3.0 or 3.1 description${stated && `: ${stated}`}. Use the address of one, as JSON.`;
    throw invalidArgument(message);
  }
  const { paths } = root;
  const keyHeaders = keyHeadersOf(root);
  const kept = new Set([...sent, ...keyHeaders.map((name) => name.toLowerCase())]);
  const operations: ApiOperation[] = [];
  let leftOut = 0;
  for (const [path, item] of Object.entries(paths).slice(0, mostPaths)) {
    await breathe();
    const pathItem = resolved(item, root);
    if (!isRecord(pathItem)) continue;
    for (const method of ["GET", "POST"] as const) {
      const operation = resolved(pathItem[method.toLowerCase()], root);
      if (!isRecord(operation) || !isWanted(operation, `${method} ${path}`, wanted)) continue;
      const read =
        operations.length < mostOperations
          ? operationOf(operation, { root, method, path, shared: pathItem.parameters, kept })
          : null;
      if (read) operations.push(read);
      else leftOut++;
    }
  }
  const info = isRecord(root.info) ? root.info : {};
  const title = plainLine(String(info.title ?? ""), 60).replace(/[()]/g, "");
  return { title, servers: serversOf(root.servers), operations, leftOut, keyHeaders };
}

/** By default, GET operations that are not deprecated; otherwise the named ones. */
function isWanted(
  operation: Readonly<Record<string, unknown>>,
  label: string,
  wanted: readonly string[] | null,
): boolean {
  const { operationId, deprecated } = operation;
  if (wanted === null) return label.startsWith("GET ") && deprecated !== true;
  return wanted.includes(label) || wanted.includes(String(operationId));
}

/** The addresses of servers, with variables replaced by their defaults. */
function serversOf(servers: unknown): readonly string[] {
  if (!Array.isArray(servers)) return [];
  return servers.slice(0, 20).flatMap((server) => {
    if (!isRecord(server) || typeof server.url !== "string") return [];
    const { variables } = server;
    const filled = server.url.slice(0, 2000).replace(/\{([^{}]{1,80})\}/g, (_, name: string) => {
      const variable =
        isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : null;
      return isRecord(variable) ? String(variable.default ?? "") : "";
    });
    return [filled];
  });
}

/** Names of headers that carry keys. */
function keyHeadersOf(root: Readonly<Record<string, unknown>>): readonly string[] {
  const schemes = isRecord(root.components) ? root.components.securitySchemes : undefined;
  if (!isRecord(schemes)) return [];
  const names = Object.values(schemes)
    .slice(0, 50)
    .flatMap((scheme) => {
      const read = resolved(scheme, root);
      if (!isRecord(read)) return [];
      if (read.type !== "apiKey") return read.type === "mutualTLS" ? [] : ["Authorization"];
      const isHeader = read.in === "header" && /^[\w-]{1,80}$/.test(String(read.name));
      return isHeader ? [String(read.name)] : [];
    });
  return [...new Set(names)];
}

interface OperationParts {
  readonly root: Readonly<Record<string, unknown>>;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Parameters that all operations of the path share. */
  readonly shared: unknown;
  readonly kept: ReadonlySet<string>;
}

/** Null if it requires something that cannot be passed. */
function operationOf(
  operation: Readonly<Record<string, unknown>>,
  { root, method, path, shared, kept }: OperationParts,
): ApiOperation | null {
  if (!/^\/[^\s?#\\]{0,1000}$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path)) return null;
  const properties: Record<string, JsonSchema> = {};
  const optional: string[] = [];
  const parameters: ApiParameter[] = [];
  const add = (
    parameter: Omit<ApiParameter, "argument">,
    schema: JsonSchema,
    isRequired: boolean,
  ): void => {
    const argument = argumentName(parameter, properties);
    properties[argument] = schema;
    if (!isRequired) optional.push(argument);
    parameters.push({ ...parameter, argument });
  };
  for (const one of parametersOf(operation.parameters, shared, root)) {
    const { name, place, required, schema, style, explode, json } = one;
    const isHeader = place === "header";
    if (isHeader && (kept.has(name.toLowerCase()) || notFilledIn.test(name.toLowerCase())))
      continue;
    if (place === "path" ? !path.includes(`{${name}}`) : place === "cookie" && !required) continue;
    const isWritable = place === "path" || place === "query" || isHeader;
    if (!isWritable || (isHeader && !/^[\w-]{1,80}$/.test(name))) {
      if (required) return null;
      continue;
    }
    if (parameters.length === mostProperties) {
      if (required) return null;
      continue;
    }
    add({ name, in: place, style, explode, json }, schema, required);
  }
  const inPath = new Set(parameters.filter((one) => one.in === "path").map(({ name }) => name));
  const unfilled = path.replace(/\{([^{}]+)\}/g, (all, name: string) =>
    inPath.has(name) ? "" : all,
  );
  if (/[{}]/.test(unfilled)) return null;
  const body = method === "POST" ? bodyOf(operation.requestBody, root) : null;
  if (body === undefined) return null;
  if (body) {
    const place = { name: "body", in: "body", style: "", explode: false, json: true } as const;
    add(place, body.schema, body.required);
  }
  const argumentSchema = withinBounds(objectSchema(properties, optional));
  if (!argumentSchema) return null;
  const label = `${method} ${plainLine(path, 120)}`;
  return {
    ...{ label, method, path, parameters, arguments: argumentSchema },
    ...namesOf(operation, label),
    accept: acceptOf(operation.responses, root),
  };
}

/** The name and the description of an operation; its label if it has none. */
function namesOf(
  { operationId, summary, description }: Readonly<Record<string, unknown>>,
  label: string,
): Pick<ApiOperation, "name" | "description"> {
  const name = typeof operationId === "string" && operationId !== "" ? operationId : label;
  const texts = [summary, description].filter((text) => typeof text === "string" && text !== "");
  const [first = "", second = ""] = texts.map(String);
  const both = second.startsWith(first)
    ? second
    : `${first.replace(/(?<![.\s])[.\s]+$/, "")}. ${second}`;
  const described = plainLine(texts.length > 1 ? both : first || label, longestDescription);
  return { name: name.slice(0, 200), description: described || label };
}

interface ReadParameter {
  readonly name: string;
  readonly place: unknown;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly style: string;
  readonly explode: boolean;
  readonly json: boolean;
}

/** The parameters of an operation; its own come before those that its path shares. */
function* parametersOf(
  operationParameters: unknown,
  shared: unknown,
  root: unknown,
): Generator<ReadParameter, void, undefined> {
  const seen = new Set<string>();
  const lists = [operationParameters, shared].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, 200) : [],
  );
  for (const each of lists) {
    const read = resolved(each, root);
    if (!isRecord(read) || typeof read.name !== "string" || read.name.length > 200) continue;
    const { name, in: place, content } = read;
    const key = `${place} ${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [media] = isRecord(content) ? Object.values(content) : [];
    const described = isRecord(media) ? media.schema : read.schema;
    const style =
      typeof read.style === "string" ? read.style : place === "query" ? "form" : "simple";
    yield {
      ...{ name, place, style, json: media !== undefined },
      required: read.required === true || place === "path",
      schema: withDescription(plainSchema(described, root), read, resolved(described, root)),
      explode: typeof read.explode === "boolean" ? read.explode : style === "form",
    };
  }
}

/** A schema with a description that includes the parameter's purpose, format and example. */
function withDescription(
  schema: JsonSchema,
  { description = schema.description, example }: Readonly<Record<string, unknown>>,
  written: unknown,
): JsonSchema {
  const { format, example: inSchema, default: usual } = isRecord(written) ? written : {};
  const isFormat = typeof format === "string" && /^[a-z-]{1,20}$/.test(format);
  const shown = [example, inSchema].find((one) => ["string", "number"].includes(typeof one));
  const parts = [
    typeof description === "string" ? description : "",
    isFormat && !/^(?:int\d+|float|double)$/.test(format) ? `(${format})` : "",
    shown === undefined ? "" : `such as ${String(shown).slice(0, 40)}`,
    ["string", "number", "boolean"].includes(typeof usual) ? `(${usual} by default)` : "",
  ];
  const text = plainLine(parts.filter((part) => part !== "").join(" "), 160);
  return text === "" ? schema : { ...schema, description: text };
}

/** The body of a request; null if there is none, undefined if it is not JSON. */
function bodyOf(
  requestBody: unknown,
  root: unknown,
): { readonly schema: JsonSchema; readonly required: boolean } | null | undefined {
  const body = resolved(requestBody, root);
  if (!isRecord(body)) return null;
  const media = isRecord(body.content) ? Object.entries(body.content) : [];
  const [, json] = media.find(([type]) => /^application\/(?:[\w.-]+\+)?json\b/.test(type)) ?? [];
  if (!isRecord(json)) return undefined;
  const schema = withDescription(plainSchema(json.schema, root), body, json.schema);
  return { schema, required: body.required === true };
}

/** The model's name for a parameter: its own, made unique and valid in a prompt. */
function argumentName(
  { name, in: place }: Omit<ApiParameter, "argument">,
  taken: Readonly<Record<string, unknown>>,
): string {
  const written = name
    .replace(/[^\p{Alpha}\p{N}_$.@:/-]+/gu, "_")
    .replace(/^_+|(?<!_)_+$/g, "")
    .slice(0, 50);
  const plain = plainName.test(written) ? written : place;
  if (!Object.hasOwn(taken, plain)) return plain;
  for (let count = 2; ; count++) {
    const numbered = count === 2 ? `${plain}_${place}` : `${plain}_${count}`;
    if (!Object.hasOwn(taken, numbered)) return numbered;
  }
}

/** Arguments that fit in a prompt: without nested ones if not all of them fit. */
function withinBounds(schema: ObjectSchema): ObjectSchema | null {
  const fits = (one: ObjectSchema): boolean => JSON.stringify(one).length <= longestArguments;
  if (fits(schema)) return schema;
  const outer = Object.entries(schema.properties).map(([name, { type, description }]) => {
    return [name, { ...(type ? { type } : {}), ...(description ? { description } : {}) }] as const;
  });
  const simple = { ...schema, properties: Object.fromEntries(outer) };
  return fits(simple) ? simple : null;
}

/** JSON if available, else text. */
function acceptOf(responses: unknown, root: unknown): string {
  const good = isRecord(responses)
    ? Object.entries(responses).filter(([status]) => /^(?:2..|default)$/i.test(status))
    : [];
  const types = good.flatMap(([, response]) => {
    const read = resolved(response, root);
    return isRecord(read) && isRecord(read.content) ? Object.keys(read.content) : [];
  });
  const json = types.filter((type) => /^application\/[\w.+-]*json$/.test(type)).slice(0, 4);
  const first = json.length > 0 ? json.join(", ") : "application/json";
  return `${first}, text/plain;q=0.9, text/*;q=0.8, */*;q=0.1`;
}
