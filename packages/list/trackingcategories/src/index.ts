import { categoryParams, categoryParts, describeCategory, selectCategories, TRACKING_CATEGORIES } from '@wikiquery/categories';
import { defineModule, type Env, f, NS, nothing, Pages, p, readPage } from '@wikiquery/core';
import { expandMessages, loadInterfaceTexts, type Messages, messages } from '@wikiquery/messages';

const props = f.props(categoryParts, {
  category: f.string().content(),
  catid: f.string().optional().help('Key of the message that names the category.'),
});

/** Lists the categories that the software assigns to pages automatically, as MediaWiki's `list=trackingcategories` does. */
export default defineModule({
  group: 'list',
  name: 'trackingcategories',
  prefix: 'tc',
  summary: 'List tracking categories, which the software assigns to pages automatically.',
  cache: 'public',
  sources: ['database', 'clock'],
  since: '1.45',
  generator: true,
  params: {
    continue: p.continue(),
    trackingcatname: p.string().multi().help('Include only the categories of these message keys, such as `broken-file-category`.'),
    ...categoryParams(props),
  },
  element: 'c',
  returns: props,
  services: { messages },
  examples: {
    'list=trackingcategories&tcprop=size': 'Tracking categories with their member counts.',
    'generator=trackingcategories&gtctrackingcatname=broken-file-category&prop=info': 'Page of the category for broken file links.',
  },

  async execute(q) {
    const { trackingcatname: requested, min, max, limit, prop } = q.params;
    const known = [...Object.keys(TRACKING_CATEGORIES), ...q.site.configuration.trackingCategories];
    const keys = await keysByName(q, requested?.size ? known.filter(key => requested.has(key)) : known, q.services.messages);
    if (keys.size === 0) return q.asGenerator ? new Pages([]) : nothing;

    const categories = selectCategories(q.db, { prop, min, max }).where('cat_title', 'in', [...keys.keys()]);
    const rows = await readPage(categories, { by: { cat_title: 'string' }, limit, continue: q.params.continue });
    if (q.asGenerator) return rows.pages(row => ({ title: { namespace: NS.CATEGORY, dbkey: row.cat_title } }));
    return rows.records(row => {
      const record = props.pick(prop, describeCategory(row), { category: row.cat_title.replaceAll('_', ' ') });
      return Object.assign(record, { catid: keys.get(row.cat_title) ?? '' });
    });
  },
});

/** Returns message keys by category name, as the messages specify the names in the content language. */
async function keysByName(q: Env, keys: readonly string[], messages: Messages): Promise<Map<string, string>> {
  const { site, titles } = q;
  const texts = await loadInterfaceTexts(q, keys, { messages, language: site.lang });
  const found = new Map<string, string>();
  for (const key of keys) {
    const text = texts.text(key) ?? '';
    for (const name of await namesOf(q, text, messages)) {
      const title = name === '-' ? undefined : titles.make(NS.CATEGORY, name);
      if (title) found.set(title.dbkey, key);
    }
  }
  return found;
}

/** Returns all names of a category. The name can depend on the namespace of the categorized page. */
async function namesOf(q: Env, text: string, messages: Messages): Promise<string[]> {
  if (!text.includes('{{')) return [text];
  const names: string[] = [];
  for (const namespace of q.site.namespaces.keys()) {
    const expand = await expandMessages(q, [text], { messages, language: q.site.lang, title: { namespace, dbkey: 'A' } });
    names.push(await expand(text));
  }
  return names;
}
