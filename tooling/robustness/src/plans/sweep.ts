import type { Database } from '@wikiquery/database';
import { type Kysely, sql } from 'kysely';
import type { Ask } from '../inside-process.ts';
import type { Offer, Parameter, QueryModule } from '../modules.ts';
import type { Question } from '../secrets/bases.ts';
import { findBases } from '../secrets/bases.ts';

/** Values of a wiki worth asking for: what is frequent, what is rare, and what is not there. */
export interface Samples {
  readonly titles: readonly string[];
  readonly texts: readonly string[];
  readonly users: readonly string[];
  readonly timestamps: readonly string[];
  readonly numbers: readonly string[];
  readonly namespaces: readonly string[];
  /** Of parameters of this name. */
  readonly named: Readonly<Record<string, readonly string[]>>;
  /** Titles of pages for prop modules. */
  readonly pages: string;
}

export interface SweepOptions {
  /** `short`: each value once, with the largest limit. `ends`: as generator and from near the end too. `pairs`: each two parameters too. */
  readonly extent: 'short' | 'ends' | 'whole' | 'pairs';
}

export interface Trial {
  readonly what: string;
  readonly question: Question;
}

/**
 * Every module by default and with each value of each parameter, as list and as generator, with small and largest limits; whatever a parameter
 * chooses also in both directions, from the middle and near the end. `pairs`: with each two parameters too.
 */
export async function* sweep(offer: Offer, samples: Samples, ask: Ask, { extent }: SweepOptions): AsyncGenerator<Trial> {
  const pages: Question = { titles: samples.pages };
  const ways = extent === 'short' ? once : extent === 'ends' ? withEnds : inAllWays;
  const bases = await findBases(offer, pages, async question => (await ask(question)).error?.code ?? '');
  for (const [module, { all, filters }] of bases) {
    const base = module.group === 'prop' ? pages : {};
    for (const filter of needed(module, filters, samples)) {
      const [name] = Object.keys(filter);
      const what = name === undefined ? module.name : `${module.name}.${name.slice(module.prefix.length)}`;
      const start = { ...base, [module.group]: module.name, ...filter };
      yield* ways(module, { what, question: start }, ask);
      yield* forms(module, { what, question: { ...base, ...all, ...filter } });
      // Of what a module cannot do without, one value goes with each parameter.
      if (name !== undefined && !filters.includes(filter)) continue;
      const chosen = module.parameters.filter(({ name }) => !['limit', 'dir', 'continue', 'prop'].includes(name));
      for (const [i, parameter] of chosen.entries()) {
        for (const value of valuesOf(parameter, samples)) {
          const trial = { what: `${module.name}.${parameter.name}`, question: { ...start, [parameter.wireName]: value } };
          yield* ways(module, trial, ask);
          if (extent !== 'pairs') continue;
          for (const other of chosen.slice(i + 1)) {
            for (const second of valuesOf(other, samples).slice(0, 3))
              yield { what: `${trial.what}+${other.name}`, question: { ...trial.question, [other.wireName]: second } };
          }
        }
      }
    }
  }
}

/** What the module cannot do without, with all the values that are worth it. */
function needed(module: QueryModule, filters: readonly Question[], samples: Samples): readonly Question[] {
  if (filters.some(filter => Object.keys(filter).length === 0)) return [{}];
  return filters.flatMap(filter => {
    const [name = ''] = Object.keys(filter);
    const parameter = module.parameters.find(({ wireName }) => wireName === name);
    return [filter, ...(parameter && parameter.values.length === 0 ? valuesOf(parameter, samples).map(value => ({ [name]: value })) : [])];
  });
}

/** With the largest limit. */
async function* once({ parameters }: QueryModule, { what, question }: Trial): AsyncGenerator<Trial> {
  const limit = parameters.find(({ name }) => name === 'limit');
  yield { what, question: limit ? { ...question, [limit.wireName]: 'max' } : question };
}

/** With the largest limit, as list and as generator, from the beginning and from near the end. */
async function* withEnds(module: QueryModule, { what, question }: Trial, ask: Ask): AsyncGenerator<Trial> {
  const limit = module.parameters.find(({ name }) => name === 'limit');
  yield* forms(module, { what, question: limit ? { ...question, [limit.wireName]: 'max' } : question });
  yield* fromTheEnd(module, { what, question }, ask);
}

/** In both directions, from where the other one begins. */
async function* fromTheEnd({ parameters }: QueryModule, { what, question }: Trial, ask: Ask): AsyncGenerator<Trial> {
  const named = (name: string) => parameters.find(parameter => parameter.name === name);
  const [limit, dir, from] = [named('limit'), named('dir'), named('continue')];
  if (!limit || !dir || !from) return;
  for (const direction of dir.values.slice(0, 2)) {
    const other = dir.values.find(value => value !== direction) ?? '';
    const answer = await ask({ ...question, [limit.wireName]: '1', [dir.wireName]: other });
    const next = answer?.continue?.[from.wireName];
    if (next !== undefined)
      yield { what: `${what} near the end`, question: { ...question, [dir.wireName]: direction, [from.wireName]: next } };
  }
}

