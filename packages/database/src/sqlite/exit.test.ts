import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openWiki } from '@wikiquery/testing';
import { expect, test } from 'vitest';

const PROGRAM = `
import { open } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
const { db } = await open(process.argv[1]);
const pages = db.selectFrom(['page as a', 'page as b', 'page as c', 'page as d', 'page as e', 'page as f']);
pages.select(({ fn }) => fn.count('f.page_id').as('count')).execute().catch(() => {});
setTimeout(() => process.exit(3), 300);
`;

test('a process ends while a statement runs', async () => {
  const wiki = await openWiki('sqlite');
  for (let i = 0; i < 100; i++) await wiki.page(`Page ${i}`);
  const child = spawn(process.execPath, ['--conditions=@wikiquery/source', '--input-type=module', '-e', PROGRAM, wiki.url], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  expect(code).toBe(3);
  await wiki.close();
}, 60_000);
