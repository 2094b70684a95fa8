import { AnswerLimitError, type Client, type Response } from './client.ts';
import { continuationOf } from './xml.ts';

/** A request, or a chain of continued requests. */
export interface Probe {
  readonly id: string;
  readonly group: string;
  readonly module: string;
  readonly kind: string;
  readonly session: string;
  readonly method: 'GET' | 'POST';
  readonly params: Readonly<Record<string, string>>;
  /** Whether to repeat the request with the returned `continue` values until the response has none. */
  readonly follow: boolean;
  readonly compare: 'body' | 'headers' | 'shape' | 'random';
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of parameters that a POST request sends in its URL. */
  readonly inUrl?: readonly string[];
  /** Raw query string that is appended to the encoded parameters. */
  readonly raw?: string;
  /** Names of messages that a page on the wiki overrides. */
  readonly local?: readonly string[];
  /** Names of preferences that the user changed. */
  readonly own?: readonly string[];
}

/** A response with the compared headers, or a failure. */
export type Step = Answer | { readonly failure: string };
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RecordedProbe {
  readonly id: string;
  readonly probe: Probe;
  readonly steps: readonly Step[];
}

/** Whether MediaWiki failed with an internal error. */
export const isUnanswered = ({ steps }: RecordedProbe): boolean =>
  steps.some(step => 'headers' in step && step.headers['mediawiki-api-error']?.startsWith('internal_api_error_'));

/** Sends a probe, and follows its continuation. A failure ends the chain; it is returned, not thrown. */
export async function ask(probe: Probe, client: Client): Promise<Step[]> {
  const steps: Step[] = [];
  let params = probe.params;
  while (steps.length < (probe.follow ? LONGEST_CHAIN : 1)) {
    const step = await askOnce(probe, params, client);
    steps.push(step);
    const next = probe.follow && 'body' in step ? continuation(step.body) : undefined;
    if (!next) break;
    params = { ...probe.params, ...next };
  }
  return steps;
}

/** Splits a multi-value parameter as MediaWiki does. */
export function values(value: string): string[] {
  return value.startsWith('\u001f') ? value.slice(1).split('\u001f') : value.split('|');
}

const LONGEST_CHAIN = 40;
const COMPARED_HEADERS =
  /^(content-type|mediawiki-api-error|mediawiki-login-suppressed|cache-control|vary|access-control-.*|location|retry-after)$/;

/** Sends one request. Retries once after a broken connection, but not after a timeout. */
async function askOnce(probe: Probe, params: Probe['params'], client: Client, mayRetry = true): Promise<Step> {
  try {
    const { status, headers, body } = await client.send(params, probe);
    return { status, headers: compared(headers), body };
  } catch (error) {
    if (mayRetry && !(error instanceof AnswerLimitError)) return askOnce(probe, params, client, false);
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function compared(headers: Response['headers']): Answer['headers'] {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && COMPARED_HEADERS.test(entry[0]),
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function continuation(body: string): Record<string, string> | undefined {
  if (body.startsWith('<?xml')) return continuationOf(body);
  const values = parsed(body)?.continue;
  if (!values || typeof values !== 'object') return undefined;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

function parsed(body: string): { continue?: unknown } | undefined {
  try {
    return JSON.parse(body) as { continue?: unknown };
  } catch {
    return undefined;
  }
}
