import { badContinue, defineAction, f, p } from '@wikiquery/core';
import { directionOf, languageName, translatedName } from '@wikiquery/languages';
import { wikis } from '@wikiquery/wiki-list';
import { createMatrix, type Special } from './matrix.ts';

const STATES = ['all', 'closed', 'private', 'fishbowl', 'nonglobal'] as const;
const STATE_FLAGS = ['closed', 'private', 'fishbowl'] as const;

const site = {
  url: f.string().optional(),
  dbname: f.string().optional().help('Database name.'),
  code: f.string().optional().help('Code of the wiki family.'),
  lang: f.string().optional(),
  sitename: f.string().optional(),
  closed: f.flag().help('The wiki is closed.'),
};
const special = {
  ...site,
  private: f.flag().help('Only accounts can read the wiki.'),
  fishbowl: f.flag().help('The wiki is public, but only its own accounts can edit it.'),
};
const language = f.object({
  code: f.string().optional(),
  name: f.string().optional().help('Language name in that language itself.'),
  site: f.array(f.object(site)).element('site').optional().help('Wikis of the language.'),
  dir: f.literal('ltr', 'rtl').optional().help('Writing direction.'),
  localname: f.string().optional().help("Language name in the user's language."),
});

/** Lists the wikis of a wiki farm by language and family, as SiteMatrix's `action=sitematrix` does. */
export default defineAction({
  name: 'sitematrix',
  prefix: 'sm',
  extension: 'SiteMatrix',
  summary: 'List the wikis of the wiki farm by language and family.',
  cache: 'public',
  services: { wikis },
  params: {
    type: p
      .enum(['special', 'language'])
      .multi()
      .default(['special', 'language'])
      .help('Include wikis of languages, special wikis, or both.'),
    state: p.enum(STATES).multi().default(['all']).help('Include only wikis with one of these states.'),
    langprop: p
      .enum(['code', 'name', 'site', 'dir', 'localname'])
      .multi()
      .default(['code', 'name', 'site', 'dir', 'localname'])
      .help('Language properties to return.'),
    siteprop: p
      .enum(['url', 'dbname', 'code', 'lang', 'sitename'])
      .multi()
      .default(['url', 'dbname', 'code', 'sitename'])
      .help('Wiki properties to return.'),
    limit: p.limit({ default: 5000, max: 5000, highMax: 5000 }).help('Number of languages and special wikis to return.'),
    continue: p.continue(),
  },
  returns: f.record({
    sitematrix: f
      .object(
        {
          count: f.int().help('Total number of wikis.'),
          specials: f.array(f.object(special)).element('special').optional().help('Wikis that belong to no language.'),
        },
        { rest: language },
      )
      .help('Languages with their wikis by number, next to `count` and `specials`.'),
  }),
  examples: { 'action=sitematrix': 'All wikis.', 'action=sitematrix&smtype=language&smlangprop=code': 'Languages with at least one wiki.' },

  async execute(q) {
    const { type, state, langprop, siteprop, limit, continue: resume } = q.params;
    const [from = 'language', first = '', ...more] = resume === undefined ? [] : resume.split('|');
    if (resume !== undefined && (resume.split('|').length !== 2 || more.length > 0)) throw badContinue();
    const codes = (q.site.info.languages ?? []) as readonly { readonly code: string }[];
    const matrix = createMatrix(await q.services.wikis.all(), new Set(codes.map(({ code }) => code)));
    const matchesState = (wiki: Special): boolean => state.has('all') || STATE_FLAGS.some(each => wiki[each] && state.has(each));
    let next: string | undefined;
    let count = 0;

    const languages: object[] = [];
    if (type.has('language') && from === 'language') {
      for (const [code, sites] of matrix.languages) {
        if (code < first) continue;
        if (count >= limit) {
          next = `language|${code}`;
          break;
        }
        const localname = translatedName(q.site, code, q.lang) ?? languageName(q.site, code);
        const described = {
          code,
          name: languageName(q.site, code),
          site: sites.filter(matchesState).map(wiki => ({ ...pick(wiki, siteprop), ...(wiki.closed && { closed: true }) })),
          dir: directionOf(code),
          ...(localname !== '' && { localname }),
        };
        languages.push(pick(described, langprop));
        count++;
      }
    }
    const specials: object[] = [];
    const includesSpecials = type.has('special') && count < limit;
    for (const wiki of includesSpecials ? matrix.specials : []) {
      if (from === 'special' && wiki.dbname < first) continue;
      if (count + specials.length >= limit) {
        next = `special|${wiki.dbname}`;
        break;
      }
      if (matchesState(wiki)) specials.push({ ...pick(wiki, ALL), ...flags(wiki) });
    }
    return {
      sitematrix: { ...Object.fromEntries(languages.entries()), count: matrix.count, ...(includesSpecials && { specials }) } as never,
      // SiteMatrix continues with `query-continue`, unlike other actions.
      ...(next !== undefined && { 'query-continue': { sitematrix: { smcontinue: next } } }),
    };
  },
});

const ALL: ReadonlySet<string> = new Set(['url', 'dbname', 'code', 'lang', 'sitename']);

const pick = (of: object, names: ReadonlySet<string>): object => Object.fromEntries(Object.entries(of).filter(([name]) => names.has(name)));

const flags = (wiki: Special): object => Object.fromEntries(STATE_FLAGS.filter(name => wiki[name]).map(name => [name, true]));
