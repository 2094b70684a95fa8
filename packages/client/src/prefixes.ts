import { MODULES } from './modules.ts';
import type { Json, RequestOptions } from './transport.ts';
import type { Values } from './values.ts';

/** What the parameters of a module begin with, and whether as many records as may be are wanted by `limit=max`. */
export interface Prefixes {
  readonly prefix: string;
  readonly takesMax: boolean;
}

/** How parts of the client ask the wiki. */
export interface Ask {
  /** Most responses of one continued query; undefined for the default. */
  readonly maxResponses: number | undefined;
  send(params: Values, options?: RequestOptions): Promise<Json>;
  /** Knows the modules with these names. */
  prefixes(names: readonly string[]): Promise<(name: string) => Prefixes>;
}

const known = new Map(
  MODULES.split(' ').map(entry => {
    const [name = '', prefix = '', max] = entry.split(':');
    return [name, { prefix, takesMax: max !== undefined }];
  }),
);

/** Asks the wiki of modules that are not MediaWiki's own. */
export async function findPrefixes(names: readonly string[], send: Ask['send']): Promise<(name: string) => Prefixes> {
  const others = names.filter(name => !known.has(name));
  if (others.length > 0) {
    const { paraminfo } = await send({ action: 'paraminfo', modules: others.map(name => `query+${name}`) });
    for (const { name, prefix, parameters } of paraminfo.modules) {
      const takesMax = parameters.some((one: Json) => one.name === 'limit' && one.type === 'limit' && one.default >= 10);
      known.set(name, { prefix, takesMax });
    }
  }
  return name => known.get(name) ?? { prefix: '', takesMax: false };
}
