import type { Site } from '@wikiquery/core';
import { languageName, newCode } from '@wikiquery/languages';
import type { RuleLanguage } from './manual-rule.ts';

/** Names that MediaWiki shows in descriptions of rules, where they differ from the names of the languages. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ zh: '原文', 'zh-hans': '简体', 'zh-hant': '繁體', 'zh-cn': '大陆', 'zh-tw': '臺灣', 'zh-hk': '香港', 'zh-mo': '澳門' },
    ...{ 'zh-sg': '新加坡', 'zh-my': '大马' },
  }),
);

/** Chinese scripts have no words of their own that rules convert from or to; regions do. */
const LEVELS: ReadonlyMap<string, 'one way' | 'disabled'> = new Map([
  ['zh', 'disabled'],
  ['zh-hans', 'one way'],
  ['zh-hant', 'one way'],
]);

interface Variant {
  readonly fallbacks?: readonly string[];
}

/** Returns the properties of the content language that rules depend on. */
export function ruleLanguage(site: Site, variants: readonly string[], convert: RuleLanguage['convert']): RuleLanguage {
  const described = ((site.info.languagevariants ?? {}) as Readonly<Record<string, Readonly<Record<string, Variant>>>>)[site.lang] ?? {};
  const fallbacks = new Map(Object.entries(described).map(([code, each]) => [code, each.fallbacks ?? []]));
  const languages = (site.info.languages ?? []) as readonly { readonly code: string; readonly bcp47?: string }[];
  const tags = new Map(languages.flatMap(({ code, bcp47 }) => (bcp47 && variants.includes(code) ? [[bcp47.toLowerCase(), code]] : [])));
  return {
    main: site.lang,
    variants,
    fallbacks: variant => fallbacks.get(variant) ?? [site.lang],
    named(written) {
      const code = newCode(written.toLowerCase());
      return variants.includes(code) ? code : tags.get(code);
    },
    nameOf: code => (site.lang === 'zh' ? SHORT_NAMES.get(code) : undefined) ?? (languageName(site, code) || undefined),
    level: variant => LEVELS.get(variant) ?? 'both ways',
    separators: site.lang === 'zh' ? ['：', '；'] : [':', ';'],
    convert,
  };
}
