import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { type ServedSet, unpackSet } from '@wikiquery/conformance/recording';
import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { type Answer, type Sending, Visitor } from '../visitor.ts';
import { requestsFor, SESSION } from './compare-requests.ts';

export interface Comparison {
  readonly set: string;
  readonly requests: number;
  /** Answers that are no errors. */
  readonly good: number;
  /** Answers that are those of the wiki alone. */
  readonly same: number;
  /** The first of the others. */
  readonly differences: readonly string[];
}

/** What tells of the other wikis of a server, and is there only beside some. */
const FARM = ['action=sitematrix', 'prop=globalusage'];
const FLAGS = ['--clock', '2026-01-01T00:00:00Z', '--workers', '1', '--drain', '0'];
const SHOWN = 5;

interface Served {
  readonly name: string;
  readonly set: string;
  readonly files: ServedSet;
}

/** Serves these wikis together and each alone, sends all of them requests at the same time, and compares. `program`: arguments of Node. */
export async function compareSets(program: readonly string[], sets: readonly string[], requests: number): Promise<Comparison[]> {
  const served = sets.map((set, i): Served => ({ name: `wiki${i + 1}`, set, files: unpackSet(set) }));
  await using stand = new Stand();
  for (const { files } of served) stand.use(files);
  const folder = stand.folder();
  const start = (flags: readonly string[], home: string): Promise<RunningServer> => stand.serve([...flags, ...FLAGS], home, { program });
  const list = Object.fromEntries(
    served.map(({ name, files: { flags } }) => [name, { database: flags[1], images: flags[3], site: flags[5], host: `${name}.example` }]),
  );
  writeFileSync(join(folder, 'wikiquery.config.json'), JSON.stringify({ wikis: { list }, exclude: FARM }));
  const many = await start([], folder);
  return await Promise.all(
    served.map(async one => {
      const flags = [...one.files.flags, ...FARM.flatMap(module => ['--exclude', module])];
      return compare(one, many, await start(flags, one.files.folder), requests);
    }),
  );
}

async function compare({ name, set }: Served, many: RunningServer, one: RunningServer, count: number): Promise<Comparison> {
  const alone = new Visitor(`${one.origin}/w/api.php`);
  const byPath = new Visitor(`${many.origin}/${name}/w/api.php`);
  const byHost = new Visitor(`${many.origin}/w/api.php`);
  try {
    const sessions = await Promise.all([alone, byPath].map(visitor => sessionOf(set, visitor)));
    const requests = await requestsFor(set, alone, sessions[0] as string, count);
    const differences: string[] = [];
    let [same, good] = [0, 0];
    for (const [i, request] of requests.entries()) {
      const host = { host: `${name}.example` };
      const isByHost = i % 2 === 0;
      const [a, b] = await Promise.all([
        alone.send(as(request, sessions[0], isByHost ? host : {})),
        (isByHost ? byHost : byPath).send(as(request, sessions[1], isByHost ? host : {})),
      ]);
      const [expected, found] = [essence(a, name), essence(b, name)];
      if (a.status < 400 && a.headers['mediawiki-api-error'] === undefined) good++;
      if (expected === found) same++;
      else if (differences.length < SHOWN) differences.push(describe(request, expected, found));
    }
    return { set: basename(set), requests: requests.length, good, same, differences };
  } finally {
    for (const visitor of [alone, byPath, byHost]) visitor.close();
  }
}

/** The cookies of somebody who may do much; none where the set has no accounts. */
async function sessionOf(set: string, visitor: Visitor): Promise<string> {
  const file = join(set, 'accounts.json');
  const accounts = existsSync(file) ? [...readAccounts(file)] : [];
  const [, account] = accounts.find(([session]) => session === 'sysop') ?? [];
  return account?.user === undefined || account.password === undefined ? '' : visitor.login(account.user, account.password);
}

function as(request: Sending, session = '', more: Readonly<Record<string, string>> = {}): Sending {
  const { cookie, ...headers } = request.headers ?? {};
  return { ...request, headers: { ...headers, ...(cookie !== undefined && { cookie: cookie.replace(SESSION, session) }), ...more } };
}

/** In what is told of the limits of a page. */
const TIMES = / *\d+\.\d{3}(?= seconds<\\?\/td|"[^{}]*limitreport-(?:cpu|wall)time| +1 -total")/g;

/** What has to be the same: nothing that names the path of the wiki, the failure or the session, nor how long a page took. */
function essence({ status, headers, body }: Answer, name: string): string {
  const { date: _date, 'set-cookie': _cookies, 'x-request-id': _id, ...rest } = headers;
  const own = body
    .replaceAll(`/${name}/w/`, '/w/')
    .replaceAll(/\[[0-9a-f]{16,}\]/g, '[]')
    .replaceAll(/[0-9a-f]{40}\+/g, '+')
    .replaceAll(TIMES, '0.000');
  if (own !== body) {
    delete rest['content-length'];
    delete rest.etag;
  }
  return `${status} ${JSON.stringify(rest).replaceAll(`/${name}/w/`, '/w/')} ${own}`;
}

function describe({ method = 'GET', path = '', query = '', body = '', headers }: Sending, expected: string, found: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  const from = Math.max(0, at - 60);
  const part = (text: string): string => `${text.slice(0, 60)} … ${text.slice(from, from + 300)}`;
  return `${method} ${path}?${query} ${Buffer.from(body).toString().slice(0, 500)} ${JSON.stringify(headers ?? {})}\n  alone: ${part(expected)}\n  many:  ${part(found)}`;
}
