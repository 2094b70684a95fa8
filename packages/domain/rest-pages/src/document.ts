import { type Env, isoTimestamp, type Title } from '@wikiquery/core';
import { escapeHtml } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';

interface Shown {
  /** `id` is 0 for missing pages. */
  readonly page: Title & { readonly id: number };
  /** Timestamp of the revision. Undefined if the content is not from a revision. */
  readonly timestamp?: string;
  readonly language: string;
  readonly content: string;
}

/** Wraps page content in an HTML document with MediaWiki's metadata. */
export function htmlDocument({ site, titles }: Pick<Env, 'site' | 'titles'>, { page, timestamp, language, content }: Shown): string {
  const about = (property: string, value: string | number): string =>
    `<meta property="${property}" content="${escapeHtml(String(value))}"/>`;
  const { urls, lang } = site;
  const address = urls.expand(urls.local(page));
  const base = address.slice(0, address.lastIndexOf('/') + 1);
  const direction = directionOf(language);
  const head = [
    '<meta charset="utf-8"/>',
    about('mw:pageId', page.id),
    about('mw:pageNamespace', page.namespace),
    timestamp === undefined ? '' : about('dc:modified', isoTimestamp(timestamp).replace('Z', '.000Z')),
    `<link rel="dc:isVersionOf" href="${escapeHtml(address)}"/><base href="${escapeHtml(base)}"/><title>${escapeHtml(titles.text(page))}</title>`,
    `<meta http-equiv="content-language" content="${escapeHtml(language)}"/>`,
  ].join('');
  const classes = `mw-content-${direction} sitedir-${directionOf(lang)} ${direction} mw-body-content mediawiki mw-parser-output`;
  const body = `<body lang="${escapeHtml(language)}" class="${classes}" dir="${direction}">${content}</body>`;
  return `<!DOCTYPE html>\n<html prefix="dc: http://purl.org/dc/terms/ mw: http://mediawiki.org/rdf/"><head>${head}</head>${body}</html>`;
}
