import { ApiError, defineAction, type Env, escapeWikitext, f, invalidTitle, message, NS, p, type Title, titleKey } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { loaderFields, loaderValues, loaderWarning, pageContext, trackingCategories } from '@wikiquery/rendering';
import { type Expansion, expansionOf, extensionTagsOf, parseTreeOf } from '@wikiquery/wikitext';

const returns = f.record({
  /** Declared first because it comes first in responses to requests without `prop`. */
  parsetree: f
    .string()
    .v1(tree => ({ '*': tree }))
    .optional(),
  expandtemplates: f
    .object(
      {
        parsetree: f.string().asElement().optional(),
        categories: f
          .array(
            f.object({
              sortkey: f.string().help('Sort key that the text sets; empty if it sets none.'),
              category: f.string().content().help('Category title without the namespace.'),
            }),
          )
          .element('category')
          .help('Categories of the page.')
          .optional(),
        properties: f
          .map(f.string())
          .v1(properties => Object.entries(properties).map(([name, value]) => ({ name, '*': value })))
          .element('property', 'name')
          .help('Page properties that the text sets, by name.')
          .optional(),
        volatile: f.boolean().help('Whether the text can change at each expansion.').optional(),
        ttl: f.int().help('Seconds until the text can change.').optional(),
        wikitext: f.string().asElement().help('Expanded text.').optional(),
        '*': f.string().help('Expanded text of a request without `prop`.').optional(),
        ...loaderFields,
      },
      { emptyIsList: true },
    )
    .help('Parsed text and its metadata.'),
});

/** Expands all templates in a wikitext, as MediaWiki's `action=expandtemplates` does. */
export default defineAction({
  name: 'expandtemplates',
  prefix: '',
  summary: 'Expand all templates in a wikitext.',
  cache: 'anon-public',
  differences: ['ResourceLoader modules and configuration variables are unknown. Their lists are empty.'],
  params: {
    title: p.string().help('Title used as the context of the text. Default: `API`.'),
    text: p.string().long().required().help('Wikitext to expand.'),
    revid: p.int().help('Revision that `{{REVISIONID}}` and similar variables refer to.'),
    prop: p
      .enum(['wikitext', 'categories', 'properties', 'volatile', 'ttl', 'modules', 'jsconfigvars', 'encodedjsconfigvars', 'parsetree'])
      .multi()
      .help('Data to return. Default: the expanded text in the deprecated format.'),
    includecomments: p.boolean().help('Keep HTML comments in the output.'),
    showstrategykeys: p.boolean().help('Return the merge strategies of configuration variables. There are none, so this has no effect.'),
    generatexml: p.boolean().deprecated().help('Return the parse tree in XML.'),
  },
  atMostOne: [['prop', 'generatexml']],
  returns,
  services: { messages },
  examples: { 'action=expandtemplates&text={{Project:Sandbox}}&prop=wikitext': 'Text of a page with its templates expanded.' },

  async execute(q) {
    const { text, prop, generatexml, includecomments } = q.params;
    if (prop === undefined) q.warn(noProp());
    const title = await titleOf(q);
    const wants = (name: Prop): boolean => prop?.has(name) ?? false;
    const tree =
      generatexml || wants('parsetree') ? await parseTreeOf(text, { extensionTags: extensionTagsOf(q.site) }, q.request) : undefined;
    if (prop && (prop.size === 0 || (prop.size === 1 && wants('parsetree')))) {
      return { expandtemplates: tree === undefined ? NOTHING : { parsetree: tree } };
    }
    const context = await pageContext(q, { title, revision: q.params.revid, messages: q.services.messages });
    const expansion = await expansionOf(text, { ...context, keepsComments: includecomments });
    if (prop === undefined)
      return {
        ...(tree !== undefined && { parsetree: tree }),
        expandtemplates: { [q.formatVersion === 1 ? '*' : 'wikitext']: expansion.text },
      };
    const warning = loaderWarning(wants);
    if (warning) q.warn(warning);
    const fields = {
      ...(tree !== undefined && { parsetree: tree }),
      ...(wants('categories') && (await categoriesOf(q, expansion))),
      ...(wants('properties') && Object.keys(expansion.properties).length > 0 && { properties: expansion.properties }),
      ...(wants('volatile') && { volatile: false }),
      ...(wants('ttl') && expansion.ttl !== undefined && { ttl: expansion.ttl }),
      ...(wants('wikitext') && { wikitext: expansion.text }),
      ...loaderValues(wants),
    };
    return { expandtemplates: Object.keys(fields).length > 0 ? fields : NOTHING };
  },
});

/** Empty result: PHP serializes an empty array as a list. */
const NOTHING = [] as object;

type Prop =
  | 'wikitext'
  | 'categories'
  | 'properties'
  | 'volatile'
  | 'ttl'
  | 'modules'
  | 'jsconfigvars'
  | 'encodedjsconfigvars'
  | 'parsetree';

/** Returns the page of the requested revision, or else the requested title. Throws `invalidtitle` or `nosuchrevid`. */
async function titleOf(
  q: Env & { readonly params: { readonly title: string | undefined; readonly revid: number | undefined } },
): Promise<Title> {
  const { title: named, revid } = q.params;
  const title = q.titles.local(named ?? 'API');
  if (!title) throw invalidTitle({ title: named ?? '' });
  if (revid === undefined) return title;
  const row = await q.db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .select(['page_namespace as namespace', 'page_title as dbkey'])
    .where('rev_id', '=', revid)
    .executeTakeFirst();
  if (!row) throw noSuchRevision(revid);
  const isSame = titleKey(row.namespace, row.dbkey) === titleKey(title.namespace, title.dbkey);
  if (named !== undefined && !isSame) q.warn(otherPage(revid, q.titles.text(title)));
  return row;
}

/** Returns the tracking categories of the expansion, with the sort key that the text sets by default. */
async function categoriesOf(q: Env, { limits, properties }: Expansion) {
  const names = [...(await trackingCategories(q, limits)).values()];
  const categories = names.flatMap(name => q.titles.make(NS.CATEGORY, name) ?? []);
  const sortkey = properties.defaultsort ?? '';
  return categories.length === 0 ? {} : { categories: categories.map(({ dbkey }) => ({ sortkey, category: dbkey })) };
}

const noProp = () =>
  message('deprecation', 'Without "prop", the response has a deprecated format. Request the data that you need, such as "prop=wikitext".', {
    key: 'apiwarn-deprecation-missingparam',
    params: ['prop'],
    data: { feature: 'action=expandtemplates&!prop' },
  });

const noSuchRevision = (id: number) => new ApiError(message('nosuchrevid', `There is no revision ${id}.`, { params: [id] }));

const otherPage = (id: number, page: string) =>
  message('revwrongpage', `Revision ${id} does not belong to the page "${page}".`, { params: [id, escapeWikitext(page)] });
