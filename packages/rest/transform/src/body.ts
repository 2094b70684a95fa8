import { HttpError, type RouteQuery } from '@wikiquery/core';
import { isolatedTask } from '@wikiquery/tasks';
import { readFields, readJson, type Transformation } from './transformation.ts';

const readIsolated = isolatedTask<typeof readJson>(import.meta.url, './transformation', 'readJson');

/** Maximum length in characters of JSON that is parsed on the main thread. */
const SHORT = 16_384;

/** Reads the request body. Throws `rest-json-body-parse-error` for invalid JSON and `rest-unsupported-content-type` for other types. */
export async function readBody({ sent, request }: Pick<RouteQuery, 'sent' | 'request'>): Promise<Transformation> {
  if (sent.type === 'application/json') {
    const transformation = sent.text.length <= SHORT ? readJson(sent.text) : await readIsolated(sent.text, request);
    if (!transformation) throw new HttpError(400, 'rest-json-body-parse-error', 'Send a JSON object as the request body.');
    return transformation;
  }
  if (!FORMS.has(sent.type))
    throw new HttpError(
      415,
      'rest-unsupported-content-type',
      `The request body must be JSON or a form. Its type is ${sent.type || 'missing'}.`,
    );
  return readFields(Object.fromEntries(await sent.fields()));
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** Whether the `Accept` header allows HTML. A profile must specify HTML 2 of Parsoid, at most in its current minor version. */
export function acceptsHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').slice(0, LONGEST).split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  if (ranges.every(range => range.trim() === '')) return true;
  return ranges.some(range => {
    const [type = '', ...params] = range.split(';').map(part => part.trim());
    if (/^(?:\*|text)\/\*$/i.test(type)) return true;
    if (!/^text\/html$/i.test(type)) return false;
    const profile = params.find(param => /^profile\s*=/i.test(param));
    const minor = profile === undefined ? '0' : PROFILE.exec(profile)?.[1];
    return minor !== undefined && Number(minor) <= NEWEST_MINOR;
  });
}

const LONGEST = 1000;
const PROFILE = /=\s*"?https:\/\/www\.mediawiki\.org\/wiki\/Specs\/HTML\/2\.(\d{1,4})\.\d{1,4}"?$/i;
const NEWEST_MINOR = 8;
