import { ApiError, defineModule, message, p, Records } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { answers, asAdopted, type Question } from './answers.ts';
import { props, type SiteinfoProp, type SiteinfoSection, sections } from './sections.ts';

export default defineModule({
  group: 'meta',
  name: 'siteinfo',
  prefix: 'si',
  summary: 'What there is to know about the wiki as a whole.',
  // Texts of extra interlanguage links depend on the reader's language.
  cache: ({ prop }, actor) => (prop.has('interwikimap') && !actor.isAnon ? 'anon-public' : 'public'),
  sources: ['database', 'clock'],
  params: {
    prop: p
      .enum(props)
      .values({ since: '1.41' }, 'autocreatetempuser')
      .values({ since: '1.42' }, 'autopromote', 'autopromoteonce', 'clientlibraries')
      .values({ since: '1.45' }, 'copyuploaddomains')
      .multi()
      .default(['general'])
      .help('The sections to answer.'),
    filteriw: p.enum(['local', '!local']).help('Keep only the prefixes of the own family of wikis in interwikimap, or only the others.'),
    showalldb: p.boolean().help('Tell the lag of every database server in dbrepllag, not only of the last.'),
    numberingroup: p.boolean().help('Count the members of each group in usergroups.'),
    inlanguagecode: p.string().help('The language in which to name languages, as far as names are known.'),
  },
  returns: sections,
  placement: 'spread',
  services: { messages },
  examples: { 'meta=siteinfo&siprop=general|namespaces|statistics': 'Name, address, namespaces and size of the wiki.' },

  async execute(q) {
    const wanted = [...q.params.prop];
    if (wanted.includes('dbrepllag') && q.params.showalldb && !q.site.configuration.showHostnames) throw includeAllDenied();
    return new Records(await entriesOf(q, wanted));
  },
});

async function entriesOf(q: Question, wanted: readonly SiteinfoProp[]) {
  const entries = [];
  for (const [i, prop] of wanted.entries()) {
    const answer = answers[prop];
    const record = answer ? await answer(q) : asAdopted(q.site.info[prop]);
    if (record !== undefined)
      entries.push({ key: prop, record: record as SiteinfoSection, cursor: () => ({ prop: wanted.slice(i).join('|') }) });
  }
  return entries;
}

const includeAllDenied = () =>
  new ApiError(
    message('includeAllDenied', 'The names of the database servers are not public: leave "showalldb" out.', {
      key: 'apierror-siteinfo-includealldenied',
    }),
  );
