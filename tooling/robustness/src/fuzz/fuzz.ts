import type { Memory } from '../inside-server.ts';
import { Random } from '../random.ts';
import { readOffer } from '../requests/modules.ts';
import type { ServerProcess } from '../server-process.ts';
import { type Answer, Visitor } from '../visitor.ts';
import { readKnownValues } from './known-values.ts';
import { type RandomRequest, randomRequest } from './random-request.ts';

export interface FuzzOptions {
  readonly server: ServerProcess;
  readonly requests: number;
  readonly seed: number;
  /** Number of the first request. Default: 0. */
  readonly from?: number;
  /** Requests before the first memory measurement, in which caches and heaps reach their size. Default: growth is not judged. */
  readonly warmUp?: number;
  readonly concurrency?: number;
  /** The server's deadline in milliseconds. */
  readonly deadline: number;
  /** Accounts that send requests, in addition to an anonymous visitor. */
  readonly accounts: readonly { readonly user: string; readonly password: string }[];
  readonly onProgress?: (done: number) => void;
}

export interface Finding {
  readonly problem: string;
  /** Numbers of the requests with this problem. */
  readonly requests: number[];
  /** Description of the first of these requests. */
  readonly example: string;
  readonly log: string[];
}

export interface FuzzReport {
  /** Number of responses by status and error code. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  /** Response times in milliseconds. */
  readonly latency: { readonly median: number; readonly p99: number; readonly most: number };
  /** Memory after the warm-up and at the end. */
  readonly memory: { readonly early: Memory; readonly late: Memory };
}

/** Maximum growth after the warm-up, in bytes and open files. The peak varies with the requests that coincide. */
const MAX_GROWTH = { heap: 8 * 2 ** 20, peak: 64 * 2 ** 20, descriptors: 8 };

/** Sends random requests and looks for responses that a server must never return. A seed and a wiki determine the requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { server, requests, seed, from = 0, warmUp = 0, concurrency = 8, deadline, accounts, onProgress } = options;
  const visitor = new Visitor(server.api);
  try {
    const cookies = ['', ...(await Promise.all(accounts.map(({ user, password }) => visitor.login(user, password))))];
    const offer = await readOffer(question => visitor.json(question));
    const known = await readKnownValues(offer, question => visitor.json(question, cookies.at(-1)));
    const findings = new Findings();
    const outcomes = new Map<string, number>();
    const times = new Float64Array(requests);
    const send = async (number: number): Promise<void> => {
      const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
      const request = randomRequest({ offer, known, cookies }, random);
      const answer = await visitor.send(request.sending).catch((error: Error) => error);
      const { outcome, problem, logId } = judge(request, answer, deadline);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (problem !== undefined) findings.add(problem, number, describe(request), logId);
      if (!(answer instanceof Error)) times[number - from] = answer.milliseconds;
      onProgress?.(number - from + 1);
    };
    const run = async (next: number, end: number): Promise<void> => {
      const worker = async () => {
        while (next < end) await send(next++);
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
    };
    await run(from, from + warmUp);
    const early = await server.memory();
    await run(from + warmUp, from + requests);
    const late = await server.memory();
    for (const kind of ['heap', 'peak', 'descriptors'] as const) {
      const growth = late[kind] - early[kind];
      if (warmUp > 0 && growth > MAX_GROWTH[kind]) findings.add(`growth (${kind})`, requests, `by ${growth}`);
    }
    if (server.ended !== undefined) findings.add(server.ended, requests, 'the run');
    times.sort();
    const at = (share: number): number => times[Math.min(requests - 1, Math.floor(requests * share))] ?? 0;
    const latency = { median: at(0.5), p99: at(0.99), most: at(1) };
    return { outcomes, findings: findings.withLog(server.failures), latency, memory: { early, late } };
  } finally {
    visitor.close();
  }
}

interface Judgement {
  readonly outcome: string;
  readonly problem?: string;
  /** ID of the request in the log. */
  readonly logId?: string | undefined;
}

/** Tolerance in milliseconds that a busy machine gets in addition to the deadline. */
const GRACE = 3000;

function judge({ isJson, sending }: RandomRequest, answer: Answer | Error, deadline: number): Judgement {
  if (answer instanceof Error) return { outcome: 'no response', problem: `no response: ${answer.message}` };
  const { status, headers, body, milliseconds } = answer;
  const code = String(headers['mediawiki-api-error'] ?? '');
  const outcome = `${status} ${code}`.trimEnd();
  const problem = (text: string): Judgement => ({ outcome, problem: text, logId: headers['x-request-id']?.toString() });
  if (status >= 500) return problem(`status ${status}`);
  if (code.startsWith('internal_api_error')) return problem(code);
  if (milliseconds > deadline + GRACE) return problem('exceeds its deadline');
  if (!isJson || sending.method === 'HEAD' || status !== 200) return { outcome };
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { outcome } : problem('JSON without an object');
  } catch {
    return problem('no JSON');
  }
}

class Findings {
  readonly #byProblem = new Map<string, Finding & { readonly logIds: string[] }>();

  add(problem: string, request: number, example: string, logId?: string): void {
    const finding = this.#byProblem.get(problem) ?? { problem, requests: [], example, log: [], logIds: [] };
    finding.requests.push(request);
    if (logId !== undefined) finding.logIds.push(logId);
    this.#byProblem.set(problem, finding);
  }

  /** Returns the findings with their logged errors, each kind once. Adds a finding for errors that belong to no reported request. */
  withLog(lines: readonly string[]): Finding[] {
    const found = [...this.#byProblem.values()];
    const byKind = (selected: readonly string[]) => [...new Map(selected.map(line => [kindOf(line), line])).values()];
    const linesOf = ({ logIds }: { readonly logIds: readonly string[] }) => lines.filter(line => logIds.some(id => line.includes(id)));
    for (const finding of found) finding.log.push(...byKind(linesOf(finding)));
    const reported = new Set(found.flatMap(linesOf));
    const log = byKind(lines.filter(line => !reported.has(line)));
    if (log.length > 0) found.push({ problem: 'errors in the log', requests: [], example: '', log, logIds: [] });
    return found;
  }
}

const kindOf = (line: string): string => /"error":(.*)$/.exec(line)?.[1] ?? line;

function describe({ sending: { method = 'GET', query = '', body = '' }, session }: RandomRequest): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  return `session ${session}: ${method} ?${query.slice(0, 2000)}${text && `\n  ${text.slice(0, 2000)}`}`;
}
