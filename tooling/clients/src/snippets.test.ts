import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SNIPPETS, type Snippet } from '@wikiquery/explorer';
import { SOURCES } from '@wikiquery/launch/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPythonModule, PYTHON } from './python.ts';
import { useServer } from './served.test-kit.ts';

const run = promisify(execFile);

/** How to install the programs that npm does not provide. */
const INSTALL: Readonly<Record<string, string>> = {
  curl: 'apt-get install curl',
  mwclient: 'apt-get install python3-mwclient',
  requests: 'apt-get install python3-requests',
  pywikibot: 'pip install pywikibot, and name that Python in TEST_PYTHON',
};

/** Titles, one of them with characters that are special in shell, JavaScript or Python. */
const TITLES = ['Main Page', `It's "so" $HOME \${x} \`y\` \\n %s ä 🦆`, 'Help:Continuation'];
const REQUESTS = {
  'a list': { action: 'query', list: 'allpages', aplimit: '3', apfilterredir: 'nonredirects' },
  'several modules': {
    action: 'query',
    prop: 'info|categories',
    titles: 'Main Page|Help:Continuation',
    meta: 'siteinfo',
    siprop: 'namespaces',
    continue: '',
  },
  'hostile values': { action: 'query', titles: TITLES.map(title => `\u001F${title}`).join(''), redirects: '1', errorformat: 'plaintext' },
};

describe('generated code', { timeout: 60_000 }, () => {
  // In this folder, Node resolves the packages that the generated code imports.
  const folder = join(import.meta.dirname, '../node_modules/.snippets');
  const server = useServer();
  beforeAll(() => mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const snippet of SNIPPETS) {
    const install = INSTALL[snippet.name];
    const meta = install === undefined ? {} : { needs: `${snippet.title}: ${install}` };
    describe.runIf(isRunnable(snippet))(`with ${snippet.name}`, { meta }, () => {
      it.each(Object.entries(REQUESTS))('prints the response to a request with %s', async (name, parameters) => {
        const request = { ...parameters, format: 'json', formatversion: '2' };
        const response = await fetch(`${server.api}?${new URLSearchParams(request).toString()}`);
        const printed = await output(snippet, snippet.write({ address: server.api, request }), name.replaceAll(' ', '-'));
        expect(comparable(JSON.parse(printed) as Response)).toEqual(comparable((await response.json()) as Response));
      });
    });
  }

  async function output({ name, language }: Snippet, text: string, request: string): Promise<string> {
    const file = join(folder, `${name}-${request}.${EXTENSIONS[language]}`);
    writeFileSync(file, text);
    const env = { ...process.env, PYWIKIBOT_NO_USER_CONFIG: '2', PYWIKIBOT_DIR: folder };
    const { stdout } = await run(...commandOf(language, file), { env, cwd: folder });
    return stdout;
  }
});

const EXTENSIONS = { shell: 'sh', javascript: 'mjs', python: 'py' } as const;

function commandOf(language: Snippet['language'], file: string): [program: string, args: string[]] {
  if (language === 'shell') return ['sh', [file]];
  return language === 'python' ? [PYTHON, [file]] : [process.execPath, [SOURCES, file]];
}

/** Whether the program that runs a snippet is installed. Clients for Node are dependencies of this package. */
function isRunnable({ name, language }: Snippet): boolean {
  if (language === 'python') return hasPythonModule(name);
  return language !== 'shell' || spawnSync(name, ['--version']).status === 0;
}

interface Response {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly continue?: Readonly<Record<string, string>>;
}

/** Removes `userinfo` and `continue.continue`, which differ because some clients also request userinfo. */
function comparable(response: Response): object {
  const { userinfo: _, ...query } = response.query ?? {};
  const { continue: __, ...next } = response.continue ?? {};
  return { ...response, query, continue: next };
}
