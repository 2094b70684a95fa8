import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import type { WikiBuilder } from '@wikiquery/wiki-builder';
import { type Bases, findBases } from '../requests/bases.ts';
import { type Question, readOffer } from '../requests/modules.ts';
import { cookieOf, type Sending, Visitor } from '../visitor.ts';
import { CLOCK, PASSWORD, READER } from './planted-wiki.ts';

/** Adjacent names: one of a suppressed account, and one without an account. */
const [HIDDEN, ABSENT] = ['Veiled one', 'Veiled two'];
/**
 * Parameters that distinguish the accounts in MediaWiki, too: the name of a suppressed account is taken, and another account's
 * watchlist requires a token. See docs/project/differences.md.
 */
export const AS_IN_MEDIAWIKI: readonly string[] = ['users ususers', 'watchlist wlowner', 'watchlistraw wrowner'];
const TITLES = 'Town|Village';

export interface HiddenAccountReport {
  readonly asked: number;
  /** Modules and parameters, or paths, whose responses differ between the two names. */
  readonly distinguished: readonly string[];
}

/** Sends all requests that accept the name of an account, for a suppressed and a missing account, with and without a session. */
export async function examineHiddenAccount(): Promise<HiddenAccountReport> {
  await using stand = new Stand();
  const folder = stand.folder();
  const database = await stand.wiki(join(folder, 'wiki.sqlite'), plantHidden);
  const server = await stand.serve(['--database', database, '--clock', CLOCK, '--workers', '1'], folder);
  const visitor = stand.use(new Visitor(server.api));
  const ask = (question: Question) => visitor.json(question);
  const bases = await findBases(await readOffer(ask), { titles: TITLES }, ask);
  const distinguished = new Set<string>();
  let asked = 0;
  const responseTo = async (sending: Sending, cookie: string): Promise<string> => {
    const { status, body } = await visitor.send({ ...sending, ...(cookie !== '' && { headers: { cookie } }) });
    return comparable(`${status} ${body}`);
  };
  for (const cookie of ['', await visitor.login(READER, PASSWORD)])
    for (const [what, make] of [...requestsOf(bases), ...otherRequests()]) {
      asked++;
      const hidden = await responseTo(make(HIDDEN), cookie);
      if (hidden === (await responseTo(make(ABSENT), cookie))) continue;
      // Random responses also differ between two requests with the same name.
      if (hidden === (await responseTo(make(HIDDEN), cookie))) distinguished.add(what);
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

type Request = readonly [what: string, make: (account: string) => Sending];

const KINDS: ReadonlySet<string> = new Set(['user', 'string', 'title', 'text']);
/** Spellings of an account name: alone, in a title, and without its last letter. */
const SPELLINGS: readonly ((account: string) => string)[] = [
  account => account,
  account => `User:${account}`,
  account => account.slice(0, -1),
];

/** Returns requests for each parameter of a query module that may accept the name of an account. */
function* requestsOf(bases: Bases): Generator<Request> {
  for (const [module, { all, filters, unlimited }] of bases) {
    const filtered = filters.slice(0, 1).filter(filter => Object.keys(filter).length > 0);
    const base: Question = { ...(module.group === 'prop' ? { titles: TITLES } : unlimited), ...all };
    for (const { wireName, name, kind, values } of module.parameters) {
      if (values.length > 0 || !KINDS.has(kind) || name === 'continue') continue;
      const variants: Question[] = [{}, ...filtered, ...(name === 'owner' ? [{ [`${module.prefix}token`]: 'x' }] : [])];
      for (const variant of variants)
        for (const spell of SPELLINGS) {
          const make = (account: string) => queryOf({ ...base, ...variant, [wireName]: spell(account) });
          yield [`${module.name} ${wireName}`, make];
        }
    }
  }
}

/** Requests in which `N` is a placeholder for the name of the account. */
const ACTIONS: readonly Question[] = [
  {
    ...{ prop: 'info|revisions|contributors', titles: 'User:N|User talk:N|Special:Contributions/N|Special:Log/N' },
    ...{ inprop: 'url|talkid|displaytitle', intestactions: 'edit|create' },
  },
  { list: 'users', ususers: 'N', usprop: 'blockinfo|groups|rights|editcount|registration|emailable|gender|centralids' },
  { list: 'prefixsearch', pssearch: 'User:N' },
  { action: 'opensearch', search: 'User:N' },
  { action: 'expandtemplates', prop: 'wikitext', text: '{{GENDER:N|a|b|c}} {{#ifexist:User:N|1|0}}' },
  {
    ...{ action: 'parse', prop: 'text', contentmodel: 'wikitext', disablelimitreport: '1' },
    text: '[[User:N]] {{GENDER:N|m|f|u}} [[Special:Contributions/N]]',
  },
  { action: 'feedcontributions', user: 'N' },
  { action: 'feedrecentchanges', target: 'User:N' },
  { action: 'validatepassword', user: 'N', password: 'abc' },
];
const PATHS = ['/v1/page/User:N', '/v1/page/User:N/html', '/v1/page/User:N/history', '/v1/search/title?q=User:N', '/v1/search/page?q=N'];

function* otherRequests(): Generator<Request> {
  for (const question of ACTIONS) {
    const named = (account: string): Question =>
      Object.fromEntries(Object.entries(question).map(([name, value]) => [name, value.replaceAll(/\bN\b/g, account)]));
    yield [`action=${question.action ?? 'query'}`, account => queryOf(named(account))];
  }
  for (const address of PATHS) {
    const make = (account: string): Sending => {
      const [path = '', query = ''] = address.split('?').map(part => part.replace('N', encodeURIComponent(account)));
      return { path, query };
    };
    yield [`rest ${address}`, make];
  }
}

/** Returns the response to a login with a wrong password. */
async function failedLogin(visitor: Visitor, action: 'login' | 'clientlogin', account: string): Promise<string> {
  const begun = await visitor.send(queryOf({ meta: 'tokens', type: 'login' }));
  const token: string = JSON.parse(begun.body).query.tokens.logintoken;
  const fields: Question =
    action === 'login'
      ? { lgname: account, lgpassword: 'wrong', lgtoken: token }
      : { username: account, password: 'wrong', logintoken: token, loginreturnurl: 'http://localhost/' };
  const { status, body } = await visitor.post({ action, format: 'json', formatversion: '2', ...fields }, cookieOf(begun));
  return comparable(`${status} ${body}`);
}

const queryOf = (question: Question): Sending => ({
  query: new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...question }).toString(),
});

/** Replaces account names, tokens and request IDs, which always differ. */
const comparable = (text: string): string =>
  text.replaceAll(/veiled(?:[ _+]|%20)?(?:one?|two?)?/gi, 'N').replaceAll(/[0-9a-f]{40}\+\\{1,2}|\[[0-9a-f]{24}\]/g, 'x');
