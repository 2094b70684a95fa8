import { escapeHtml } from './escape.ts';
import { beginningOfPage, END_OF_PAGE } from './html.ts';

/** HTML before and after a response, and the function that escapes the response between them. */
export interface ResultFrame {
  readonly before: string;
  readonly after: string;
  readonly escape: (text: string) => string;
}

interface Shown {
  readonly format: string;
  readonly name: string;
  readonly sitename: string;
  /** Software of the wiki, as in siteinfo. */
  readonly generator: string | undefined;
  readonly documentation: string;
}

/** Returns the complete HTML page around a response in `jsonfm` or `xmlfm`. */
export function resultPage({ format, name, sitename, generator, documentation }: Shown): ResultFrame {
  const title = `${sitename} API result`;
  const note = `This page shows the ${format} format for reading. Programs use <kbd>format=${name}</kbd>. <a href="${escapeHtml(documentation)}">Documentation</a>.`;
  return {
    before: `${beginningOfPage(title, generator)}<h1>${escapeHtml(title)}</h1><p>${note}</p>${PRE}`,
    after: END_OF_PRE + END_OF_PAGE,
    escape: escapeHtml,
  };
}

/** Returns the JSON object around a response with `wrappedhtml`; its property `html` contains the escaped response. */
export const wrappedResult = (status: number): ResultFrame => ({
  before: `{"status":${status},"statustext":"${status === 200 ? 'OK' : 'Error'}","html":"${inString(PRE)}`,
  after: `${inString(END_OF_PRE)}","modules":[],"continue":null,"time":0}`,
  escape: text => inString(escapeHtml(text)),
});

/** Content types, file names and headers of both kinds of result pages, as MediaWiki sends them. */
export const resultPageHeaders = {
  page: { type: 'text/html; charset=UTF-8', filename: 'api-result.html', headers: { Vary: 'Accept-Encoding, Cookie' } },
  wrapped: { type: 'text/mediawiki-api-prettyprint-wrapped; charset=utf-8', filename: 'api-result-wrapped.json' },
};

const PRE = '<pre class="api-pretty-content">';
const END_OF_PRE = '</pre>';

const inString = (text: string): string => JSON.stringify(text).slice(1, -1);
