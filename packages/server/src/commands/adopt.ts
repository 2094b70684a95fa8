import { writeFile } from 'node:fs/promises';
import { WikiError, wiki } from '@wikiquery/client';
import { fetchBounded, parseJson } from '@wikiquery/client/fetch';
import { print } from '@wikiquery/hardening';
import { readSite, SiteError } from '@wikiquery/site';
import { oneLine, StartError } from '../start-error.ts';
import { type ApiCaller, isRecord, recordsIn, saveMessages } from './adopt-messages.ts';
import { readPassword } from './password.ts';

export interface AdoptOptions {
  readonly out?: string | undefined;
  /** A folder for interface messages, which are not saved without it. */
  readonly messages?: string | undefined;
  /** Besides that of the wiki. */
  readonly languages?: readonly string[] | undefined;
  /** Account of a private wiki, or better a bot password (`Name@app`). */
  readonly user?: string | undefined;
  readonly passwordFile?: string | undefined;
}

/**
 * Saves the description of a running wiki, which the setting `site` reads, and its interface messages, which `messages` reads. `url` is its
 * api.php or any of its pages.
 */
export async function adopt(url: string, options: AdoptOptions = {}): Promise<number> {
  const { user, passwordFile } = options;
  const entryPoint = await findEntryPoint(url);
  if (user === undefined) {
    if (passwordFile !== undefined) throw new StartError(['--password-file needs the name of the account: --user NAME.']);
    return save(entryPoint, params => ask(entryPoint, params), options);
  }
  checkTrust(url, entryPoint);
  const session = await logIn(entryPoint, user, await readPassword(user, passwordFile));
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
  const description = await describe(entryPoint, ask);
  // Visitors do not have the account's preferences.
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
  print(`Saved the description of ${sitename} (${generator}) in ${out}.`);
  if (messages === undefined) return 0;
  for (const { file, count } of await saveMessages(ask, [lang, ...languages], messages)) print(`Saved ${count} messages in ${file}.`);
  return 0;
}

type SavedDescription = { query?: { general?: Record<string, string>; userinfo?: { options?: { variant?: string } } } };

/** What a wiki tells of itself. Rejects with a `StartError`. */
export async function describe(entryPoint: string, askWiki: ApiCaller = params => ask(entryPoint, params)): Promise<SavedDescription> {
  const meta = 'siteinfo|filerepoinfo|userinfo';
  const description = (await askWiki({
    action: 'query',
    meta,
    uiprop: 'options',
    ...(await allProps(askWiki)),
  })) as SavedDescription;
  const { query } = description;
  // Of the visitor only what all visitors have in common, and only where it says something.
  const variant = query?.userinfo?.options?.variant;
  if (query) delete query.userinfo;
  if (query && variant !== undefined && variant !== query.general?.lang) query.userinfo = { options: { variant } };
  return description;
}

/** A password goes only to the host that was named, and nowhere unencrypted. Throws a StartError. */
function checkTrust(url: string, entryPoint: string): void {
  const [named, found] = [parseUrl(url), new URL(entryPoint)];
  if (named.origin !== found.origin)
    throw new StartError([
      `${named.origin} names ${entryPoint} as its API, on another host. To send the password there, use the URL of that host.`,
    ]);
  if (found.protocol !== 'https:' && !isLoopback(found.hostname))
    throw new StartError([`The password would go to ${found.host} unencrypted. Use a URL that begins with https://.`]);
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host);

interface WikiSession {
  readonly ask: ApiCaller;
  /** Logs out. */
  end(): Promise<void>;
}

/** Logs in to a wiki. Cookies stay in memory. Rejects with a StartError. */
async function logIn(entryPoint: string, user: string, password: string): Promise<WikiSession> {
  const session = wiki(entryPoint, { userAgent: 'wikiquery (adopt)', onWarning: () => {} });
  const refused = (what: string, error: unknown): unknown =>
    error instanceof WikiError ? new StartError([`${entryPoint} refuses ${what}: ${error.code}: ${oneLine(error)}`]) : error;
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
  throw new StartError([`"${url}" is not the URL of a wiki. Give its api.php or one of its pages.`]);
}

/** The `api.php` of a wiki: a page of MediaWiki names it in its head. Rejects with a `StartError`. */
export async function findEntryPoint(written: string): Promise<string> {
  const url = parseUrl(written);
  if (url.pathname.endsWith('/api.php')) return url.origin + url.pathname;
  const { text, url: found } = await get(url.href);
  // Excludes `<`, because each unclosed tag would otherwise be scanned to the end of the page.
  const tag = [...text.matchAll(/<link\b[^<>]*>/gi)].map(([each]) => each).find(each => /\brel="EditURI"/i.test(each));
  const href = tag && /\bhref="([^"]+)"/i.exec(tag)?.[1]?.replaceAll('&amp;', '&');
  if (!href) throw new StartError([`${url.href} does not say where the API of its wiki is. Give the URL of api.php itself.`]);
  const api = new URL(href, found);
  return api.origin + api.pathname;
}

/** All props, as this version of MediaWiki knows them. */
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

async function ask(entryPoint: string, params: Record<string, string>): Promise<unknown> {
  const query = new URLSearchParams({ ...params, format: 'json', formatversion: '2' });
  const { text, status } = await get(`${entryPoint}?${query.toString()}`);
  let answer: { error?: { code?: string; info?: string } };
  try {
    const value = parseJson(text);
    if (!isRecord(value)) throw new SyntaxError('it is not an object');
    answer = value;
  } catch (error) {
    const why = text.trimStart().startsWith('{') ? `: ${oneLine(error)}` : '';
    throw new StartError([`${entryPoint} does not answer with JSON (status ${status})${why}. Is it the api.php of a MediaWiki?`]);
  }
  if (answer.error?.code === 'readapidenied')
    throw new StartError([`${entryPoint} is the API of a private wiki. Give an account or a bot password that may read it: --user NAME.`]);
  if (answer.error) throw new StartError([`${entryPoint} refuses: ${answer.error.code}: ${answer.error.info}`]);
  return answer;
}

async function get(url: string): Promise<{ readonly text: string; readonly status: number; readonly url: string }> {
  try {
    const response = await fetchBounded(url, { headers: { 'User-Agent': 'wikiquery (adopt)' }, timeout: 60_000 });
    return { text: await response.text(), status: response.status, url: response.url };
  } catch (error) {
    throw new StartError([`${url} cannot be fetched: ${oneLine(error)}`]);
  }
}
