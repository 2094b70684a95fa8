import { Looks, type Rise, steepIn } from './flatness.ts';
import type { Memory } from './inside-server.ts';
import { readOffer } from './modules.ts';
import { Random } from './random.ts';
import { readKnownValues } from './requests/known-values.ts';
import { type Material, type RandomRequest, randomRequest } from './requests/random-request.ts';
import type { ServerProcess } from './server-process.ts';
import { type Answer, Visitor } from './visitor.ts';

export interface FuzzOptions {
  readonly server: ServerProcess;
  readonly requests: number;
  readonly seed: number;
  /** Number of the first request: one request of a run can be sent again. */
  readonly from?: number;
  /**
   * How many of the requests come before the memory is measured the first time: caches, prepared statements and the heaps of all threads have to
   * reach their size. The memory may not grow from there on. It is not judged when left out.
   */
  readonly warmUp?: number;
  /** How often the process is looked at after the first tenth: what it holds must be flat. */
  readonly looks?: number;
  /** Requests at a time. */
  readonly concurrency?: number;
  /** Milliseconds that the server gives a request. */
  readonly deadline: number;
  /** Accounts to ask as, besides a visitor without one. */
  readonly accounts: readonly { readonly user: string; readonly password: string }[];
  /** The server runs with `--private`: clients without an account may see nothing of the wiki. */
  readonly isPrivate?: boolean;
  readonly onProgress?: (done: number) => void;
}

export interface Finding {
  readonly problem: string;
  /** Numbers of the requests, of which the first is shown. */
  readonly requests: number[];
  readonly example: string;
  readonly log: string[];
}

export interface FuzzReport {
  readonly requests: number;
  /** How many answers had each status and, after a blank, error code. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  /** Milliseconds. */
  readonly latency: { readonly median: number; readonly p99: number; readonly most: number };
  /** After the warm-up and at the end. */
  readonly memory: { readonly early: Memory; readonly late: Memory };
  /** By how much the straight line through all looks rises from the first to the last; undefined when there were none. */
  readonly rise: Rise | undefined;
}

/**
 * By how many bytes the memory may grow. The heap lets go of what a request took. The process needs more when greater answers than before coincide,
 * and takes and gives back the young generations of its heaps as it is busy: of that only the peak is kept.
 */
const MOST_GROWTH = { heap: 8 * 2 ** 20, peak: 64 * 2 ** 20 };

/** Sends random requests and looks for answers that a server must never give. The same seed and wiki make the same requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const {
    server,
    requests,
    seed,
    from = 0,
    warmUp = 0,
    looks = 0,
    concurrency = 8,
    deadline,
    accounts,
    isPrivate = false,
    onProgress,
  } = options;
  const visitor = new Visitor(server.api);
  try {
    const material = await prepare(visitor, accounts);
    const findings = new Findings();
    const outcomes = new Map<string, number>();
    const times = new Float64Array(requests);
    const send = async (number: number): Promise<void> => {
      const request = randomRequest(material, new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b)));
      const answer = await visitor.send(request.sending).catch((error: Error) => error);
      const judged = judge(request, answer, deadline, isPrivate);
      outcomes.set(judged.outcome, (outcomes.get(judged.outcome) ?? 0) + 1);
      if (judged.problem !== undefined) findings.add(judged.problem, number, describe(request), judged.logId);
      if (!(answer instanceof Error)) times[number - from] = answer.milliseconds;
      onProgress?.(number - from + 1);
    };
    const watch = new Looks(server, requests, looks);
    const run = async (first: number, end: number): Promise<void> => {
      for (let at = first, next = first; at < end; at = next) {
        next = Math.min(end, from + watch.nextAfter(at - from));
        await inParallel(at, next, concurrency, send);
        await watch.at(next - from);
      }
    };
    await run(from, from + warmUp);
    const early = await server.memory();
    await run(from + warmUp, from + requests);
    const late = await server.memory();
    const rise = watch.rise();
    for (const problem of rise ? steepIn(rise) : []) findings.add(problem, requests, 'the run');
    for (const kind of ['heap', 'peak'] as const) {
      const grown = late[kind] - early[kind];
      if (warmUp > 0 && grown > MOST_GROWTH[kind]) findings.add(`memory grew (${kind})`, requests, `by ${inMegabytes(grown)}`);
    }
    if (server.ended !== undefined) findings.add(server.ended, requests, 'the run');
    times.sort();
    const at = (share: number): number => times[Math.min(requests - 1, Math.floor(requests * share))] ?? 0;
    return {
      requests,
      outcomes,
      findings: findings.withLog(server.failures),
      latency: { median: at(0.5), p99: at(0.99), most: at(1) },
      memory: { early, late },
      rise,
    };
  } finally {
    visitor.close();
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** The modules of the server, values that mean something to it, and sessions. */
async function prepare(visitor: Visitor, accounts: FuzzOptions['accounts']): Promise<Material> {
  const cookies = ['', ...(await Promise.all(accounts.map(({ user, password }) => visitor.login(user, password))))];
  const offer = await readOffer(params => visitor.json(params));
  const known = await readKnownValues(offer, params => visitor.json(params, cookies.at(-1)));
  return { offer, known, cookies };
}

