import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { readOffer } from '../modules.ts';
import { type Sending, Visitor } from '../visitor.ts';
import { type Bases, findBases, type Question } from './bases.ts';
import { PASSWORD } from './planted-wiki.ts';

/** Names with no other between them, the first of a suppressed account, the second of none. */
const [HIDDEN, ABSENT] = ['Veiled one', 'Veiled two'];
/** An account of the name cannot be created, and a watchlist of an owner needs a token: docs/differences.md says so. */
export const AS_IN_MEDIAWIKI: readonly string[] = ['users ususers', 'watchlist wlowner', 'watchlistraw wrowner'];
const READER = 'Reader';
const TITLES = 'Town|Village';

export interface HiddenAccountReport {
  readonly asked: number;
  /** The difference between the responses for the two names, without its values. */
  readonly distinguished: readonly string[];
}

/**
 * Asks everything that takes the name of an account about a suppressed one and about one that does not exist, without a session and as an account. Reports
 * the requests that get different responses.
 */
export async function examineHiddenAccount(): Promise<HiddenAccountReport> {
  await using stand = new Stand();
  const folder = stand.folder();
  const database = await stand.wiki(join(folder, 'wiki.sqlite'), plantHidden);
  const server = await stand.serve(['--database', database, '--clock', '2024-01-15T00:00:00Z', '--workers', '1'], folder);
  const visitor = stand.use(new Visitor(server.api));
  const offer = await readOffer(params => visitor.json(params));
  const bases = await findBases(offer, { titles: TITLES }, async question => {
    const { headers } = await visitor.send({ query: asSent(question) });
    return String(headers['mediawiki-api-error'] ?? '');
  });
  const cookies = ['', await visitor.login(READER, PASSWORD)];
  const distinguished = new Set<string>();
  let asked = 0;
  const answerTo = async (make: (name: string) => Sending, name: string, cookie: string): Promise<string> => {
    const { headers, ...sending } = make(name);
    const { status, body } = await visitor.send({ ...sending, headers: { ...headers, ...(cookie !== '' && { cookie }) } });
    return comparable(`${status} ${body}`);
  };
  for (const [what, make] of [...requestsOf(bases), ...others()])
    for (const cookie of cookies) {
      asked++;
      const hidden = await answerTo(make, HIDDEN, cookie);
      if (hidden === (await answerTo(make, ABSENT, cookie))) continue;
      // Some responses are others each time.
      if (hidden === (await answerTo(make, HIDDEN, cookie))) distinguished.add(what);
    }
  for (const action of ['login', 'clientlogin'] as const) {
    asked++;
    if ((await failedLogin(visitor, action, HIDDEN)) !== (await failedLogin(visitor, action, ABSENT)))
      distinguished.add(`action=${action}`);
  }
  return { asked, distinguished: [...distinguished].sort() };
}

async function plantHidden(wiki: WikiBuilder): Promise<void> {
  await wiki.user('Guardian', { groups: ['sysop', 'suppress'] });
  await wiki.user(READER, { password: PASSWORD });
  await wiki.user(HIDDEN, { password: PASSWORD, groups: ['bot'] });
  for (const title of TITLES.split('|')) {
    await wiki.edit(title, { text: 'first', user: READER });
    await wiki.edit(title, { text: 'second', user: HIDDEN, hidden: 4 | 8 });
    await wiki.edit(title, { text: 'third', user: READER });
  }
  await wiki.watch(HIDDEN, 'Town');
  await wiki.activeUser(HIDDEN);
  await wiki.block(HIDDEN, { by: 'Guardian', hideUser: true, reason: 'secret' });
}

type Request = readonly [what: string, make: (name: string) => Sending];

