import { writeFile } from 'node:fs/promises';
import { WikiError, wiki } from '@wikiquery/client';
import { parseJson } from '@wikiquery/client/fetch';
import { fetchPatiently } from '@wikiquery/client/retries';
import { print } from '@wikiquery/hardening';
import { readSite, SiteError } from '@wikiquery/site';
import { noteContact, pauseReporter, userAgentOf } from '../config/user-agent.ts';
import { oneLine, StartError } from '../start-error.ts';
import { type ApiCaller, isRecord, recordsIn, saveMessages } from './adopt-messages.ts';
import { readPassword } from './password.ts';

export interface AdoptOptions {
  readonly out?: string | undefined;
  /** Folder for interface messages. */
  readonly messages?: string | undefined;
  /** Languages of the messages besides the wiki's own language. */
  readonly languages?: readonly string[] | undefined;
  /** Name of an account or bot password (`Name@app`) of a private wiki. */
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
  /** E-mail address or URL for the `User-Agent`. */
  readonly contact?: string | undefined;
}

/** Saves the site configuration and interface messages of a running wiki. `url`: its api.php or any of its pages. Returns the exit code. */
export async function adopt(url: string, options: AdoptOptions = {}): Promise<number> {
  const { user, passwordFile, contact } = options;
  const userAgent = userAgentOf({ contact }, 'adopt');
  const entryPoint = await findEntryPoint(url, userAgent);
  noteContact({ contact }, entryPoint);
  if (user === undefined) {
    if (passwordFile !== undefined) throw new StartError(['--password-file needs an account. Name it with --user NAME.']);
    return save(entryPoint, askFor(entryPoint, userAgent), options);
  }
  checkTrust(url, entryPoint);
  const session = await logIn(entryPoint, userAgent, user, await readPassword(user, passwordFile));
  try {
    return await save(entryPoint, session.ask, options);
  } finally {
    await session.end();
  }
}

async function save(
  entryPoint: string,
  ask: ApiCaller,
  { out = 'site.json', messages, languages = [], user }: AdoptOptions,
): Promise<number> {
  const description = await describe(ask);
  // The preferences of this account do not apply to other users.
  if (user !== undefined) delete description.query?.userinfo;
  const general = description.query?.general ?? {};
  const wrong = ['sitename', 'generator', 'lang'].find(name => general[name] !== undefined && typeof general[name] !== 'string');
  if (wrong !== undefined) throw new StartError([`${entryPoint} sent an unusable response: general.${wrong} is not a text.`]);
  try {
    readSite(description);
  } catch (error) {
    if (!(error instanceof SiteError)) throw error;
    throw new StartError([`${entryPoint} sent an unusable response: ${error.message}`]);
  }
  await writeFile(out, `${JSON.stringify(description, undefined, 1)}\n`);
  const { sitename, generator, lang = 'en' } = general;
  print(`Saved the site configuration of ${sitename} (${generator}) in ${out}.`);
  if (messages === undefined) return 0;
  for (const { file, count } of await saveMessages(ask, [lang, ...languages], messages)) print(`Saved ${count} messages in ${file}.`);
  return 0;
}

type SavedDescription = { query?: { general?: Record<string, string>; userinfo?: { options?: { variant?: string } } } };

/** Reads the site configuration of a wiki. Rejects with a StartError. */
export async function describe(askWiki: ApiCaller): Promise<SavedDescription> {
  const meta = 'siteinfo|filerepoinfo|userinfo';
  const description = (await askWiki({
    action: 'query',
    meta,
    uiprop: 'options',
    ...(await allProps(askWiki)),
  })) as SavedDescription;
  const { query } = description;
  // Keeps only the default language variant of the user information.
  const variant = query?.userinfo?.options?.variant;
  if (query) delete query.userinfo;
  if (query && variant !== undefined && variant !== query.general?.lang) query.userinfo = { options: { variant } };
  return description;
}

/** Throws a StartError if the password would be sent to another host or unencrypted. */
function checkTrust(url: string, entryPoint: string): void {
  const [named, found] = [parseUrl(url), new URL(entryPoint)];
  if (named.origin !== found.origin)
    throw new StartError([`The API of ${named.origin} is ${entryPoint}, on another host. If the password is for that host, use its URL.`]);
  if (found.protocol !== 'https:' && !isLoopback(found.hostname))
    throw new StartError([`The password would be sent to ${found.host} unencrypted. Use a URL that begins with https://.`]);
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);

