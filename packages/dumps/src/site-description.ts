import { NS } from '@wikiquery/core';
import { decodePath } from '@wikiquery/file-storage';
import { directionOf, fallbacksOf, magicWordsOf, namespaceAliasesOf } from '@wikiquery/languages';
import { defaultSite } from '@wikiquery/site';
import type { DumpSite } from './items.ts';

/**
 * Tags of the extensions that come with MediaWiki, or that the wikis of Wikimedia have. A dump does not say which its wiki has; taken for text, notes would
 * stand in the middle of sentences.
 */
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

/**
 * What a dump tells of its wiki, in the form of `meta=siteinfo`. What it does not tell (groups, rights, the wiki map) is as in a new MediaWiki, names of
 * namespaces besides and magic words as in one of its language; `wikiquery adopt` gets all of it from a wiki that runs.
 */
export function describeSite({ sitename, dbname, base, generator, language = 'en', namespaces, case: letters }: DumpSite): object {
  const usual = defaultSite();
  const localWords = magicWordsOf(language.toLowerCase());
  const place = base === undefined ? {} : readBase(base);
  return {
    query: {
      general: {
        ...place,
        ...(sitename !== undefined && { sitename }),
        ...(dbname !== undefined && { wikiid: dbname }),
        ...(generator !== undefined && { generator }),
        ...(letters !== undefined && { case: letters }),
        lang: language,
        fallback: fallbacksOf(language).map(code => ({ code })),
        rtl: directionOf(language) === 'rtl',
      },
      extensiontags: [...(usual.info.extensiontags as readonly string[]), ...EXTENSION_TAGS.map(name => `<${name}>`)],
      ...(namespaces.length > 0 && {
        namespaces: Object.fromEntries([...missingNamespaces(), ...namespaces].map(each => [each.id, describeNamespace(each)])),
      }),
      ...(language !== 'en' && { namespacealiases: aliases(), magicwords: magicWords() }),
    },
  };

  /** In the order of MediaWiki. */
  function aliases(): { readonly id: number; readonly alias: string }[] {
    const names = new Map(namespaces.map(({ id, name }) => [id, name]));
    const project = names.get(NS.PROJECT) ?? sitename ?? '';
    const known = usual.info.namespacealiases as readonly { readonly id: number; readonly alias: string }[];
    return [...known, ...namespaceAliasesOf(language.toLowerCase(), project)]
      .filter(({ id, alias }) => names.get(id) !== alias)
      .sort((a, b) => a.id - b.id || (a.alias < b.alias ? -1 : 1));
  }

  function magicWords(): object[] {
    const words = (usual.info.magicwords as readonly { readonly name: string; readonly aliases: readonly string[] }[]).map(word => {
      const own = localWords.get(word.name) ?? [];
      return { ...word, aliases: [...new Set([...own, ...word.aliases])] };
    });
    const ofExtensions = [...localWords].filter(([id]) => !words.some(({ name }) => name === id));
    return [...words, ...ofExtensions.map(([name, written]) => ({ name, aliases: written, 'case-sensitive': false }))];
  }

  /** Those that every wiki has. */
  function missingNamespaces(): DumpSite['namespaces'][number][] {
    const told = new Set(namespaces.map(({ id }) => id));
    return [...usual.namespaces.values()]
      .filter(({ id }) => !told.has(id))
      .map(({ id, name }) => ({ id, name, case: letters ?? 'first-letter' }));
  }

  function describeNamespace({ id, name, case: letter }: DumpSite['namespaces'][number]) {
    const known = usual.namespaces.get(id);
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

/** `https://wiki.example/wiki/Main_Page`. */
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
