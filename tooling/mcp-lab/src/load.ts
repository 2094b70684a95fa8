import { readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunningServer } from '@wikiquery/launch/process';
import { newClient } from './answer.ts';
import type { ToolCall } from './question.ts';

const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** Tools, each with the request to the API that it sends. */
const PAIRS: readonly (readonly [call: ToolCall, request: string])[] = [
  [
    ['search', { query: 'watchlist' }],
    'action=query&list=search&srsearch=watchlist&srlimit=10&srprop=snippet|size|wordcount|timestamp&srinfo=totalhits|suggestion',
  ],
  [
    ['get-history', { title: 'Main Page' }],
    'action=query&prop=revisions&titles=Main%20Page&rvlimit=20&rvprop=ids|timestamp|user|comment|size|flags|tags&rvdir=older',
  ],
  [['query', { parameters: { list: 'allpages', aplimit: 50 } }], 'action=query&list=allpages&aplimit=50'],
  [['get-site-info', {}], 'action=query&meta=siteinfo|userinfo&siprop=general|namespaces|statistics&uiprop=groups'],
];

const ROUNDS = 200;

/** Measures tool calls and the same API requests in turn. Returns a line for each tool, with medians in milliseconds. */
export async function measureOverhead(origin: string): Promise<string> {
  const lines: string[] = [];
  for (const [[name, args], request] of PAIRS) {
    const api: number[] = [];
    const tool: number[] = [];
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    for (let round = 0; round < ROUNDS; round++) {
      api.push(await timeOf(`${origin}/w/api.php?${request}&format=json&formatversion=2&errorformat=plaintext`));
      tool.push(await timeOf(`${origin}/mcp`, { method: 'POST', headers: HEADERS, body: message }));
    }
    const [before, after] = [median(api), median(tool)];
    lines.push(
      `${name}: ${before.toFixed(2)} ms through the API, ${after.toFixed(2)} ms as a tool, ${(after - before).toFixed(2)} ms more`,
    );
  }
  return lines.join('\n');
}

async function timeOf(url: string, init?: RequestInit): Promise<number> {
  const begun = performance.now();
  await (await fetch(url, init)).text();
  return performance.now() - begun;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

const CLIENTS = 20;
const CALLS: readonly ToolCall[] = [
  ['search', { query: 'generator' }],
  ['get-page', { title: 'Help:Generators' }],
  ['get-history', { title: 'Main Page' }],
  ['get-links', { title: 'Main Page' }],
  ['query', { parameters: { list: 'allpages', aplimit: 20 } }],
];

/** Calls tools from 20 clients at once. Returns the number of calls and of errors, and the resident memory over time. */
export async function measureLoad({ origin, process: server }: RunningServer, seconds: number): Promise<string> {
  const end = performance.now() + seconds * 1000;
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(residentOf(server.pid ?? 0)), (seconds * 1000) / 6);
  let [calls, errors] = [0, 0];
  const work = async (offset: number): Promise<void> => {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
    for (let i = offset; performance.now() < end; i++) {
      const [name, args] = CALLS[i % CALLS.length] as ToolCall;
      const result = await client.callTool({ name, arguments: { ...args } }).catch(() => ({ isError: true }));
      calls += 1;
      if (result.isError) errors += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, offset) => work(offset)));
  clearInterval(timer);
  return `${CLIENTS} clients: ${calls} calls in ${seconds} s, ${errors} errors; resident memory ${memory.join(', ')} MB`;
}

/** Returns the resident memory of a process in megabytes. */
const residentOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
