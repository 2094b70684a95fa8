import { directionOf, fallbacksOf } from '@wikiquery/languages';
import { defaultSite } from '@wikiquery/site';
import type { DumpSite } from './items.ts';

/**
 * What a dump tells of its wiki, in the form of `meta=siteinfo`. What it does not tell (groups, rights, aliases, the wiki map) is as in a new
 * MediaWiki; `wikiquery adopt` gets all of it from a wiki that runs.
 */
export function describeSite({ sitename, dbname, base, generator, language = 'en', namespaces, case: letters }: DumpSite): object {
  const usual = defaultSite();
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
      ...(namespaces.length > 0 && {
        namespaces: Object.fromEntries([...missingNamespaces(), ...namespaces].map(each => [each.id, describeNamespace(each)])),
      }),
    },
  };

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
  const name = decodeURIComponent(url.pathname.slice(slash + 1));
  const isScript = url.searchParams.has('title') || name === 'index.php';
  return {
    base,
    mainpage: (isScript ? (url.searchParams.get('title') ?? 'Main Page') : name).replaceAll('_', ' ') || 'Main Page',
    server: url.origin,
    servername: url.hostname,
    articlepath: isScript ? `${url.pathname}?title=$1` : `${url.pathname.slice(0, slash)}/$1`,
  };
}
