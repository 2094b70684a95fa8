import { posix } from 'node:path';
import type { Package } from './packages.ts';
import type { Export, Source } from './sources.ts';

interface Declared {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly isDocumented: boolean;
}

/** Reports exports of the entry points of a published package without a documentation comment. Each violation begins with `/file:line: `. */
export function undocumentedExports({ manifest, sources }: Package & { readonly sources: readonly Source[] }): string[] {
  if (manifest.private === true) return [];
  const files = new Map(sources.map(source => [source.path, source]));

  /** Returns the declarations that `export … from` leads to, other than those of other packages. */
  function declarationsOf(path: string, { name, line, isDocumented, from }: Export): Declared[] {
    if (!from) return [{ path, line, name, isDocumented }];
    const target = posix.join(posix.dirname(path), from.path);
    const all = files.get(target)?.exports ?? [];
    const wanted = from.name === '*' ? all.filter(each => each.name !== 'default') : all.filter(each => each.name === from.name);
    return wanted.flatMap(each => declarationsOf(target, each));
  }

  const found = entryPoints(manifest.exports).flatMap(path => (files.get(path)?.exports ?? []).flatMap(each => declarationsOf(path, each)));
  const keyOf = ({ path, name }: Declared): string => `${path}:${name}`;
  // Only the first overload of a function needs a comment.
  const documented = new Set(found.filter(({ isDocumented }) => isDocumented).map(keyOf));
  const missing = found.filter(each => !documented.has(keyOf(each)));
  return [...new Set(missing.map(({ path, line, name }) => `/${path}:${line}: ${name} is exported without a documentation comment.`))];
}

/** Returns the source files of the entry points, relative to the package. */
const entryPoints = (entries: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.values(entries).flatMap(targets => {
    const source = (targets as { readonly '@wikiquery/source'?: unknown } | undefined)?.['@wikiquery/source'];
    return typeof source === 'string' ? [posix.normalize(source)] : [];
  });
