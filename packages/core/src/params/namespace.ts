import { notListed } from './enum.ts';
import type { ParamType } from './param.ts';
import { perSite } from './per-site.ts';

export function namespaceType(extra: readonly number[]): ParamType<number> {
  const known = perSite(site => [...new Set([...extra, ...[...site.namespaces.keys()].filter(id => id >= 0)])].sort((a, b) => a - b));
  return {
    name: 'namespace',
    all: true,
    values: known,
    describe: () => (extra.length ? { extranamespaces: extra } : {}),
    read(text, { site, wireName }) {
      const id = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!known(site).includes(id)) throw notListed(wireName, text, known(site));
      return id;
    },
  };
}
