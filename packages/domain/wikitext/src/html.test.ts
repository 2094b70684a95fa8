import { expect, test } from 'vitest';
import { renderHtml } from './html.ts';

test('makes HTML of wikitext', async () => {
  expect(await renderHtml({ wikitext: "'''Bold''' and [[plain]]", page: 'Start' }, { ip: '' })).toContain('<b>Bold</b>');
});

test('ends with whoever waits, and takes the next text', async () => {
  const waiting = new AbortController();
  const long = renderHtml({ wikitext: '{{a|[[b]]}} '.repeat(200_000), page: 'Start' }, { ip: '', signal: waiting.signal });
  const next = renderHtml({ wikitext: "''Next''", page: 'Start' }, { ip: '' });
  const gone = new Error('Nobody waits any more.');
  setTimeout(() => waiting.abort(gone), 50);
  await expect(long).rejects.toBe(gone);
  expect(await next).toContain('<i>Next</i>');
});
