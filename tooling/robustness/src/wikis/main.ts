import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setsIn, whyNotServed } from '@wikiquery/conformance/recording';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER } from '@wikiquery/launch/process';
import { compareSets } from './compare.ts';
import { crowd } from './crowd.ts';

const USAGE = `usage: pnpm lab wikis [--requests N] [--count N] [--sets FOLDER] [--only compare|crowd] [--program FILE]

Compares the responses of a server of many wikis with those of a server for each, and starts a server of N wikis (--count). Wikis of --sets on MariaDB and
PostgreSQL take part where TEST_MARIADB_URL and TEST_POSTGRES_URL are set. FILE is the installed program (apps/server/dist/bin.js after pnpm build).
Default: its source.`;

const { values } = readOptions(USAGE, {
  requests: { type: 'string', default: '2000' },
  count: { type: 'string', default: '1000' },
  sets: { type: 'string' },
  only: { type: 'string' },
  program: { type: 'string' },
});
const program = values.program === undefined ? SERVER : [resolve(values.program)];
let isGood = true;
const judge = (what: string, holds: boolean): void => {
  isGood &&= holds;
  console.log(`${holds ? 'ok   ' : 'FAIL '} ${what}`);
};

/** Those of the repository, of several languages and releases, and one of each other engine. */
function chosenSets(): string[] {
  const own = setsIn([join(import.meta.dirname, '../../../conformance/sets')]);
  const more = values.sets === undefined ? [] : setsIn([values.sets]);
  const others = ['wiki.mysql.sql.gz', 'wiki.pgsql.sql.gz'].flatMap(
    dump => more.find(set => existsSync(join(set, dump)) && whyNotServed(set) === undefined) ?? [],
  );
  return [...own, ...others];
}

async function compare(): Promise<void> {
  const sets = chosenSets();
  for (const together of [[sets[0], sets.at(-1)].filter(set => set !== undefined), sets]) {
    console.log(`${together.length} wikis together:`);
    for (const { set, requests, good, same, differences } of await compareSets(program, together, Number(values.requests))) {
      for (const difference of differences) console.log(difference);
      judge(`${set}: ${same} of ${requests} answers are those of the wiki alone, ${good} of them no errors`, same === requests);
    }
  }
}

if (values.only !== 'crowd') await compare();
if (values.only !== 'compare') await crowd(program, Number(values.count), judge);
process.exitCode = isGood ? 0 : 1;
