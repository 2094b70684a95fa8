import { defineModule, f, p, Records } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { expect, it } from 'vitest';
import { updateReadme } from './readme.ts';

const module = defineModule({
  group: 'list',
  name: 'pages',
  prefix: 'pg',
  summary: 'Lists pages.',
  params: {
    namespace: p.namespace().multi().help('Only these.'),
    sort: p.enum(['id', 'title']).default('id'),
    limit: p.limit(),
    continue: p.continue(),
  },
  returns: f.props({ ids: { pageid: f.int() }, title: f.title() }, { redirect: f.flag() }),
  async execute() {
    return new Records<never>([]);
  },
});

it('updateReadme writes only the tables between the markers', () => {
  const readme = '# x\n\n<!-- parameters -->\nold\n<!-- /parameters -->\n\ntext\n\n<!-- response -->\n<!-- /response -->\n';
  const updated = updateReadme(readme, module, defaultSite());
  expect(updated).toBe(`# x

<!-- parameters -->

| parameter | value | default | meaning |
| --- | --- | --- | --- |
| \`pgnamespace\` | namespaces |  | Only these. |
| \`pgsort\` | \`id\`, \`title\` | \`id\` |  |
| \`pglimit\` | limit from 1 to 500 (5000 for bots) | \`10\` |  |
| \`pgcontinue\` | string |  | Continue value of the previous response. |

<!-- /parameters -->

text

<!-- response -->

| property | value | when |
| --- | --- | --- |
| \`pageid\` | integer | with \`ids\` |
| \`ns\` | integer | with \`title\` |
| \`title\` | string | with \`title\` |
| \`redirect\` | \`true\` | if applicable |

<!-- /response -->
`);
  expect(updateReadme(updated, module, defaultSite())).toBe(updated);
});

it('updateReadme rejects a README without markers', () => {
  expect(() => updateReadme('# x\n', module, defaultSite())).toThrow('the README has no <!-- parameters -->');
});
