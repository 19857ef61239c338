import { PagehoundError } from "../core/errors.js";
import { isRecord } from "../core/json.js";
import type { ApiOperation, ApiParameter } from "./api-description.js";

/** A request to an API. */
export interface ApiRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Those that this request alone has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Servers refuse longer addresses. */
const longestAddress = 8_000;

/**
 * The request that calls an operation with arguments that fit it: each in its place and style, as
 * OpenAPI has them. `base` is where the API is. Throws `invalid-argument` for what cannot be written,
 * naming the argument.
 */
export function requestOf(
  operation: ApiOperation,
  given: Readonly<Record<string, unknown>>,
  base: URL,
): ApiRequest {
  const { method, path, parameters, accept } = operation;
  const here = parameters.filter(({ argument }) => Object.hasOwn(given, argument));
  const value = ({ argument }: ApiParameter): unknown => given[argument];
  const query = here.filter((one) => one.in === "query").flatMap((one) => pairs(one, value(one)));
  const filled = path.replace(/\{([^{}]+)\}/g, (all, name: string) => {
    const parameter = here.find((one) => one.in === "path" && one.name === name);
    return parameter ? pathText(parameter, value(parameter)) : all;
  });
  const beginning = base.pathname.replace(/\/$/, "");
  const search = query.map(([name, text]) => `${encoded(name)}=${text}`).join("&");
  const url = new URL(base.origin + beginning + filled + (search === "" ? "" : `?${search}`));
  if (url.href.length > longestAddress) {
    throw wrong("The arguments are too long for an address. Ask for less at once.");
  }
  const headers: Record<string, string> = { accept };
  for (const parameter of here.filter((one) => one.in === "header")) {
    headers[parameter.name.toLowerCase()] = headerText(parameter, value(parameter));
  }
  const inBody = here.find((one) => one.in === "body");
  const body = inBody ? JSON.stringify(value(inBody)) : null;
  return {
    ...{ method, url, body },
    headers: body === null ? headers : { ...headers, "content-type": "application/json" },
  };
}

function wrong(message: string): PagehoundError {
  return new PagehoundError("invalid-argument", message);
}

/** Without what some servers take for marks of their own. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

/** The members of an object, each a text. */
function members(value: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(value).map(([name, each]) => [name, textOf(each)]);
}

/** What goes behind the "?", the values encoded. */
function pairs(parameter: ApiParameter, value: unknown): readonly (readonly [string, string])[] {
  const { name, style, explode, json } = parameter;
  if (json) return [[name, encoded(JSON.stringify(value))]];
  const between = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
  if (Array.isArray(value)) {
    const texts = value.map((each) => encoded(textOf(each)));
    return explode ? texts.map((text) => [name, text]) : [[name, texts.join(between)]];
  }
  if (isRecord(value)) {
    const all = members(value);
    if (style === "deepObject") return all.map(([key, text]) => [`${name}[${key}]`, encoded(text)]);
    if (explode) return all.map(([key, text]) => [key, encoded(text)]);
    return [[name, all.flat().map(encoded).join(between)]];
  }
  return [[name, encoded(textOf(value))]];
}

/** A parameter as a part of a path. */
function pathText(parameter: ApiParameter, value: unknown): string {
  const { argument, name, style, explode, json } = parameter;
  const isMatrix = style === "matrix";
  const before = isMatrix ? ";" : style === "label" ? "." : "";
  const between = explode && before !== "" ? before : ",";
  const own = isMatrix ? `${encoded(name)}=` : "";
  let text: string;
  if (json) {
    text = encoded(JSON.stringify(value));
  } else if (Array.isArray(value)) {
    const texts = value.map((each) => encoded(textOf(each)));
    text =
      isMatrix && explode ? texts.map((each) => own + each).join(";") : own + texts.join(between);
  } else if (isRecord(value)) {
    const all = members(value).map((pair) => pair.map(encoded));
    text = explode ? all.map((pair) => pair.join("=")).join(between) : own + all.flat().join(",");
  } else {
    text = own + encoded(textOf(value));
  }
  // Without it the address would name something else.
  if (text === "") throw wrong(`"${argument}" is empty. Give a value.`);
  // So would steps up, also where a server takes "%2F" for a step.
  if (/(?:^|%2F|%5C)\.{1,2}(?:%2F|%5C|$)/.test(before + text)) {
    throw wrong(`"${argument}" cannot be a part of an address. Give another value.`);
  }
  return before + text;
}

function headerText(parameter: ApiParameter, value: unknown): string {
  const { argument, explode, json } = parameter;
  const text = json
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? value.map(textOf).join(",")
      : isRecord(value)
        ? members(value)
            .map((pair) => pair.join(explode ? "=" : ","))
            .join(",")
        : textOf(value);
  if (!/^[\t\x20-\x7e\u00a0-\u00ff]*$/.test(text)) {
    throw wrong(`"${argument}" has characters that headers cannot have. Give another value.`);
  }
  return text;
}
