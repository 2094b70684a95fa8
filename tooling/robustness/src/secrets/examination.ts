import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stand } from '@wikiquery/launch/stand';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { type Offer, readOffer } from '../modules.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Answer, Visitor } from '../visitor.ts';
import { findBases, type Question } from './bases.ts';
import { CIRCLES, type Circle, type Secret } from './hoard.ts';
import { ADMINISTRATOR, BOT_PASSWORD, PASSWORD, type PlantedWiki, plantWiki, READER, SUPPRESSOR } from './planted-wiki.ts';
import { type Knowledge, questions } from './questions.ts';
import { shareOf } from './share.ts';

export interface Leak {
  readonly session: string;
  /** The secret that stands in the answer, or that the answer depends on something hidden. */
  readonly what: string;
  readonly question: Question;
  readonly shown: string;
}

export interface ExaminationOptions {
  /** Which part of the questions to ask, from 0 to 1, evenly chosen. */
  readonly share: number;
  /** Only questions that name one of these modules. */
  readonly modules?: readonly string[];
  /** Searches use an index of their own, not that of MediaWiki. */
  readonly searchIndex?: boolean;
  /** Flags for the server. */
  readonly flags?: readonly string[];
}

export interface Examination {
  readonly asked: number;
  readonly leaks: readonly Leak[];
  /** Answers that were errors of the server, and what its log says. */
  readonly failures: readonly string[];
}

export interface Session {
  readonly name: string;
  readonly login: readonly [name: string, password: string] | undefined;
  readonly knows: readonly Circle[];
}

export const SESSIONS: readonly Session[] = [
  { name: 'visitor', login: undefined, knows: [] },
  { name: 'user', login: [READER, PASSWORD], knows: [] },
  // Of somebody with all rights, but the password has next to none.
  { name: 'bot password', login: [`${SUPPRESSOR}@${BOT_PASSWORD.app}`, BOT_PASSWORD.password], knows: [] },
  { name: 'administrator', login: [ADMINISTRATOR, PASSWORD], knows: ['administrators'] },
  { name: 'suppressor', login: [SUPPRESSOR, PASSWORD], knows: ['administrators', 'suppressors'] },
];

/**
 * Asks the same questions of two wikis that differ only in what a session may not know. No answer may show a secret, and no answer may
 * differ: then nothing hidden has any influence on it.
 */
export async function examineSecrets(options: ExaminationOptions): Promise<Examination> {
  await using stand = new Stand();
  const folder = stand.folder();
  const opened: Opened[] = [];
  const open = async (changed: readonly Circle[]): Promise<Opened> => {
    const planted = await openPlanted(folder, `wiki-${opened.length}`, changed, options);
    opened.push(planted);
    stand.use(planted.server);
    stand.use(planted.visitor);
    return planted;
  };
  const first = await open([]);
  const found: Found[] = [];
  for (const sessions of Map.groupBy(SESSIONS, ({ knows }) => knows.join()).values()) {
    const unknown = CIRCLES.filter(circle => !sessions[0]?.knows.includes(circle));
    const second = await open(unknown);
    const offer = await readOffer(params => first.visitor.json(params));
    const all = [first, second].flatMap(({ wiki }) => wiki.hoard.secrets);
    const secrets = all.filter(({ circle }) => unknown.includes(circle));
    const known = all.filter(({ circle }) => !unknown.includes(circle));
    for (const session of sessions) found.push(await examineSession({ session, first, second, offer, secrets, known }, options));
    for (const opened of [first, second]) found.push({ asked: 0, leaks: await keptByOperators(opened, all) });
    await second.server.stop();
  }
  return {
    asked: found.reduce((sum, { asked }) => sum + asked, 0),
    leaks: found.flatMap(({ leaks }) => leaks),
    failures: opened.flatMap(({ server }) => server.failures),
  };
}

interface Setting {
  readonly session: Session;
  readonly first: Opened;
  readonly second: Opened;
  readonly offer: Offer;
  /** Those that the session may not know, and those that it may. */
  readonly secrets: readonly Secret[];
  readonly known: readonly Secret[];
}
type Found = Pick<Examination, 'asked' | 'leaks'>;

