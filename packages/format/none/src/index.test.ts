import { apiOf, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import none from './index.ts';

it('writes an empty body, even for errors', async () => {
  const wiki = await openWiki();
  for (const titles of ['Apple', 'a%ff|b']) {
    const query = `action=query&titles=${titles}&assert=user&format=none`;
    const { body, headers } = await apiOf(wiki, [none])({
      method: 'GET',
      query,
      headers: {},
      ip: '127.0.0.1',
      signal: AbortSignal.timeout(60_000),
    });
    expect(body).toBe('');
    expect(headers).toMatchObject({ 'Content-Type': 'text/plain; charset=utf-8', 'MediaWiki-API-Error': 'assertuserfailed' });
  }
  await wiki.close();
});
