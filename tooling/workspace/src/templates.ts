import type { PluginGroup } from '@wikiquery/core/host';
import { markers } from './readme.ts';

export interface NewModule {
  readonly group: PluginGroup;
  readonly name: string;
  readonly prefix: string;
  readonly packageName: string;
  readonly language: Language;
}

/** Language of the sources, which is also their file extension. */
export type Language = 'ts' | 'js';

/** Returns the source files of a minimal working module. */
export function moduleSources(module: NewModule): Record<string, string> {
  const { index, test } = TEMPLATES[module.group];
  const { language } = module;
  return { [`src/index.${language}`]: index(module), [`src/index.test.${language}`]: test(module) };
}

/** Returns how to edit, test and try a new module. `standalone`: folder and oldest supported version of Node of a standalone package. */
export function nextSteps(module: NewModule, standalone?: { readonly folder: string; readonly oldestNode: string }): string[] {
  const { group, name, language } = module;
  if (standalone) {
    const { folder, oldestNode } = standalone;
    return standaloneSteps(module, { source: `${folder}/src/index.${language}`, place: `\`${folder}\``, link: folder, oldestNode });
  }
  const path = `packages/${group}/${name}`;
  return [
    `Edit: \`${path}/src/index.ts\`, then \`npm run sync\``,
    `Test: \`npm test -- ${path}\``,
    `Try: \`npm start\`, then \`curl '${SERVER}${addressOf(module)}'\``,
  ];
}

interface Location {
  readonly source: string;
  readonly place: string;
  readonly link: string;
  /** Oldest version of Node that the package supports. */
  readonly oldestNode: string;
}

function standaloneSteps({ language }: NewModule, { source, place, link, oldestNode }: Location): string[] {
  const build = language === 'ts' ? `in ${place}, \`pnpm build\`. Then ` : '';
  return [
    `Prepare: install Node ${oldestNode} or later and pnpm, because only the commands of the clone of wikiquery install their own. In the clone, \`npm run build\`. Its packages are not on npm yet, so \`pnpm-workspace.yaml\` links them to the clone`,
    `Edit: \`${source}\``,
    `Test: in ${place}, \`pnpm install\`, then \`pnpm test\``,
    `Try: ${build}in \`apps/server\` of the clone, \`pnpm add link:${link}\`. Then in the clone, \`npm start\``,
  ];
}

/** Origin of a server with default settings. */
const SERVER = 'http://127.0.0.1:8080';

/** Returns the README of a module in this workspace. `pnpm sync` fills in the tables. */
export function workspaceReadme(module: NewModule): string {
  const sections = [
    ['Parameters', 'parameters'],
    ['Response', 'response'],
  ].slice(0, module.group === 'format' || module.group === 'rest' ? 1 : 2) as [title: string, name: string][];
  return [
    introduction(module),
    stepsOf(nextSteps(module)),
    ...sections.map(([title, name]) => `## ${title}\n\n${markers(name).join('\n')}\n`),
  ].join('\n');
}

/** Returns the README of a standalone package. */
export function standaloneReadme(module: NewModule, oldestNode: string): string {
  const { language } = module;
  const types = language === 'ts' ? ' The tests do not check types: `pnpm types` checks those of the module and of its tests.' : '';
  return `${introduction(module)}
${stepsOf(standaloneSteps(module, { source: `src/index.${language}`, place: 'this folder', link: 'PATH_OF_THIS_FOLDER', oldestNode }))}
The tests run on SQLite and an embedded PostgreSQL. With the URL of a server in \`TEST_MARIADB_URL\`, they also run on MariaDB.${types}

Delete \`pnpm-workspace.yaml\` once the packages \`@wikiquery/…\` are on npm. After that, \`npm install\` works too.
`;
}

const stepsOf = (steps: readonly string[]): string => `## Next steps\n\n${steps.map((step, i) => `${i + 1}. ${step}\n`).join('')}`;

interface Template {
  readonly index: (module: NewModule) => string;
  readonly test: (module: NewModule) => string;
  /** An example request, without the format. */
  readonly request: (module: NewModule) => string;
  readonly answer: (module: NewModule) => string;
}

const answered = (query: unknown): string => JSON.stringify({ batchcomplete: true, query }, undefined, 2);

/** Returns the test file of a query module. `fill`: statements that fill the wiki. */
const moduleTest = (
  { name, language }: NewModule,
  fill: readonly string[],
  tests: string,
): string => `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.${language}';

describeModule(
  ${identifier(name)},
  async wiki => {
    ${fill.join('\n    ')}
  },
  ({ records }) => {
    ${tests}
  },
);
`;

