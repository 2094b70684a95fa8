import { defineModule, f, p, Records, type Site } from '@wikiquery/core';

const text = () => f.string().optional();
/** File repository. Further fields depend on its type. */
const repository = f.object(
  {
    name: text().help('Internal name of the repository.'),
    displayname: text(),
    rootUrl: text().help('Root address of the files.'),
    local: f.boolean().optional().help('Whether the repository belongs to this wiki.'),
    url: text().help('Address of the public files.'),
    thumbUrl: text().help('Address of the thumbnails.'),
    initialCapital: f.boolean().optional().help('Whether file names begin with a capital letter.'),
    descBaseUrl: text().help('Base address of the file pages.'),
    scriptDirUrl: text().help('Address of the scripts of its wiki.'),
    articleUrl: text().help('Address pattern of its wiki pages, with `$1` for the title.'),
    fetchDescription: f.boolean().optional().help('Whether file pages are shown on this wiki.'),
    descriptionCacheExpiry: f.int().optional().help('Cache lifetime of file pages in seconds.'),
    favicon: text().help('Address of the favicon.'),
    canUpload: f.boolean().optional().help('Whether the user can upload to the repository.'),
  },
  { rest: f.json() },
);

/** Lists the file repositories of the wiki, as MediaWiki's `meta=filerepoinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'filerepoinfo',
  prefix: 'fri',
  summary: 'List the file repositories of the wiki.',
  cache: 'public',
  sources: ['database'],
  params: {
    prop: p.enum(propsOf).multi().siteDefault(propsOf).help('Repository properties to return. Default: all.'),
  },
  returns: f.sections({ repos: f.array(repository).element('repo').help('File repositories, the local one last.') }),
  placement: 'spread',
  examples: { 'meta=filerepoinfo&friprop=name|displayname': 'Names of the repositories.' },

  async execute({ site, params }) {
    const requested = params.prop ?? new Set(propsOf(site));
    const repos = repositoriesOf(site).map(repository =>
      Object.fromEntries(Object.entries(repository).filter(([property]) => requested.has(property))),
    );
    return new Records([{ key: 'repos', record: repos }]);
  },
});

const repositoriesOf = (site: Site) => site.info.repos as readonly Readonly<Record<string, unknown>>[];

function propsOf(site: Site): readonly string[] {
  return [...new Set(repositoriesOf(site).flatMap(repository => Object.keys(repository)))].sort();
}
