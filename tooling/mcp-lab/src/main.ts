import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { type Answer, answer, newClient } from './answer.ts';
import { LIGHTS_QUESTIONS } from './lights-questions.ts';
import { LIGHTS } from './lights-wiki.ts';
import { measureLoad, measureOverhead } from './load.ts';
import type { Question } from './question.ts';
import { SAMPLE_QUESTIONS } from './sample-questions.ts';

const USAGE = `usage: pnpm lab mcp [--other SCRIPT] [--load SECONDS]

Answers 60 questions about two wikis through the MCP server, and prints the calls and tokens. --other also answers them through the MediaWiki
MCP Server, whose main script is given. --load measures the overhead of tool calls instead, and 20 clients at once for some seconds.`;

const { values: options } = readOptions(USAGE, { other: { type: 'string' }, load: { type: 'string' } });
await using stand = new Stand();
const folder = stand.folder();
await writeFile(join(folder, 'lights.xml'), LIGHTS);

if (options.load === undefined) await compare();
else {
  const server = await stand.serve(['--workers', '1', '--clock', '2026-01-01T00:00:00Z'], folder, { messages: false });
  console.log(await measureOverhead(server.origin));
  console.log(await measureLoad(server, Number(options.load)));
}

async function compare(): Promise<void> {
  const own: Answer[] = [];
  const others: (Answer | undefined)[] = [];
  const shared: [Answer, Answer][] = [];
  for (const [questions, flags] of [
    [SAMPLE_QUESTIONS, []],
    [LIGHTS_QUESTIONS, ['--import', 'lights.xml']],
  ] as const) {
    const { origin } = await stand.serve([...flags, '--deadline', '2m'], folder);
    const client = stand.use(newClient());
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
    const other = options.other === undefined ? undefined : await openOther(options.other, origin);
    for (const question of questions) {
      const ours = await answer(client, question, question.calls);
      own.push(ours);
      if (!other) continue;
      const theirs = question.other && (await answer(other, question, question.other));
      others.push(theirs);
      if (theirs) shared.push([ours, theirs]);
      console.log(line(question, ours, theirs));
    }
  }
  console.log(`wikiquery: ${summary(own)}`);
  if (others.length === 0) return;
  const answered = others.filter(each => each !== undefined);
  console.log(`MediaWiki MCP Server: ${summary(answered)}, ${others.length - answered.length} without a tool`);
  console.log(`questions of both: ${summary(shared.map(([ours]) => ours))} | ${summary(shared.map(([, theirs]) => theirs))}`);
}

function line({ question }: Question, ours: Answer, theirs: Answer | undefined): string {
  return [question.slice(0, 60).padEnd(62), shown(ours).padEnd(30), theirs ? shown(theirs) : 'no tool'].join('');
}

function shown({ calls, tokens, missing }: Answer): string {
  return `${calls} calls, ${tokens} tokens${missing.length > 0 ? `, lacks ${missing.join(', ')}` : ''}`;
}

function summary(answers: readonly Answer[]): string {
  const sorted = answers.map(({ tokens }) => tokens).sort((a, b) => a - b);
  const calls = answers.reduce((sum, each) => sum + each.calls, 0);
  const complete = answers.filter(({ missing }) => missing.length === 0).length;
  return `${complete} of ${answers.length} answered, ${calls} calls, ${sorted[sorted.length >> 1]} tokens median, ${sorted.at(-1)} most, ${sorted.reduce((sum, each) => sum + each, 0)} in total`;
}

/** Starts the MediaWiki MCP Server for a wiki. */
async function openOther(script: string, origin: string) {
  const config = join(folder, `other-${new URL(origin).port}.json`);
  const wiki = { sitename: 'Wiki', server: origin, articlepath: '/wiki', scriptpath: '/w', private: false };
  await writeFile(config, JSON.stringify({ defaultWiki: 'wiki', wikis: { wiki } }));
  const client = stand.use(newClient());
  const env = { PATH: process.env.PATH ?? '', CONFIG: config, MCP_LOG_LEVEL: 'silent' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: 'ignore' }));
  return client;
}
