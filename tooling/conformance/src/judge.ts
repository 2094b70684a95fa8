import { canonical, type Difference, differences, type Parsed, parse, print, spellingDifference } from './json.ts';
import { mask } from './masks.ts';
import type { Answer, Probe, Step } from './probe.ts';
import { numbered, readXml } from './xml.ts';

/**
 * `exact`: the same JSON text after masking. `semantic`: the same except for key order and spelling. `different`: any other difference.
 * `error`: no response, or no JSON although MediaWiki returned JSON.
 */
export type Level = (typeof LEVELS)[number];

export interface Verdict {
  readonly level: Level;
  readonly differences: readonly Difference[];
  /** Names of headers that differ but do not count for this probe. */
  readonly headers: readonly string[];
}

export interface JudgeOptions {
  /** The `server` URLs of both wikis, which count as equal. */
  readonly servers?: readonly [recorded: string, tested: string];
  /** Whether to report all differences instead of only the first ones. */
  readonly complete?: boolean;
}

/** Compares the responses to a probe (`actual`) with the recorded responses (`expected`). */
export function judge(expected: readonly Step[], actual: readonly Step[], probe: Probe, options: JudgeOptions = {}): Verdict {
  const whole = new Findings(options.complete);
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const [from, to] = [expected[i], actual[i]];
    if (!from || !to) {
      const before = actual[i - 1];
      const level = before && 'failure' in before ? 'error' : 'different';
      whole.add('(chain)', `${expected.length} answers`, `${actual.length} answers`, level, expected.length > 1 ? i : undefined);
      break;
    }
    const step = judgeStep(from, to, probe, options);
    whole.merge(step, expected.length > 1 ? i : undefined);
  }
  return whole.verdict();
}

function judgeStep(expected: Step, actual: Step, probe: Probe, options: JudgeOptions = {}): Verdict {
  const found = new Findings(options.complete);
  if ('failure' in actual) found.add('(answer)', 'a response', actual.failure, 'error');
  else if ('failure' in expected) found.add('(recording)', 'a response in the recording', expected.failure, 'error');
  else {
    if (expected.status !== actual.status) found.add('(status)', expected.status, actual.status);
    judgeHeaders(expected, actual, probe, found);
    if (expected.body !== actual.body) judgeBody(expected, actual, probe, options, found);
  }
  return found.verdict();
}

const LEVELS = ['exact', 'semantic', 'different', 'error'] as const;
const MOST_DIFFERENCES = 5;
const ALWAYS_COMPARED = ['content-type', 'mediawiki-api-error'];

function judgeHeaders(expected: Answer, actual: Answer, probe: Probe, found: Findings): void {
  const isCrash = (value: string | undefined): boolean => value?.startsWith('internal_api_error_') === true;
  for (const name of [...new Set([...Object.keys(expected.headers), ...Object.keys(actual.headers)])].sort()) {
    const [from, to] = [expected.headers[name], actual.headers[name]];
    if (from === to || (name === 'mediawiki-api-error' && isCrash(from) && isCrash(to))) continue;
    if (name === 'vary' && from === withoutLanguages(to)) continue;
    if (ALWAYS_COMPARED.includes(name) || probe.compare === 'headers') found.add(`(header ${name})`, from ?? '(absent)', to ?? '(absent)');
    else found.headers.add(name);
  }
}

/** Removes `Accept-Language`, which MediaWiki does not list in `Vary`: see "Cache headers" in docs/project/differences.md. */
function withoutLanguages(vary: string | undefined): string | undefined {
  const others = vary?.split(', ').filter(name => name !== 'Accept-Language');
  return others === undefined || others.length === 0 ? undefined : others.join(', ');
}