/** With limits, in both directions, from the middle and near the end. */
async function* inAllWays(module: QueryModule, { what, question }: Trial, ask: Ask): AsyncGenerator<Trial> {
  const named = (name: string) => module.parameters.find(parameter => parameter.name === name);
  const [limit, dir] = [named('limit'), named('dir')];
  if (limit) for (const most of ['1', 'max']) yield* forms(module, { what, question: { ...question, [limit.wireName]: most } });
  yield* forms(module, { what, question });
  for (const direction of dir?.values.slice(0, 2) ?? [])
    yield* forms(module, { what, question: { ...question, [dir!.wireName]: direction } });
  yield* fromTheEnd(module, { what, question }, ask);
}

/** The request, and the same as a generator. */
function* forms({ name, group, prefix, isGenerator }: QueryModule, trial: Trial): Generator<Trial> {
  yield trial;
  if (!isGenerator) return;
  const rest = Object.entries(trial.question).filter(([key]) => key !== group);
  const question = Object.fromEntries(rest.map(([key, value]) => [key !== 'titles' && key.startsWith(prefix) ? `g${key}` : key, value]));
  yield { what: trial.what, question: { ...question, generator: name } };
}

function valuesOf({ kind, values, name, multi, min }: Parameter, samples: Samples): readonly string[] {
  if (values.length > 0) return [...values, ...(multi && values.length > 1 ? [values.slice(0, 2).join('|')] : [])];
  switch (kind) {
    case 'boolean':
      return ['1'];
    case 'timestamp':
      return samples.timestamps;
    case 'user':
      return samples.users;
    case 'namespace':
      return multi ? [...samples.namespaces, samples.namespaces.slice(0, 2).join('|')] : samples.namespaces;
    case 'integer':
      return samples.numbers.filter(value => min === undefined || Number(value) >= min);
    case 'title':
      return samples.titles;
    default:
      if (name === 'limit') return [];
      return [...(samples.named[name] ?? []), ...samples.texts];
  }
}

/** Reads from a wiki what its requests may be about. */
export async function readSamples(db: Kysely<Database>): Promise<Samples> {
  const pages = await db.selectFrom('page').select(['page_namespace', 'page_title']).orderBy('page_id').limit(50_000).execute();
  const some = <T>(items: readonly T[], count: number): T[] => items.filter((_, i) => i % Math.ceil(items.length / count) === 0);
  const text = ({ page_namespace: namespace, page_title: title }: (typeof pages)[number]): string =>
    ({ 0: '', 1: 'Talk:', 2: 'User:', 6: 'File:', 10: 'Template:', 14: 'Category:' })[namespace] + title.replaceAll('_', ' ');
  const usual = pages.filter(({ page_namespace }) => [0, 1, 2, 6, 10, 14].includes(page_namespace));
  const ofNamespace = (namespace: number) => usual.filter(page => page.page_namespace === namespace);
  const users = await db.selectFrom('actor').select('actor_name').orderBy('actor_id').limit(1000).execute();
  const { first, last } = await db
    .selectFrom('revision')
    .select(({ fn }) => [fn.min('rev_timestamp').as('first'), fn.max('rev_timestamp').as('last')])
    .executeTakeFirstOrThrow();
  const { id: middle } = await db.selectFrom('page').select(sql<number>`max(page_id) / 2`.as('id')).executeTakeFirstOrThrow();
  const middleTime = await db
    .selectFrom('revision')
    .select('rev_timestamp as at')
    .where('rev_id', '>=', Math.floor(middle))
    .orderBy('rev_id')
    .limit(1)
    .execute();
  const tags = (await db.selectFrom('change_tag_def').select('ctd_name').execute()).map(row => row.ctd_name);
  const properties = (await db.selectFrom('page_props').select('pp_propname').distinct().limit(4).execute()).map(row => row.pp_propname);
  const domains = await db.selectFrom('externallinks').select('el_to_domain_index').distinct().limit(2).execute();
  const hosts = domains.map(row =>
    row.el_to_domain_index
      .replace(/^\w+:\/\//, '')
      .split('.')
      .filter(Boolean)
      .reverse()
      .join('.'),
  );
  const titles = [2, 6, 10, 14].flatMap(namespace => ofNamespace(namespace).slice(0, 2).map(text));
  return {
    titles: [text(ofNamespace(0)[0]!), text(ofNamespace(0)[4]!), ...titles, text(some(ofNamespace(0), 5)[3]!), 'Not there'],
    texts: [text(ofNamespace(0)[0]!), text(ofNamespace(0)[4]!), ...titles, 'M', 'Z', 'Not there', users[0]!.actor_name, '1'],
    users: [users[0]!.actor_name, users[76]?.actor_name ?? '', 'Nobody', '192.0.2.1'].filter(name => name !== ''),
    timestamps: [String(first), String(middleTime[0]?.at ?? last), String(last), '20400101000000'],
    numbers: ['0', '1', String(Math.floor(middle)), '100000'],
    namespaces: ['0', '1', '6', '8', '14', '*'],
    named: { tag: tags, query: hosts, propname: properties, mime: ['image/png'], lang: ['de'], prefix: ['wikipedia', 'de'], title: [] },
    pages: some(usual, 50).map(text).slice(0, 50).join('|'),
  };
}
