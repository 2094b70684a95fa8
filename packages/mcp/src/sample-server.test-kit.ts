import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type App, assemble, defaultSettings, listen, type Settings } from '@wikiquery/server';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../apps/server', import.meta.url));
const { resolve } = createRequire(join(root, 'package.json'));

/** apps/server with all its modules. */
const APP: App = { root, load: name => import(resolve(name)) };

/** Serves the sample wiki on a free port. `changed`: settings, also those of server extensions. */
export async function serveSample(folder: string, changed: Partial<Settings> & Readonly<Record<string, unknown>> = {}) {
  const settings: Settings = {
    ...defaultSettings(folder),
    port: 0,
    clientRate: 0,
    deadline: 120_000,
    secretKey: 'k'.repeat(64),
    ...changed,
  };
  const assembled = await assemble(APP, settings);
  const server = await listen(assembled, settings);
  return { ...server, assembled, mcp: new URL('/mcp', server.origin) };
}

/** Connects a client to a server. It is closed at the end of the test. */
export async function connect(url: URL, headers: Record<string, string> = {}, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

/** Result of a tool call. */
export interface Called {
  readonly isError?: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the result of any tool
  readonly data: any;
}

/** Calls a tool. The client checks the structured result against the tool's output schema. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const { content, structuredContent: data, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', data, ...(isError && { isError }) };
}
