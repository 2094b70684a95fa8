import { badContinue, defineModule, f, p, Rows } from '@wikiquery/core';
import { type Database, skipsDuplicates } from '@wikiquery/database';
import type { Kysely } from 'kysely';

export default defineModule({
  group: 'list',
  name: 'pagepropnames',
  prefix: 'ppn',
  summary: 'List all names of page properties that are in use on the wiki.',
  cache: 'public',
  sources: ['database'],
  params: {
    continue: p.continue(),
    limit: p.limit().help('How many names to return.'),
  },
  element: 'p',
  returns: f.record({ propname: f.string() }),
  examples: { 'list=pagepropnames': 'The first ten names.' },

  async execute({ db, params: { continue: text = '', limit } }) {
    if (text.includes('|')) throw badContinue();
    // MediaWiki takes "0" for no value.
    const from = text === '0' ? '' : text;
    const names = skipsDuplicates(db) ? distinctNames(db, from) : namesOneByOne(db, from, limit + 1);
    return new Rows(await names.execute(), limit, name => name.propname).records(({ propname }) => ({ propname }));
  },
});

/** Without a limit, which can keep MariaDB from jumping; names are few. */
const distinctNames = (db: Kysely<Database>, from: string) =>
  db.selectFrom('page_props').select('pp_propname as propname').distinct().where('pp_propname', '>=', from).orderBy('pp_propname');

/** Each name is looked up behind the one before, so that the many pages which have it are not read. */
const namesOneByOne = (db: Kysely<Database>, from: string, limit: number) =>
  db
    .withRecursive('name(propname, place)', names =>
      names
        .selectFrom('page_props')
        .select(is => [is.fn.min('pp_propname').as('propname'), is.lit<number>(1).as('place')])
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
              is('place', '+', 1).as('place'),
            ])
            .where('propname', 'is not', null)
            .where('place', '<', limit),
        ),
    )
    .selectFrom('name')
    .select('propname')
    .where('propname', 'is not', null)
    .orderBy('place');
