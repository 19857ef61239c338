import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseAst } from "vite";

/** A named item in a doc comment, such as an attribute. */
interface Described {
  readonly name: string;
  readonly description: string;
}

interface Member extends Described {
  readonly kind: "field" | "method";
  readonly type?: { readonly text: string };
  readonly readonly?: true;
  readonly attribute?: string;
  readonly static?: true;
  readonly parameters?: readonly { readonly name: string; readonly type: { text: string } }[];
  readonly return?: { readonly type: { readonly text: string } };
}

/** Methods that only the browser calls. */
const callbacks = ["connectedCallback", "disconnectedCallback", "attributeChangedCallback"];

/**
 * Writes `custom-elements.json`, which editors and catalogues read, from the element's declarations
 * and doc comments. `types` is the folder of the declarations, `file` the file to write.
 */
export async function writeCustomElements(types: string, file: string): Promise<void> {
  const read = (name: string) => readFile(path.join(types, "element", `${name}.d.ts`), "utf8");
  const [element, properties, events, setup] = await Promise.all(
    ["element", "element-properties", "events", "shell/setup"].map(read),
  );
  const choices = choicesIn(`${properties}${setup}`);
  const [own, inherited] = [
    classIn(element ?? "", "PageHoundElement"),
    classIn(properties ?? "", "ElementProperties"),
  ];
  const eventTypes = eventTypesIn(events ?? "");
  const attributes = tagged(own.comment, "attr");
  const names = new Set(attributes.map(({ name }) => name));
  const members = [...inherited.members, ...own.members].map((member) => {
    const attribute = member.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return member.kind === "field" && names.has(attribute) ? { ...member, attribute } : member;
  });
  const fields = new Map(
    members.flatMap((member) => ("attribute" in member ? [[member.attribute, member]] : [])),
  );
  const declaration = {
    kind: "class",
    name: "PageHoundElement",
    tagName: "page-hound",
    customElement: true,
    superclass: { name: "HTMLElement" },
    description: textOf(own.comment),
    attributes: attributes.map((described) => {
      const field = fields.get(described.name);
      const text = field?.type?.text ?? "string";
      return {
        ...described,
        // Written out, because tools that complete attributes do not know our types.
        type: { text: choices.get(text) ?? text },
        ...(field ? { fieldName: field.name } : {}),
      };
    }),
    members,
    events: tagged(own.comment, "fires").map((described) => {
      const text = eventTypes.get(described.name);
      if (text === undefined) throw new Error(`No class of an event is named ${described.name}.`);
      return { ...described, type: { text } };
    }),
    slots: tagged(own.comment, "slot"),
    cssParts: tagged(own.comment, "csspart"),
    cssProperties: tagged(own.comment, "cssprop"),
  };
  const manifest = {
    schemaVersion: "2.1.0",
    readme: "README.md",
    modules: [
      {
        kind: "javascript-module",
        path: "dist/widget.js",
        declarations: [declaration],
        exports: [
          exported("js", "dist/widget.js", "PageHoundElement"),
          exported("custom-element-definition", "dist/widget.js", "page-hound"),
        ],
      },
    ],
  };
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function exported(kind: string, module: string, name: string): object {
  return { kind, name, declaration: { name: "PageHoundElement", module } };
}

/** The public members of a class, and its doc comment. */
function classIn(text: string, name: string): { comment: string; members: Member[] } {
  for (const node of parseAst(text, { lang: "dts" }).body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    const { declaration } = node;
    if (declaration?.type !== "ClassDeclaration" || declaration.id?.name !== name) continue;
    const members: Member[] = [];
    for (const each of declaration.body.body) {
      const isMember = each.type === "MethodDefinition" || each.type === "PropertyDefinition";
      if (!isMember || each.key.type !== "Identifier") continue;
      if (each.accessibility === "protected" || callbacks.includes(each.key.name)) continue;
      const source = text.slice(each.start, each.end);
      const described = {
        name: each.key.name,
        description: textOf(commentBefore(text, each.start)),
      };
      members.push(...memberOf(described, source, text));
    }
    return { comment: commentBefore(text, node.start), members };
  }
  throw new Error(`There is no class ${name} in its declarations.`);
}

/**
 * Parses a member from its declaration, such as `get name(): Type;` or `name(parameter: Type):
 * Type;`.
 */
function memberOf(described: Described, source: string, text: string): Member[] {
  const { name } = described;
  const getter = /^get \w+\(\): ([\s\S]+);$/.exec(source);
  if (getter) {
    const readonly = text.includes(`set ${name}(`) ? {} : { readonly: true as const };
    return [{ kind: "field", ...described, type: { text: getter[1] ?? "" }, ...readonly }];
  }
  const field = /^(static )?(readonly )?\w+: ([\s\S]+);$/.exec(source);
  if (field) {
    const type = { text: field[3] ?? "" };
    const readonly = field[2] ? { readonly: true as const } : {};
    const isStatic = field[1] ? { static: true as const } : {};
    return [{ kind: "field", ...described, type, ...readonly, ...isStatic }];
  }
  const method = /^\w+\(([\s\S]*)\): ([^()]+);$/.exec(source);
  if (!method) return [];
  const parameters = (method[1] ?? "").split(/, (?=\w+\??:)/).flatMap((written) => {
    const [, parameter = "", type = ""] = /^(\w+)\??: ([\s\S]+)$/.exec(written) ?? [];
    return parameter === "" ? [] : [{ name: parameter, type: { text: type } }];
  });
  return [
    { kind: "method", ...described, parameters, return: { type: { text: method[2] ?? "" } } },
  ];
}

/** Types that are unions of a few strings, written out, by name. */
function choicesIn(text: string): Map<string, string> {
  const choices = text.matchAll(/^export type (\w+) = ("[\w-]+"(?: \| "[\w-]+")+);$/gm);
  return new Map([...choices].map(([, name = "", type = ""]) => [name, type]));
}

/** The event classes, by event name. */
function eventTypesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/"(pagehound-\w+)": (\w+);/g)].map(([, name = "", type = ""]) => [
      name,
      type,
    ]),
  );
}

function commentBefore(text: string, end: number): string {
  const before = text.slice(0, end);
  const [comment = ""] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(before) ?? [];
  return comment
    .replace(/^\/\*\*|\*\/\s*$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .trim();
}

function textOf(comment: string): string {
  return oneLine(comment.split(/(?:^|\s)@/, 1)[0] ?? "");
}

/** The items of a tag: `@attr name - description`. */
function tagged(comment: string, tag: string): Described[] {
  return comment.split(/(?:^|\s)@(?=[a-z]+ )/).flatMap((part) => {
    const [, written, name = "", description = ""] = /^(\w+) (\S+) - ([\s\S]+)$/.exec(part) ?? [];
    return written === tag ? [{ name, description: oneLine(description) }] : [];
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
