import { ApiError, message } from '../message.ts';
import type { Site } from '../site.ts';
import type { ParamType } from './param.ts';
import { perSite } from './per-site.ts';

export function enumType<V extends string>(values: readonly V[] | ((site: Site) => readonly V[])): ParamType<V> {
  const list = typeof values === 'function' ? values : () => values;
  const known = perSite(site => new Set<string>(list(site)));
  return {
    name: 'enum',
    values: list,
    read(text, { site, wireName }) {
      if (!known(site).has(text)) throw notListed(wireName, text, list(site));
      return text as V;
    },
  };
}

/** Makes the error `badvalue` for a value that an enumeration does not list. `param` is the parameter name as sent. */
export function notListed(param: string, value: string, values: readonly (string | number)[]): ApiError {
  const text = `Unrecognized value for parameter "${param}": ${value}. It takes ${values.map(v => (v === '' ? '(empty)' : v)).join(', ')}.`;
  const list = { list: values.map(plaintext => ({ plaintext })), type: 'text' } as const;
  return new ApiError(
    message('badvalue', text, {
      key: 'paramvalidator-badvalue-enumnotmulti',
      params: [{ plaintext: param }, { plaintext: value }, list, { num: values.length }],
    }),
  );
}
