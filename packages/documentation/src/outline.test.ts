import { expect, it } from 'vitest';
import { fromReadme, linkFrom } from './page/links.ts';
import { headingOf, overviewOf, sidebars } from './page/outline.ts';

it('lists the sections in their order, with the index of a folder as the link of its heading', () => {
  const pages = [
    'reference/index',
    'reference/list/index',
    'reference/list/allpages',
    'zoo/lion',
    'operators/log',
    'operators/index',
    'start/b',
    'start/a',
    'attacks',
    'index',
  ];
  const start = 'See [a](start/a.md). Then:\n\n- [b](start/b.md#part)\n- [a](start/a.md)';
  const bars = sidebars(
    pages.map(path => ({ path, title: path.toUpperCase() })),
    start,
  );
  expect(bars['/']).toEqual([
    {
      text: 'Get started',
      items: [
        { text: 'START/B', link: '/start/b' },
        { text: 'START/A', link: '/start/a' },
      ],
    },
    { text: 'Operators', link: '/operators/', items: [{ text: 'OPERATORS/LOG', link: '/operators/log' }] },
    { text: 'Pages', items: [{ text: 'ATTACKS', link: '/attacks' }] },
    { text: 'zoo', items: [{ text: 'ZOO/LION', link: '/zoo/lion' }] },
    { text: 'Reference', link: '/reference/' },
  ]);
  expect(bars['/reference/list/']?.at(-1)).toEqual({
    text: 'REFERENCE/LIST/INDEX',
    link: '/reference/list/',
    items: [{ text: 'REFERENCE/LIST/ALLPAGES', link: '/reference/list/allpages' }],
  });
});

it('lists the Markdown of all pages by section, the guide first', () => {
  const pages = ['reference/index', 'reference/settings', 'reference/list/index', 'reference/list/allpages', 'start/a', 'index'];
  const overview = overviewOf(sidebars(pages.map(path => ({ path, title: path.toUpperCase() }))));
  expect(overview.split('\n').filter(line => /^[#-]/.test(line))).toEqual([
    '# wikiquery',
    '## Get started',
    '- [START/A](start/a.md)',
    '## Reference',
    '- [Reference](reference/index.md)',
    '- [REFERENCE/SETTINGS](reference/settings.md)',
    '## REFERENCE/LIST/INDEX',
    '- [REFERENCE/LIST/INDEX](reference/list/index.md)',
    '- [REFERENCE/LIST/ALLPAGES](reference/list/allpages.md)',
  ]);
});

it('reads the first heading of a page as its title', () => {
  expect(headingOf('intro\n# The `x` *page* {#x}\n# Other')).toBe('The x page');
  expect(headingOf('no heading')).toBeUndefined();
});

it('leads links to pages of the documentation, to reference pages or to the repository', () => {
  const repository = 'https://github.com/wikiquery/wikiquery/blob/main';
  expect(linkFrom('docs/start', '../operators/log.md#events')).toBe('/operators/log.md#events');
  expect(linkFrom('docs', '../packages/list/allpages')).toBe('/reference/list/allpages.md');
  expect(linkFrom('docs', '../packages/extensions/geodata/list/geosearch/README.md')).toBe('/reference/list/geosearch.md');
  expect(linkFrom('docs', '../packages/workers/')).toBe(`${repository}/packages/workers`);
  expect(linkFrom('docs', 'grafana/wikiquery.json')).toBe(`${repository}/docs/grafana/wikiquery.json`);
  for (const target of ['https://wiki.example/', '#part', '/start/a.md', 'mailto:a@wiki.example'])
    expect(linkFrom('docs', target)).toBe(target);
  expect(fromReadme('See [a](../../../docs/scale.md) and [b](#c).', 'packages/list/allpages')).toBe('See [a](/scale.md) and [b](#c).');
});
