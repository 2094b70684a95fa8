import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { Client } from '../client.ts';
import { inParallel } from '../parallel.ts';
import { readParserTests } from '../parser-tests/read.ts';
import { type Asker, judgePage, judgeText, type Told } from './judge.ts';
import { sample, serveLive } from './live.ts';
import { measure } from './speed.ts';
import { Tally } from './tally.ts';

const USAGE = `usage: pnpm lab rendering --mediawiki URL --database URL [--images FOLDER] [--namespaces 0|4|10] [--pages N] [--texts FOLDER] [--speed]
       [--show N] [--json FILE] [--config FILE]

Asks a MediaWiki that runs, and apps/server on the same database, what pages hold (action=parse), what their templates stand for (expandtemplates), what
extracts say (prop=extracts, where the wiki has TextExtracts) and what differs between revisions (compare), and tells in which share both agree. With
--texts it asks about the texts of parser tests (tests/parser of MediaWiki's sources) instead of pages, as they are on this wiki. --speed measures how
many pages each makes HTML of in a second, when nobody asked for them before. FILE of --config tells apps/server what a wiki does not tell of itself.`;

const { values } = readOptions(USAGE, {
  ...{ mediawiki: { type: 'string' }, database: { type: 'string' }, images: { type: 'string' }, json: { type: 'string' } },
  ...{ namespaces: { type: 'string', default: '0' }, pages: { type: 'string', default: '500' }, show: { type: 'string', default: '0' } },
  config: { type: 'string' },
  ...{ texts: { type: 'string' }, speed: { type: 'boolean', default: false } },
});
if (values.mediawiki === undefined || values.database === undefined) {
  console.error(USAGE);
  process.exit(2);
}

const tally = new Tally();
const wiki = serveLive({ api: values.mediawiki, database: values.database, images: values.images });
try {
  const config = values.config === undefined ? [] : ['--config', resolve(values.config)];
  const server = await startServer(SERVER, [...wiki.flags, ...config, '--workers', '1'], wiki.folder, { onLog: () => {} });
  try {
    const sides = { there: asker(values.mediawiki), here: asker(server.api) };
    if (values.texts !== undefined) await inParallel(textsOf(values.texts), 2, test => judgeText(test, sides, tally));
    else {
      const titles = sample(await listPages(sides.there), Number(values.pages));
      if (values.speed) for (const line of await measure(titles, sides)) console.log(line);
      else await inParallel(titles, 2, title => judgePage(title, sides, tally));
    }
  } finally {
    await server.stop();
  }
} finally {
  wiki.close();
}
for (const { what, title, mediawiki, here } of tally.differences.slice(0, Number(values.show)))
  console.log(`# ${what}: ${title}\n--- MediaWiki\n${text(mediawiki)}\n--- here\n${text(here)}\n`);
for (const line of tally.lines()) console.log(line);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(tally.differences, null, 1));

function asker(api: string): Asker {
  const client = new Client(api, { timeout: 60_000, keepsCookies: false });
  return async params => (await client.json(params, { method: 'POST' })) as Told;
}

async function listPages(ask: Asker): Promise<string[]> {
  const titles: string[] = [];
  for (const namespace of values.namespaces.split('|')) {
    let more: Record<string, string> | undefined = {};
    while (more) {
      const answer: Told = await ask({ action: 'query', list: 'allpages', aplimit: '500', apnamespace: namespace, ...more });
      titles.push(...(answer.query?.allpages ?? []).map(({ title }) => title));
      more = answer.continue;
    }
  }
  return titles;
}

function textsOf(folder: string): ReturnType<typeof readParserTests>['tests'] {
  const names = readdirSync(folder).filter(name => name.endsWith('.txt'));
  return names.flatMap(name => readParserTests(name, readFileSync(join(folder, name), 'utf8')).tests);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
