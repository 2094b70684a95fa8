import type { SentBody } from '@wikiquery/core';
import { type ApiRequest, RequestParams } from '../request.ts';
import type { Reading } from '../value.ts';

type Sent = Pick<ApiRequest, 'body' | 'headers'>;

/** Whether a body came with the request, be it empty. */
export const hasBody = ({ headers }: Sent): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** What was posted, for a route. */
export function sentBody({ body = '', headers }: Sent, normalize: Reading['normalize']): SentBody {
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
