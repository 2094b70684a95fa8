import { MODULES } from './modules.ts';
import type { Json, RequestOptions } from './transport.ts';
import type { Values } from './values.ts';

/** Parameter prefix of a module, and whether it accepts `limit=max`. */
export interface Prefixes {
  readonly prefix: string;
  readonly takesMax: boolean;
}

export interface Ask {
  /** Maximum number of responses of one continued query. */
  readonly maxResponses: number | undefined;
  send(params: Values, options?: RequestOptions): Promise<Json>;
  prefixes(names: readonly string[]): Promise<(name: string) => Prefixes>;
}

const known = new Map(
  MODULES.split(' ').map(entry => {
    const [name = '', prefix = '', max] = entry.split(':');
    return [name, { prefix, takesMax: max !== undefined }];
  }),
);

/** Returns a function that looks up prefixes. Requests the prefixes of third-party modules from the wiki. */
export async function findPrefixes(names: readonly string[], send: Ask['send']): Promise<(name: string) => Prefixes> {
  const others = names.filter(name => !known.has(name));
  if (others.length > 0) {
    const { paraminfo } = await send({ action: 'paraminfo', modules: others.map(name => `query+${name}`) });
    for (const { name, prefix, parameters } of paraminfo.modules) {
      const takesMax = parameters.some((param: Json) => param.name === 'limit' && param.type === 'limit' && param.default >= 10);
      known.set(name, { prefix, takesMax });
    }
  }
  return name => known.get(name) ?? { prefix: '', takesMax: false };
}
