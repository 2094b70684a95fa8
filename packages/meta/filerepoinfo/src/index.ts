import { defineModule, f, p, Records, type Site } from '@wikiquery/core';

const text = () => f.string().optional();
/** What else a repository tells depends on its kind. */
const repository = f.object(
  {
    name: text().help('What the wiki calls it.'),
    displayname: text(),
    rootUrl: text().help('The address of its files.'),
    local: f.boolean().optional().help('Whether it is that of the wiki itself.'),
    url: text().help('The address of its files that are shown.'),
    thumbUrl: text().help('The address of its thumbnails.'),
    initialCapital: f.boolean().optional().help('Whether names of its files begin with a capital.'),
    descBaseUrl: text().help('What the addresses of the pages of its files begin with.'),
    scriptDirUrl: text().help('Where its wiki has its scripts.'),
    articleUrl: text().help('The address of a page of its wiki, with `$1` for the title.'),
    fetchDescription: f.boolean().optional().help('Whether the pages of its files are shown here.'),
    descriptionCacheExpiry: f.int().optional().help('Seconds for which such a page is kept.'),
    favicon: text().help('The address of its icon.'),
    canUpload: f.boolean().optional().help('Whether the reader may upload to it.'),
  },
  { rest: f.json() },
);

export default defineModule({
  group: 'meta',
  name: 'filerepoinfo',
  prefix: 'fri',
  summary: 'Describes the repositories that hold the files of the wiki.',
  cache: 'public',
  sources: ['database'],
  params: {
    prop: p
      .enum(propsOf)
      .multi()
      .siteDefault(propsOf)
      .help('What to tell of each repository: everything that is known, unless said otherwise.'),
  },
  returns: f.sections({ repos: f.array(repository).element('repo').help('Where files come from.') }),
  placement: 'spread',
  examples: { 'meta=filerepoinfo&friprop=name|displayname': 'The names of the repositories.' },

  async execute({ site, params }) {
    const wanted = params.prop ?? new Set(propsOf(site));
    const repos = repositoriesOf(site).map(repository =>
      Object.fromEntries(Object.entries(repository).filter(([property]) => wanted.has(property))),
    );
    return new Records([{ key: 'repos', record: repos }]);
  },
});

/** What a repository tells of itself depends on its kind. The wiki's own one comes last. */
const repositoriesOf = (site: Site) => site.info.repos as readonly Readonly<Record<string, unknown>>[];

function propsOf(site: Site): readonly string[] {
  return [...new Set(repositoriesOf(site).flatMap(repository => Object.keys(repository)))].sort();
}
