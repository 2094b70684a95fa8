import { NS, type Title } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { contentConverter, namespaceName } from '@wikiquery/language-converters';
import { listMessagePages, loadInterfaceTexts } from '@wikiquery/messages';
import type { InfoQuery } from './info-query.ts';

/** How titles, or the HTML that is shown instead of one, are written in each variant of the content language; in itself when it has none. */
export async function variantTitles<T extends Title>(
  q: InfoQuery,
  titles: readonly T[],
  shown: (title: T) => string | undefined,
): Promise<ReadonlyMap<T, Readonly<Record<string, string>>>> {
  const { site, services } = q;
  const converter = await contentConverter(q);
  if (!converter) {
    const nameOf = (title: Title) => named(title, site.namespaces.get(title.namespace)?.name, title.dbkey.replaceAll('_', ' '));
    return new Map(titles.map(title => [title, { [site.lang]: shown(title) ?? nameOf(title) }]));
  }
  const { variants, convertHtml } = converter;
  const namespaces = [...new Set(titles.map(({ namespace }) => namespace))].filter(namespace => namespace !== NS.MAIN);
  const keys = namespaces.map(namespace => `conversion-ns${namespace}`);
  const names = new Map<string, (namespace: number) => string | undefined>();
  // A wiki may say it in messages; in nearly every one there are none.
  const pages = namespaces.length > 0 ? await listMessagePages(q.db, 'Conversion-ns') : undefined;
  for (const variant of pages ? variants : []) {
    const given = await loadInterfaceTexts(q, keys, { messages: services.messages, language: variant, pages });
    names.set(variant, namespace => given.text(`conversion-ns${namespace}`) ?? namespaceName(site, namespace, variant));
  }
  const entries = await new Yielder().map(titles, title => {
    const html = shown(title);
    const inVariants = variants.map(variant => {
      const text = convertHtml(html ?? title.dbkey.replaceAll('_', ' '), variant);
      return [variant, html === undefined ? named(title, names.get(variant)?.(title.namespace), text) : text] as const;
    });
    return [title, Object.fromEntries(inVariants)] as const;
  });
  return new Map(entries);
}

/** A namespace that the wiki does not have leaves its colon. */
const named = ({ namespace }: Title, name: string | undefined, text: string): string =>
  namespace === NS.MAIN ? text : `${name ?? ''}:${text}`;
