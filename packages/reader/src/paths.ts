import type { Site } from '@wikiquery/core';

/** The target of a path of the reader. */
export type PathTarget =
  | { readonly kind: 'page'; readonly title: string | undefined; readonly variant?: string | undefined }
  | { readonly kind: 'styles' | 'robots' | 'icon' | 'search-description' };

/** The paths of a wiki that the reader serves. */
export interface ReaderPaths {
  matches(path: string): boolean;
  /** Returns the target of a path that matches. `path`: the URL before `?`, as sent. */
  targetOf(path: string): PathTarget | undefined;
  readonly styles: string;
  readonly searchDescription: string;
}

/** Paths of the server itself, which a wiki whose article path is `/$1` cannot use for its pages. */
const OF_SERVER = /^\/(?:$|schema(?:\/|$)|openapi\.json$)/;

/** Returns the paths of a wiki: its article path, `index.php`, `load.php`, `robots.txt`, its icon and its logo. */
export function readerPaths(site: Site): ReaderPaths {
  const { general } = site;
  const scriptPath = typeof general.scriptpath === 'string' ? general.scriptpath : '';
  const script = typeof general.script === 'string' && general.script.startsWith('/') ? general.script : `${scriptPath}/index.php`;
  const scripts = [...new Set([script, `${scriptPath}/index.php`, '/index.php'])];
  const articles = splitPattern(general.articlepath);
  const variants = variantPattern(site);
  const pictures = new Set(['/favicon.ico', ...[general.favicon, general.logo].flatMap(url => pathOnServer(site, url) ?? [])]);
  const styles = `${scriptPath}/load.php`;
  const searchDescription = `${scriptPath}/opensearch_desc.php`;

  const targetOf = (path: string): PathTarget | undefined => {
    if (scripts.includes(path)) return { kind: 'page', title: undefined };
    const own = scripts.find(each => path.startsWith(`${each}/`));
    if (own !== undefined) return { kind: 'page', title: path.slice(own.length + 1) };
    if (path === '/robots.txt') return { kind: 'robots' };
    if (path === styles) return { kind: 'styles' };
    if (path === searchDescription) return { kind: 'search-description' };
    if (pictures.has(path)) return { kind: 'icon' };
    if (OF_SERVER.test(path) || (scriptPath !== '' && path.startsWith(`${scriptPath}/`))) return undefined;
    const variant = variants?.exec(path)?.groups;
    if (variant) return { kind: 'page', title: variant.title, variant: variant.variant };
    if (!articles || !path.startsWith(articles.before) || !path.endsWith(articles.after)) return undefined;
    return { kind: 'page', title: path.slice(articles.before.length, path.length - articles.after.length) };
  };
  return { matches: path => targetOf(path) !== undefined, targetOf, styles, searchDescription };
}

/** Splits an article path such as `/wiki/$1`; undefined if it has the title in the query string. */
function splitPattern(pattern: unknown): { readonly before: string; readonly after: string } | undefined {
  if (typeof pattern !== 'string' || !pattern.startsWith('/') || pattern.includes('?')) return undefined;
  const [before = '', after = ''] = pattern.split('$1');
  return pattern.includes('$1') ? { before, after } : undefined;
}

/** Returns a pattern for paths such as `/zh-hans/TITLE` (`$wgVariantArticlePath`). */
function variantPattern({ general }: Site): RegExp | undefined {
  const { variantarticlepath: pattern, variants } = general;
  if (typeof pattern !== 'string' || !Array.isArray(variants)) return undefined;
  const codes = (variants as readonly { readonly code: string }[]).map(({ code }) => RegExp.escape(code)).join('|');
  const source = RegExp.escape(pattern).replace(String.raw`\$2`, `(?<variant>${codes})`).replace(String.raw`\$1`, '(?<title>.*)');
  return new RegExp(`^${source}$`);
}

/** Returns the path of a URL on the wiki's own server; undefined for a URL on another host. */
export function pathOnServer({ urls }: Site, url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '') return undefined;
  const [own, other] = [URL.parse(urls.expand('/')), URL.parse(urls.expand(url))];
  return own && other && own.host === other.host ? other.pathname : undefined;
}
