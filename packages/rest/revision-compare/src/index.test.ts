import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import route from './index.ts';

const BEFORE = `Intro line one.

== First ==
The quick brown fox jumps over the lazy dog.
Unchanged a.
Unchanged b.
Unchanged c.
Unchanged d.

=== Sub [[x]] ===
Tail text here.`;
const AFTER = `Intro line one.

== First ==
The quick red fox leaps over the lazy dogs.
Unchanged a.
Unchanged b.
Unchanged c.
Unchanged d.

=== Sub [[x]] ===
Tail text here.
New line added.`;
const HEADS =
  '== A == <!-- c -->  \nx\n<!-- y -->== B ==\n{{x|\n== C ==\n}}\n<pre>\n== D ==\n</pre>\n= E = \n====\n<table>\n== F ==\n</table>\n==é==\n==h==';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Diff', { text: BEFORE });
  await wiki.edit('Diff', { text: AFTER });
  await wiki.page('Heads', { text: HEADS });
});
afterAll(() => wiki.close());

const ask = (path: string, as?: readonly string[]) => askRest(wiki, [route], `/v1/revision/${path}`, as ? { as } : {});

it('returns the same diffs as MediaWiki 1.43 with wikidiff2', async () => {
  const { status, headers, json } = await ask('1/compare/2');
  expect([status, headers['Cache-Control']]).toEqual([200, 'private,no-cache,s-maxage=0']);
  expect(json).toEqual({
    from: {
      id: 1,
      slot_role: 'main',
      sections: [
        { level: 2, heading: '== First ==', offset: 17 },
        { level: 3, heading: '=== Sub [[x]] ===', offset: 127 },
      ],
    },
    to: {
      id: 2,
      slot_role: 'main',
      sections: [
        { level: 2, heading: '== First ==', offset: 17 },
        { level: 3, heading: '=== Sub [[x]] ===', offset: 126 },
      ],
    },
    diff: [
      { type: 0, lineNumber: 2, text: '', offset: { from: 16, to: 16 } },
      { type: 0, lineNumber: 3, text: '== First ==', offset: { from: 17, to: 17 } },
      {
        type: 3,
        lineNumber: 4,
        text: 'The quick brownred fox jumpsleaps over the lazy dogdogs.',
        offset: { from: 29, to: 29 },
        highlightRanges: [
          { start: 10, length: 5, type: 1 },
          { start: 15, length: 3, type: 0 },
          { start: 23, length: 5, type: 1 },
          { start: 28, length: 5, type: 0 },
          { start: 48, length: 3, type: 1 },
          { start: 51, length: 4, type: 0 },
        ],
      },
      { type: 0, lineNumber: 5, text: 'Unchanged a.', offset: { from: 74, to: 73 } },
      { type: 0, lineNumber: 6, text: 'Unchanged b.', offset: { from: 87, to: 86 } },
      { type: 0, lineNumber: 10, text: '=== Sub [[x]] ===', offset: { from: 127, to: 126 } },
      { type: 0, lineNumber: 11, text: 'Tail text here.', offset: { from: 145, to: 144 } },
      { type: 1, lineNumber: 12, text: 'New line added.', offset: { from: null, to: 160 } },
    ],
  });
  expect((await ask('2/compare/1')).json.diff.at(-1)).toEqual({ type: 2, text: 'New line added.', offset: { from: 160, to: null } });
  expect((await ask('2/compare/2')).json.diff).toEqual([]);
});

it('returns the same headings as MediaWiki', async () => {
  expect((await ask('3/compare/3')).json.to.sections).toEqual([
    { level: 2, heading: '== A == <!-- c -->  ', offset: 0 },
    { level: 1, heading: '= E = ', offset: 78 },
    { level: 1, heading: '====', offset: 85 },
    { level: 2, heading: '== F ==', offset: 98 },
    { level: 2, heading: '==é==', offset: 115 },
    { level: 2, heading: '==h==', offset: 122 },
  ]);
});

it('rejects missing revisions and revisions of different pages', async () => {
  const errorOf = async (path: string) => {
    const { status, json } = await ask(path);
    return [status, json.errorKey];
  };
  expect(await errorOf('99/compare/1')).toEqual([404, 'rest-compare-nonexistent']);
  expect(await errorOf('1/compare/0')).toEqual([404, 'rest-compare-nonexistent']);
  expect(await errorOf('1/compare/3')).toEqual([400, 'rest-compare-page-mismatch']);
  expect((await ask('x/compare/3')).json).toMatchObject({ name: 'from', value: 'x', failureCode: 'badinteger', failureData: null });
});

it('compares revision-deleted text only for users with the rights', async () => {
  await wiki.page('Whispers', { text: 'a whisper' });
  const latest = await wiki.edit('Whispers', { text: 'a shout' });
  await wiki.hideRevision(latest - 1, 1);
  const { status, json, body } = await ask(`${latest - 1}/compare/${latest}`);
  expect([status, json.errorKey, body.includes('whisper')]).toEqual([403, 'rest-compare-inaccessible', false]);
  expect((await ask(`${latest}/compare/${latest - 1}`)).status).toBe(403);
  const seen = await ask(`${latest - 1}/compare/${latest}`, ['deletedhistory', 'deletedtext']);
  expect([seen.status, seen.isPublic, seen.json.diff[0].text]).toEqual([200, true, 'a whispershout']);
});
