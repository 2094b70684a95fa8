import type { Offer, QueryModule } from '../modules.ts';

/** Values that mean something on the wiki, by the key under which answers hold them (`title`, `user`, `pageid`, `rccontinue` …). */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

type Ask = (params: Readonly<Record<string, string>>) => Promise<unknown>;

/** Asks every module for what it gives by default and collects the values of the answers. */
export async function readKnownValues({ modules }: Offer, ask: Ask): Promise<KnownValues> {
  const found = new Map<string, Set<string>>();
  collect(found, '', await ask({ action: 'query', generator: 'allpages', gaplimit: '50', gapfilterredir: 'nonredirects' }));
  const titles = [...(found.get('title') ?? [])].slice(0, 50).join('|');
  for (const module of modules) {
    const page: Record<string, string> = module.group === 'prop' && titles !== '' ? { titles } : {};
    const all = { action: 'query', [module.group]: module.name, ...page };
    collect(found, '', await ask({ ...all, ...everyProp(module) }));
    // Short answers show continue values.
    if (module.parameters.some(({ name }) => name === 'limit')) collect(found, '', await ask({ ...all, [`${module.prefix}limit`]: '1' }));
  }
  return new Map([...found].map(([key, values]) => [key, [...values]]));
}

/** The parameters that ask a module for everything that it can tell. */
function everyProp({ parameters }: QueryModule): Record<string, string> {
  const props = parameters.filter(({ name, multi, values }) => name === 'prop' && multi && values.length > 0);
  return Object.fromEntries(
    props.map(({ wireName, values }) => [
      wireName,
      values
        .filter(value => value !== '')
        .slice(0, 50)
        .join('|'),
    ]),
  );
}

const MOST = 60;
const LONGEST = 300;

function collect(found: Map<string, Set<string>>, key: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const values = found.get(key) ?? new Set<string>();
    if (values.size < MOST && String(value).length <= LONGEST) found.set(key, values.add(String(value)));
  } else if (Array.isArray(value)) for (const item of value) collect(found, key, item);
  else if (typeof value === 'object' && value !== null) for (const [name, item] of Object.entries(value)) collect(found, name, item);
}
