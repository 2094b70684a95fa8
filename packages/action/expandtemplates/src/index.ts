import { ApiError, defineAction, type Env, escapeWikitext, f, invalidTitle, message, NS, p, type Title, titleKey } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { loaderFields, loaderValues, loaderWarning, pageContext, trackingCategories } from '@wikiquery/rendering';
import { type Expansion, expansionOf, extensionTagsOf, parseTreeOf } from '@wikiquery/wikitext';

const returns = f.record({
  /** Where it stood before there was `prop`. */
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
              sortkey: f.string().help('What the page is sorted by, where the text says that.'),
              category: f.string().content().help('The title of the category, without namespace.'),
            }),
          )
          .element('category')
          .help('Categories that the text puts the page into.')
          .optional(),
        properties: f
          .map(f.string())
          .v1(properties => Object.entries(properties).map(([name, value]) => ({ name, '*': value })))
          .element('property', 'name')
          .help('Page properties that the text sets, by name.')
          .optional(),
        volatile: f.boolean().help('Whether the text is another each time.').optional(),
        ttl: f.int().help('Seconds after which the text may be another.').optional(),
        wikitext: f.string().asElement().help('The expanded text.').optional(),
        '*': f.string().help('The same, where it stood before there was "prop".').optional(),
        ...loaderFields,
      },
      { emptyIsList: true },
    )
    .help('What became of the text, and what was met on the way.'),
});

export default defineAction({
  name: 'expandtemplates',
  prefix: '',
  summary: 'Expands all templates within wikitext.',
  cache: 'anon-public',
  differences: ['Nothing is known of what styles and scripts a page would load: their lists are empty.'],
  params: {
    title: p.string().help('The page on which the text would stand. Left out: API.'),
    text: p.string().long().required().help('The wikitext to expand.'),
    revid: p.int().help('The revision that {{REVISIONID}} and its like tell of.'),
    prop: p
      .enum(['wikitext', 'categories', 'properties', 'volatile', 'ttl', 'modules', 'jsconfigvars', 'encodedjsconfigvars', 'parsetree'])
      .multi()
      .help(
        'What to tell: the expanded text, and what was met on the way. Left out: the text, in the form that it had before there was this parameter.',
      ),
    includecomments: p.boolean().help('Keep the comments.'),
    showstrategykeys: p.boolean().help('Tell how configuration variables would be merged; there are none.'),
    generatexml: p.boolean().deprecated().help('Tell the structure of the text, too.'),
  },
  atMostOne: [['prop', 'generatexml']],
  returns,
  services: { messages },
  examples: { 'action=expandtemplates&text={{Project:Sandbox}}&prop=wikitext': 'The text of a page.' },

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
    const told = {
      ...(tree !== undefined && { parsetree: tree }),
      ...(wants('categories') && (await categoriesOf(q, expansion))),
      ...(wants('properties') && Object.keys(expansion.properties).length > 0 && { properties: expansion.properties }),
      ...(wants('volatile') && { volatile: false }),
      ...(wants('ttl') && expansion.ttl !== undefined && { ttl: expansion.ttl }),
      ...(wants('wikitext') && { wikitext: expansion.text }),
      ...loaderValues(wants),
    };
    return { expandtemplates: Object.keys(told).length > 0 ? told : NOTHING };
  },
});

/** PHP knows no empty object. */
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

/** The page on which the text stands: that of the revision, where one is named. */
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

/** What the software puts the page into; without a key of its own each is sorted as the page is. */
async function categoriesOf(q: Env, { limits, properties }: Expansion) {
  const names = [...(await trackingCategories(q, limits)).values()];
  const categories = names.flatMap(name => q.titles.make(NS.CATEGORY, name) ?? []);
  const sortkey = properties.defaultsort ?? '';
  return categories.length === 0 ? {} : { categories: categories.map(({ dbkey }) => ({ sortkey, category: dbkey })) };
}

const noProp = () =>
  message(
    'deprecation',
    'Without "prop" the output has a form that is going to be dropped; ask for what you need, such as "prop=wikitext".',
    {
      key: 'apiwarn-deprecation-missingparam',
      params: ['prop'],
      data: { feature: 'action=expandtemplates&!prop' },
    },
  );

const noSuchRevision = (id: number) => new ApiError(message('nosuchrevid', `There is no revision ${id}.`, { params: [id] }));

const otherPage = (id: number, page: string) =>
  message('revwrongpage', `Revision ${id} is not one of the page "${page}".`, { params: [id, escapeWikitext(page)] });
