import type { SentBody } from '@wikiquery/core/host';
import { type ApiRequest, RequestParams } from '../request.ts';
import type { ValueReading } from '../value.ts';

type Sent = Pick<ApiRequest, 'method' | 'body' | 'headers'>;

/** Returns whether the request has a body, even an empty one. */
export const hasBody = ({ headers }: Pick<Sent, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/**
 * Returns the body of a POST request with its headers, and an empty body for other methods. The headers of other methods are ignored,
 * because their responses may be cached under a key without these headers.
 */
export function sentBody({ method, body = '', headers }: Sent, normalize: ValueReading['normalize']): SentBody {
  if (method !== 'POST') return NOTHING;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return {
    type,
    text: body,
    language: headers['content-language'],
    accept: headers.accept,
    async fields() {
      if (!FORMS.has(type)) return new Map();
      const params = await RequestParams.read({ method: 'POST', query: '', body }, { normalize });
      return new Map(Array.from(params.names(), name => [name, params.get(name) ?? '']));
    },
  };
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);
const NOTHING: SentBody = { type: '', text: '', language: undefined, accept: undefined, fields: async () => new Map() };
