import { expect, it } from 'vitest';
import { wiki } from './index.ts';
import { prefixed, toForm } from './values.ts';

it('toForm encodes parameter values for MediaWiki', () => {
  const params = {
    list: ['a', 'b'],
    set: new Set([1, 2]),
    piped: ['a|b', 'c'],
    text: 'a|b',
    at: new Date(0),
    yes: true,
    no: false,
    none: undefined,
    zero: 0,
  };
  expect(Object.fromEntries(toForm(params))).toEqual({
    list: 'a|b',
    set: '1|2',
    piped: '\u001fa|b\u001fc',
    text: 'a|b',
    at: '1970-01-01T00:00:00.000Z',
    yes: '1',
    zero: '0',
  });
  expect(prefixed('gcm', { title: 'A' })).toEqual({ gcmtitle: 'A' });
});

it('the client merges the data of a page, and yields complete batches', async () => {
  const answers = [
    {
      continue: { plcontinue: 'x' },
      query: {
        pages: [
          { pageid: 1, length: 3, links: [{ title: 'A' }] },
          { pageid: 2, length: 4 },
        ],
      },
    },
    {
      continue: { gapcontinue: 'y' },
      batchcomplete: true,
      query: {
        pages: [
          { pageid: 1, links: [{ title: 'B' }] },
          { pageid: 2, pageprops: { a: '1' } },
        ],
      },
    },
    { batchcomplete: true, query: { pages: [{ pageid: 3, missing: true }] } },
  ];
  const continuations: string[] = [];
  const fetch: typeof globalThis.fetch = async url => {
    const { searchParams } = url as URL;
    continuations.push(searchParams.get('plcontinue') ?? searchParams.get('gapcontinue') ?? '');
    return Response.json(answers[continuations.length - 1]);
  };
  const w = wiki('https://wiki.example/w/api.php', { fetch });
  const batches: unknown[] = [];
  for await (const batch of w
    .pages({ from: ['allpages'] })
    .with('links')
    .with('pageprops')
    .batches())
    batches.push(batch);
  expect(batches).toEqual([
    [
      { pageid: 1, length: 3, links: [{ title: 'A' }, { title: 'B' }] },
      { pageid: 2, length: 4, pageprops: { a: '1' } },
    ],
    [{ pageid: 3, missing: true }],
  ]);
  expect(continuations).toEqual(['', 'x', 'y']);
});