interface WikiSession {
  readonly ask: ApiCaller;
  end(): Promise<void>;
}

/** Logs in to a wiki. Cookies stay in memory. Rejects with a StartError. */
async function logIn(entryPoint: string, userAgent: string, user: string, password: string): Promise<WikiSession> {
  const session = wiki(entryPoint, { userAgent, onWarning: () => {}, onPause: pauseReporter() });
  const refused = (what: string, error: unknown): unknown =>
    error instanceof WikiError ? new StartError([`${entryPoint} rejected ${what}: ${error.code}: ${oneLine(error)}`]) : error;
  await session.login(user, password).catch((error: unknown) => {
    throw refused(`the login of ${user}`, error);
  });
  return {
    ask: params =>
      session.request(params).catch((error: unknown) => {
        throw refused('a request', error);
      }),
    async end() {
      await session.request({ action: 'logout' }, { token: 'csrf' }).catch(() => {});
    },
  };
}

function parseUrl(url: string): URL {
  const parsed = URL.parse(/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new StartError([`"${url}" is not the URL of a wiki. Use the URL of its api.php or of one of its pages.`]);
}

/** Returns the URL of a wiki's api.php, which the head of each page contains. Rejects with a StartError. */
export async function findEntryPoint(given: string, userAgent: string): Promise<string> {
  const url = parseUrl(given);
  if (url.pathname.endsWith('/api.php')) return url.origin + url.pathname;
  const { text, url: found } = await get(url.href, userAgent);
  // Excludes `<`, because each unclosed tag would otherwise be scanned to the end of the page.
  const tag = [...text.matchAll(/<link\b[^<>]*>/gi)].map(([each]) => each).find(each => /\brel="EditURI"/i.test(each));
  const href = tag && /\bhref="([^"]+)"/i.exec(tag)?.[1]?.replaceAll('&amp;', '&');
  if (!href) throw new StartError([`${url.href} does not contain the address of an API. Use the URL of api.php itself.`]);
  const api = new URL(href, found);
  return api.origin + api.pathname;
}

/** Returns the `prop` parameters with all values that the wiki's version of MediaWiki supports. */
async function allProps(ask: ApiCaller): Promise<Record<string, string>> {
  const { paraminfo } = (await ask({ action: 'paraminfo', modules: 'query+siteinfo|query+filerepoinfo' })) as {
    paraminfo?: { modules?: unknown } | null;
  };
  return Object.fromEntries(
    recordsIn(paraminfo?.modules).flatMap(({ prefix, parameters }) => {
      const type = recordsIn(parameters).find(({ name }) => name === 'prop')?.type;
      const isKnown = typeof prefix === 'string' && Array.isArray(type) && type.every(each => typeof each === 'string');
      return isKnown ? [[`${prefix}prop`, type.join('|')]] : [];
    }),
  );
}

/** Creates a function that sends requests to a wiki without a login. */
export const askFor =
  (entryPoint: string, userAgent: string): ApiCaller =>
  params =>
    ask(entryPoint, userAgent, params);

async function ask(entryPoint: string, userAgent: string, params: Record<string, string>): Promise<unknown> {
  const query = new URLSearchParams({ ...params, format: 'json', formatversion: '2' });
  const { text, status } = await get(`${entryPoint}?${query.toString()}`, userAgent);
  let response: { error?: { code?: string; info?: string } };
  try {
    const value = parseJson(text);
    if (!isRecord(value)) throw new SyntaxError('it is not an object');
    response = value;
  } catch (error) {
    const why = text.trimStart().startsWith('{') ? `: ${oneLine(error)}` : '';
    throw new StartError([
      `The response of ${entryPoint} is not JSON (status ${status})${why}. Check that it is the api.php of a MediaWiki.`,
    ]);
  }
  if (response.error?.code === 'readapidenied')
    throw new StartError([`${entryPoint} is the API of a private wiki. Log in with an account that may read it: --user NAME.`]);
  if (response.error) throw new StartError([`${entryPoint} rejected the request: ${response.error.code}: ${response.error.info}`]);
  return response;
}

async function get(url: string, userAgent: string): Promise<{ readonly text: string; readonly status: number; readonly url: string }> {
  try {
    const response = await fetchPatiently(url, { headers: { 'User-Agent': userAgent }, timeout: 60_000, onPause: pauseReporter() });
    return { text: await response.text(), status: response.status, url: response.url };
  } catch (error) {
    throw new StartError([`${url} cannot be fetched: ${oneLine(error)} Check the address and the network.`]);
  }
}
