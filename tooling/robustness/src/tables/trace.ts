import { type Statement, type TableName, tables } from '@wikiquery/database';
import { openWiki } from '@wikiquery/testing';
import { type Ask, asker, login, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import { trials } from '../plans/plans.ts';
import { PASSWORD, type PlantedWiki, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';

/** Columns that are read, `table.column`. */
export interface Traced {
  /** By every server: at its start, and for requests of whatever modules. */
  readonly server: readonly string[];
  /** By each module, besides. */
  readonly modules: ReadonlyMap<string, readonly string[]>;
}

/** Asks every installed module for what it gives by default and with each parameter, as visitor and with all rights, and looks which columns are read. */
export async function traceTables(): Promise<Traced> {
  const wiki = await openWiki();
  const read = new Set<string>();
  const taken = (): string[] => {
    const names = [...read].sort();
    read.clear();
    return names;
  };
  try {
    const planted = await plant(wiki, []);
    // What a block is limited to is only read for those who are under one.
    await wiki.block(SUPPRESSOR, { pages: ['Category:Places'] });
    const server = await openServer(wiki.url, {
      statement(statement) {
        for (const name of columnsIn(statement)) read.add(name);
      },
    });
    try {
      const asks = [asker(server, ''), asker(server, await login(server, SUPPRESSOR, PASSWORD))];
      for (const ask of asks) for (const question of plainQuestions(planted)) await ask(question);
      const always = new Set(taken());
      const modules = new Map<string, ReadonlySet<string>>();
      for (const ask of asks) await traceModules(ask, { ...planted, guesses: planted.hoard.guesses }, modules, taken);
      const beside = (names: ReadonlySet<string>) => [...names].filter(name => !always.has(name)).sort();
      return { server: [...always].sort(), modules: new Map([...modules].map(([name, names]) => [name, beside(names)])) };
    } finally {
      await server.close();
    }
  } finally {
    await wiki.close();
  }
}

async function traceModules(
  ask: Ask,
  knowledge: Parameters<typeof trials>[1],
  modules: Map<string, ReadonlySet<string>>,
  taken: () => string[],
): Promise<void> {
  const offer = await readOffer(ask);
  for (const { name } of offer.modules) modules.set(name, modules.get(name) ?? new Set());
  const revids = knowledge.revisions.slice(0, 50).join('|');
  const ofRevisions = offer.modules
    .filter(({ group }) => group === 'prop')
    .map(({ name }) => ({ what: name, question: { prop: name, revids } }));
  for (const { what, question } of [...(await trials(offer, knowledge, ask)), ...ofRevisions]) {
    taken();
    await ask(question);
    const [name = ''] = what.split('.');
    modules.set(name, new Set([...(modules.get(name) ?? []), ...taken()]));
  }
}

/** Page sets of every kind. */
const plainQuestions = ({ titles, revisions }: PlantedWiki): Record<string, string>[] => [
  { titles: titles.slice(0, 50).join('|'), redirects: '1', converttitles: '1' },
  { pageids: '1|2|3', redirects: '1' },
  { revids: revisions.slice(0, 50).join('|') },
];

/** The columns that a statement names, and all of the tables of which it takes all. A derived table has named its columns itself. */
function columnsIn({ sql }: Statement): string[] {
  const ofTables = [...sql.matchAll(/(?:from|join|,) "(\w+)"/g)].map(([, name = '']) => name).filter(name => Object.hasOwn(tables, name));
  const whole = [...sql.matchAll(/select \* from "(\w+)"|"(\w+)"\.\*/g)]
    .map(([, all = '', of = '']) => all || of)
    .flatMap(name => (ofTables.includes(name) ? columnsOf(name) : []));
  // A column's name says its table.
  const named = [...sql.matchAll(/"(\w+)"/g)].flatMap(([, name = '']) => PLACES.get(name) ?? []);
  return [...whole, ...named.filter(place => ofTables.includes(place.replace(/\..*/, '')))];
}

const columnsOf = (table: string): string[] => Object.keys(tables[table as TableName].columns).map(column => `${table}.${column}`);

const PLACES: ReadonlyMap<string, string> = new Map(
  Object.keys(tables).flatMap(table => columnsOf(table).map(place => [place.replace(/.*\./, ''), place] as const)),
);
