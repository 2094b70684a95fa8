import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { open } from '@wikiquery/database';
import { importSources } from '@wikiquery/dumps';
import { type Ask, asker, openServer } from '../inside-process.ts';
import { type QueryModule, readOffer } from '../modules.ts';
import { findBases, type Question } from '../secrets/bases.ts';

/** What came of a dump. */
export interface Examination {
  readonly pages: number;
  readonly revisions: number;
  /** What another program counted; undefined where it cannot read a file. */
  readonly counted: Counted | undefined;
  readonly modules: number;
  readonly requests: number;
  /** What an import tells, links to wikis that are not known among it. */
  readonly warnings: readonly string[];
  /** Empty when all is well. */
  readonly problems: readonly string[];
}

interface Counted {
  readonly pages: number;
  readonly revisions: number;
}

/** Answers that a list may take to its end. */
const MOST_ANSWERS = 20_000;
/** Pages whose properties are asked for at once. */
const PAGES_AT_ONCE = '50';

/** Imports a dump, a file or a folder, and asks every query module about all that it holds. */
export async function examineDump(path: string): Promise<Examination> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-dumps-'));
  try {
    const database = `sqlite:${join(folder, 'wiki.sqlite')}`;
    const warnings: string[] = [];
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
    const { failures, hasContent, site } = await importSources(database, [path], { progress, downloads: join(folder, 'downloads') });
    const problems = [...failures];
    const counted = await countOf(path);
    if (!hasContent) return { pages: 0, revisions: 0, counted, modules: 0, requests: 0, warnings, problems };
    const { namespaces, revisions } = await held(database);
    const pages = [...namespaces.values()].reduce((sum, count) => sum + count, 0);
    if (counted && (counted.pages !== pages || counted.revisions !== revisions))
      problems.push(`${pages} pages and ${revisions} revisions were imported, ${counted.pages} and ${counted.revisions} are in the dump`);
    const asked = await askEverything(database, site, namespaces);
    return { pages, revisions, counted, warnings, ...asked, problems: [...problems, ...asked.problems] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function countOf(path: string): Promise<Counted | undefined> {
  const { stdout } = await promisify(execFile)('python3', [join(import.meta.dirname, 'count.py'), path], { maxBuffer: 64 << 20 });
  const { unread, ...counted } = JSON.parse(stdout) as Counted & { readonly unread: readonly string[] };
  return unread.length > 0 ? undefined : counted;
}

/** Revisions, and pages by namespace. */
async function held(address: string): Promise<{ readonly revisions: number; readonly namespaces: ReadonlyMap<number, number> }> {
  const { db, close } = await open(address, { connections: 1 });
  try {
    const pages = await db.selectFrom('page').select('page_namespace').execute();
    const revisions = await db.selectFrom('revision').select('rev_id').execute();
    const byNamespace = Map.groupBy(pages, page => page.page_namespace);
    return { revisions: revisions.length, namespaces: new Map([...byNamespace].map(([id, rows]) => [id, rows.length])) };
  } finally {
    await close();
  }
}

/** Properties of something else. */
const WITHOUT_PAGES: Readonly<Record<string, string>> = { stashimageinfo: 'Of files that a session uploaded.' };

type Asked = Pick<Examination, 'modules' | 'requests' | 'problems'>;

/** `pages` are their numbers by namespace. */
async function askEverything(database: string, site: string | undefined, pages: ReadonlyMap<number, number>): Promise<Asked> {
  const server = await openServer(database, {}, site === undefined ? {} : { site });
  const problems = new Set<string>();
  let requests = 0;
  const ask: Ask = async question => {
    const answer = await asker(server, '')(question);
    requests++;
    const code: string = answer.error?.code ?? '';
    if (code.startsWith('internal_api_error')) problems.add(`${new URLSearchParams(question).toString()}: ${code}: ${answer.error.info}`);
    return answer;
  };
  try {
    const { query } = await ask({ meta: 'siteinfo', siprop: 'namespaces' });
    const namespaces = [...pages.keys()].filter(id => String(id) in query.namespaces);
    const visible = namespaces.reduce((sum, id) => sum + (pages.get(id) ?? 0), 0);
    const titles: string[] = [];
    for (const id of namespaces) {
      const { query } = await ask({ list: 'allpages', apnamespace: String(id), aplimit: '5' });
      titles.push(...query.allpages.map(({ title }: { readonly title: string }) => title));
    }
    const some = { titles: titles.slice(0, 50).join('|') };
    const bases = await findBases(await readOffer(ask), some, async question => (await ask(question)).error?.code ?? '');
    for (const [module, { all, filters, unlimited }] of bases) {
      // Of several pages, revisions are the newest ones and take no limit.
      const limit = module.name === 'revisions' ? {} : unlimited;
      if (module.group !== 'prop') {
        for (const filter of filters) await walk(ask, module, { ...all, ...filter, ...limit }, problems);
        continue;
      }
      let seen = 0;
      for (const id of namespaces) seen += await walk(ask, module, { ...all, ...filters[0], ...limit, ...pagesOf(id) }, problems);
      if (seen !== visible && !(module.name in WITHOUT_PAGES))
        problems.add(`prop=${module.name} was told of ${seen} pages, and the wiki has ${visible}`);
    }
    return { modules: bases.size, requests, problems: [...problems] };
  } finally {
    await server.close();
  }
}

const pagesOf = (namespace: number): Question => ({ generator: 'allpages', gapnamespace: String(namespace), gaplimit: PAGES_AT_ONCE });

/** Asks to the end, where there is one, and tells how many pages there were. */
async function walk(ask: Ask, module: QueryModule, question: Question, problems: Set<string>): Promise<number> {
  const pages = new Set<number>();
  let next: Question | undefined = {};
  for (let answers = 0; next; answers++) {
    const { query, continue: more }: { query?: { pages?: { pageid: number }[] }; continue?: Question } = await ask({
      ...question,
      ...next,
    });
    for (const { pageid } of query?.pages ?? []) pages.add(pageid);
    // Each request of a random list gives others, without an end.
    if (module.name === 'random') break;
    if (more && JSON.stringify(more) === JSON.stringify(next)) {
      problems.add(`${new URLSearchParams({ ...question, ...next }).toString()} continues with itself`);
      break;
    }
    if (answers > MOST_ANSWERS) {
      problems.add(`${new URLSearchParams(question).toString()} has no end`);
      break;
    }
    next = more;
  }
  return pages.size;
}
