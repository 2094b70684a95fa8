import { categoryParams, categoryParts, describeCategory, selectCategories, TRACKING_CATEGORIES } from '@wikiquery/categories';
import { defineModule, type Env, f, NS, nothing, Pages, p, readPage } from '@wikiquery/core';
import { expandMessages, loadInterfaceTexts, type Messages, messages } from '@wikiquery/messages';

const props = f.props(categoryParts, {
  category: f.string().content(),
  catid: f.string().optional().help('The key of the message that names it.'),
});

export default defineModule({
  group: 'list',
  name: 'trackingcategories',
  prefix: 'tc',
  summary: 'Enumerate the categories into which the software puts pages by itself.',
  cache: 'public',
  sources: ['database', 'clock'],
  since: '1.45',
  generator: true,
  params: {
    continue: p.continue(),
    trackingcatname: p.string().multi().help('Only the categories of these messages, such as broken-file-category.'),
    ...categoryParams(props),
  },
  element: 'c',
  returns: props,
  services: { messages },
  examples: {
    'list=trackingcategories&tcprop=size': 'The categories, and how many members they have.',
    'generator=trackingcategories&gtctrackingcatname=broken-file-category&prop=info': 'The page of the category of broken file links.',
  },

  async execute(q) {
    const { trackingcatname: wanted, min, max, limit, prop } = q.params;
    const known = [...Object.keys(TRACKING_CATEGORIES), ...q.site.configuration.trackingCategories];
    const keys = await keysByName(q, wanted?.size ? known.filter(key => wanted.has(key)) : known, q.services.messages);
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

/** The categories that messages name in the language of the wiki, each with the key of the message. */
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

/** A name may depend on the namespace of the page that is put there. */
async function namesOf(q: Env, text: string, messages: Messages): Promise<string[]> {
  if (!text.includes('{{')) return [text];
  const names: string[] = [];
  for (const namespace of q.site.namespaces.keys()) {
    const expand = await expandMessages(q, [text], { messages, language: q.site.lang, title: { namespace, dbkey: 'A' } });
    names.push(await expand(text));
  }
  return names;
}
