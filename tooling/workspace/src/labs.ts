import { join } from 'node:path';

interface Lab {
  readonly summary: string;
  /** Path of the program, relative to `tooling`. */
  readonly program: string;
}

const LABS: Readonly<Record<string, Lab>> = {
  conformance: { program: 'conformance/src/main.ts', summary: 'Compare responses with recorded responses of MediaWiki' },
  'parser-tests': {
    program: 'conformance/src/parser-tests/main.ts',
    summary: "Run the tests of MediaWiki's parser and report how many pass",
  },
  rendering: { program: 'conformance/src/rendering/main.ts', summary: 'Compare rendered pages with those of a running MediaWiki' },
  schemas: { program: 'conformance/src/schemas.ts', summary: 'Validate recorded responses by the schemas of the modules' },
  clients: { program: 'clients/src/main.ts', summary: 'Run clients in Python and Perl; pnpm unit runs those for Node' },
  fuzz: { program: 'robustness/src/fuzz/main.ts', summary: 'Send random and hostile requests' },
  attacks: { program: 'robustness/src/attacks/main.ts', summary: 'Send hostile texts to every parameter and measure their processor time' },
  secrets: { program: 'robustness/src/secrets/main.ts', summary: 'Search responses for planted secrets' },
  cache: { program: 'robustness/src/cache/main.ts', summary: 'Compare cached responses with computed ones while the database changes' },
  mcp: { program: 'mcp-lab/src/main.ts', summary: 'Measure the tokens of answers, and the cost of tool calls, of the MCP server' },
  tables: { program: 'robustness/src/tables/main.ts', summary: 'Write the columns that each module reads into its package.json' },
  bench: { program: 'benchmark/src/main.ts', summary: 'Measure requests per second and processor time, also against another checkout' },
  startup: { program: 'benchmark/src/startup/main.ts', summary: 'Measure processor time and memory of packed servers at startup' },
  deliver: { program: 'workspace/src/delivery/deliver.ts', summary: 'Check a deployed server, packed packages and standalone plugins' },
  published: {
    program: 'workspace/src/delivery/registry.ts',
    summary: 'Publish on a local registry, install in a container, and serve',
  },
};

/** Runs a lab with the remaining arguments as its command line. */
export async function runLab(root: string, [name = '', ...args]: readonly string[]): Promise<void> {
  const lab = Object.hasOwn(LABS, name) ? LABS[name] : undefined;
  if (lab) {
    const program = join(root, 'tooling', lab.program);
    process.argv = [process.execPath, program, ...args];
    await import(program);
    return;
  }
  console.log(['usage: pnpm lab NAME [OPTION…]     pnpm lab NAME --help', '', ...Object.entries(LABS).map(lineOf)].join('\n'));
  if (name !== '' && name !== '--help') {
    console.error(`\nUnknown lab "${name}".`);
    process.exitCode = 2;
  }
}

const lineOf = ([name, { summary }]: readonly [string, Lab]): string => `  ${name.padEnd(17)}${summary}`;
