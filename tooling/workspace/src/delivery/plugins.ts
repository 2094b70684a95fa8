import type { NewModule } from '../templates.ts';

/** A plugin written outside this workspace: the arguments for its scaffold, and the sources that replace the scaffolded files. */
export interface OwnPlugin extends Omit<NewModule, 'packageName'> {
  readonly index: string;
  readonly test: string;
}

/** Creates the table that the plugins `greetings` and `sayings` read. */
export const GREETING = 'create table greeting (greeting_id integer primary key, greeting_page integer, greeting_text text)';

const listIndex = (
  name: string,
  tables = '',
): string => `import { ApiError, defineModule, f, message, nothing, Pages, p, readPage } from '@wikiquery/core';
${tables && `\n${tables}\n`}
export default defineModule({
  group: 'list',
  name: '${name}',
  prefix: '${name.slice(0, 2)}',
  summary: 'List the greetings on pages.',
  generator: true,
  params: {
    mode: p.enum(['all', 'nothing', 'error']).default('all'),
    limit: p.limit(),
    continue: p.continue(),
  },
  returns: f.record({ id: f.int(), text: f.string(), short: f.flag() }),
  async execute({ db, params, asGenerator }) {
    if (params.mode === 'nothing') return asGenerator ? new Pages([]) : nothing;
    if (params.mode === 'error') throw new ApiError(message('unsaid', 'Nobody said that.'));
    const query = db.withTables${tables && '<Tables>'}().selectFrom('greeting').select(['greeting_id', 'greeting_page', 'greeting_text']);
    const rows = await readPage(query, { by: { greeting_id: 'int' }, limit: params.limit, continue: params.continue });
    if (asGenerator) return rows.pages(row => ({ id: row.greeting_page }));
    return rows.records(row => ({ id: row.greeting_id, text: row.greeting_text, ...(row.greeting_text.length < 4 && { short: ${tables ? 'true as const' : 'true'} }) }));
  },
});
`;

const listTest = (language: string): string => `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import greetings from './index.${language}';

describeModule(
  greetings,
  async wiki => {
    const table = wiki.db.schema.createTable('greeting').addColumn('greeting_id', 'integer', column => column.primaryKey());
    await table.addColumn('greeting_page', 'integer').addColumn('greeting_text', 'text').execute();
    const own = wiki.db.withTables();
    for (const [i, greeting_text] of ['Hello', 'Hi', 'Quack'].entries()) {
      const { id } = await wiki.page(['Pond', 'Reed', 'Duck'][i]);
      await own.insertInto('greeting').values({ greeting_id: i + 1, greeting_page: id, greeting_text }).execute();
    }
    return undefined;
  },
  ({ records, pages }) => {
    it('lists greetings', async () => {
      expect(await records({ limit: 2 })).toEqual([{ id: 1, text: 'Hello' }, { id: 2, text: 'Hi', short: true }]);
    });
    it('generates pages', async () => {
      expect(await pages()).toMatchObject([{ title: 'Pond' }, { title: 'Reed' }, { title: 'Duck' }]);
    });
    it('returns an error', async () => {
      await expect(records({ mode: 'error' })).rejects.toThrow('unsaid');
    });
  },
);
`;

/** A list module with a generator, over the plugin's own table. */
export const greetings: OwnPlugin = {
  group: 'list',
  name: 'greetings',
  prefix: 'gr',
  language: 'ts',
  index: listIndex('greetings', 'type Tables = { greeting: { greeting_id: number; greeting_page: number; greeting_text: string } };'),
  test: listTest('ts'),
};

/** The module `greetings` in JavaScript. */
export const sayings: OwnPlugin = {
  group: 'list',
  name: 'sayings',
  prefix: 'sa',
  language: 'js',
  index: listIndex('sayings'),
  test: listTest('js'),
};

/** A prop module that calls an HTTP service whose URL is in the configuration. */
export const weather: OwnPlugin = {
  group: 'prop',
  name: 'weather',
  prefix: 'we',
  language: 'js',
  index: `import { ApiError, defineModule, defineService, f, message, Records } from '@wikiquery/core';

export default defineModule({
  group: 'prop',
  name: 'weather',
  prefix: 'we',
  summary: 'Return the weather of the given pages.',
  services: { weather: defineService('weather') },
  params: {},
  returns: f.record({ sky: f.string() }),
  async execute({ pages, services, request }) {
    const found = [...pages.found.values()];
    const address = new URL(services.weather);
    address.searchParams.set('places', found.map(page => page.dbkey).join('|'));
    const response = await fetch(address, { signal: request.signal });
    if (!response.ok) throw new ApiError(message('noweather', 'The weather is unknown.'));
    const skies = await response.json();
    return new Records(found.map(({ id, dbkey }) => ({ pageId: id, record: { sky: skies[dbkey] } })));
  },
});
`,
  test: `import { once } from 'node:events';
import { createServer } from 'node:http';
import { describeModule } from '@wikiquery/testing';
import { afterAll, expect, it } from 'vitest';
import weather from './index.js';

const server = createServer((request, response) => {
  const places = new URL(request.url, 'http://localhost').searchParams.get('places').split('|');
  response.end(JSON.stringify(Object.fromEntries(places.map(place => [place, \`clear over \${place}\`]))));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

describeModule(
  weather,
  async wiki => {
    await wiki.page('Pond');
    return { request: { titles: 'Pond' }, services: { weather: \`http://127.0.0.1:\${server.address().port}/\` } };
  },
  ({ records }) => {
    it('returns the weather of a page', async () => {
      expect(await records()).toMatchObject([{ title: 'Pond', weather: [{ sky: 'clear over Pond' }] }]);
    });
  },
);
`,
};
