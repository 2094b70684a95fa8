import { defineRoute, isInvalid, p } from '@wikiquery/core';
import { languageName } from '@wikiquery/languages';
import { findPage, noSuchPage, redirectToKey, validatorsOf } from '@wikiquery/rest-pages';

/** Returns the interlanguage links of a page, as MediaWiki's route `/v1/page/{title}/links/language` does. */
export default defineRoute({
  name: 'page-links-language',
  summary: 'Interlanguage links of the page.',
  paths: { links: '/v1/page/{title}/links/language' },
  params: { title: p.string().required().help('Title of the page.') },
  sources: ['database'],

  async execute(q) {
    const { db, site, titles, params } = q;
    const page = await findPage(q, params.title);
    q.validate(validatorsOf(page));
    if (!page) throw noSuchPage(params.title);
    const elsewhere = redirectToKey(q, page, params.title);
    if (elsewhere) return elsewhere;
    const rows = await db
      .selectFrom('langlinks')
      .select(['ll_lang', 'll_title'])
      .where('ll_from', '=', page.id)
      .orderBy('ll_lang')
      .execute();
    const json = rows.flatMap(({ ll_lang: code, ll_title: text }) => {
      const title = titles.parse(text);
      if (isInvalid(title)) return [];
      return [{ code, name: languageName(site, code), key: titles.dbText(title), title: titles.text(title) }];
    });
    return { json };
  },
});
