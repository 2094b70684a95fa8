import { ApiError, defineModule, message, p, Records } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { computedSections, type SectionQuery, unchanged } from './computed-sections.ts';
import { props, type SiteinfoProp, type SiteinfoSection, sections } from './sections.ts';

/** Returns the site configuration, statistics and other facts about the wiki, as MediaWiki's `meta=siteinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'siteinfo',
  prefix: 'si',
  summary: 'Return site configuration, statistics and other facts about the wiki.',
  // The texts of extra interlanguage links depend on the user's language.
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
      .help('Sections to return. Sections without data are omitted.'),
    filteriw: p.enum(['local', '!local']).help('Filter `interwikimap` by whether the wiki belongs to the same family.'),
    showalldb: p.boolean().help('Return the lag of all database servers in `dbrepllag`, not only the highest one.'),
    numberingroup: p.boolean().help('Return the number of members of each group in `usergroups`.'),
    inlanguagecode: p.string().help('Language of language and skin names, if they are known.'),
  },
  returns: sections,
  placement: 'spread',
  services: { messages },
  examples: { 'meta=siteinfo&siprop=general|namespaces|statistics': 'Name, addresses, namespaces and statistics of the wiki.' },

  async execute(q) {
    const requested = [...q.params.prop];
    if (requested.includes('dbrepllag') && q.params.showalldb && !q.site.configuration.showHostnames) throw includeAllDenied();
    return new Records(await entriesOf(q, requested));
  },
});

async function entriesOf(q: SectionQuery, requested: readonly SiteinfoProp[]) {
  const entries = [];
  for (const [i, prop] of requested.entries()) {
    const compute = computedSections[prop];
    const record = compute ? await compute(q) : unchanged(q.site.info[prop]);
    if (record !== undefined)
      entries.push({ key: prop, record: record as SiteinfoSection, cursor: () => ({ prop: requested.slice(i).join('|') }) });
  }
  return entries;
}

const includeAllDenied = () =>
  new ApiError(
    message('includeAllDenied', 'The names of the database servers are not public. Omit "showalldb".', {
      key: 'apierror-siteinfo-includealldenied',
    }),
  );
