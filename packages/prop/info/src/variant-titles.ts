import { NS, type Title } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { contentConverter, namespaceName } from '@wikiquery/language-converters';
import { listMessagePages, loadInterfaceTexts } from '@wikiquery/messages';
import type { InfoQuery } from './info-query.ts';

/** Returns titles, or their display titles in HTML, in all variants of the content language. Without variants, they are unconverted. */
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
  // Messages can override namespace names, but rarely do.
  const pages = namespaces.length > 0 ? await listMessagePages(q.db, 'Conversion-ns') : undefined;
  for (const variant of pages ? variants : []) {
    const texts = await loadInterfaceTexts(q, keys, { messages: services.messages, language: variant, pages });
    names.set(variant, namespace => texts.text(`conversion-ns${namespace}`) ?? namespaceName(site, namespace, variant));
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

/** Joins a namespace name and a title. An unknown namespace leaves an empty prefix. */
const named = ({ namespace }: Title, name: string | undefined, text: string): string =>
  namespace === NS.MAIN ? text : `${name ?? ''}:${text}`;
