import { escapeHtml } from './messages.ts';

interface PageOptions {
  readonly title: string;
  readonly documentation: string;
  /** As a JSON object instead of a page of its own. */
  readonly wrapped: boolean;
  readonly status: number;
}

/** What stands around the JSON of a response. */
export interface Frame {
  readonly type: string;
  readonly before: string;
  readonly after: string;
  /** A piece of JSON as it stands there. */
  readonly escape?: (json: string) => string;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}pre{background:#f8f9fa;border:1px solid #c8ccd1;padding:1em;overflow:auto;white-space:pre-wrap}';

/** A response as a page for people. */
export function jsonPage({ title, documentation, wrapped, status }: PageOptions): Frame {
  if (wrapped) {
    const statusText = status === 200 ? 'OK' : 'Error';
    return {
      type: 'application/json; charset=utf-8',
      before: `{"status":${status},"statustext":"${statusText}","html":"${inString(PRE)}`,
      after: `${inString(END_OF_PRE)}","modules":[],"continue":null,"time":0}`,
      escape: json => inString(escapeHtml(json)),
    };
  }
  const note = `This is the HTML form of the JSON format, made for reading. Programs set <kbd>format=json</kbd>. <a href="${escapeHtml(documentation)}">Documentation</a>.`;
  return {
    type: 'text/html; charset=UTF-8',
    before: `${beginningOfPage(title)}<h1>${escapeHtml(title)}</h1><p>${note}</p>${PRE}`,
    after: END_OF_PRE + END_OF_PAGE,
    escape: escapeHtml,
  };
}

const PRE = '<pre class="api-pretty-content">';
const END_OF_PRE = '</pre>';

const inString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A complete page around some HTML. */
export const htmlPage = (title: string, content: string): string => beginningOfPage(title) + content + END_OF_PAGE;

const beginningOfPage = (title: string): string =>
  `<!DOCTYPE html>\n<html class="mediawiki" lang="en" dir="ltr"><head><meta charset="UTF-8"><meta name="generator" content="${GENERATOR}">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body class="mediawiki">`;

const GENERATOR = 'MediaWiki 1.43.0 (wikiquery)';
const END_OF_PAGE = '</body></html>\n';
