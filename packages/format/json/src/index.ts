import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { writeJson } from '@wikiquery/formats';
import { normalizerOf } from '@wikiquery/languages';

/** Writes the response as JSON, as MediaWiki's `format=json` does. */
export default defineFormat({
  name: 'json',
  summary: 'Write the response as JSON.',
  params: {
    callback: p
      .string()
      .help('Name of a JavaScript function to wrap the output in. The request then runs with the rights of an anonymous user.'),
    utf8: p.boolean().help('Write non-ASCII characters unescaped (`formatversion=1`).'),
    ascii: p.boolean().help('Escape non-ASCII characters (`formatversion=2`).'),
    formatversion: p.enum(['1', '2', 'latest']).default('1').help('`1` is the compatible format, `2` and `latest` the modern one.'),
  },

  write({ fields, document = fields, size, formatVersion, site, params: { callback, utf8, ascii: beyond } }) {
    const normalize = normalizerOf(site);
    const ascii = formatVersion === 1 ? !utf8 : beyond;
    const frame = callback === undefined ? undefined : { before: `/**/${callback.replace(/[^[\].'"_A-Za-z0-9]/g, '')}(`, after: ')' };
    const { body, isAscii } = writeJson(document, { size, ascii, frame, normalize });
    if (frame) return { type: 'text/javascript; charset=utf-8', filename: 'api-result.js', body, isAscii };
    return { type: 'application/json; charset=utf-8', filename: 'api-result.json', body, isAscii };
  },
});
