import { escapeHtml } from './escape.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}pre{background:#f8f9fa;border:1px solid #c8ccd1;padding:1em;overflow:auto;white-space:pre-wrap}';

/** Returns a complete HTML page. `title` and `generator`, the software of the wiki, are escaped; `content` must be safe HTML. */
export const htmlPage = (title: string, content: string, generator?: string): string =>
  beginningOfPage(title, generator) + content + END_OF_PAGE;

/** Returns the part of a page before streamed content. `title` and `generator` are escaped. Default generator: `MediaWiki`. */
export const beginningOfPage = (title: string, generator = 'MediaWiki'): string =>
  `<!DOCTYPE html>\n<html class="mediawiki" lang="en" dir="ltr"><head><meta charset="UTF-8"><meta name="generator" content="${escapeHtml(generator)}">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body class="mediawiki">`;
/** The part of a page after streamed content. */
export const END_OF_PAGE = '</body></html>\n';
