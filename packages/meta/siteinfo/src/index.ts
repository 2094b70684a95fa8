import { ApiError, defineModule, message, p, Records } from '@wikiquery/core';
import { answers } from './answers.ts';
import { props, sections } from './sections.ts';

export default defineModule({
  group: 'meta',
  name: 'siteinfo',
  prefix: 'si',
  summary: 'Return general information about the site.',
  // Texts of extra interlanguage links depend on the reader's language.
  cache: ({ prop }, actor) => (prop.has('interwikimap') && !actor.isAnon ? 'anon-public' : 'public'),
  params: {
    prop: p.enum(props).multi().default(['general']).help('Which information to get.'),
    filteriw: p.enum(['!local', 'local']).help('Return only local or only nonlocal entries of the interwiki map.'),
    showalldb: p.boolean().help('List all database servers, not just the one lagging the most.'),
    numberingroup: p.boolean().help('Lists the number of users in user groups.'),
    inlanguagecode: p.string().help('Language code for localised language names (best effort).'),
  },
  returns: sections,
  placement: 'spread',
  examples: { 'meta=siteinfo&siprop=general|namespaces|statistics': 'Name, address, namespaces and size of the wiki.' },

  async execute(q) {
    const wanted = [...q.params.prop];
    if (wanted.includes('dbrepllag') && q.params.showalldb && !q.site.configuration.showHostnames) throw includeAllDenied();
    return new Records(
      (async function* () {
        for (const [i, prop] of wanted.entries()) {
          const answer = answers[prop];
          const record = answer ? await answer(q) : q.site.info[prop];
          if (record !== undefined) yield { key: prop, record, cursor: { prop: wanted.slice(i).join('|') } };
        }
      })(),
    );
  },
});

const includeAllDenied = () =>
  new ApiError(
    message('includeAllDenied', 'The names of the database servers are not public: leave "showalldb" out.', {
      key: 'apierror-siteinfo-includealldenied',
    }),
  );
