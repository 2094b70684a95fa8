import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Package } from './packages.ts';

/** One TypeScript file of a package, or one component of a page. */
export interface Source {
  /** Relative to the package: `src/index.ts`. */
  readonly path: string;
  /** The text with its comments blanked out. */
  readonly code: string;
  readonly isTest: boolean;
  /** Of a page: what it imports is put into the files that browsers load, and nobody installs it. */
  readonly isBundled: boolean;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Names of the types, interfaces, classes and enumerations that it declares and exports. */
  readonly types: readonly string[];
}

export interface Import {
  /** As written: `kysely`, `@wikiquery/core/some/path`, `./title.ts`. */
  readonly specifier: string;
  /** The package, without what follows its name; undefined for relative imports and what belongs to Node. */
  readonly name: string | undefined;
  readonly line: number;
  /** Nothing but types, which are gone when it runs. */
  readonly isType: boolean;
}

/** The sources of a package with the packages that they import, by import, export from and import(). */
export function readSources({ folder }: Package): Source[] {
  return globSync('src/**/*.{ts,vue}', { cwd: folder })
    .sort()
    .map(path => readSource(path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')));
}

/** The names of the packages that sources import: by the product itself, and by its tests and the build of its page alone. */
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
    // What is looked up by its name is needed as much.
    ...[...text.matchAll(/import\.meta\.resolve\('([^']+)'\)/g)].map(({ index, 1: value = '' }) => ({ start: index, value })),
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
  };
}

const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration']);

/** The script of a component, on the lines where it stands. */
function scriptOf(file: string): string {
  const [, before = '', script = ''] = /^([\s\S]*?<script[^>]*>)([\s\S]*?)<\/script>/.exec(file) ?? [];
  return before.replaceAll(/[^\n]/g, ' ') + script;
}

/** The value of a plain string literal; empty for any other expression. */
function literal(expression: string): string {
  return /^(['"])([^'"]+)\1$/.exec(expression)?.[2] ?? '';
}

/** `@wikiquery/core` of `@wikiquery/core/some/path`; undefined for relative imports and what belongs to Node. */
export function packageName(specifier: string): string | undefined {
  const name = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(specifier)?.[0];
  return name === undefined || name.includes(':') || builtinModules.includes(name) ? undefined : name;
}
