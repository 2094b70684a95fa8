import { ApiError, message } from '@wikiquery/core';
import { base36Sha1 } from '@wikiquery/text-storage';

/**
 * Returns the requested SHA-1 hash in base 36, as in the database. `sha1` takes precedence over `sha1base36`. Throws `invalidsha1hash` or
 * `invalidsha1base36hash`.
 */
export function readSha1({ sha1, sha1base36 }: { readonly sha1: string | undefined; readonly sha1base36: string | undefined }) {
  if (sha1 !== undefined) {
    if (!/^[0-9a-f]{40}$/i.test(sha1)) throw badHash('invalidsha1hash', 'sha1', '40 hexadecimal digits');
    return base36Sha1(sha1);
  }
  if (sha1base36 === undefined) return undefined;
  if (!/^[0-9a-z]{31}$/i.test(sha1base36)) throw badHash('invalidsha1base36hash', 'sha1base36', '31 digits of base 36');
  return sha1base36.toLowerCase();
}

const badHash = (code: string, param: string, form: string) => new ApiError(message(code, `"${param}" must be ${form}.`));
