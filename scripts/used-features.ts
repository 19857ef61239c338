import { createRequire } from "node:module";
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from "@mdn/browser-compat-data/types";
import postcss from "postcss";
import { parseAst } from "vite";

const require = createRequire(import.meta.url);
const bcd = require("@mdn/browser-compat-data") as CompatData;

/** The browsers whose versions are compared; their mobile editions share the version numbers. */
export const browsers = ["chrome", "firefox", "safari"] as const;

/** First supporting version by browser; null if no version supports it without a flag. */
export type Versions = Readonly<Record<(typeof browsers)[number], string | null>>;

/** Called with a feature's name, such as `URL.parse` or `light-dark()`, and its versions. */
export type Used = (feature: string, versions: Versions) => void;

/** True if a version precedes another; null counts as later than all. */
export function isBefore(version: string, other: string | null): boolean {
  if (other === null) return true;
  const [a, b] = [version, other].map((text) => text.split(".").map(Number));
  const [major, minor] = [0, 1].map((at) => (a?.[at] ?? 0) - (b?.[at] ?? 0));
  return (major || minor || 0) < 0;
}

function firstVersion({ support }: CompatStatement, browser: BrowserName): string | null {
  const stated = [support[browser] ?? []].flat() as SimpleSupportStatement[];
  const usable = stated.filter(
    ({ flags, prefix, alternative_name, version_removed }) =>
      !flags && !prefix && !alternative_name && !version_removed,
  );
  const versions = usable.flatMap(({ version_added: version }) => {
    if (typeof version !== "string") return [];
    // "≤37" is a conservative estimate; "preview" is not a version yet.
    return /^≤?\d/.test(version) ? [version.replace("≤", "")] : [];
  });
  return versions.sort((a, b) => (isBefore(a, b) ? -1 : 1))[0] ?? null;
}

function versionsOf(compat: CompatStatement): Versions {
  const [chrome = null, firefox = null, safari = null] = browsers.map((browser) =>
    firstVersion(compat, browser),
  );
  return { chrome, firefox, safari };
}

/** Features by name. If several share a name, the earliest version for each browser counts. */
class Table {
  readonly #versions = new Map<string, Versions>();

  add(name: string, feature: Identifier | undefined): void {
    if (!feature?.__compat) return;
    const now = versionsOf(feature.__compat);
    const before = this.#versions.get(name);
    const earlier = (browser: keyof Versions) => {
      const [a = null, b = null] = [before?.[browser], now[browser]];
      return a !== null && isBefore(a, b) ? a : b;
    };
    const [chrome = null, firefox = null, safari = null] = browsers.map(earlier);
    this.#versions.set(name, { chrome, firefox, safari });
  }

  tell(name: string, used: Used, written: string = name): void {
    const versions = this.#versions.get(name);
    if (versions) used(written, versions);
  }
}

const globals = new Table();
/** Static members of classes, such as `Promise.try`. */
const statics = new Table();
/**
 * Members of objects, such as `.moveBefore`, by name only, because the type of an object is
 * unknown.
 */
const members = new Table();

/**
 * True if a member is recognisable by name alone, which takes a name of two words. Excludes style
 * properties, which share names with other properties, and special hardware.
 */
function isTelling(face: string, name: string): boolean {
  return /^[a-z]+[A-Z]/.test(name) && !/^(?:GPU|ML|XR|CSS)/.test(face);
}

function learn(faces: Identifier, isLanguage: boolean): void {
  for (const [face, feature] of entriesOf(faces)) {
    globals.add(face, feature);
    for (const [key, member] of entriesOf(feature)) {
      const name = key.replace(/_(?:static|event)$/, "");
      if (isLanguage || key.endsWith("_static")) statics.add(`${face}.${name}`, member);
      if (isTelling(face, name)) members.add(name, member);
    }
  }
}

function entriesOf(feature: Identifier): [string, Identifier][] {
  return Object.entries(feature).filter(([key]) => key !== "__compat") as [string, Identifier][];
}

const { builtins, regular_expressions: expressions } = bcd.javascript as Record<string, Identifier>;
learn(bcd.api as Identifier, false);
learn(builtins as Identifier, true);
for (const scope of ["Window", "WorkerGlobalScope"]) {
  for (const [name, feature] of entriesOf(bcd.api[scope] as Identifier)) {
    if (/^[a-z]\w+$/i.test(name)) globals.add(name, feature);
  }
}
const syntax = new Table();
syntax.add("/…/v", builtins?.RegExp?.unicodeSets);
syntax.add("(?i:…)", expressions?.modifier);
syntax.add(
  "(?<name>…)|(?<name>…)",
  expressions?.named_capturing_group?.duplicate_named_capturing_groups,
);

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/**
 * Reports the language and platform features that a script names. Skips methods with ambiguous
 * names, and anything tested with `typeof`, with `?.` or as a property of the global object,
 * because such code works without the feature.
 */
