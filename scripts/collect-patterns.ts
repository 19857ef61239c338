import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript-6";

/** A regular expression in the sources. */
export interface SourcePattern {
  /** Relative to the repository, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
  /** Whether the search resumes after each match. */
  readonly isRepeated: boolean;
}

/** A `new RegExp(…)` whose argument is known only at run time. */
export interface DynamicPattern {
  readonly file: string;
  readonly line: number;
  /** The first name whose value is unknown. */
  readonly needs: string;
  /** Builds the pattern from values for the names known only at run time. */
  readonly build: (values: Readonly<Record<string, unknown>>) => SourcePattern;
}

export interface CollectedPatterns {
  readonly patterns: readonly SourcePattern[];
  readonly dynamic: readonly DynamicPattern[];
  /** Looks up a constant that a module declares or imports. */
  readonly constant: (file: string, name: string) => unknown;
}

/** All regular expressions of the TypeScript and JavaScript files in some folders. */
export async function collectPatterns(
  root: string,
  folders: readonly string[],
): Promise<CollectedPatterns> {
  const modules = new Modules(root);
  const patterns: SourcePattern[] = [];
  const dynamic: DynamicPattern[] = [];
  for (const folder of folders) {
    const files = await readdir(path.join(root, folder), { recursive: true });
    for (const name of files.filter((each) => /(?<!\.d)\.(?:ts|js)$/.test(each)).sort()) {
      const file = path.join(folder, name).replaceAll(path.sep, "/");
      modules.add(file, await readFile(path.join(root, file), "utf8"));
    }
  }
  for (const module of modules.all()) {
    const visit = (node: ts.Node): void => {
      const at = { file: module.file, line: module.lineOf(node) };
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const flags = node.text.slice(end + 1);
        const isRepeated = flags.includes("g") || isSplitBy(node);
        patterns.push({ ...at, source: node.text.slice(1, end), flags, isRepeated });
      } else if (isConstructor(node)) {
        const build = (values: Readonly<Record<string, unknown>>): SourcePattern => {
          const { source, flags } = modules.evaluate(module, node, values) as RegExp;
          return { ...at, source, flags, isRepeated: flags.includes("g") || isSplitBy(node) };
        };
        try {
          patterns.push(build({}));
        } catch (error) {
          if (!(error instanceof UnknownName)) throw error;
          dynamic.push({ ...at, needs: error.message, build });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(module.tree);
  }
  const constant = (file: string, name: string): unknown => modules.constant(file, name);
  return { patterns, dynamic, constant };
}

function isConstructor(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "RegExp"
  );
}

/** True if a pattern is an argument of `split`, which searches for it repeatedly. */
function isSplitBy({ parent }: ts.Node): boolean {
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    parent.expression.name.text === "split"
  );
}

/** A name whose value is known only at run time. */
class UnknownName extends Error {}

/** A file's top-level declarations. */
class Module {
  readonly tree: ts.SourceFile;
  /** Constants and functions by name. */
  readonly declared = new Map<string, ts.Expression | ts.FunctionDeclaration>();
  /** Imported or re-exported names, with their module and their name in it. */
  readonly imported = new Map<string, { readonly from: string; readonly name: string }>();
  readonly values = new Map<string, unknown>();

  constructor(
    readonly file: string,
    text: string,
  ) {
    this.tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const statement of this.tree.statements) {
      if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          if (ts.isIdentifier(name) && initializer) this.declared.set(name.text, initializer);
        }
      } else if (ts.isFunctionDeclaration(statement) && statement.name) {
        this.declared.set(statement.name.text, statement);
      } else if (ts.isImportDeclaration(statement)) {
        this.#bring(statement.moduleSpecifier, statement.importClause?.namedBindings);
      } else if (ts.isExportDeclaration(statement)) {
        this.#bring(statement.moduleSpecifier, statement.exportClause);
      }
    }
  }

  lineOf(node: ts.Node): number {
    return this.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  }

  #bring(
    source: ts.Expression | undefined,
    names: ts.NamedImportBindings | ts.NamedExportBindings | undefined,
  ): void {
    if (!source || !ts.isStringLiteral(source) || !names) return;
    if (!ts.isNamedImports(names) && !ts.isNamedExports(names)) return;
    for (const { name, propertyName } of names.elements) {
      this.imported.set(name.text, { from: source.text, name: (propertyName ?? name).text });
    }
  }
}

/** Evaluates expressions that depend only on constants and pure functions. */
class Modules {
  readonly #root: string;
  readonly #modules = new Map<string, Module>();

