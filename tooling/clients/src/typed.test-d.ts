// Combines @wikiquery/types with the types of third-party clients. `pnpm types` compiles this file; nothing runs it.
import { wiki } from '@wikiquery/client';
import type { QueryParams, QueryResponse } from '@wikiquery/types';
import Session from 'm3api';
import { Mwn } from 'mwn';

const params = {
  action: 'query',
  format: 'json',
  formatversion: 2,
  list: 'recentchanges',
  rcprop: ['title', 'sizes'],
} as const satisfies QueryParams<'recentchanges'>;

const bot = new Mwn({ apiUrl: 'https://wiki.example/w/api.php' });
const mutable = { ...params, rcprop: 'title|sizes' } as const;
export const byMwn = ((await bot.request(mutable)) as QueryResponse<typeof mutable>).query?.recentchanges?.[0]?.newlen;

const session = new Session('https://wiki.example/w/api.php', {}, { userAgent: 'example' });
export const byM3api = ((await session.request(mutable)) as QueryResponse<typeof mutable>).query?.recentchanges?.[0]?.oldlen;

const answer = await fetch(`https://wiki.example/w/api.php?${new URLSearchParams({ action: 'query', formatversion: '2' }).toString()}`);
export const byFetch = ((await answer.json()) as QueryResponse<typeof params>).query?.recentchanges?.[0]?.title;

const w = wiki('https://wiki.example/w/api.php', { userAgent: 'me@example.org' });
for await (const c of w.list('recentchanges', { prop: ['title', 'sizes'], type: ['edit'] }).take(1000)) {
  c.newlen satisfies number;
  // @ts-expect-error not asked for
  void c.comment;
}
// @ts-expect-error no such parameter
w.list('recentchanges', { propp: ['title'] });
// @ts-expect-error no such list
w.list('recentchange');
// @ts-expect-error a list needs its required parameters with the right types
w.list('allpages', { limit: true });
const pages = await w
  .pages({ titles: ['A', 'B'] })
  .with('info', { prop: ['url'] })
  .with('categories', { prop: ['sortkey'] })
  .all();
pages[0]?.fullurl satisfies string | undefined;
pages[0]?.categories?.[0]?.sortkey satisfies string | undefined;
// @ts-expect-error not asked for
void pages[0]?.revisions;
for await (const batch of w
  .pages({ from: ['categorymembers', { title: 'Category:X' }] })
  .with('revisions', { prop: ['content'], slots: ['main'] })
  .batches())
  batch[0]?.revisions?.[0]?.slots?.main?.content satisfies string | undefined;
