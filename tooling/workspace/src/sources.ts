import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Package } from './packages.ts';

/** A TypeScript file, or a Vue component. */
export interface Source {
  /** Path relative to the package, such as `src/index.ts`. */
  readonly path: string;
  /** Text of the file, with spaces in place of comments. */
  readonly code: string;
  readonly isTest: boolean;
  /** Whether the file is part of a browser page, whose imports the build bundles. */
  readonly isBundled: boolean;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Names of exported types, interfaces, classes and enumerations. */
  readonly types: readonly string[];
  readonly exports: readonly Export[];
}

export interface Export {
  /** Exported name; `*` for all exports of another file. */
  readonly name: string;
  readonly line: number;
  /** Whether a documentation comment stands before the declaration. */
  readonly isDocumented: boolean;
  /** Path of the file that declares it, relative to this file, and its name there; undefined for declarations in this file. */
  readonly from: { readonly path: string; readonly name: string } | undefined;
}

export interface Import {
  /** Module specifier, for example `kysely`, `@wikiquery/core/some/path` or `./title.ts`. */
  readonly specifier: string;
  /** The package name; undefined for relative imports and Node's modules. */
  readonly name: string | undefined;
  readonly line: number;
  /** Whether the statement imports only types. */
  readonly isType: boolean;
}

export function readSources({ folder }: Package): Source[] {
  return globSync('src/**/*.{ts,vue}', { cwd: folder })
    .sort()
    .map(path => readSource(path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')));
}

/** Returns the names of packages that product code imports, and of packages that only tests and pages import. */
export function importedNames(sources: readonly Source[]): { readonly product: Set<string>; readonly tests: Set<string> } {
  const names = (isTest: boolean): Set<string> =>
    new Set(
      sources
        .filter(source => (source.isTest || source.isBundled) === isTest)
        .flatMap(({ imports }) => imports.flatMap(({ name }) => name ?? [])),
    );
  const product = names(false);
  return { product, tests: names(true).difference(product) };
}

function readSource(path: string, file: string): Source {
  const text = path.endsWith('.vue') ? scriptOf(file) : file;
  const { module, comments, program } = parseSync(path.replace(/\.vue$/, '.ts'), text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      ...moduleRequest,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) => entries.slice(0, 1).flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    // Packages that the code resolves by name are dependencies too.
    ...[...text.matchAll(/(?:import\.meta|createRequire\(import\.meta\.url\))\.resolve\('([^']+)'\)/g)].map(({ index, 1: value = '' }) => ({
      start: index,
      value,
    })),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({ start, value: literal(text.slice(start, end)) })),
  ];
  const imports = requests.map(({ value, start, ...request }) => ({
    specifier: value,
    name: packageName(value),
    line: text.slice(0, start).split('\n').length,
    isType: 'isType' in request && request.isType === true,
  }));
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
  return {
    path,
    code,
    isTest: /\.test(-d|-kit)?\.ts$/.test(path),
    isBundled: path.startsWith('src/page/'),
    lines: text.split('\n').length - 1,
    imports,
    types: program.body.flatMap(statement =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration && TYPES.has(statement.declaration.type)
        ? [(statement.declaration as { readonly id: { readonly name: string } }).id.name]
        : [],
    ),
    exports: exportsOf(text, module, comments),
  };
}

type Parsed = ReturnType<typeof parseSync>;

function exportsOf(text: string, module: Parsed['module'], comments: Parsed['comments']): Export[] {
  // A directive such as "// biome-ignore" can stand between the documentation comment and the declaration.
  const documented = new Set(
    comments.flatMap(({ type, value, end }) =>
      type === 'Block' && value.startsWith('*') ? end + /^(?:\s|\/\/.*\n)*/.exec(text.slice(end))![0].length : [],
    ),
  );
  return module.staticExports.flatMap(({ start, entries }) =>
    entries.map(({ exportName, importName, moduleRequest }) => ({
      name: exportName.kind === 'Default' ? 'default' : (exportName.name ?? '*'),
      line: text.slice(0, start).split('\n').length,
      isDocumented: documented.has(start),
      from: moduleRequest ? { path: moduleRequest.value, name: importName.name ?? '*' } : undefined,
    })),
  );
}

const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration']);

/** Returns the script of a Vue component, with its line numbers preserved. */
function scriptOf(file: string): string {
  const [, before = '', script = ''] = /^([\s\S]*?<script[^>]*>)([\s\S]*?)<\/script>/.exec(file) ?? [];
  return before.replaceAll(/[^\n]/g, ' ') + script;
}

/** Returns the value of a string literal, or an empty string for any other expression. */
function literal(expression: string): string {
  return /^(['"])([^'"]+)\1$/.exec(expression)?.[2] ?? '';
}

/** Returns `@wikiquery/core` for `@wikiquery/core/some/path`; undefined for relative imports and Node's modules. */
export function packageName(specifier: string): string | undefined {
  const name = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(specifier)?.[0];
  return name === undefined || name.includes(':') || builtinModules.includes(name) ? undefined : name;
}
