import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stand } from '@wikiquery/launch/stand';
import { defaultSite } from '@wikiquery/site';
import { type Offer, readOffer } from '../modules.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { routeManifests } from '../tables/manifests.ts';
import { type Answer, type Sending, Visitor } from '../visitor.ts';
import type { Question } from './bases.ts';
import { choose } from './choose.ts';
import { APP, asSent, comparable, type Examination, type Leak, send } from './examination.ts';
import { type PlantedWiki, plantWiki } from './planted-wiki.ts';
import { valuesOf } from './questions.ts';
import { DESCRIPTION } from './rendered-pages.ts';
import { shareOf } from './share.ts';

type Usergroup = { readonly name: string; readonly rights: readonly string[] };
const withoutRead = (group: Usergroup): Usergroup =>
  group.name === '*' ? { ...group, rights: group.rights.filter(right => right !== 'read') } : group;
const USERGROUPS = defaultSite().info.usergroups as readonly Usergroup[];

interface Privacy {
  readonly flags?: readonly string[];
  readonly usergroups?: readonly Usergroup[];
  /** The configuration file. */
  readonly configuration?: object;
}

/** The ways in which a wiki is private. */
const PRIVACIES: Readonly<Record<string, Privacy>> = {
  '--private': { flags: ['--private'] },
  groupPermissions: { usergroups: USERGROUPS.map(withoutRead) },
  revokedRights: { usergroups: USERGROUPS, configuration: { wiki: { revokedRights: { '*': ['read'] } } } },
};

/**
 * Sends requests of a visitor to a private wiki and to a private one with the same site configuration, but without pages, users, files or logs. Reports the
 * requests that get different responses: a visitor of a private wiki sees nothing of it.
 */
export async function examinePrivateWikis(share: number): Promise<Examination> {
  await using stand = new Stand();
  const folder = stand.folder();
  const servers: ServerProcess[] = [];
  const open = async (file: string, { flags = [], usergroups, configuration = {} }: Privacy): Promise<Visitor> => {
    const own = join(folder, String(servers.length));
    const [site, images] = [join(own, 'site.json'), join(folder, `${file}-images`)];
    await mkdir(own);
    await writeFile(join(own, 'wikiquery.config.json'), JSON.stringify(configuration));
    await writeFile(site, JSON.stringify({ query: { ...DESCRIPTION.query, ...(usergroups && { usergroups }) } }));
    const place = ['--database', `sqlite:${join(folder, file)}.sqlite`, '--site', site, '--images', images];
    const server = stand.use(await startServerProcess(APP, [...place, '--clock', '2024-01-15T00:00:00Z', ...flags], own));
    servers.push(server);
    return new Visitor(server.api);
  };
  const wiki = await plantWiki(join(folder, 'full.sqlite'), []);
  await plantWiki(join(folder, 'empty.sqlite'), []);
  deleteRows(join(folder, 'empty.sqlite'));
  await mkdir(join(folder, 'empty-images'));
  const files = wiki.titles.filter(title => title.startsWith('File:')).map(title => pathOf(title.slice('File:'.length)));
  for (const file of files) {
    await mkdir(dirname(join(folder, 'full-images', file)), { recursive: true });
    await writeFile(join(folder, 'full-images', file), 'an image');
  }
  // A private wiki does not show what its modules need.
  const asPublic = await open('full', {});
  const questions = await choose(wiki, asPublic, share);
  const others = [...actionRequests(await readOffer(params => asPublic.json(params)), wiki), ...(await otherRequests(wiki, files))];
  const requests = [...questions.flatMap(question => spelled(question)), ...shareOf(others, Math.min(1, share * FEW))];
  asPublic.close();
  const leaks: Leak[] = [];
  for (const [session, privacy] of Object.entries(PRIVACIES)) {
    const [full, empty] = [await open('full', privacy), await open('empty', privacy)];
    const compare = async ({ question, send }: PrivateRequest): Promise<void> => {
      const [one, other] = await Promise.all([send(full), send(empty)]);
      if (one === other) return;
      let at = 0;
      while (one[at] === other[at]) at++;
      const shown = [one, other].map(text => text.slice(Math.max(0, at - 150), at + 150)).join('\n   or  ');
      leaks.push({ session, what: 'shows a visitor something of a private wiki', question, shown });
    };
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async (_, offset) => {
        for (let i = offset; i < requests.length; i += AT_A_TIME) await compare(requests[i] as PrivateRequest);
      }),
    );
    full.close();
    empty.close();
  }
  return { asked: requests.length * Object.keys(PRIVACIES).length, leaks, failures: servers.flatMap(({ failures }) => failures) };
}

/** The tables stay: modules are offered where their tables are there. */
function deleteRows(file: string): void {
  const db = new DatabaseSync(file);
  const tables = db
    .prepare("select name from pragma_table_list where type <> 'shadow' and type <> 'view' and name not like 'sqlite_%'")
    .all();
  for (const { name } of tables) if (!KEPT.has(String(name))) db.exec(`delete from "${String(name)}"`);
  db.close();
}
const KEPT = new Set(['content_models', 'slot_roles']);

const AT_A_TIME = 4;
/** There are so many times fewer other requests than questions: a share has more of them. */
const FEW = 20;

