import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Stand } from '@wikiquery/launch/stand';
import { defaultSite } from '@wikiquery/site';
import { hashFolder } from '../files/hash-folder.ts';
import { installedRoutes } from '../requests/manifests.ts';
import { type Offer, type Question, readOffer } from '../requests/modules.ts';
import { APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Answer, FORM, type Sending, Visitor } from '../visitor.ts';
import { choose, shareOf } from './choose.ts';
import type { Examination } from './examination.ts';
import { CLOCK, type PlantedWiki, plantWiki } from './planted-wiki.ts';
import { valuesOf } from './questions.ts';
import { DESCRIPTION } from './rendered-pages.ts';
import { asSent, comparable, firstDifference, type Leak, send } from './responses.ts';

type Usergroup = { readonly name: string; readonly rights: readonly string[] };
const withoutRead = (group: Usergroup): Usergroup =>
  group.name === '*' ? { ...group, rights: group.rights.filter(right => right !== 'read') } : group;
const USERGROUPS = defaultSite().info.usergroups as readonly Usergroup[];

interface Privacy {
  readonly flags?: readonly string[];
  readonly usergroups?: readonly Usergroup[];
  /** Content of the configuration file. */
  readonly configuration?: object;
}

const PRIVACIES: Readonly<Record<string, Privacy>> = {
  '--private': { flags: ['--private'] },
  groupPermissions: { usergroups: USERGROUPS.map(withoutRead) },
  revokedRights: { usergroups: USERGROUPS, configuration: { wiki: { revokedRights: { '*': ['read'] } } } },
};

const CONCURRENCY = 4;
/** Requests other than queries are sampled at a rate that is higher by this factor, because there are far fewer of them. */
const OTHER_FACTOR = 20;

/** Sends requests without a session to a private wiki, and to an empty one with the same configuration. Different responses are leaks. */
export async function examinePrivateWikis(share: number): Promise<Examination> {
  await using stand = new Stand();
  const folder = stand.folder();
  const servers: ServerProcess[] = [];
  const open = async (name: string, { flags = [], usergroups, configuration = {} }: Privacy): Promise<Visitor> => {
    const own = join(folder, String(servers.length));
    const site = join(own, 'site.json');
    await mkdir(own);
    await writeFile(join(own, 'wikiquery.config.json'), JSON.stringify(configuration));
    await writeFile(site, JSON.stringify({ query: { ...DESCRIPTION.query, ...(usergroups && { usergroups }) } }));
    const files = ['--database', `sqlite:${join(folder, name)}.sqlite`, '--site', site, '--images', join(folder, `${name}-images`)];
    const server = stand.use(await startServerProcess(APP, [...files, '--clock', CLOCK, ...flags], own));
    servers.push(server);
    return stand.use(new Visitor(server.api));
  };
  const wiki = await plantWiki(join(folder, 'full.sqlite'), []);
  await plantWiki(join(folder, 'empty.sqlite'), []);
  deleteRows(join(folder, 'empty.sqlite'));
  await mkdir(join(folder, 'empty-images'));
  const names = wiki.titles.filter(title => title.startsWith('File:')).map(title => title.slice('File:'.length));
  const files = names.map(name => join(hashFolder(name), name));
  for (const file of files) {
    await mkdir(dirname(join(folder, 'full-images', file)), { recursive: true });
    await writeFile(join(folder, 'full-images', file), 'an image');
  }
  // The requests are derived from a public server, because a private wiki hides its modules and their required parameters.
  const asPublic = await open('full', {});
  const questions = await choose(wiki, asPublic, share);
  const others = [
    ...actionRequests(await readOffer(question => asPublic.json(question)), wiki),
    ...(await restRequests(wiki)),
    ...addresses(wiki, files).map(atAddress),
  ];
  const requests = [...questions.flatMap(asQuestion), ...shareOf(others, Math.min(1, share * OTHER_FACTOR))];
  const leaks: Leak[] = [];
  for (const [session, privacy] of Object.entries(PRIVACIES)) {
    const [full, empty] = [await open('full', privacy), await open('empty', privacy)];
    const compare = async ({ question, responseOf }: PrivateRequest): Promise<void> => {
      const [one, other] = await Promise.all([responseOf(full), responseOf(empty)]);
      const shown = firstDifference(one, other);
      if (shown !== undefined) leaks.push({ session, what: 'reveals something of a private wiki', question, shown });
    };
    const compareEach = async (offset: number): Promise<void> => {
      for (let i = offset; i < requests.length; i += CONCURRENCY) await compare(requests[i] as PrivateRequest);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, offset) => compareEach(offset)));
  }
  return { asked: requests.length * Object.keys(PRIVACIES).length, leaks, failures: servers.flatMap(({ failures }) => failures) };
}