  constructor(root: string) {
    this.#root = root;
  }

  add(file: string, text: string): void {
    this.#modules.set(file, new Module(file, text));
  }

  all(): Iterable<Module> {
    return this.#modules.values();
  }

  constant(file: string, name: string): unknown {
    const module = this.#modules.get(file);
    if (!module) throw new UnknownName(name);
    return this.#valueOf(module, name);
  }

  /** The value of an expression. Throws `UnknownName` if it is known only at run time. */
  evaluate(
    module: Module,
    node: ts.Expression | ts.FunctionDeclaration,
    values: Readonly<Record<string, unknown>> = {},
  ): unknown {
    const scope: Record<string, unknown> = {};
    for (const name of freeNames(node)) {
      if (Object.hasOwn(values, name)) scope[name] = values[name];
      else if (declaredAround(node, name)) throw new UnknownName(name);
      else if (module.declared.has(name) || module.imported.has(name))
        scope[name] = this.#valueOf(module, name);
      else if (!(name in globalThis)) throw new UnknownName(name);
    }
    const written = node.getText().replace(/^export /, "");
    const { outputText } = ts.transpileModule(`const value = (${written});`, {
      compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext },
    });
    const names = Object.keys(scope);
    const run = new Function(...names, `${outputText}\nreturn value;`);
    return run(...names.map((name) => scope[name]));
  }

  #valueOf(module: Module, name: string): unknown {
    if (module.values.has(name)) return module.values.get(name);
    const declared = module.declared.get(name);
    const value = declared
      ? this.#declaredValue(module, name, declared)
      : this.#importedValue(module, name);
    module.values.set(name, value);
    return value;
  }

  #declaredValue(
    module: Module,
    name: string,
    node: ts.Expression | ts.FunctionDeclaration,
  ): unknown {
    if (!ts.isFunctionDeclaration(node)) return this.evaluate(module, node);
    // Functions are looked up when called, because they may call one another.
    let made: unknown = null;
    const later = (...values: unknown[]): unknown => {
      made ??= this.evaluate(module, node);
      return (made as (...values: unknown[]) => unknown)(...values);
    };
    module.values.set(name, later);
    return later;
  }

  #importedValue(module: Module, name: string): unknown {
    const imported = module.imported.get(name);
    if (!imported?.from.startsWith(".")) throw new UnknownName(name);
    const target = path.posix.join(path.posix.dirname(module.file), imported.from);
    const file = [target.replace(/\.js$/, ".ts"), target].find((each) =>
      existsSync(path.join(this.#root, each)),
    );
    const from = file === undefined ? undefined : this.#modules.get(file);
    if (!from) throw new UnknownName(name);
    return this.#valueOf(from, imported.name);
  }
}

/** Names that an expression uses without declaring them. */
function freeNames(root: ts.Node): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node)) return;
    if (ts.isIdentifier(node) && isValue(node) && !declaredWithin(node, root)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return used;
}

function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isParameter(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node;
  if (ts.isFunctionDeclaration(parent) || ts.isFunctionExpression(parent)) return false;
  return !(ts.isMethodDeclaration(parent) || ts.isLabeledStatement(parent));
}

/** True if a function or block between a node and a root declares a name. */
function declaredWithin(node: ts.Identifier, root: ts.Node): boolean {
  for (let at: ts.Node = node; at !== root.parent; at = at.parent) {
    if (declares(at, node.text)) return true;
  }
  return false;
}

/** True if a function or block around an expression declares a name. */
function declaredAround(root: ts.Node, name: string): boolean {
  for (let at: ts.Node = root.parent; !ts.isSourceFile(at); at = at.parent) {
    if (declares(at, name)) return true;
  }
  return false;
}

function declares(node: ts.Node, name: string): boolean {
  if (ts.isFunctionLike(node)) return node.parameters.some((each) => binds(each.name, name));
  if (ts.isCatchClause(node)) {
    return node.variableDeclaration ? binds(node.variableDeclaration.name, name) : false;
  }
  if (ts.isForOfStatement(node) || ts.isForStatement(node) || ts.isForInStatement(node)) {
    const { initializer } = node;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? initializer.declarations.some((each) => binds(each.name, name))
      : false;
  }
  if (!ts.isBlock(node) && !ts.isCaseClause(node)) return false;
  return node.statements.some((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
    if (!ts.isVariableStatement(statement)) return false;
    return statement.declarationList.declarations.some((each) => binds(each.name, name));
  });
}

function binds(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((each) => ts.isBindingElement(each) && binds(each.name, name));
}
