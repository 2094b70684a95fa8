import type { Site } from '@wikiquery/core';
import { type AnyPlugin, createRegistry, isModule } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { describeOffer, moduleTypes, type Offer } from '@wikiquery/schema';

/** Relative to the workspace. */
export const PUBLISHED_TYPES = 'packages/types/src/modules.ts';

/** The declarations of `@wikiquery/types`: of all plugins of the workspace. */
export const publishedTypes = (plugins: ReadonlyMap<string, AnyPlugin>, site: Site): string =>
  `// Written by \`pnpm sync\` from the declarations of the modules.\n${moduleTypes(offerOf(plugins, site))}`;

/** What a server with all these plugins would offer. */
export function offerOf(plugins: ReadonlyMap<string, AnyPlugin>, site: Site): Offer {
  const all = [...plugins.values()];
  const services = all.flatMap(plugin => Object.values(plugin.services ?? {}).map(({ name }) => name));
  const candidates = all.map(plugin => ({ source: plugin.name, plugin }));
  return describeOffer(createRegistry(candidates, surroundings(services)), { site, documentation: '' });
}

/** Relative to the workspace. */
export const CLIENT_MODULES = 'packages/client/src/modules.ts';

/** What the client must know of modules while it runs: `name:prefix`, with a mark of those that are asked for as many records as may be. */
export function clientModules(plugins: ReadonlyMap<string, AnyPlugin>): string {
  const entries = [...plugins.values()].filter(isModule).map(({ group, name, prefix, params }) => {
    const { type, options } = params.limit ?? {};
    const takesMax = type?.name === 'limit' && (options?.default === undefined ? group === 'list' : Number(options.default) >= USUAL_LIMIT);
    return `${name}:${prefix}${takesMax ? ':max' : ''}`;
  });
  return `// Written by \`pnpm sync\` from the declarations of the modules.\nexport const MODULES =\n  '${entries.sort().join(' ')}';\n`;
}

/** Smaller ones bound how much is told of one thing, not how many things there are. */
const USUAL_LIMIT = 10;
