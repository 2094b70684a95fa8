import type { Offer, Parameter, QueryModule } from '../modules.ts';

/** Parameters of action=query. */
export type Question = Readonly<Record<string, string>>;

/** Gives the error code of the answer to a question, empty when there was none. */
export type AskForError = (question: Question) => Promise<string>;

/** How a session may ask a module for as much as it tells. */
export interface Base {
  /** The name of the module and all that it tells. */
  readonly all: Question;
  /** Parameters of which the module needs one; one that is empty when it needs none. */
  readonly filters: readonly Question[];
  /** As many as there are, where that needs saying. */
  readonly unlimited: Question;
}
export type Bases = ReadonlyMap<QueryModule, Base>;

/**
 * Finds out by asking: a module that can not do without a parameter is asked with likely values of each, and what a session has no right to
 * ask for is left out, because it would make an error of everything else.
 */
export async function findBases({ modules }: Offer, pages: Question, ask: AskForError): Promise<Bases> {
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

/** None, if the module answers as it is; else those with which it answers. */
async function workingFilters(module: QueryModule, name: Question, ask: AskForError): Promise<Question[]> {
  if ((await ask(name)) === '') return [{}];
  const found: Question[] = [];
  for (const { wireName, values, name: key } of module.parameters) {
    if (key === 'continue' || key === 'limit' || key === 'prop') continue;
    for (const value of values.length > 0 ? values.slice(0, 1) : LIKELY) {
      if (found.length < MOST && (await ask({ ...name, [wireName]: value })) === '') found.push({ [wireName]: value });
    }
  }
  // It refuses the session, and goes on being asked whether it does.
  return found.length > 0 ? found : [{}];
}

const LIKELY = ['Town', 'Alma', 'Category:Places', 'File:Stone.png', '192.0.2.0/24', '1'];
const MOST = 8;

async function permittedProps({ wireName, values }: Parameter, base: Question, ask: AskForError): Promise<Question> {
  const refused = await Promise.all(values.map(value => ask({ ...base, [wireName]: value })));
  return { [wireName]: values.filter((value, i) => refused[i] === '' && value !== '').join('|') };
}
