import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { findBases } from '../requests/bases.ts';
import { type Offer, type Question, readOffer } from '../requests/modules.ts';
import { APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Answer, Visitor } from '../visitor.ts';
import { shareOf } from './choose.ts';
import { CIRCLES, type Circle, type Secret } from './hoard.ts';
import { ADMINISTRATOR, BOT_PASSWORD, CLOCK, PASSWORD, type PlantedWiki, plantWiki, READER, SUPPRESSOR } from './planted-wiki.ts';
import { type Knowledge, questions } from './questions.ts';
import { comparable, firstDifference, type Leak, send, shownSecrets } from './responses.ts';

export interface ExaminationOptions {
  /** Fraction of all requests that is sent, from 0 to 1. */
  readonly share: number;
  /** Sends only requests that use one of these modules. */
  readonly modules?: readonly string[];
  /** Whether to search in a separate index instead of MediaWiki's tables. */
  readonly searchIndex?: boolean;
  /** Additional flags of the server. */
  readonly flags?: readonly string[];
}

export interface Examination {
  /** Number of requests that were sent. */
  readonly asked: number;
  readonly leaks: readonly Leak[];
  /** Errors that the servers logged. */
  readonly failures: readonly string[];
}

export interface Session {
  readonly name: string;
  readonly login: readonly [name: string, password: string] | undefined;
  /** Circles whose secrets the session may see. */
  readonly knows: readonly Circle[];
}

export const SESSIONS: readonly Session[] = [
  { name: 'visitor', login: undefined, knows: [] },
  { name: 'user', login: [READER, PASSWORD], knows: [] },
  // The account has all rights, but the bot password grants hardly any.
  { name: 'bot password', login: [`${SUPPRESSOR}@${BOT_PASSWORD.app}`, BOT_PASSWORD.password], knows: [] },
  { name: 'administrator', login: [ADMINISTRATOR, PASSWORD], knows: ['administrators'] },
  { name: 'suppressor', login: [SUPPRESSOR, PASSWORD], knows: ['administrators', 'suppressors'] },
];

/** Sends the same requests to two wikis that differ only in secrets. A response that shows a secret or differs is a leak. */
export const examineSecrets = (options: ExaminationOptions): Promise<Examination> =>
  examinePairs(options, setup => examineSession(setup, options));

/** Opens pairs of wikis that differ only in the secrets that a session must not see, and examines each session with `examine`. */
export async function examinePairs(
  options: Pick<ExaminationOptions, 'searchIndex' | 'flags'>,
  examine: (setup: SessionSetup) => Promise<Pick<Examination, 'asked' | 'leaks'>>,
): Promise<Examination> {
  await using stand = new Stand();
  const folder = stand.folder();
  const opened: Opened[] = [];
  const open = async (changed: readonly Circle[]): Promise<Opened> => {
    const file = join(folder, `wiki-${opened.length}.sqlite`);
    const wiki = await plantWiki(file, changed, options.searchIndex);
    const flags = ['--database', `sqlite:${file}`, '--clock', CLOCK, ...(options.flags ?? [])];
    const server = stand.use(await startServerProcess(APP, flags, folder));
    const planted = { wiki, server, visitor: stand.use(new Visitor(server.api)) };
    opened.push(planted);
    return planted;
  };
  const first = await open([]);
  const offer = await readOffer(question => first.visitor.json(question));
  let asked = 0;
  const leaks: Leak[] = [];
  for (const sessions of Map.groupBy(SESSIONS, ({ knows }) => knows.join()).values()) {
    const unknown = CIRCLES.filter(circle => !sessions[0]?.knows.includes(circle));
    const second = await open(unknown);
    const all = [first, second].flatMap(({ wiki }) => wiki.hoard.secrets);
    const secrets = all.filter(({ circle }) => unknown.includes(circle));
    const known = all.filter(({ circle }) => !unknown.includes(circle));
    for (const session of sessions) {
      const found = await examine({ session, first, second, offer, secrets, known });
      asked += found.asked;
      leaks.push(...found.leaks);
    }
    for (const one of [first, second]) leaks.push(...(await leaksToOperators(one, all)));
    await second.server.stop();
  }
  return { asked, leaks, failures: opened.flatMap(({ server }) => server.failures) };
}

export interface Opened {
  readonly wiki: PlantedWiki;
  readonly server: ServerProcess;
  readonly visitor: Visitor;
}

export interface SessionSetup {
  readonly session: Session;
  readonly first: Opened;
  readonly second: Opened;
  readonly offer: Offer;
  /** Secrets that must not appear in this session's responses. */
  readonly secrets: readonly Secret[];
  /** Secrets that may appear in this session's responses. */
  readonly known: readonly Secret[];
}

