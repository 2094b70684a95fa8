import { defineFormat, p } from '@wikiquery/core';
import { beginningOfPage, END_OF_PAGE, escapeHtml } from '@wikiquery/html';
import { type Frame, writeJson } from '@wikiquery/json';
import { normalizerOf } from '@wikiquery/languages';

export default defineFormat({
  name: 'jsonfm',
  summary: 'Output in the format json, as a page for people.',
  isDefault: true,
  params: {
    callback: p.string().help('Restricts the request to what anonymous readers see.'),
    utf8: p.boolean().help('Write characters beyond ASCII as they are (formatversion 1).'),
    ascii: p.boolean().help('Escape characters beyond ASCII (formatversion 2).'),
    formatversion: p.enum(['1', '2', 'latest']).default('1').help('1: backwards-compatible; 2 and latest: modern.'),
    wrappedhtml: p.boolean().help('Return the HTML and what it needs as a JSON object.'),
  },

  write({ fields, document = fields, size, formatVersion, params: { utf8, ascii: beyond, wrappedhtml }, site, status, documentation }) {
    const ascii = formatVersion === 1 ? !utf8 : beyond;
    const { sitename = '' } = site.general as { readonly sitename?: string };
    const frame = wrappedhtml ? wrapped(status) : page(`${sitename} API result`, documentation);
    const { body } = writeJson(document, { size, ascii, pretty: true, frame, normalize: normalizerOf(site) });
    if (wrappedhtml) return { type: 'application/json; charset=utf-8', filename: 'api-result-wrapped.json', body };
    return { type: 'text/html; charset=UTF-8', filename: 'api-result.html', body, headers: { Vary: 'Accept-Encoding, Cookie' } };
  },
});

/** A page of its own. */
function page(title: string, documentation: string): Frame {
  const note = `This is the HTML form of the JSON format, made for reading. Programs set <kbd>format=json</kbd>. <a href="${escapeHtml(documentation)}">Documentation</a>.`;
  return {
    before: `${beginningOfPage(title)}<h1>${escapeHtml(title)}</h1><p>${note}</p>${PRE}`,
    after: END_OF_PRE + END_OF_PAGE,
    escape: escapeHtml,
  };
}

/** The HTML as a value of a JSON object. */
const wrapped = (status: number): Frame => ({
  before: `{"status":${status},"statustext":"${status === 200 ? 'OK' : 'Error'}","html":"${inString(PRE)}`,
  after: `${inString(END_OF_PRE)}","modules":[],"continue":null,"time":0}`,
  escape: json => inString(escapeHtml(json)),
});

const PRE = '<pre class="api-pretty-content">';
const END_OF_PRE = '</pre>';

const inString = (text: string): string => JSON.stringify(text).slice(1, -1);