export function scriptFeatures(code: string, used: Used): void {
  const program = parseAst(code) as unknown as Node;
  const declared = new Set<unknown>();
  for (const { node } of nodesOf(program)) {
    if (/^(?:Variable|Function|Class)Declar/.test(node.type)) declared.add((node.id as Node)?.name);
  }
  for (const { node, parent, key } of nodesOf(program)) {
    if (node.type === "Identifier" && !declared.has(node.name) && isReference(parent, key)) {
      globals.tell(String(node.name), used);
    } else if (node.type === "MemberExpression" && !isTested(node, parent)) {
      const { object, property, computed } = node as unknown as Record<string, Node>;
      if (computed || property?.type !== "Identifier") continue;
      const name = String(property.name);
      const owner = object?.type === "Identifier" && !declared.has(object.name) ? object.name : "";
      if (/^[A-Z]/.test(String(owner))) statics.tell(`${owner}.${name}`, used);
      else if (!/^(?:globalThis|self|window)$/.test(String(owner))) {
        members.tell(name, used, `.${name}`);
      }
    } else if (node.type === "Literal" && node.regex) {
      const { flags, pattern } = node.regex as Record<string, string>;
      if (flags?.includes("v")) syntax.tell("/…/v", used);
      if (/\(\?[ims-]+:/.test(pattern ?? "")) syntax.tell("(?i:…)", used);
      const names = [...(pattern ?? "").matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
      if (new Set(names).size < names.length) syntax.tell("(?<name>…)|(?<name>…)", used);
    }
    const text = node.type === "TemplateElement" ? (node.value as Node).cooked : node.value;
    if (typeof text === "string" && /[{;]\s*[a-z-]+\s*:[^{}]+[;}]/.test(text)) {
      styleFeatures(text, used);
    }
  }
}

interface Place {
  readonly node: Node;
  readonly parent: Node;
  readonly key: string;
}

function* nodesOf(program: Node): Generator<Place> {
  const waiting: Place[] = [{ node: program, parent: program, key: "" }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    yield place;
    const { node: parent } = place;
    for (const key in parent) {
      const value = parent[key] as Node | readonly (Node | null)[] | null;
      if (typeof value !== "object" || value === null) continue;
      if (!Array.isArray(value)) {
        if (isNode(value)) waiting.push({ node: value, parent, key });
      } else for (const node of value) if (isNode(node)) waiting.push({ node, parent, key });
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === "string";
}

/** True if an identifier is used as a value rather than only tested for. */
function isReference(parent: Node, key: string): boolean {
  if (parent.type === "UnaryExpression" && parent.operator === "typeof") return false;
  if (/^(?:Export|Import|Label|Break|Continue)/.test(parent.type)) return false;
  return parent.computed === true || (key !== "property" && key !== "key");
}

function isTested(node: Node, parent: Node): boolean {
  if (node.optional === true || parent.optional === true) return true;
  return parent.type === "UnaryExpression" && parent.operator === "typeof";
}

const properties = bcd.css.properties as Identifier;
const rules = bcd.css["at-rules"] as Identifier;
const selectors = bcd.css.selectors as Identifier;
const values = new Table();
const pending = entriesOf(bcd.css.types as Identifier);
for (const [name, feature] of pending) {
  values.add(`${name}()`, feature);
  pending.push(...entriesOf(feature));
}

/**
 * Reports the features in a style sheet, except those within `@supports`. Does nothing for other
 * text.
 */
export function styleFeatures(text: string, used: Used): void {
  const table = new Table();
  const tell = (name: string, feature: Identifier | undefined) => {
    table.add(name, feature);
    table.tell(name, used);
  };
  const visit = (container: postcss.Container): void => {
    container.each((node) => {
      if (node.type === "decl") {
        const property = properties[node.prop];
        tell(node.prop, property);
        for (const [word] of node.value.matchAll(/[a-z][a-z-]+/g)) {
          tell(`${node.prop}: ${word}`, property?.[word]);
        }
        for (const [, name] of node.value.matchAll(/([a-z][a-z-]*)\(/g)) {
          values.tell(`${name}()`, used);
        }
      } else if (node.type === "rule") {
        if (container.type === "rule") tell("nesting", selectors.nesting);
        for (const [whole, name] of node.selector.matchAll(/::?([a-z-]+)/g)) {
          if (!name?.startsWith("-")) tell(whole, selectors[name ?? ""]);
        }
        visit(node);
      } else if (node.type === "atrule" && node.name !== "supports") {
        tell(`@${node.name}`, rules[node.name]);
        for (const [, name] of node.params.matchAll(/\(([a-z-]+)/g)) {
          tell(`@${node.name} (${name})`, rules[node.name]?.[name ?? ""]);
        }
        if (node.nodes) visit(node as postcss.Container);
      }
    });
  };
  let sheet: postcss.Root;
  try {
    sheet = postcss.parse(text);
  } catch {
    return;
  }
  const known = new Set(sheet.nodes.map(({ type }) => type));
  if (known.has("rule") || known.has("atrule")) visit(sheet);
}