interface PrivateRequest {
  readonly question: Question;
  /** Gives the response as a text. */
  send(visitor: Visitor): Promise<string>;
}

/** Modules that visitors may use. */
const OPEN = 'tokens|authmanagerinfo';

/** A question as it is, and its pages with modules that visitors may use. */
function spelled(question: Question): PrivateRequest[] {
  const { prop: _, list: __, ...pages } = question;
  const ofOpen = question.action === undefined ? [{ ...pages, meta: OPEN }] : [];
  return [question, ...ofOpen].map(each => ({ question: each, send: async visitor => comparable(await send(visitor, each, '')) }));
}

const toApi = (question: Question, form?: Question): PrivateRequest => {
  const sending: Sending = form
    ? {
        method: 'POST',
        query: asSent(question),
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
    : { query: asSent(question) };
  return { question: { ...question, ...form }, send: async visitor => everything(await visitor.send(sending)) };
};

/** Every parameter of every other action, with values of the wiki. */
function* actionRequests({ actions }: Offer, wiki: PlantedWiki): Generator<PrivateRequest> {
  const knowledge = { ...wiki, guesses: wiki.hoard.guesses };
  for (const { name: action, parameters } of actions) {
    yield toApi({ action });
    yield toApi({ action }, {});
    const required: Question = Object.fromEntries(
      parameters.flatMap(parameter => (parameter.required ? [[parameter.wireName, valuesOf(parameter, knowledge)[0] ?? 'Town']] : [])),
    );
    for (const parameter of parameters)
      for (const value of valuesOf(parameter, knowledge)) {
        yield toApi({ action }, { ...required, [parameter.wireName]: value });
        if (!parameter.sensitive) yield toApi({ action, ...required, [parameter.wireName]: value });
      }
  }
}

/** Routes of the REST API, files, and all that is served to people. */
async function otherRequests({ titles, revisions }: PlantedWiki, files: readonly string[]): Promise<PrivateRequest[]> {
  const routes = await installedRoutes();
  const parts: Readonly<Record<string, readonly string[]>> = { title: titles, type: ['edits', 'editors', 'anonymous'] };
  const filled = (path: string): string[] => {
    const [hole, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
    if (hole === undefined) return [path];
    const values = parts[name] ?? revisions.slice(0, 5).map(String);
    return values.flatMap(value => filled(path.replace(hole, () => encodeURIComponent(value))));
  };
  const rest = routes.flatMap(filled).flatMap(path =>
    ['GET', 'HEAD', 'POST', 'OPTIONS'].map(
      (method): PrivateRequest => ({
        question: { method, path },
        send: async visitor =>
          everything(
            await visitor.send({
              ...{ method, path, query: method === 'POST' ? '' : 'q=Town&from=1&to=2' },
              ...(method === 'POST' && { body: '{"wikitext":"{{:Town}}"}', headers: { 'content-type': 'application/json' } }),
            }),
          ),
      }),
    ),
  );
  const addresses = [
    ...files.flatMap(file => ['/images/', '/w/images/', '//images/'].map(folder => folder + file)),
    ...['/', '/explorer/', '/explorer', '/openapi.json', '/schema', '/schema/list/allpages.json', '/readyz', '/livez', '/favicon.ico'],
    ...titles.flatMap(title => {
      const name = encodeURIComponent(title);
      return [`/wiki/${name}`, `/w/index.php?title=${name}`, `/w/index.php?title=${name}&action=raw`, `/index.php?title=${name}&feed=atom`];
    }),
    ...['Special:RecentChanges&feed=rss', 'Special:FilePath/Stone.png', 'Special:Export/Town'].map(title => `/w/index.php?title=${title}`),
  ];
  const pages = addresses.map(
    (address): PrivateRequest => ({
      question: { address },
      async send({ api }) {
        const response = await fetch(new URL(api).origin + address, { redirect: 'manual' });
        const headers = Object.fromEntries(response.headers) as Answer['headers'];
        return everything({ status: response.status, headers, body: await response.text(), milliseconds: 0 }).replaceAll(
          new URL(api).host,
          'host',
        );
      },
    }),
  );
  return [...rest, ...pages];
}

/** The paths of all routes of the REST API, behind rest.php. */
async function installedRoutes(): Promise<string[]> {
  const plugins = await Promise.all(
    routeManifests().map(async manifest => (await import(join(dirname(manifest), 'src/index.ts'))) as { readonly default: Routed }),
  );
  const routes = plugins.flatMap(({ default: { paths } }) => Object.values(paths));
  if (routes.length === 0) throw new Error('There are no routes of the REST API.');
  return routes;
}
type Routed = { readonly paths: Readonly<Record<string, string>> };

/** A response with the headers that tell of what is in it. */
const everything = (answer: Answer): string =>
  [comparable(answer), ...['location', 'etag', 'last-modified', 'link'].map(name => String(answer.headers[name] ?? ''))].join('\n');

/** Where MediaWiki stores a file. */
function pathOf(name: string): string {
  const hash = createHash('md5').update(name).digest('hex');
  return `${hash[0]}/${hash.slice(0, 2)}/${name}`;
}
