import { defineModule, f, Records } from '@wikiquery/core';
import { runAppOf } from '../app-of.ts';

/** Counts all combinations of four pages: with two hundred pages, more than a billion. */
const slow = defineModule({
  group: 'list',
  name: 'slow',
  prefix: 'sl',
  summary: 'A statement that takes minutes.',
  params: {},
  returns: f.record({ count: f.int() }),
  async execute({ db }) {
    const all = db.selectFrom(['page as a', 'page as b', 'page as c', 'page as d']);
    const { count } = await all.select(({ fn }) => fn.count<number>('d.page_id').as('count')).executeTakeFirstOrThrow();
    return new Records([{ record: { count } }]);
  },
});

await runAppOf(slow);