/** Responses that a question is followed through. */
const MOST_CONTINUED = 3;
const AT_A_TIME = 4;
/** Each so many questions one is asked once more, so that the answer is written in another way. */
const AGAIN = 7;
const OTHER_FORMS: readonly Question[] = [
  { format: 'jsonfm' },
  { format: 'json', formatversion: '1', errorformat: 'html' },
  { format: 'json', errorformat: 'raw', utf8: '1' },
  { format: 'jsonfm', formatversion: '1', errorformat: 'wikitext', errorlang: 'qqx', wrappedhtml: '1' },
  { format: 'json', callback: 'shown' },
  { format: 'xml' },
];

async function examineSession(
  { session, first, second, offer, secrets, known }: Setting,
  { share, modules }: ExaminationOptions,
): Promise<Found> {
  const { name, login } = session;
  const cookies = login ? await Promise.all([first, second].map(({ visitor }) => visitor.login(...login))) : [];
  const [cookie = '', otherCookie = ''] = cookies;
  const titles = first.wiki.titles.join('|');
  const bases = await findBases(offer, { titles }, async question => {
    const { headers } = await send(first.visitor, question, cookie);
    return String(headers['mediawiki-api-error'] ?? '');
  });
  const isWanted = (question: Question): boolean =>
    !modules || modules.some(module => Object.values(question).some(value => value.split('|').includes(module)));
  const all = [...questions(bases, joined(first.wiki, second.wiki))].filter(isWanted);
  const chosen = shareOf(all, share);

  let asked = 0;
  const leaks: Leak[] = [];
  const ask = async (question: Question, more = MOST_CONTINUED): Promise<void> => {
    asked++;
    const [one, other] = await Promise.all([send(first.visitor, question, cookie), send(second.visitor, question, otherCookie)]);
    const differences = difference(one, other);
    const isStable =
      differences.length > 0 &&
      (await isRepeated(one, () => send(first.visitor, question, cookie))) &&
      (await isRepeated(other, () => send(second.visitor, question, otherCookie)));
    const found = [...shownSecrets(one, question, secrets), ...(isStable ? differences : []), ...keptByCaches(one, question, known)];
    for (const leak of found) leaks.push({ session: name, question, ...leak });
    const next = question.format === undefined ? continuationOf(one) : undefined;
    if (next && more > 1) await ask({ ...question, ...next }, more - 1);
  };
  const askEach = async (offset: number): Promise<void> => {
    for (let i = offset; i < chosen.length; i += AT_A_TIME) {
      await ask(chosen[i] as Question);
      if (i % AGAIN === 0) await ask({ ...chosen[i], ...(OTHER_FORMS[(i / AGAIN) % OTHER_FORMS.length] as Question) });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, offset) => askEach(offset)));
  return { asked, leaks };
}

interface Opened {
  readonly wiki: PlantedWiki;
  readonly server: ServerProcess;
  readonly visitor: Visitor;
}

async function openPlanted(
  folder: string,
  name: string,
  changed: readonly Circle[],
  { searchIndex = false, flags = [] }: ExaminationOptions,
): Promise<Opened> {
  const file = join(folder, `${name}.sqlite`);
  const wiki = await plantWiki(file, changed, searchIndex);
  const all = ['--database', `sqlite:${file}`, '--clock', '2024-01-15T00:00:00Z', ...flags];
  const server = await startServerProcess(APP, all, folder);
  return { wiki, server, visitor: new Visitor(server.api) };
}

export const APP = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));

const joined = (a: PlantedWiki, b: PlantedWiki): Knowledge => {
  const both = <T>(one: readonly T[], other: readonly T[]): T[] => [...new Set([...one, ...other])];
  const [one, other] = [a.hoard.guesses, b.hoard.guesses];
  return {
    titles: a.titles,
    users: a.users,
    revisions: a.revisions,
    logs: both(a.logs, b.logs),
    guesses: {
      titles: both(one.titles, other.titles),
      users: both(one.users, other.users),
      texts: both(one.texts, other.texts),
      numbers: both(one.numbers, other.numbers),
      timestamps: both(one.timestamps, other.timestamps),
    },
  };
};

/** Random pages are others each time, though of a few they may be the same once or twice. */
async function isRepeated(answer: Answer, again: () => Promise<Answer>): Promise<boolean> {
  for (let time = 0; time < 12; time++) if (comparable(await again()) !== comparable(answer)) return false;
  return true;
}

