import type { Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { type MagicWord, magicWordsIn } from './magic-words.ts';

/** Finds MediaWiki's ids of variables and functions (`pagename`, `lc`, `if`) by their local names. */
export interface SyntaxWords {
  variable(written: string): string | undefined;
  called(written: string): string | undefined;
  /** Returns the text after a prefix such as `subst` or `msgnw`, or undefined if the text has a different beginning. */
  afterPrefix(id: string, text: string): string | undefined;
  /** Whether a text is a word with this id, such as `R` in `{{NUMBEROFPAGES:R}}`. */
  is(id: string, text: string): boolean;
}

export const wordsOf = perSite((site): SyntaxWords => {
  const { extensions, namespaces } = site;
  return readWords(site, [
    ...(extensions === undefined || extensions.has('ParserFunctions') ? PARSER_FUNCTIONS : []),
    // Without a list of extensions, namespace 828 indicates that the wiki has Scribunto.
    ...(extensions?.has('Scribunto') || (extensions === undefined && namespaces.has(MODULE_NAMESPACE)) ? ['invoke'] : []),
  ]);
});

function readWords(site: Site, extensionFunctions: readonly string[]): SyntaxWords {
  const info = site.info as { readonly variables?: readonly string[]; readonly functionhooks?: readonly string[] };
  const listed = new Map(magicWordsIn(site).map(word => [word.name, word]));
  for (const [name, aliases] of Object.entries(PARSER_FUNCTION_WORDS)) if (!listed.has(name)) listed.set(name, { name, aliases });
  const variables = new Aliases();
  for (const id of info.variables ?? []) variables.add(listed.get(id) ?? { name: id, aliases: [id.toUpperCase()], 'case-sensitive': true });
  const functions = new Aliases();
  for (const id of new Set([...(info.functionhooks ?? []), ...extensionFunctions])) {
    const word = listed.get(id) ?? { name: id, aliases: [id] };
    const hash = WITHOUT_HASH.has(id) ? '' : '#';
    functions.add({ ...word, aliases: word.aliases.map(alias => hash + alias.replace(/:$/, '')) });
  }
  const single = new Map<string, Aliases>();
  const aliasesOf = (id: string): Aliases => {
    let aliases = single.get(id);
    if (!aliases) {
      aliases = new Aliases();
      aliases.add(listed.get(id) ?? { name: id, aliases: [id] });
      single.set(id, aliases);
    }
    return aliases;
  };
  return {
    variable: written => variables.idOf(written),
    called: written => functions.idOf(written),
    afterPrefix: (id, text) => aliasesOf(id).cut(text),
    is: (id, text) => aliasesOf(id).idOf(text.trim()) !== undefined,
  };
}

class Aliases {
  readonly #exact = new Map<string, string>();
  readonly #folded = new Map<string, string>();

  add({ name, aliases, 'case-sensitive': isExact = false }: MagicWord): void {
    for (const alias of aliases) {
      if (isExact) this.#exact.set(alias, name);
      else this.#folded.set(alias.toLowerCase(), name);
    }
  }
  idOf(written: string): string | undefined {
    if (written.length > LONGEST_WORD) return undefined;
    return this.#exact.get(written) ?? this.#folded.get(written.toLowerCase());
  }
  cut(text: string): string | undefined {
    const colon = text.indexOf(':') + 1;
    return colon > 0 && this.idOf(text.slice(0, colon)) !== undefined ? text.slice(colon) : undefined;
  }
}

const LONGEST_WORD = 100;

/** Namespace of Scribunto's modules. */
export const MODULE_NAMESPACE = 828;
const PARSER_FUNCTIONS = 'if ifeq switch ifexist ifexpr iferror time timel timef timefl expr rel2abs titleparts'.split(' ');

/** Words of ParserFunctions, for site configurations that do not list them. */
const PARSER_FUNCTION_WORDS: Readonly<Record<string, readonly string[]>> = {
  default: ['#default'],
  'timef-time': ['time'],
  'timef-date': ['date'],
  'timef-both': ['both'],
  'timef-pretty': ['pretty'],
};

/** Functions without a leading `#`. */
const WITHOUT_HASH: ReadonlySet<string> = new Set([
  ...['ns', 'nse', 'urlencode', 'lcfirst', 'ucfirst', 'lc', 'uc', 'localurl', 'localurle', 'fullurl', 'fullurle', 'canonicalurl'],
  ...['canonicalurle', 'formatnum', 'grammar', 'gender', 'plural', 'formal', 'bidi', 'numberingroup', 'language', 'padleft', 'padright'],
  ...['anchorencode', 'defaultsort', 'filepath', 'pagesincategory', 'pagesize', 'protectionlevel', 'protectionexpiry', 'pagename'],
  ...['pagenamee', 'fullpagename', 'fullpagenamee', 'subpagename', 'subpagenamee', 'rootpagename', 'rootpagenamee', 'basepagename'],
  ...['basepagenamee', 'talkpagename', 'talkpagenamee', 'subjectpagename', 'subjectpagenamee', 'pageid', 'revisionid', 'revisionday'],
  ...['revisionday2', 'revisionmonth', 'revisionmonth1', 'revisionyear', 'revisiontimestamp', 'revisionuser', 'cascadingsources'],
  ...['namespace', 'namespacee', 'namespacenumber', 'talkspace', 'talkspacee', 'subjectspace', 'subjectspacee', 'numberofarticles'],
  ...['numberoffiles', 'numberofusers', 'numberofactiveusers', 'numberofpages', 'numberofadmins', 'numberofedits', 'bcp47', 'dir'],
  ...['int', 'displaytitle', 'pagesinnamespace', 'getshortdesc', 'interwikilink', 'interlanguagelink', 'contentmodel', 'shortdesc'],
]);
