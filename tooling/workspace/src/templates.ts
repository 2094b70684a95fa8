import type { ModuleGroup } from './packages.ts';
import { markers } from './readme.ts';

export interface NewModule {
  readonly group: ModuleGroup;
  readonly name: string;
  readonly prefix: string;
  readonly packageName: string;
}

/** The sources of a new module: a small one that works, to be changed into what is wanted. */
export function moduleSources(module: NewModule): Record<string, string> {
  const { index, test } = TEMPLATES[module.group];
  return { 'src/index.ts': index(module), 'src/index.test.ts': test(module) };
}

/** The README of a module of this workspace; `pnpm sync` fills in the tables. */
export function workspaceReadme(module: NewModule): string {
  const [parameters, response] = [markers('parameters'), markers('response')];
  return `${introduction(module)}
## Parameters

${parameters.join('\n')}

## Response

${response.join('\n')}
`;
}

/** The README of a module that stands alone. */
export function standaloneReadme(module: NewModule): string {
  return `${introduction(module)}
Add it to a server with \`pnpm add ${module.packageName}\`; \`action=paraminfo&modules=query+${module.name}\` lists its parameters.
`;
}

interface Template {
  readonly index: (module: NewModule) => string;
  readonly test: (module: NewModule) => string;
  /** What a request needs besides the name of the module. */
  readonly request: string;
  readonly answer: (module: NewModule) => unknown;
}

const TEMPLATES: Readonly<Record<ModuleGroup, Template>> = {
  list: {
    request: '',
    answer: ({ name }) => ({ [name]: [{ pageid: 1, ns: 0, title: 'Main Page' }] }),
    index: ({ name, prefix }) => `import { defineModule, f, p, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';

export default defineModule({
  group: 'list',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Lists pages in the order of their ids.',
  generator: true,
  params: {
    namespace: p.namespace().multi().help('Only pages in these namespaces.'),
    limit: p.limit().help('The most pages to list.'),
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
    test: ({ name }) => `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.ts';

describeModule(
  ${identifier(name)},
  async wiki => {
    await wiki.page('First');
    await wiki.page('Talk:Second');
  },
  ({ records }) => {
    it('lists pages by id', async () => {
      expect(await records()).toMatchObject([{ title: 'First' }, { title: 'Talk:Second' }]);
    });
    it('keeps to a namespace', async () => {
      expect(await records({ namespace: 1 })).toMatchObject([{ title: 'Talk:Second' }]);
    });
  },
);
`,
  },

  prop: {
    request: '&titles=Main%20Page',
    answer: ({ name }) => ({ pages: [{ pageid: 1, ns: 0, title: 'Main Page', [name]: [{ bytes: 120 }] }] }),
    index: ({ name, prefix }) => `import { defineModule, f, Records } from '@wikiquery/core';

export default defineModule({
  group: 'prop',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Tells how long the given pages are.',
  params: {},
  returns: f.record({ bytes: f.int() }),

  async execute({ pages }) {
    return new Records([...pages.found.values()].map(({ id, length }) => ({ pageId: id, record: { bytes: length } })));
  },
});
`,
    test: ({ name }) => `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.ts';

describeModule(
  ${identifier(name)},
  async wiki => {
    await wiki.page('Short', { text: 'four' });
    return { request: { titles: 'Short' } };
  },
  ({ records }) => {
    it('tells the length of a page', async () => {
      expect(await records()).toMatchObject([{ title: 'Short', ${name.replace(/^.*-.*$/, "'$&'")}: [{ bytes: 4 }] }]);
    });
  },
);
`,
  },

  meta: {
    request: '',
    answer: ({ name }) => ({ [name]: { pages: 1 } }),
    index: ({ name, prefix }) => `import { defineModule, f } from '@wikiquery/core';

export default defineModule({
  group: 'meta',
  name: '${name}',
  prefix: '${prefix}',
  summary: 'Tells how many pages the wiki has.',
  params: {},
  returns: f.record({ pages: f.int() }),

  async execute({ db }) {
    const count = db.selectFrom('page').select(({ fn }) => fn.countAll<number>().as('pages'));
    const { pages } = await count.executeTakeFirstOrThrow();
    return { pages: Number(pages) };
  },
});
`,
    test: ({ name }) => `import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import ${identifier(name)} from './index.ts';

describeModule(
  ${identifier(name)},
  async wiki => {
    await wiki.page('First');
    await wiki.page('Second');
  },
  ({ records }) => {
    it('counts the pages', async () => {
      expect(await records()).toEqual({ pages: 2 });
    });
  },
);
`,
  },
};

function introduction(module: NewModule): string {
  const { group, name, packageName } = module;
  const { request, answer } = TEMPLATES[group];
  return `# ${packageName}

\`\`\`http
GET /w/api.php?action=query&${group}=${name}${request}&format=json&formatversion=2
\`\`\`

\`\`\`json
${JSON.stringify({ batchcomplete: true, query: answer(module) }, undefined, 2)}
\`\`\`
`;
}

/** A module name as a name in code. */
function identifier(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
