import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Package } from './packages.ts';

/** One TypeScript file of a package. */
export interface Source {
  /** Relative to the package: `src/index.ts`. */
  readonly path: string;
  readonly text: string;
  readonly isTest: boolean;
  readonly imports: readonly Import[];
}

export interface Import {
  /** `kysely`, `@wikiquery/core`: without what follows the name of the package. */
  readonly name: string;
  readonly line: number;
}

/** The sources of a package with the packages that they import, by import, export from and import(). */
export function readSources({ folder }: Package): Source[] {
  return globSync('src/**/*.ts', { cwd: folder })
    .sort()
    .map(path => {
      const text = readFileSync(join(folder, path), 'utf8');
      return { path: path.replaceAll('\\', '/'), text, isTest: /\.test(-d)?\.ts$/.test(path), imports: readImports(path, text) };
    });
}

/** The names of the packages that sources import: by the product itself, and by its tests alone. */
export function importedNames(sources: readonly Source[]): { readonly product: Set<string>; readonly tests: Set<string> } {
  const names = (isTest: boolean): Set<string> =>
    new Set(sources.filter(source => source.isTest === isTest).flatMap(({ imports }) => imports.map(({ name }) => name)));
  const product = names(false);
  return { product, tests: names(true).difference(product) };
}

function readImports(path: string, text: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.slice(0, 1).flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => ({ start, value: literal(text.slice(start, end)) })),
  ];
  return requests.flatMap(({ value, start }) => {
    const name = packageName(value);
    return name ? [{ name, line: text.slice(0, start).split('\n').length }] : [];
  });
}

/** The value of a plain string literal; empty for any other expression. */
function literal(expression: string): string {
  return /^(['"])([^'"]+)\1$/.exec(expression)?.[2] ?? '';
}

function packageName(specifier: string): string | undefined {
  const name = /^(@[^/]+\/[^/]+|[^./@][^/]*)/.exec(specifier)?.[0];
  return name === undefined || name.includes(':') || builtinModules.includes(name) ? undefined : name;
}
