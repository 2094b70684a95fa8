import { NS, type Site } from '@wikiquery/core';
import data from './data/namespaces.json' with { type: 'json' };

const names: ReadonlyMap<string, Readonly<Record<string, string | undefined>>> = new Map(
  data.flatMap(({ variants, names }) => variants.split(' ').map(variant => [variant, names] as const)),
);

/** Returns the name of a namespace in a variant, with spaces. The wiki's custom namespaces have the same name in all variants. */
export function namespaceName(site: Site, namespace: number, variant: string): string {
  const own = names.get(variant)?.[namespace] ?? site.namespaces.get(namespace)?.name ?? '';
  return own.replace('$1', site.namespaces.get(NS.PROJECT)?.name ?? '').replaceAll('_', ' ');
}
