import { NS } from '@wikiquery/core';
import { decodePath } from '@wikiquery/file-storage';
import { directionOf, fallbacksOf, magicWordsOf, namespaceAliasesOf } from '@wikiquery/languages';
import { defaultSite } from '@wikiquery/site';
import type { DumpSite } from './items.ts';

/** Tags of MediaWiki's bundled extensions and of Wikimedia's wikis, which dumps do not list. Unknown tags would remain in the text. */
const EXTENSION_TAGS = [
  ...[
    'ref',
    'references',
    'poem',
    'syntaxhighlight',
    'source',
    'math',
    'chem',
    'ce',
    'imagemap',
    'inputbox',
    'categorytree',
    'templatedata',
  ],
  ...['section', 'templatestyles', 'timeline', 'score', 'hiero', 'charinsert', 'graph', 'mapframe', 'maplink'],
];

/** Converts the header of a dump to `meta=siteinfo`. All other values are those of a new MediaWiki in the same language. */
export function describeSite({ sitename, dbname, base, generator, language = 'en', namespaces, case: letters }: DumpSite): object {
  const defaults = defaultSite();
  const localWords = magicWordsOf(language.toLowerCase());
  const addresses = base === undefined ? {} : readBase(base);
  return {
    query: {
      general: {
        ...addresses,
        ...(sitename !== undefined && { sitename }),
        ...(dbname !== undefined && { wikiid: dbname }),
        ...(generator !== undefined && { generator }),
        ...(letters !== undefined && { case: letters }),
        lang: language,
        fallback: fallbacksOf(language).map(code => ({ code })),
        rtl: directionOf(language) === 'rtl',
      },
      extensiontags: [...(defaults.info.extensiontags as readonly string[]), ...EXTENSION_TAGS.map(name => `<${name}>`)],
      ...(namespaces.length > 0 && {
        namespaces: Object.fromEntries([...missingNamespaces(), ...namespaces].map(each => [each.id, describeNamespace(each)])),
      }),
      ...(language !== 'en' && { namespacealiases: aliases(), magicwords: magicWords() }),
    },
  };

  function aliases(): { readonly id: number; readonly alias: string }[] {
    const names = new Map(namespaces.map(({ id, name }) => [id, name]));
    const project = names.get(NS.PROJECT) ?? sitename ?? '';
    const known = defaults.info.namespacealiases as readonly { readonly id: number; readonly alias: string }[];
    return [...known, ...namespaceAliasesOf(language.toLowerCase(), project)]
      .filter(({ id, alias }) => names.get(id) !== alias)
      .sort((a, b) => a.id - b.id || (a.alias < b.alias ? -1 : 1));
  }

  function magicWords(): object[] {
    const words = (defaults.info.magicwords as readonly { readonly name: string; readonly aliases: readonly string[] }[]).map(word => {
      const own = localWords.get(word.name) ?? [];
      return { ...word, aliases: [...new Set([...own, ...word.aliases])] };
    });
    const ofExtensions = [...localWords].filter(([id]) => !words.some(({ name }) => name === id));
    return [...words, ...ofExtensions.map(([name, written]) => ({ name, aliases: written, 'case-sensitive': false }))];
  }

  function missingNamespaces(): DumpSite['namespaces'][number][] {
    const named = new Set(namespaces.map(({ id }) => id));
    return [...defaults.namespaces.values()]
      .filter(({ id }) => !named.has(id))
      .map(({ id, name }) => ({ id, name, case: letters ?? 'first-letter' }));
  }

  function describeNamespace({ id, name, case: letter }: DumpSite['namespaces'][number]) {
    const known = defaults.namespaces.get(id);
    return {
      id,
      case: letter === 'case-sensitive' ? letter : 'first-letter',
      name,
      subpages: known?.subpages ?? id % 2 === 1,
      ...(id !== 0 && { canonical: known?.canonical ?? name }),
      content: id === 0,
      nonincludable: false,
    };
  }
}

/** Returns the settings that follow from the URL of the main page, such as `https://wiki.example/wiki/Main_Page`. */
function readBase(base: string): object {
  const url = URL.parse(base);
  if (!url) return {};
  const slash = url.pathname.lastIndexOf('/');
  const name = decodePath(url.pathname.slice(slash + 1));
  const isScript = url.searchParams.has('title') || name === 'index.php';
  return {
    base,
    mainpage: (isScript ? (url.searchParams.get('title') ?? 'Main Page') : name).replaceAll('_', ' ') || 'Main Page',
    server: url.origin,
    servername: url.hostname,
    articlepath: isScript ? `${url.pathname}?title=$1` : `${url.pathname.slice(0, slash)}/$1`,
  };
}
