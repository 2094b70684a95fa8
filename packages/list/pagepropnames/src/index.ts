import { badContinue, defineModule, f, p, Rows } from '@wikiquery/core';
import { type Database, skipsDuplicates } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Lists the names of all page properties in use, as MediaWiki's `list=pagepropnames` does. */
export default defineModule({
  group: 'list',
  name: 'pagepropnames',
  prefix: 'ppn',
  summary: 'List the names of all page properties in use.',
  cache: 'public',
  sources: ['database'],
  params: {
    continue: p.continue(),
    limit: p.limit().help('Number of names to return.'),
  },
  element: 'p',
  returns: f.record({ propname: f.string() }),
  examples: { 'list=pagepropnames': 'First ten names.' },

  async execute({ db, params: { continue: text = '', limit } }) {
    if (text.includes('|')) throw badContinue();
    // MediaWiki treats a continue value of "0" as missing.
    const from = text === '0' ? '' : text;
    const names = skipsDuplicates(db) ? distinctNames(db, from) : namesOneByOne(db, from, limit + 1);
    return new Rows(await names.execute(), limit, name => name.propname).records(({ propname }) => ({ propname }));
  },
});

/** Selects all names without a limit, which can prevent a loose index scan in MariaDB. There are only a few names. */
const distinctNames = (db: Kysely<Database>, from: string) =>
  db.selectFrom('page_props').select('pp_propname as propname').distinct().where('pp_propname', '>=', from).orderBy('pp_propname');

/** Looks up each name as the smallest name after the previous one, and so skips the rows of other pages. */
const namesOneByOne = (db: Kysely<Database>, from: string, limit: number) =>
  db
    .withRecursive('name(propname, step)', names =>
      names
        .selectFrom('page_props')
        .select(is => [is.fn.min('pp_propname').as('propname'), is.lit<number>(1).as('step')])
        .where('pp_propname', '>=', from)
        .unionAll(
          names
            .selectFrom('name')
            .select(is => [
              is
                .selectFrom('page_props')
                .select(next => next.fn.min('pp_propname').as('propname'))
                .whereRef('pp_propname', '>', 'name.propname')
                .$asScalar()
                .$notNull()
                .as('propname'),
              is('step', '+', 1).as('step'),
            ])
            .where('propname', 'is not', null)
            .where('step', '<', limit),
        ),
    )
    .selectFrom('name')
    .select('propname')
    .where('propname', 'is not', null)
    .orderBy('step');