const OUTLINE: Readonly<Record<Language, string>> = {
  ts: 'function outline(value: unknown, step: string, indent: string): string',
  js: 'function outline(value, step, indent)',
};

const TEMPLATES: Readonly<Record<PluginGroup, Template>> = {
  list: {
    request: ({ name }) => `action=query&list=${name}`,
    answer: ({ name }) => answered({ [name]: [{ pageid: 1, ns: 0, title: 'Main Page' }] }),
    index: ({ name, prefix }) => `import { defineModule, f, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

/** Lists pages in the order of their ids. */
export default defineModule({
  group: 'list',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'List pages in the order of their ids.',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    limit: p.limit().help('Number of pages to return.'),
    continue: p.continue(),
  },
  returns: f.record({ pageid: f.int(), ...f.title() }),

  async execute({ db, params, titles, asGenerator }) {
    const { namespace, limit } = params;
    const query = whereEquals(db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title']), { page_namespace: namespace });
    const pages = await readPage(query, { by: { page_id: 'int' }, limit, continue: params.continue });
    if (asGenerator) return pages.pages(page => ({ id: page.page_id }));
    return pages.records(page => ({ pageid: page.page_id, ...titles.fields(page.page_namespace, page.page_title) }));
  },
});
`,
    test: module =>
      moduleTest(
        module,
        ["await wiki.page('First');", "await wiki.page('Talk:Second');"],
        `it('lists pages by id', async () => {
      expect(await records()).toMatchObject([{ title: 'First' }, { title: 'Talk:Second' }]);
    });
    it('filters by namespace', async () => {
      expect(await records({ namespace: 1 })).toMatchObject([{ title: 'Talk:Second' }]);
    });`,
      ),
  },

  prop: {
    request: ({ name }) => `action=query&prop=${name}&titles=Main%20Page`,
    answer: ({ name }) => answered({ pages: [{ pageid: 1, ns: 0, title: 'Main Page', [name]: [{ bytes: 120 }] }] }),
    index: ({ name, prefix }) => `import { defineModule, f, Records } from '@wikiquery/core';

/** Returns the length of the given pages. */
export default defineModule({
  group: 'prop',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Return the length of the given pages.',
  cache: 'public',
  sources: ['database'],
  params: {},
  returns: f.record({ bytes: f.int().help('Size of the text in bytes.') }),

  async execute({ pages }) {
    return new Records([...pages.found.values()].map(({ id, length }) => ({ pageId: id, record: { bytes: length } })));
  },
});
`,
    test: module =>
      moduleTest(
        module,
        ["await wiki.page('Short', { text: 'four' });", "return { request: { titles: 'Short' } };"],
        `it('returns the length of a page', async () => {
      expect(await records()).toMatchObject([{ title: 'Short', ${propertyName(module.name)}: [{ bytes: 4 }] }]);
    });`,
      ),
  },

  meta: {
    request: ({ name }) => `action=query&meta=${name}`,
    answer: ({ name }) => answered({ [name]: { pages: 1 } }),
    index: ({ name, prefix }) => `import { defineModule, f } from '@wikiquery/core';

/** Counts the pages of the wiki. */
export default defineModule({
  group: 'meta',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Count the pages of the wiki.',
  cache: 'public',
  sources: ['database'],
  params: {},
  returns: f.record({ pages: f.int().help('Number of pages.') }),

  async execute({ db }) {
    const count = db.selectFrom('page').select(({ fn }) => fn.countAll<number>().as('pages'));
    const { pages } = await count.executeTakeFirstOrThrow();
    return { pages: Number(pages) };
  },
});
`,
    test: module =>
      moduleTest(
        module,
        ["await wiki.page('First');", "await wiki.page('Second');"],
        `it('counts the pages', async () => {
      expect(await records()).toEqual({ pages: 2 });
    });`,
      ),
  },

  action: {
    request: ({ name }) => `action=${name}`,
    answer: ({ name }) => JSON.stringify({ [name]: { wiki: 'Example' } }, undefined, 2),
    index: ({ name, prefix }) => `import { defineAction, f, p } from '@wikiquery/core';

/** Returns the name of the wiki. */
export default defineAction({
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Return the name of the wiki.',
  params: { upper: p.boolean().help('Return the name in capital letters.') },
  returns: f.record({ ${propertyName(name)}: f.object({ wiki: f.string().help('Name of the wiki.') }).help('Result of the action.') }),

  async execute({ params, site }) {
    const wiki = String(site.general.sitename);
    return { ${propertyName(name)}: { wiki: params.upper ? wiki.toUpperCase() : wiki } };
  },
});
`,
    test: ({ name, prefix, language }) => `import { ask, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.${language}';

it('returns the name of the wiki', async () => {
  const wiki = await openWiki();
  const send = (params = {}) => ask(wiki, [${identifier(name)}], { action: '${name}', ...params });
  const name = String(wiki.site.general.sitename);
  expect(await send()).toEqual({ ${propertyName(name)}: { wiki: name } });
  expect(await send({ ${prefix}upper: true })).toEqual({ ${propertyName(name)}: { wiki: name.toUpperCase() } });
  await wiki.close();
});
`,
  },

  format: {
    request: ({ name }) => `action=query&titles=Main%20Page&format=${name}`,
    answer: () => 'query:\n  pages:',
    index: ({ name, language }) => `import { defineFormat, p } from '@wikiquery/core';

/** Writes the response as an outline. */
export default defineFormat({
  name: '${name}',
  summary: 'Write the response as an outline.',
  params: { indent: p.int({ min: 1, max: 8 }).default(2).help('Number of spaces for each level.') },

  write({ fields, params }) {
    return { type: 'text/plain; charset=utf-8', body: outline(fields, ' '.repeat(params.indent), '') };
  },
});

/** Returns a line for each key and each value. */
${OUTLINE[language]} {
  if (typeof value !== 'object' || value === null) return \`\${indent}\${String(value)}\\n\`;
  const entries${language === 'ts' ? ': Iterable<readonly [unknown, unknown]>' : ''} = value instanceof Map ? value : Object.entries(value);
  return [...entries].map(([key, item]) => \`\${indent}\${String(key)}:\\n\${outline(item, step, indent + step)}\`).join('');
}
`,
    test: ({ name, language }) => `import { apiOf, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.${language}';

it('writes a response', async () => {
  const wiki = await openWiki();
  const api = apiOf(wiki, [${identifier(name)}]);
  const query = 'action=query&titles=Nothing&format=${name}&indent=1';
  const { headers, body } = await api({ method: 'GET', query, headers: {}, ip: '127.0.0.1', signal: AbortSignal.timeout(60_000) });
  expect(headers['Content-Type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('query:\\n pages:\\n');
  await wiki.close();
});
`,
  },

  rest: {
    request: ({ name }) => `/v1/${name}/Main%20Page`,
    answer: () => JSON.stringify({ title: 'Main Page', exists: true }, undefined, 2),
    index: ({ name }) => `import { defineRoute, HttpError, p } from '@wikiquery/core';

/** Checks whether a page exists. */
export default defineRoute({
  name: '${name}',
  summary: 'Check whether a page exists.',
  paths: { page: '/v1/${name}/{title}' },
  params: { title: p.string().required().help('Title of the page.') },

  async execute({ db, params, titles }) {
    const title = titles.local(params.title);
    if (!title) throw new HttpError(404, 'rest-invalid-title', \`"\${params.title}" is not a page title.\`);
    const page = await db
      .selectFrom('page')
      .select('page_id')
      .where('page_namespace', '=', title.namespace)
      .where('page_title', '=', title.dbkey)
      .executeTakeFirst();
    return { json: { title: titles.text(title), exists: page !== undefined } };
  },
});
`,
    test: ({ name, language }) => `import { askRest, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.${language}';

it('returns whether a page exists', async () => {
  const wiki = await openWiki();
  await wiki.page('First');
  const get = async (path${language === 'ts' ? ': string' : ''}) => (await askRest(wiki, [${identifier(name)}], path)).json;
  expect(await get('/v1/${name}/first')).toEqual({ title: 'First', exists: true });
  expect(await get('/v1/${name}/Second')).toMatchObject({ exists: false });
  expect(await get('/v1/${name}/%3C')).toMatchObject({ errorKey: 'rest-invalid-title', httpCode: 404 });
  await wiki.close();
});
`,
  },
};

/** Quotes a name for use as a property key. */
function propertyName(name: string): string {
  return name.includes('-') ? `'${name}'` : name;
}

function introduction(module: NewModule): string {
  const { group, packageName } = module;
  const isFormat = group === 'format';
  return `# ${packageName}

\`\`\`http
GET ${addressOf(module)}
\`\`\`

\`\`\`${isFormat ? 'text' : 'json'}
${TEMPLATES[group].answer(module)}
\`\`\`
`;
}

/** Returns the path and the query string of an example request. */
function addressOf(module: NewModule): string {
  const request = TEMPLATES[module.group].request(module);
  if (module.group === 'rest') return `/w/rest.php${request}`;
  return `/w/api.php?${request}${module.group === 'format' ? '' : '&format=json&formatversion=2'}`;
}

/** Converts a module name to an identifier. */
function identifier(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
