import { defineModule, f, message, p, Records } from '@wikiquery/core';
import { directionOf, fallbacksOf, languageName, variantName, variantsOf } from '@wikiquery/languages';

const text = f.string().optional();
const PROPS = ['code', 'bcp47', 'dir', 'autonym', 'name', 'variantnames', 'fallbacks', 'variants'] as const;

/** Lists the languages that the software supports, as MediaWiki's `meta=languageinfo` does. */
export default defineModule({
  group: 'meta',
  name: 'languageinfo',
  prefix: 'li',
  summary: 'List the languages that MediaWiki supports.',
  cache: 'public',
  sources: ['database'],
  params: {
    prop: p
      .enum(PROPS)
      .values({ since: '1.40' }, 'variantnames')
      .multi()
      .default(['code'])
      .help('Language properties to return. `name` uses the language of the request if known, `autonym` the language itself.'),
    code: p.string().multi().default(['*']).help('Language codes of MediaWiki. `*` selects all.'),
    continue: p.continue(),
  },
  returns: f.keyed(
    f.object({
      code: text,
      bcp47: text,
      dir: text.help('Writing direction: `ltr` or `rtl`.'),
      autonym: text,
      name: text,
      fallbacks: f.array(f.string()).element('fb').optional().help('Fallback languages in order.'),
      variants: f.array(f.string()).element('var').optional().help('Codes of the language variants.'),
      variantnames: f.map(f.string()).optional().help('Names of the variants by code.'),
    }),
  ),
  placement: 'object',
  examples: {
    'meta=languageinfo&liprop=autonym|name&uselang=de': 'Names of all languages, in the language itself and in German.',
    'meta=languageinfo&liprop=fallbacks|variants&licode=oc': 'Occitan with its fallback languages and variants.',
  },

  async execute({ params, site, lang, warn }) {
    const known = new Map(((site.info.languages ?? []) as readonly Language[]).map(language => [language.code, language]));
    const all = [...known.keys()].sort();
    const asksForAll = params.code.size === 1 && params.code.has('*');
    const unknown = asksForAll ? [] : [...params.code].filter(code => !known.has(code));
    if (unknown.length > 0) warn(unrecognized(unknown));

    const codes = asksForAll ? all : all.filter(code => params.code.has(code));
    const { prop, continue: from = '' } = params;
    const record = (code: string) => {
      const variants = variantsOf(site, code);
      return {
        ...(prop.has('code') && { code }),
        ...(prop.has('bcp47') && { bcp47: known.get(code)?.bcp47 ?? code }),
        ...(prop.has('dir') && { dir: directionOf(code) }),
        ...(prop.has('autonym') && { autonym: languageName(site, code) }),
        ...(prop.has('name') && { name: languageName(site, code, lang) }),
        ...(prop.has('fallbacks') && { fallbacks: fallbacksOf(code) }),
        ...(prop.has('variants') && { variants }),
        ...(prop.has('variantnames') && {
          variantnames: Object.fromEntries(variants.map(variant => [variant, variantName(site, code, variant)])),
        }),
      };
    };
    // The records are computed lazily, because the response may have room for only some of them.
    return new Records(
      codes
        .filter(code => code >= from)
        .values()
        .map(code => ({ key: code, record: record(code), cursor: code })),
    );
  },
});

interface Language {
  readonly code: string;
  readonly bcp47: string;
}

const unrecognized = (codes: readonly string[]) =>
  message('unrecognizedvalues', `Unknown language codes: ${codes.map(code => `"${code}"`).join(', ')}.`, {
    key: 'apiwarn-unrecognizedvalues',
    params: ['licode', { list: codes, type: 'comma' }, codes.length],
  });
