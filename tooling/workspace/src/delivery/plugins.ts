// What an author outside this workspace writes into the files that were scaffolded for him.
import type { NewModule } from '../templates.ts';

/** A plugin of an author: what he scaffolds, and what he writes over it. */
export interface OwnPlugin extends Omit<NewModule, 'packageName'> {
  readonly index: string;
  readonly test: string;
}

/** The table of his own that the list and the meta module read. */
export const GREETING = 'create table greeting (greeting_id integer primary key, greeting_page integer, greeting_text text)';

const FILL = `const table = wiki.db.schema.createTable('greeting').addColumn('greeting_id', 'integer', column => column.primaryKey());
    await table.addColumn('greeting_page', 'integer').addColumn('greeting_text', 'text').execute();
    const own = wiki.db.withTables();
    for (const [i, greeting_text] of ['Hello', 'Hi', 'Quack'].entries()) {
      const { id } = await wiki.page(['Pond', 'Reed', 'Duck'][i]);
      await own.insertInto('greeting').values({ greeting_id: i + 1, greeting_page: id, greeting_text }).execute();
    }`;

const listIndex = (
  name: string,
  tables = '',
): string => `import { ApiError, defineModule, f, message, nothing, Pages, p, readPage } from '@wikiquery/core';
${tables && `\n${tables}\n`}
export default defineModule({
  group: 'list',
  name: '${name}',
  prefix: '${name.slice(0, 2)}',
  summary: 'Lists what was said on pages.',
  generator: true,
  params: {
    what: p.enum(['all', 'nothing', 'error']).default('all'),
    limit: p.limit(),
    continue: p.continue(),
  },
  returns: f.record({ id: f.int(), text: f.string(), short: f.flag() }),
  async execute({ db, params, asGenerator }) {
    if (params.what === 'nothing') return asGenerator ? new Pages([]) : nothing;
    if (params.what === 'error') throw new ApiError(message('unsaid', 'Nobody said that.'));
    const said = db.withTables${tables && '<Tables>'}().selectFrom('greeting').select(['greeting_id', 'greeting_page', 'greeting_text']);
    const rows = await readPage(said, { by: { greeting_id: 'int' }, limit: params.limit, continue: params.continue });
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
    ${FILL}
    return undefined;
  },
  ({ records, pages }) => {
    it('lists what was said', async () => {
      expect(await records({ limit: 2 })).toEqual([{ id: 1, text: 'Hello' }, { id: 2, text: 'Hi', short: true }]);
    });
    it('gives the pages', async () => {
      expect(await pages()).toMatchObject([{ title: 'Pond' }, { title: 'Reed' }, { title: 'Duck' }]);
    });
    it('refuses', async () => {
      await expect(records({ what: 'error' })).rejects.toThrow('unsaid');
    });
  },
);
`;

/** A list with generator over a table of his own. */
export const greetings: OwnPlugin = {
  group: 'list',
  name: 'greetings',
  prefix: 'gr',
  language: 'ts',
  index: listIndex('greetings', 'type Tables = { greeting: { greeting_id: number; greeting_page: number; greeting_text: string } };'),
  test: listTest('ts'),
};

/** The same, as one who writes JavaScript would. */
export const sayings: OwnPlugin = {
  group: 'list',
  name: 'sayings',
  prefix: 'sa',
  language: 'js',
  index: listIndex('sayings'),
  test: listTest('js'),
};

/** A prop that asks an HTTP service, whose address the server gives. */
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
  summary: 'Tells the weather where the pages are.',
  services: { weather: defineService('weather') },
  params: {},
  returns: f.record({ sky: f.string() }),
  async execute({ pages, services, request }) {
    const found = [...pages.found.values()];
    const address = new URL(services.weather);
    address.searchParams.set('places', found.map(page => page.dbkey).join('|'));
    const response = await fetch(address, { signal: request.signal });
    if (!response.ok) throw new ApiError(message('noweather', 'The weather is not known now.'));
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
    it('tells the weather of a page', async () => {
      expect(await records()).toMatchObject([{ title: 'Pond', weather: [{ sky: 'clear over Pond' }] }]);
    });
  },
);
`,
};

/** A meta module over the same table. */
export const tally: OwnPlugin = {
  group: 'meta',
  name: 'tally',
  prefix: 'ta',
  language: 'ts',
  index: `import { defineModule, f } from '@wikiquery/core';

type Tables = { greeting: { greeting_id: number } };

export default defineModule({
  group: 'meta',
  name: 'tally',
  prefix: 'ta',
  summary: 'Counts what was said.',
  params: {},
  returns: f.record({ greetings: f.int() }),
  async execute({ db }) {
    const count = db.withTables<Tables>().selectFrom('greeting').select(({ fn }) => fn.countAll<number>().as('greetings'));
    const { greetings } = await count.executeTakeFirstOrThrow();
    return { greetings: Number(greetings) };
  },
});
`,
  test: `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import tally from './index.ts';

describeModule(
  tally,
  async wiki => {
    ${FILL}
    return undefined;
  },
  ({ records }) => {
    it('counts', async () => {
      expect(await records()).toEqual({ greetings: 3 });
    });
  },
);
`,
};