/** In the body of a POST: lists of guesses are long. Shared caches would like to keep the answer. */
export function send(visitor: Visitor, question: Question, cookie: string): Promise<Answer> {
  const body = asSent(question);
  return visitor.send({ method: 'POST', body, headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' } });
}

/** In the form in which answers may be shared, where the address has room for it. */
export function sendShared(visitor: Visitor, question: Question, cookie: string): Promise<Answer> {
  const query = asSent(question);
  return query.length > LONGEST_ADDRESS
    ? send(visitor, question, cookie)
    : visitor.send({ query, headers: cookie === '' ? {} : { cookie } });
}

const LONGEST_ADDRESS = 8000;

export const asSent = (question: Question): string =>
  new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', smaxage: '60', ...question }).toString();

function continuationOf({ body }: Answer): Record<string, string> | undefined {
  const { continue: next } = JSON.parse(body) as { continue?: Record<string, string | number> };
  return next && Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]));
}

/** Secrets in an answer to a question that did not hold them already. */
export function shownSecrets({ headers, body }: Answer, question: Question, secrets: readonly Secret[]): Pick<Leak, 'what' | 'shown'>[] {
  const given = JSON.stringify(question).toLowerCase();
  const text = `${JSON.stringify(headers)}\n${body}`;
  const lower = text.toLowerCase();
  return secrets.flatMap(({ what, traces }) => {
    const trace = traces.find(each => lower.includes(each));
    if (trace === undefined || traces.some(each => given.includes(each))) return [];
    const at = lower.indexOf(trace);
    return [{ what: `shows the ${what}`, shown: text.slice(Math.max(0, at - 120), at + 120) }];
  });
}

/** Logs, metrics and the state of health are read by others than those who may see what is hidden. */
async function keptByOperators({ server, visitor }: Opened, secrets: readonly Secret[]): Promise<Leak[]> {
  const places = ['/metrics', '/healthz'].map(async path => (await fetch(new URL(path, visitor.api))).text());
  const body = [...server.logged, ...(await Promise.all(places))].join('\n');
  const shown = shownSecrets({ status: 200, headers: {}, body, milliseconds: 0 }, {}, secrets);
  return shown.map(leak => ({ session: 'operator', question: {}, ...leak }));
}

/** What one session may see is not for the next one that asks the same through a shared cache. */
function keptByCaches(answer: Answer, question: Question, known: readonly Secret[]): Pick<Leak, 'what' | 'shown'>[] {
  if (/private|no-store/.test(answer.headers['cache-control'] ?? '')) return [];
  return shownSecrets(answer, question, known).map(({ what, shown }) => ({ what: `lets caches keep an answer that ${what}`, shown }));
}

function difference(one: Answer, other: Answer): Pick<Leak, 'what' | 'shown'>[] {
  const [a, b] = [comparable(one), comparable(other)];
  if (a === b) return [];
  let at = 0;
  while (a[at] === b[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 150), at + 150);
  return [{ what: 'depends on something hidden', shown: `${around(a)}\n   or  ${around(b)}` }];
}

/**
 * Tokens belong to a session, numbers of failures to a moment. That a hidden account is in the way of a new one of its name, MediaWiki tells
 * everybody who asks whether the name is free, as making the account would.
 */
export const comparable = ({ status, headers, body }: Answer): string =>
  [
    status,
    headers['mediawiki-api-error'],
    headers['cache-control'],
    headers.vary,
    withoutMarkup(headers, body).replaceAll(VARYING, 'x'),
  ].join('\n');

/** The JSON within a page for people, written as elsewhere. */
function withoutMarkup(headers: Answer['headers'], body: string): string {
  if (!headers['content-type']?.startsWith('text/html')) return body;
  const text = /<pre[^>]*>([\s\S]*)<\/pre>/.exec(body)?.[1] ?? body;
  const plain = decodeCharacterReferences(text.replaceAll(/<[^>]*>/g, ''));
  try {
    return JSON.stringify(JSON.parse(plain));
  } catch {
    return plain;
  }
}

const VARYING =
  /[0-9a-f]{40}\+\\{1,2}|\[[0-9a-f]{24}\]|"cancreate":(?:true|false,"cancreateerror":\[\{.*?\}\])|(?: cancreate="" \/>|><cancreateerror>.*?<\/cancreateerror><\/user>)/g;
