import { type Env, isInvalid, NS, type Title, titleKey } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { contentConverter } from '@wikiquery/language-converters';
import { pagesByTitle } from '@wikiquery/pages';

/** A title and the text from which it was parsed. */
export interface WrittenTitle {
  readonly text: string;
  readonly title: Title;
}

/**
 * Finds pages for missing titles by the forms of the titles in other language variants, as MediaWiki does for links. Runs two page queries,
 * regardless of the number of titles.
 */
export async function findVariantTitles(env: Env, written: readonly WrittenTitle[]): Promise<ReadonlyMap<string, Title>> {
  const found = new Map<string, Title>();
  const { db, site, titles } = env;
  if (written.length === 0 || site.general.linkconversion === false) return found;
  const converter = await contentConverter(env);
  if (!converter) return found;
  const existing = await keysOfPages(
    db,
    written.map(({ title }) => title),
  );
  const wanted = written.filter(
    ({ title }) =>
      title.namespace >= 0 &&
      !existing.has(titleKey(title.namespace, title.dbkey)) &&
      !(converter.keepsUserNames && (title.namespace === NS.USER || title.namespace === NS.USER_TALK)),
  );
  const forms = await new Yielder().map(wanted, ({ text, title }) => {
    const others = converter.everyForm(text).filter(form => form !== text);
    const parsed = others.map(form => titles.parse(form, title.namespace));
    return { title, candidates: parsed.filter(form => !isInvalid(form) && form.interwiki === '' && form.namespace >= 0) as Title[] };
  });
  const known = await keysOfPages(
    db,
    forms.flatMap(({ candidates }) => candidates),
  );
  for (const { title, candidates } of forms) {
    const page = candidates.find(({ namespace, dbkey }) => known.has(titleKey(namespace, dbkey)));
    if (page) found.set(titleKey(title.namespace, title.dbkey), { namespace: page.namespace, dbkey: page.dbkey });
  }
  return found;
}

async function keysOfPages(db: Env['db'], titles: readonly Title[]): Promise<ReadonlySet<string>> {
  return new Set((await pagesByTitle(db, titles)).map(({ namespace, dbkey }) => titleKey(namespace, dbkey)));
}
