import type { Ask, Offer, QueryModule, Question } from '../requests/modules.ts';

/** Values of the wiki by their keys in responses, such as `title`, `user`, `pageid` and `rccontinue`. */
export type KnownValues = ReadonlyMap<string, readonly string[]>;

/** Sends requests to every module and collects the values in the responses. */
export async function readKnownValues({ modules }: Offer, ask: Ask): Promise<KnownValues> {
  const found = new Map<string, Set<string>>();
  collect(found, '', await ask({ generator: 'allpages', gaplimit: '50', gapfilterredir: 'nonredirects' }));
  const titles = [...(found.get('title') ?? [])].slice(0, 50).join('|');
  for (const module of modules) {
    const base: Question = { [module.group]: module.name, ...(module.group === 'prop' && titles !== '' && { titles }) };
    collect(found, '', await ask({ ...base, ...allProps(module) }));
    // A response with one record usually contains a continue value.
    if (module.parameters.some(({ name }) => name === 'limit')) collect(found, '', await ask({ ...base, [`${module.prefix}limit`]: '1' }));
  }
  return new Map([...found].map(([key, values]) => [key, [...values]]));
}

function allProps({ parameters }: QueryModule): Question {
  const props = parameters.filter(({ name, multi, values }) => name === 'prop' && multi && values.length > 0);
  return Object.fromEntries(props.map(({ wireName, values }) => [wireName, values.filter(Boolean).slice(0, 50).join('|')]));
}

const MAX_VALUES = 60;
const MAX_LENGTH = 300;

function collect(found: Map<string, Set<string>>, key: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const values = found.get(key) ?? new Set<string>();
    if (values.size < MAX_VALUES && String(value).length <= MAX_LENGTH) found.set(key, values.add(String(value)));
  } else if (Array.isArray(value)) for (const item of value) collect(found, key, item);
  else if (typeof value === 'object' && value !== null) for (const [name, item] of Object.entries(value)) collect(found, name, item);
}
