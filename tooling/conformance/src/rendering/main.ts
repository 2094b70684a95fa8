import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { Client } from '../client.ts';
import { inParallel } from '../parallel.ts';
import { readParserTests } from '../parser-tests/read.ts';
import { type Asker, judgePage, judgeText, type WikiResponse } from './judge.ts';
import { Tally } from './tally.ts';

const USAGE = `usage: pnpm lab rendering --mediawiki URL --database URL [--images FOLDER] [--namespaces 0|4|10] [--pages N] [--texts FOLDER]
       [--show N] [--json FILE] [--config FILE]

Compares a running MediaWiki with apps/server on the same database: rendered pages (action=parse), expanded templates, extracts (if the wiki has
TextExtracts) and differences between revisions. Prints how often both agree. --texts renders the texts of parser tests (tests/parser of MediaWiki's
sources) instead of pages. --config adds settings that the wiki's API does not return.`;

const { values } = readOptions(USAGE, {
  ...{ mediawiki: { type: 'string' }, database: { type: 'string' }, images: { type: 'string' }, json: { type: 'string' } },
  ...{ namespaces: { type: 'string', default: '0' }, pages: { type: 'string', default: '500' }, show: { type: 'string', default: '0' } },
  config: { type: 'string' },
  texts: { type: 'string' },
});
if (values.mediawiki === undefined || values.database === undefined) {
  console.error(USAGE);
  process.exit(2);
}

const tally = new Tally();
await using stand = new Stand();
const folder = stand.folder();
const config = values.config === undefined ? [] : ['--config', resolve(values.config)];
const images = values.images === undefined ? [] : ['--images', resolve(values.images)];
const flags = ['--database', values.database, ...adopt(values.mediawiki, folder), ...images, ...config];
const server = await stand.serve([...flags, '--workers', '1'], folder);
const sides = { there: asker(values.mediawiki), here: asker(server.api) };
if (values.texts !== undefined) await inParallel(textsOf(values.texts), 2, test => judgeText(test, sides, tally));
else {
  const titles = await listPages(sides.there);
  const every = Math.ceil(titles.length / Number(values.pages));
  const sample = titles.filter((_, i) => i % every === 0);
  await inParallel(sample, 2, title => judgePage(title, sides, tally));
}
for (const { what, title, mediawiki, here } of tally.differences.slice(0, Number(values.show)))
  console.log(`# ${what}: ${title}\n--- MediaWiki\n${text(mediawiki)}\n--- here\n${text(here)}\n`);
for (const line of tally.lines()) console.log(line);
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(tally.differences, null, 1));

/** Downloads the site configuration and messages of a wiki. Returns the server flags that use them. */
function adopt(api: string, folder: string): string[] {
  const [site, messages] = [join(folder, 'site.json'), join(folder, 'messages')];
  const args = [...SERVER, 'adopt', api, '--out', site, '--messages', messages];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${api} cannot be adopted: ${stderr.trim()}`);
  return ['--site', site, '--messages', messages];
}

function asker(api: string): Asker {
  const client = new Client(api, { timeout: 60_000, keepsCookies: false });
  return async params => (await client.json(params, { method: 'POST' })) as WikiResponse;
}

async function listPages(ask: Asker): Promise<string[]> {
  const titles: string[] = [];
  for (const namespace of values.namespaces.split('|')) {
    let more: Record<string, string> | undefined = {};
    while (more) {
      const answer: WikiResponse = await ask({ action: 'query', list: 'allpages', aplimit: '500', apnamespace: namespace, ...more });
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
