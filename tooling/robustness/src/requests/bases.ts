import type { Ask, Offer, Parameter, QueryModule, Question } from './modules.ts';

/** Requests that a module accepts from a session. */
export interface Base {
  /** Parameters that select the module with all its properties. */
  readonly all: Question;
  /** Alternative parameters, one of which the module requires; an empty object if it requires none. */
  readonly filters: readonly Question[];
  /** Parameter for the maximum limit; empty if the module has no limit. */
  readonly unlimited: Question;
}
export type Bases = ReadonlyMap<QueryModule, Base>;

/** Finds accepted requests by trying likely values of required parameters, and every property. */
export async function findBases({ modules }: Offer, pages: Question, ask: Ask): Promise<Bases> {
  const found = modules.map(async (module): Promise<[QueryModule, Base]> => {
    const name: Question = { [module.group]: module.name };
    const onPages = { ...(module.group === 'prop' && pages), ...name };
    const filters = await workingFilters(module, onPages, ask);
    const limit = module.parameters.find(({ name, kind }) => name === 'limit' && kind === 'limit');
    const prop = module.parameters.find(({ name, values, multi }) => name === 'prop' && multi && values.length > 0);
    const all = { ...name, ...(prop && (await permittedProps(prop, { ...onPages, ...filters[0] }, ask))) };
    return [module, { all, filters, unlimited: limit ? { [limit.wireName]: 'max' } : {} }];
  });
  return new Map(await Promise.all(found));
}

async function workingFilters(module: QueryModule, name: Question, ask: Ask): Promise<Question[]> {
  if (await isAccepted(ask, name)) return [{}];
  const found: Question[] = [];
  for (const { wireName, values, name: key } of module.parameters) {
    if (key === 'continue' || key === 'limit' || key === 'prop') continue;
    for (const value of values.length > 0 ? values.slice(0, 1) : LIKELY) {
      if (found.length < MOST && (await isAccepted(ask, { ...name, [wireName]: value }))) found.push({ [wireName]: value });
    }
  }
  // A module that rejects all requests of the session is examined nevertheless.
  return found.length > 0 ? found : [{}];
}

const LIKELY = ['Town', 'Alma', 'Category:Places', 'File:Stone.png', '192.0.2.0/24', '1'];
const MOST = 8;

async function permittedProps({ wireName, values }: Parameter, base: Question, ask: Ask): Promise<Question> {
  const accepted = await Promise.all(values.map(value => isAccepted(ask, { ...base, [wireName]: value })));
  return { [wireName]: values.filter((value, i) => accepted[i] && value !== '').join('|') };
}

const isAccepted = async (ask: Ask, question: Question): Promise<boolean> => (await ask(question)).error === undefined;
