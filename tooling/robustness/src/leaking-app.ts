import { defineModule, f, Records } from '@wikiquery/core';
import { runAppOf } from './app-of.ts';

const KEPT = 2 ** 21;
const kept: Uint8Array[] = [];

await runAppOf(
  defineModule({
    group: 'list',
    name: 'leaking',
    prefix: 'lk',
    summary: 'Keeps two megabytes for each request.',
    params: {},
    returns: f.record({ kept: f.int() }),
    async execute() {
      kept.push(new Uint8Array(KEPT).fill(1));
      return new Records([{ record: { kept: kept.length } }]);
    },
  }),
);
