import type { Site } from '@wikiquery/core';

/** What a wiki calls its variables and functions, by MediaWiki's ids for them (`pagename`, `lc`, `if`). */
export interface SyntaxWords {
  /** The id of the variable that `{{written}}` is. */
  variable(written: string): string | undefined;
  /** The id of the function that `{{written:…}}` calls. */
  called(written: string): string | undefined;
  /** The prefix of this kind (`subst`, `msgnw`) at the beginning of a text: the text behind it. */
  without(id: string, text: string): string | undefined;
  /** Whether a text is the word of this id, such as `R` behind a number. */
  is(id: string, text: string): boolean;
}

interface MagicWord {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly 'case-sensitive'?: boolean;
}

const known = new WeakMap<object, SyntaxWords>();

export function wordsOf({ info, extensions, namespaces }: Site): SyntaxWords {
  let words = known.get(info);
  if (!words) {
    const ofExtensions = [
      ...(extensions === undefined || extensions.has('ParserFunctions') ? OF_PARSER_FUNCTIONS : []),
      // A wiki that tells nothing of its extensions has modules where it has their namespace.
      ...(extensions?.has('Scribunto') || (extensions === undefined && namespaces.has(MODULES)) ? ['invoke'] : []),
    ];
    words = readWords(info as Description, ofExtensions);
    known.set(info, words);
  }
  return words;
}

interface Description {
  readonly magicwords?: readonly MagicWord[];
  readonly variables?: readonly string[];
  readonly functionhooks?: readonly string[];
}

function readWords(info: Description, ofExtensions: readonly string[]): SyntaxWords {
  const listed = new Map((info.magicwords ?? []).map(word => [word.name, word]));
  for (const [name, aliases] of Object.entries(OWN_WORDS)) if (!listed.has(name)) listed.set(name, { name, aliases });
  const variables = new Aliases();
  for (const id of info.variables ?? []) variables.add(listed.get(id) ?? { name: id, aliases: [id.toUpperCase()], 'case-sensitive': true });
  const functions = new Aliases();
  const hooks = new Set([...(info.functionhooks ?? []), ...ofExtensions]);
  for (const id of hooks) {
    const word = listed.get(id) ?? { name: id, aliases: [id] };
    const hash = WITHOUT_HASH.has(id) ? '' : '#';
    functions.add({ ...word, aliases: word.aliases.map(alias => hash + alias.replace(/:$/, '')) });
  }
  const wordOf = (id: string): Aliases => {
    const word = new Aliases();
    word.add(listed.get(id) ?? { name: id, aliases: [id] });
    return word;
  };
  const single = new Map<string, Aliases>();
  const aliasesOf = (id: string): Aliases => {
    const aliases = single.get(id) ?? wordOf(id);
    single.set(id, aliases);
    return aliases;
  };
  return {
    variable: written => variables.idOf(written),
    called: written => functions.idOf(written),
    without: (id, text) => aliasesOf(id).cut(text),
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

/** Characters: no word of any language is longer. */
const LONGEST_WORD = 100;

/** The namespace of modules in Lua. */
const MODULES = 828;
const OF_PARSER_FUNCTIONS: readonly string[] = [
  ...['if', 'ifeq', 'switch', 'ifexist', 'ifexpr', 'iferror', 'time', 'timel', 'timef', 'timefl', 'expr', 'rel2abs', 'titleparts'],
];

/** Words that the description of a wiki without these extensions does not list. */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  default: ['#default'],
  'timef-time': ['time'],
  'timef-date': ['date'],
  'timef-both': ['both'],
  'timef-pretty': ['pretty'],
};

/** Functions that are called by their bare names. All others have a `#` before them. */
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