/** Deletes the rows of a wiki, but keeps its tables, because the server offers no module whose tables are missing. */
function deleteRows(file: string): void {
  const db = new DatabaseSync(file);
  const tables = db
    .prepare("select name from pragma_table_list where type <> 'shadow' and type <> 'view' and name not like 'sqlite_%'")
    .all();
  for (const { name } of tables) if (!FIXED_TABLES.has(String(name))) db.exec(`delete from "${String(name)}"`);
  db.close();
}
const FIXED_TABLES = new Set(['content_models', 'slot_roles']);

interface PrivateRequest {
  readonly question: Question;
  responseOf(visitor: Visitor): Promise<string>;
}

/** Modules that visitors of a private wiki may use. */
const OPEN_MODULES = 'tokens|authmanagerinfo';

/** Returns the request itself, and a request for the same pages with modules that visitors may use. */
function asQuestion(question: Question): PrivateRequest[] {
  const { prop: _, list: __, ...pages } = question;
  const ofOpenModules = question.action === undefined ? [{ ...pages, meta: OPEN_MODULES }] : [];
  return [question, ...ofOpenModules].map(each => ({
    question: each,
    responseOf: async visitor => comparable(await send(visitor, each, '')),
  }));
}

const sending = (question: Question, request: Sending): PrivateRequest => ({
  question,
  responseOf: async visitor => withHeaders(await visitor.send(request)),
});

const toApi = (question: Question, form?: Question): PrivateRequest =>
  sending(
    { ...question, ...form },
    {
      query: asSent(question),
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString(), headers: { 'content-type': FORM } }),
    },
  );

/** Returns requests for every parameter of every action other than `query`, with values from the wiki. */
function* actionRequests({ actions }: Offer, wiki: PlantedWiki): Generator<PrivateRequest> {
  for (const { name: action, parameters } of actions) {
    yield toApi({ action });
    yield toApi({ action }, {});
    const required: Question = Object.fromEntries(
      parameters.flatMap(parameter => (parameter.required ? [[parameter.wireName, valuesOf(parameter, wiki)[0] ?? 'Town']] : [])),
    );
    for (const parameter of parameters)
      for (const value of valuesOf(parameter, wiki)) {
        yield toApi({ action }, { ...required, [parameter.wireName]: value });
        if (!parameter.sensitive) yield toApi({ action, ...required, [parameter.wireName]: value });
      }
  }
}

/** Returns requests for every route of the REST API, with titles and revisions from the wiki. */
async function restRequests({ titles, revisions }: PlantedWiki): Promise<PrivateRequest[]> {
  const values: Readonly<Record<string, readonly string[]>> = { title: titles, type: ['edits', 'editors', 'anonymous'] };
  const filled = (path: string): string[] => {
    const [placeholder, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
    if (placeholder === undefined) return [path];
    const all = values[name] ?? revisions.slice(0, 5).map(String);
    return all.flatMap(value => filled(path.replace(placeholder, () => encodeURIComponent(value))));
  };
  const paths = (await installedRoutes()).flatMap(({ paths }) => Object.values(paths)).flatMap(filled);
  const post = { method: 'POST', body: '{"wikitext":"{{:Town}}"}', headers: { 'content-type': 'application/json' } };
  const get = ['GET', 'HEAD', 'OPTIONS'].map(method => ({ method, query: 'q=Town&from=1&to=2' }));
  return paths.flatMap(path => [...get, post].map(request => sending({ method: request.method, path }, { path, ...request })));
}

/** Returns paths of images, of the web UI and of MediaWiki's pages. */
const addresses = ({ titles }: PlantedWiki, files: readonly string[]): string[] => [
  ...files.flatMap(file => ['/images/', '/w/images/', '//images/'].map(folder => folder + file)),
  ...['/', '/explorer/', '/explorer', '/openapi.json', '/schema', '/schema/list/allpages.json', '/readyz', '/livez', '/favicon.ico'],
  ...titles.map(encodeURIComponent).flatMap(name => {
    const page = `/w/index.php?title=${name}`;
    return [`/wiki/${name}`, page, `${page}&action=raw`, `/index.php?title=${name}&feed=atom`];
  }),
  ...['Special:RecentChanges&feed=rss', 'Special:FilePath/Stone.png', 'Special:Export/Town'].map(title => `/w/index.php?title=${title}`),
];

const atAddress = (address: string): PrivateRequest => ({
  question: { address },
  async responseOf({ api }) {
    const { origin, host } = new URL(api);
    const response = await fetch(origin + address, { redirect: 'manual' });
    const headers = Object.fromEntries(response.headers) as Answer['headers'];
    return withHeaders({ status: response.status, headers, body: await response.text() }).replaceAll(host, 'host');
  },
});

/** Returns the comparable parts of a response, with the headers that may reveal content. */
const withHeaders = (answer: Pick<Answer, 'status' | 'headers' | 'body'>): string =>
  [comparable(answer), ...['location', 'etag', 'last-modified', 'link'].map(name => String(answer.headers[name] ?? ''))].join('\n');
