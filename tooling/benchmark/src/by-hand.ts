import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { isoTimestamp } from '@wikiquery/core';
import { spaced } from '@wikiquery/titles';
import Sqlite from 'better-sqlite3';
import type { ByHandWork } from './floor-work.ts';

type Row = Record<string, string | number | null>;
/** Runs the statement of a request with other values. */
type Read = (...values: (string | number)[]) => Row[];

// A process of its own: the answers of the server to some requests, written for these and one wiki alone, without errors, warnings, rights, limits and
// deadlines. So near to the floor could a server come that does nothing else.
const { database, requests, headers, general, prefixes } = (await json(process.stdin)) as ByHandWork;
const db = new Sqlite(database.slice('sqlite:'.length), { readonly: true });
db.pragma('cache_size = -65536');
db.function('wikiquery_tick', { deterministic: true }, () => 1);
const statements = requests.map(([first]) => (first ? db.prepare<unknown[], Row>(first.sql) : undefined));

const answers: Readonly<Record<string, (query: URLSearchParams, read: Read) => unknown>> = {
  siteinfo: () => ({ batchcomplete: true, query: { general: { ...general, time: `${new Date().toISOString().slice(0, 19)}Z` } } }),

  tokens: () => ({ batchcomplete: true, query: { tokens: { csrftoken: '+\\' } } }),

  allpages(query, read) {
    const limit = Number(query.get('aplimit'));
    const rows = read(0, limit + 1);
    const allpages = rows.slice(0, limit).map(row => ({ pageid: row.page_id, ns: 0, title: spaced(String(row.page_title)) }));
    return { batchcomplete: true, continue: { apcontinue: rows[limit]?.page_title, continue: '-||' }, query: { allpages } };
  },

  recentchanges(query, read) {
    const limit = Number(query.get('rclimit'));
    const rows = read(0, 1, 3, 6, limit + 1);
    const recentchanges = rows.slice(0, limit).map(row => ({
      type: TYPES[String(row.rc_source)],
      ns: row.rc_namespace,
      title: (prefixes[Number(row.rc_namespace)] ?? '') + spaced(String(row.rc_title)),
      pageid: row.rc_cur_id,
      revid: row.rc_this_oldid,
      old_revid: row.rc_last_oldid,
      rcid: row.rc_id,
      user: row.actor_name,
      anon: row.actor_user === null || undefined,
      bot: row.rc_bot === 1,
      new: row.rc_source === 'mw.new',
      minor: row.rc_minor === 1,
      oldlen: row.rc_old_len,
      newlen: row.rc_new_len,
      timestamp: isoTimestamp(String(row.rc_timestamp)),
      comment: row.comment_text,
    }));
    const next = rows[limit];
    const rccontinue = `${next?.rc_timestamp}|${next?.rc_id}`;
    return { batchcomplete: true, continue: { rccontinue, continue: '-||' }, query: { recentchanges } };
  },

  info(query, read) {
    const keys = (query.get('titles') ?? '').split('|').map(keyOf);
    // Statements over lists have one of few lengths.
    while (keys.length < 64) keys.push(keys[0] as string);
    const rows = read(0, ...keys).sort((a, b) => Number(a.page_id) - Number(b.page_id));
    const pages = rows.map(row => ({
      pageid: row.page_id,
      ns: row.page_namespace,
      title: spaced(String(row.page_title)),
      contentmodel: row.page_content_model ?? 'wikitext',
      pagelanguage: 'en',
      pagelanguagehtmlcode: 'en',
      pagelanguagedir: 'ltr',
      touched: isoTimestamp(String(row.page_touched)),
      lastrevid: row.page_latest,
      length: row.page_len,
      redirect: row.page_is_redirect === 1 || undefined,
      new: row.page_is_new === 1 || undefined,
    }));
    return { batchcomplete: true, query: { pages } };
  },
};

const TYPES: Readonly<Record<string, string>> = { 'mw.edit': 'edit', 'mw.new': 'new', 'mw.log': 'log', 'mw.external': 'external' };
const PLAIN_TITLE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

function keyOf(title: string): string {
  if (!PLAIN_TITLE.test(title)) throw new Error(`Only plain titles are known here, not "${title}".`);
  return (title.charAt(0).toUpperCase() + title.slice(1)).replaceAll(' ', '_');
}

const server = createServer((request, response) => {
  const [number = '', text = ''] = (request.url ?? '').slice(1).split('?');
  const query = new URLSearchParams(text);
  const statement = statements[Number(number)];
  const answer = answers[query.get('list') ?? query.get('prop') ?? query.get('meta') ?? ''];
  const body = JSON.stringify(answer?.(query, (...values) => statement?.all(values) ?? []));
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
