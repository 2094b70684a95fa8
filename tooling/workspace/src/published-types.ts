import type { Site } from '@wikiquery/core';
import { type AnyPlugin, createRegistry, isModule } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { describeOffer, moduleTypes, type Offer } from '@wikiquery/schema';

export const PUBLISHED_TYPES = 'packages/types/src/modules.ts';

/** Returns the source of `@wikiquery/types`. */
export const publishedTypes = (plugins: ReadonlyMap<string, AnyPlugin>, site: Site): string =>
  `// Written by \`pnpm sync\` from the declarations of the modules.\n${moduleTypes(offerOf(plugins, site))}`;

/** Returns the modules, actions and sources of a server that has all given plugins, as schemas and types need them. */
export function offerOf(plugins: ReadonlyMap<string, AnyPlugin>, site: Site): Offer {
  const all = [...plugins.values()];
  const services = all.flatMap(plugin => Object.values(plugin.services ?? {}).map(({ name }) => name));
  const candidates = all.map(plugin => ({ source: plugin.name, plugin }));
  return describeOffer(createRegistry(candidates, surroundings(services)), { site, documentation: '' });
}

export const CLIENT_MODULES = 'packages/client/src/modules.ts';

/** Returns the client's module data: `name:prefix`, with `:max` for modules that the client queries with `limit=max`. */
export function clientModules(plugins: ReadonlyMap<string, AnyPlugin>): string {
  const entries = [...plugins.values()].filter(isModule).map(({ group, name, prefix, params }) => {
    const { type, options } = params.limit ?? {};
    const takesMax = type?.name === 'limit' && (options?.default === undefined ? group === 'list' : Number(options.default) >= USUAL_LIMIT);
    return `${name}:${prefix}${takesMax ? ':max' : ''}`;
  });
  return `// Written by \`pnpm sync\` from the declarations of the modules.\nexport const MODULES =\n  '${entries.sort().join(' ')}';\n`;
}

/** A limit with a smaller default applies to details of a record, not to the number of records. */
const USUAL_LIMIT = 10;