async function inParallel(from: number, to: number, width: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

interface Judgement {
  readonly outcome: string;
  readonly problem?: string;
  /** The number under which the log tells more. */
  readonly logId?: string;
}

/** Milliseconds beyond its deadline after which a request has to have ended, on a busy machine too. */
const GRACE = 3000;

/** Fields that `action=query` may return on a private wiki before a login. */
const OPEN = new Set(['tokens', 'authmanagerinfo']);

function judge({ isJson, sending, session }: RandomRequest, answer: Answer | Error, deadline: number, isPrivate: boolean): Judgement {
  if (answer instanceof Error) return { outcome: 'no answer', problem: `no answer: ${answer.message}` };
  const { status, headers, body, milliseconds } = answer;
  const code = String(headers['mediawiki-api-error'] ?? '');
  const outcome = `${status} ${code}`.trimEnd();
  const logId = typeof headers['x-request-id'] === 'string' ? headers['x-request-id'] : undefined;
  const problem = (text: string): Judgement => ({ outcome, problem: text, ...(logId !== undefined && { logId }) });
  if (status >= 500) return problem(`status ${status}`);
  if (code.startsWith('internal_api_error')) return problem(code);
  if (milliseconds > deadline + GRACE) return problem('took longer than its deadline');
  if (!isJson || sending.method === 'HEAD' || status !== 200) return { outcome };
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return problem('JSON, but no object');
    const { query = {} } = parsed as { readonly query?: object };
    const shown = Object.keys(query).filter(key => !OPEN.has(key));
    return isPrivate && session === 0 && shown.length > 0 ? problem(`a private wiki shows ${shown.join()}`) : { outcome };
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

  /** With the different errors that the log has for each finding, and one for errors that no answer told. */
  withLog(lines: readonly string[]): Finding[] {
    const found = [...this.#byProblem.values()];
    const told = new Set<string>();
    for (const finding of found) {
      const kinds = new Map<string, string>();
      for (const line of lines) {
        if (!finding.logIds.some(id => line.includes(id))) continue;
        told.add(line);
        kinds.set(kindOf(line), line);
      }
      finding.log.push(...kinds.values());
    }
    const untold = new Map(lines.filter(line => !told.has(line)).map(line => [kindOf(line), line]));
    if (untold.size > 0) found.push({ problem: 'errors in the log', requests: [], example: '', log: [...untold.values()], logIds: [] });
    return found;
  }
}

/** Log lines of one kind differ only in what the request was. */
const kindOf = (line: string): string => /"error":(.*)$/.exec(line)?.[1] ?? line;

function describe({ sending: { method = 'GET', query = '', body = '' }, session }: RandomRequest): string {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  return `session ${session}: ${method} ?${query.slice(0, 2000)}${text && `\n  ${text.slice(0, 2000)}`}`;
}