/** Each parameter of each query module that may hold the name of an account, by itself and in a title. */
function* requestsOf(bases: Bases): Generator<Request> {
  for (const [module, { all, filters, unlimited }] of bases) {
    const filtered = filters.slice(0, 1).filter(filter => Object.keys(filter).length > 0);
    const base: Question = { ...(module.group === 'prop' ? { titles: TITLES } : unlimited), ...all };
    for (const { wireName, name, kind, values } of module.parameters) {
      if (values.length > 0 || !KINDS.has(kind) || name === 'continue') continue;
      for (const filter of [{}, ...filtered])
        for (const write of [
          (account: string) => account,
          (account: string) => `User:${account}`,
          (account: string) => account.slice(0, -1),
        ]) {
          const make = (account: string): Sending => ({ query: asSent({ ...base, ...filter, [wireName]: write(account) }) });
          yield [`${module.name} ${wireName}`, make];
          if (name === 'owner') {
            const token = `${module.prefix}token`;
            yield [`${module.name} ${wireName}`, account => ({ query: asSent({ ...base, [wireName]: write(account), [token]: 'x' }) })];
          }
        }
    }
  }
}

const KINDS: ReadonlySet<string> = new Set(['user', 'string', 'title', 'text']);

/** Other actions, and routes of the REST API. */
function* others(): Generator<Request> {
  const actions: readonly Question[] = [
    {
      action: 'query',
      prop: 'info|revisions|contributors',
      titles: 'User:N|User talk:N|Special:Contributions/N|Special:Log/N',
      inprop: 'url|talkid|displaytitle',
      intestactions: 'edit|create',
    },
    { action: 'query', list: 'users', ususers: 'N', usprop: 'blockinfo|groups|rights|editcount|registration|emailable|gender|centralids' },
    { action: 'query', list: 'prefixsearch', pssearch: 'User:N' },
    { action: 'opensearch', search: 'User:N' },
    { action: 'expandtemplates', prop: 'wikitext', text: '{{GENDER:N|a|b|c}} {{#ifexist:User:N|1|0}}' },
    {
      action: 'parse',
      prop: 'text',
      contentmodel: 'wikitext',
      disablelimitreport: '1',
      text: '[[User:N]] {{GENDER:N|m|f|u}} [[Special:Contributions/N]]',
    },
    { action: 'feedcontributions', user: 'N' },
    { action: 'feedrecentchanges', target: 'User:N' },
    { action: 'validatepassword', user: 'N', password: 'abc' },
  ];
  for (const action of actions) yield [`action=${action.action}`, account => ({ query: asSent(withName(action, account)) })];
  for (const path of [
    '/v1/page/User:N',
    '/v1/page/User:N/html',
    '/v1/page/User:N/history',
    '/v1/search/title?q=User:N',
    '/v1/search/page?q=N',
  ]) {
    const [place = '', query = ''] = path.split('?');
    const write = (text: string, account: string): string => text.replace('N', encodeURIComponent(account));
    yield [`rest ${place}`, account => ({ path: write(place, account), query: write(query, account) })];
  }
}

/** The response to a wrong password. */
async function failedLogin(visitor: Visitor, action: 'login' | 'clientlogin', account: string): Promise<string> {
  const begun = await visitor.send({ query: asSent({ meta: 'tokens', type: 'login' }) });
  const token = (JSON.parse(begun.body) as { query: { tokens: { logintoken: string } } }).query.tokens.logintoken;
  const cookie = (begun.headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ');
  const fields =
    action === 'login'
      ? { lgname: account, lgpassword: 'wrong', lgtoken: token }
      : { username: account, password: 'wrong', logintoken: token, loginreturnurl: 'http://localhost/' };
  const { status, body } = await visitor.send({
    method: 'POST',
    body: asSent({ action, ...fields }),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  });
  return comparable(`${status} ${body}`);
}

const withName = (question: Question, account: string): Question =>
  Object.fromEntries(Object.entries(question).map(([name, value]) => [name, value.replaceAll(/\bN\b/g, account)]));

const asSent = (question: Question): string =>
  new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...question }).toString();

/** Without the names, and without tokens. */
const comparable = (text: string): string =>
  text.replaceAll(/veiled(?:[ _+]|%20)?(?:one?|two?)?/gi, 'N').replaceAll(/[0-9a-f]{40}\+\\{1,2}|\[[0-9a-f]{24}\]/g, 'x');
