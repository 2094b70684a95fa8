import { decodeCharacterReferences } from '@wikiquery/titles';
import type { Question } from '../requests/modules.ts';
import { type Answer, FORM, type Visitor } from '../visitor.ts';
import type { Secret } from './hoard.ts';

export interface Leak {
  readonly session: string;
  readonly what: string;
  readonly question: Question;
  readonly shown: string;
}

type Shown = Pick<Leak, 'what' | 'shown'>;

/** Maximum length of a query string in characters. Longer requests use a POST body. */
const MAX_QUERY = 8000;

/** Sends a request by POST. It asks for a response that shared caches may store. */
export function send(visitor: Visitor, question: Question, cookie: string): Promise<Answer> {
  return visitor.send({ method: 'POST', body: asSent(question), headers: { cookie, 'content-type': FORM } });
}

/** Sends a request by GET if it is short enough, otherwise by POST. The server shares only responses to GET requests. */
export function sendShared(visitor: Visitor, question: Question, cookie: string): Promise<Answer> {
  const query = asSent(question);
  if (query.length > MAX_QUERY) return send(visitor, question, cookie);
  return visitor.send({ query, headers: cookie === '' ? {} : { cookie } });
}

export const asSent = (question: Question): string =>
  new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', smaxage: '60', ...question }).toString();

/** Returns the secrets in a response to a request that did not contain them. */
export function shownSecrets({ headers, body }: Pick<Answer, 'headers' | 'body'>, question: Question, secrets: readonly Secret[]): Shown[] {
  const given = JSON.stringify(question).toLowerCase();
  const text = `${JSON.stringify(headers)}\n${body}`;
  const lower = text.toLowerCase();
  return secrets.flatMap(({ what, traces }) => {
    const trace = traces.find(each => lower.includes(each));
    if (trace === undefined || traces.some(each => given.includes(each))) return [];
    const at = lower.indexOf(trace);
    return [{ what: `shows the ${what}`, shown: text.slice(Math.max(0, at - 120), at + 120) }];
  });
}

/** Returns the first difference between two texts with its context; undefined for equal texts. */
export function firstDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  let at = 0;
  while (one[at] === other[at]) at++;
  return [one, other].map(text => text.slice(Math.max(0, at - 150), at + 150)).join('\n   or  ');
}

/**
 * Returns the parts of a response that must not depend on secrets. Removes tokens and request IDs. Also removes `cancreate`, where
 * MediaWiki reveals a suppressed account.
 */
export const comparable = ({ status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>): string =>
  [
    status,
    headers['mediawiki-api-error'],
    headers['cache-control'],
    headers.vary,
    withoutMarkup(headers, body).replaceAll(VARYING, 'x'),
  ].join('\n');

/** Returns the content of a body without HTML formatting, as compact JSON if it is JSON. */
function withoutMarkup(headers: Answer['headers'], body: string): string {
  if (!headers['content-type']?.startsWith('text/html')) return body;
  const text = /<pre[^>]*>([\s\S]*)<\/pre>/.exec(body)?.[1] ?? body;
  const plain = decodeCharacterReferences(text.replaceAll(/<[^>]*>/g, ''));
  try {
    return JSON.stringify(JSON.parse(plain));
  } catch {
    return plain;
  }
}

const VARYING =
  /[0-9a-f]{40}\+\\{1,2}|\[[0-9a-f]{24}\]|"cancreate":(?:true|"")|(?:"cancreate":false,)?"cancreateerror":\[\{.*?\}\]|(?: cancreate="" \/>|><cancreateerror>.*?<\/cancreateerror><\/user>)/g;
