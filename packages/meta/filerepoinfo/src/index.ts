import { defineModule, f, p, Records, type Site } from '@wikiquery/core';

const text = () => f.string().optional();
/** What else a repository tells depends on its kind. */
const repository = f.object(
  {
    name: text(),
    displayname: text(),
    rootUrl: text(),
    local: f.boolean().optional(),
    url: text(),
    thumbUrl: text(),
    initialCapital: f.boolean().optional(),
    descBaseUrl: text(),
    scriptDirUrl: text(),
    articleUrl: text(),
    fetchDescription: f.boolean().optional(),
    descriptionCacheExpiry: f.int().optional(),
    favicon: text(),
    canUpload: f.boolean().optional(),
  },
  { rest: f.json() },
);

export default defineModule({
  group: 'meta',
  name: 'filerepoinfo',
  prefix: 'fri',
  summary: 'Describes the repositories that hold the files of the wiki.',
  cache: 'public',
  params: {
    prop: p
      .enum(propsOf)
      .multi()
      .siteDefault(propsOf)
      .help('What to tell of each repository: everything that is known, unless said otherwise.'),
  },
  returns: f.sections({ repos: f.array(repository).element('repo') }),
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
