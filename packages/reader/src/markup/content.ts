import { escapeHtml } from '@wikiquery/html';
import { fromApi, type Html } from './html.ts';

/**
 * Marks the HTML of a rendered page as safe. Pictures without an alternative text get their file names, because a link around a picture has
 * no other name.
 */
export const contentFromApi = (markup: string): Html =>
  fromApi(markup.replaceAll(/<img (?![^>]*\salt=)[^>]*?(?=\s*\/?>)/g, image => `${image} alt="${escapeHtml(nameIn(image))}"`));

/** Returns the file name in the URL of a picture, without the width of a thumbnail. */
function nameIn(image: string): string {
  const [, url = ''] = /\ssrc="([^"]*)"/.exec(image) ?? [];
  const parts = url.replace(/[?#].*/, '').split('/');
  const name = (parts.at(-1) ?? '').replace(/^(?:[\w-]+-)?\d+px-/, '');
  try {
    return decodeURIComponent(name).replaceAll('_', ' ');
  } catch {
    return name;
  }
}
