import type { Site, Title } from '@wikiquery/core';
import { type LinkNames, plainText } from '@wikiquery/search-index';
import type { PageToWrite } from './read-documents.ts';

/** A document of the index, without its text fields if the text is revision-deleted. */
export type PageDocument = Readonly<Record<string, unknown>>;

/** Maximum number of characters of a text that are indexed. */
const LONGEST_TEXT = 2 << 20;

const spaced = (dbkey: string): string => dbkey.replaceAll('_', ' ');

/** Creates the document of a page, with the fields of CirrusSearch. */
export function documentOf(site: Site, names: LinkNames, page: PageToWrite, wikitext: string): PageDocument {
  const { headings, opening, text, auxiliary } = plainText(wikitext.slice(0, LONGEST_TEXT), names);
  const full = (title: Title): string => `${site.prefix(title.namespace, title.dbkey)}${title.dbkey}`;
  const { file } = page;
  return {
    wiki: site.wikiId,
    page_id: page.id,
    version: page.revision,
    namespace: page.namespace,
    namespace_text: spaced(site.namespaces.get(page.namespace)?.name ?? ''),
    title: spaced(page.dbkey),
    timestamp: page.edited,
    create_timestamp: page.created,
    content_model: page.model,
    language: page.language ?? site.lang,
    category: page.categories.map(spaced),
    template: page.templates.map(title => spaced(full(title))),
    outgoing_link: page.outgoing.map(full),
    redirect: page.redirects.map(({ namespace, dbkey }) => ({ namespace, title: spaced(dbkey) })),
    incoming_links: page.incoming,
    text_bytes: page.length,
    heading: headings,
    opening_text: opening,
    text: `${opening}\n${text}`.trim(),
    auxiliary_text: auxiliary === '' ? [] : [auxiliary],
    source_text: wikitext.slice(0, LONGEST_TEXT),
    ...(file && {
      file_media_type: file.media?.toLowerCase(),
      file_mime: file.mime,
      file_size: file.size,
      file_width: file.width,
      file_height: file.height,
      file_bits: file.bits,
      file_resolution: Math.floor(Math.sqrt(file.width * file.height)),
    }),
  };
}