function judgeBody(expected: Answer, actual: Answer, probe: Probe, { servers }: JudgeOptions, found: Findings): void {
  const [recorded, tested] = servers ?? ['', ''];
  const from = readBody(sameServer(expected.body, recorded, tested));
  const to = readBody(sameServer(actual.body, tested, recorded));
  if (from && to) {
    if (from.callback !== to.callback) found.add('(callback)', from.callback, to.callback);
    const masked = ({ node, ...body }: Body): Body => ({ ...body, node: numbered(mask(node, probe)) });
    judgeTrees(masked(from), masked(to), found);
  } else if (from || to) found.add('(body)', describe(from, expected.body), describe(to, actual.body), to ? 'different' : 'error');
  else judgeText(expected, actual, probe, found);
}

function judgeTrees(expected: Parsed, actual: Parsed, found: Findings): void {
  const [from, to] = [print(expected.node), print(actual.node)];
  if (from === to) {
    if (expected.spaces !== actual.spaces) found.add('(white space)', expected.spaces, actual.spaces, 'semantic');
  } else if (canonical(expected.node) === canonical(actual.node)) {
    const difference = spellingDifference(expected.node, actual.node) ?? { path: '(spelling)', expected: '', actual: '' };
    found.add(difference.path, difference.expected, difference.actual, 'semantic');
  } else {
    for (const difference of differences(expected.node, actual.node, found.most))
      found.add(difference.path, difference.expected, difference.actual);
    if (found.level !== 'different') found.add('(body)', from.slice(0, 120), to.slice(0, 120));
  }
}

/** Compares bodies that are neither JSON nor XML. For errors and for probes that compare shapes, only an empty body differs. */
function judgeText(expected: Answer, actual: Answer, probe: Probe, found: Findings): void {
  if (probe.compare !== 'shape' && expected.status < 400) {
    found.add('(body)', expected.body.slice(0, 120), actual.body.slice(0, 120));
    return;
  }
  const isEmpty = ({ body }: Answer): string => (body.trim() === '' ? 'empty' : 'not empty');
  if (isEmpty(expected) !== isEmpty(actual)) found.add('(body)', isEmpty(expected), isEmpty(actual));
}

interface Body extends Parsed {
  /** The JSONP callback; empty without JSONP. */
  readonly callback: string;
}

function readBody(body: string): Body | undefined {
  if (body.startsWith('<?xml')) {
    const node = readXml(body);
    return node && { node, spaces: false, callback: '' };
  }
  const call = /^(\/\*\*\/[^(]*)\(([\s\S]*)\)$/.exec(body);
  try {
    return { ...parse(call?.[2] ?? body), callback: call?.[1] ?? '' };
  } catch {
    return undefined;
  }
}

function sameServer(body: string, server: string, other: string): string {
  return server && other && server !== other ? body.replaceAll(server, '{server}') : body;
}

function describe(parsed: Body | undefined, body: string): string {
  return parsed ? 'JSON' : body.slice(0, 120) || '(empty)';
}

class Findings {
  readonly headers = new Set<string>();
  readonly most: number;
  level: Level = 'exact';
  readonly #differences: Difference[] = [];

  constructor(complete = false) {
    this.most = complete ? Number.POSITIVE_INFINITY : MOST_DIFFERENCES;
  }

  add(path: string, expected: unknown, actual: unknown, level: Level = 'different', step?: number): void {
    this.merge({ level, differences: [{ path, expected: String(expected), actual: String(actual) }], headers: [] }, step);
  }

  /** `step`: index in a chain of responses, from 0. */
  merge(verdict: Verdict, step?: number): void {
    if (LEVELS.indexOf(verdict.level) > LEVELS.indexOf(this.level)) this.level = verdict.level;
    for (const name of verdict.headers) this.headers.add(name);
    for (const difference of verdict.differences.slice(0, this.most - this.#differences.length)) {
      this.#differences.push(step === undefined ? difference : { ...difference, path: `#${step + 1} ${difference.path}` });
    }
  }

  verdict(): Verdict {
    return { level: this.level, differences: this.#differences, headers: [...this.headers] };
  }
}