/** Maximum number of responses per request, each of which continues the previous one. */
const MAX_CONTINUED = 3;
const CONCURRENCY = 4;
/** Every seventh request is repeated in another format. */
const FORMAT_INTERVAL = 7;
const FORMATS: readonly Question[] = [
  { format: 'jsonfm' },
  { format: 'json', formatversion: '1', errorformat: 'html' },
  { format: 'json', errorformat: 'raw', utf8: '1' },
  { format: 'jsonfm', formatversion: '1', errorformat: 'wikitext', errorlang: 'qqx', wrappedhtml: '1' },
  { format: 'json', callback: 'shown' },
  { format: 'xml' },
];

async function examineSession(
  { session: { name, login }, first, second, offer, secrets, known }: SessionSetup,
  { share, modules }: ExaminationOptions,
): Promise<Pick<Examination, 'asked' | 'leaks'>> {
  const cookies = login ? await Promise.all([first, second].map(({ visitor }) => visitor.login(...login))) : [];
  const [cookie = '', otherCookie = ''] = cookies;
  const bases = await findBases(offer, { titles: first.wiki.titles.join('|') }, question => first.visitor.json(question, cookie));
  const isSelected = (question: Question): boolean =>
    !modules || modules.some(module => Object.values(question).some(value => value.split('|').includes(module)));
  const chosen = shareOf([...questions(bases, joined(first.wiki, second.wiki))].filter(isSelected), share);

  let asked = 0;
  const leaks: Leak[] = [];
  const ask = async (question: Question, more = MAX_CONTINUED): Promise<void> => {
    asked++;
    const sendFirst = () => send(first.visitor, question, cookie);
    const sendSecond = () => send(second.visitor, question, otherCookie);
    const [one, other] = await Promise.all([sendFirst(), sendSecond()]);
    const shown = firstDifference(comparable(one), comparable(other));
    const depends = shown !== undefined && (await isRepeated(one, sendFirst)) && (await isRepeated(other, sendSecond));
    const found = [
      ...shownSecrets(one, question, secrets),
      ...(depends ? [{ what: 'depends on a secret', shown }] : []),
      ...leaksToCaches(one, question, known),
    ];
    for (const leak of found) leaks.push({ session: name, question, ...leak });
    const next = question.format === undefined ? continuationOf(one) : undefined;
    if (next && more > 1) await ask({ ...question, ...next }, more - 1);
  };
  const askEach = async (offset: number): Promise<void> => {
    for (let i = offset; i < chosen.length; i += CONCURRENCY) {
      await ask(chosen[i] as Question);
      if (i % FORMAT_INTERVAL === 0) await ask({ ...chosen[i], ...FORMATS[(i / FORMAT_INTERVAL) % FORMATS.length] });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, (_, offset) => askEach(offset)));
  return { asked, leaks };
}

export const joined = (a: PlantedWiki, b: PlantedWiki): Knowledge => {
  const both = <T>(one: readonly T[], other: readonly T[]): T[] => [...new Set([...one, ...other])];
  const guesses = { ...a.guesses };
  for (const kind of Object.keys(guesses) as (keyof typeof guesses)[]) guesses[kind] = both(a.guesses[kind], b.guesses[kind]);
  return { ...a, logs: both(a.logs, b.logs), guesses };
};

/** Whether a repeated request returns the same response. Random lists may be equal a few times, but hardly twelve times. */
async function isRepeated(answer: Answer, again: () => Promise<Answer>): Promise<boolean> {
  for (let time = 0; time < 12; time++) if (comparable(await again()) !== comparable(answer)) return false;
  return true;
}

function continuationOf({ body }: Answer): Record<string, string> | undefined {
  const { continue: next } = JSON.parse(body) as { continue?: Record<string, string | number> };
  return next && Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]));
}

/** Returns the secrets in logs, metrics and health checks, because operators must not see any. */
async function leaksToOperators({ server, visitor }: Opened, secrets: readonly Secret[]): Promise<Leak[]> {
  const pages = ['/metrics', '/healthz'].map(async path => (await fetch(new URL(path, visitor.api))).text());
  const body = [...server.logged, ...(await Promise.all(pages))].join('\n');
  return shownSecrets({ headers: {}, body }, {}, secrets).map(leak => ({ session: 'operator', question: {}, ...leak }));
}

/** Returns the secrets in a response that shared caches may store. They would return it to sessions that must not see the secret. */
function leaksToCaches(answer: Answer, question: Question, known: readonly Secret[]): Pick<Leak, 'what' | 'shown'>[] {
  if (/private|no-store/.test(answer.headers['cache-control'] ?? '')) return [];
  return shownSecrets(answer, question, known).map(({ what, shown }) => ({
    what: `lets shared caches store a response that ${what}`,
    shown,
  }));
}
