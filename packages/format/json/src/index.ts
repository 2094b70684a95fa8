import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { writeJson } from '@wikiquery/formats';
import { normalizerOf } from '@wikiquery/languages';

export default defineFormat({
  name: 'json',
  summary: 'Output in the format json.',
  params: {
    callback: p.string().help('Wrap the output in a call of this function; restricts the request to what anonymous readers see.'),
    utf8: p.boolean().help('Write characters beyond ASCII as they are (formatversion 1).'),
    ascii: p.boolean().help('Escape characters beyond ASCII (formatversion 2).'),
    formatversion: p.enum(['1', '2', 'latest']).default('1').help('1: backwards-compatible; 2 and latest: modern.'),
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
