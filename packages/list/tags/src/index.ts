import { defineModule, type Env, f, p, Rows, readPage } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { compareBinary } from '@wikiquery/pages';
import { loadDescriptions, loadLabels } from './wording.ts';

const props = f.props(
  {
    /** Label in HTML; false for hidden tags. */
    displayname: { displayname: f.oneOf(f.string(), f.no()) },
    /** Description in wikitext; empty if the tag has none. */
    description: { description: f.string() },
    hitcount: { hitcount: f.int() },
    defined: { defined: f.boolean() },
    source: { source: f.array(f.string()) },
    active: { active: f.boolean() },
  },
  { name: f.string() },
);

/** Lists change tags by name, as MediaWiki's `list=tags` does. */
export default defineModule({
  group: 'list',
  name: 'tags',
  prefix: 'tg',
  summary: 'List change tags by name.',
  cache: 'public',
  sources: ['database', 'clock'],
  params: {
    continue: p.continue(),
    limit: p.limit().help('Number of tags to return.'),
    prop: props.param().default([]).help('Tag properties to return.'),
  },
  element: 'tag',
  returns: props,
  services: { messages },
  examples: {
    'list=tags&tgprop=displayname|description|hitcount|defined': 'Tags with their labels and usage counts.',
  },

  async execute(q) {
    const { prop, limit } = q.params;
    const tags = new Rows(await loadTags(q, q.params.continue, limit + 1), limit, tag => tag.name);
    const names = tags.map(({ name }) => name);
    const [labels, descriptions] = await Promise.all([
      loadLabels(q, prop.has('displayname') ? names : []),
      loadDescriptions(q, prop.has('description') ? names : []),
    ]);
    const ofSoftware = q.site.since('1.42') ? ['software', 'extension'] : ['extension'];
    return tags.records(({ name, hits, isManual, software }) =>
      props.pick(
        prop,
        {
          displayname: { displayname: labels.get(name) ?? false },
          description: { description: descriptions.get(name) ?? '' },
          hitcount: { hitcount: hits },
          defined: { defined: isManual || software !== undefined },
          // Before 1.42, MediaWiki reported core tags as extension tags.
          source: { source: [...(software === undefined ? [] : ofSoftware), ...(isManual ? ['manual'] : [])] },
          active: { active: isManual || software === true },
        },
        { name },
      ),
    );
  },
});

interface Tag {
  readonly name: string;
  readonly hits: number;
  /** Whether users can apply the tag. */
  readonly isManual: boolean;
  /** Whether the software still applies the tag; undefined for tags that the software does not define. */
  readonly software: boolean | undefined;
}

/** Returns the first tags from a name onward: tags in use, tags that users define, and tags that the software defines. */
async function loadTags({ db, site }: Env, from: string | undefined, most: number): Promise<Tag[]> {
  const known = db.selectFrom('change_tag_def').select(['ctd_name', 'ctd_count', 'ctd_user_defined']);
  const { rows } = await readPage(known, { by: { ctd_name: 'string' }, limit: most, start: from });
  const { softwareTags } = site.configuration;
  const tags = new Map<string, Tag>();
  for (const [name, software] of Object.entries(softwareTags)) {
    if (compareBinary(name, from ?? '') >= 0) tags.set(name, { name, hits: 0, isManual: false, software });
  }
  for (const { ctd_name: name, ctd_count: hits, ctd_user_defined } of rows) {
    tags.set(name, {
      name,
      hits,
      isManual: ctd_user_defined !== 0,
      software: Object.hasOwn(softwareTags, name) ? softwareTags[name] : undefined,
    });
  }
  return [...tags.values()].sort((a, b) => compareBinary(a.name, b.name)).slice(0, most);
}
