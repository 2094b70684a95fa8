import { ApiError, type Env, message, type Param, p, type Rows, readPage, type Site } from '@wikiquery/core';
import {
  type Database,
  expressionBuilder,
  fromValue,
  isMoreThan,
  isStrictlyTyped,
  sql,
  startsWith,
  whereStartsWith,
} from '@wikiquery/database';
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely';
import { indexedHost } from './hosts.ts';
import { normalizeUrl, parseUrl, queryAndFragment, type UrlParts } from './url.ts';

/** Parameter for the protocol of a link search, without its delimiter (`https`, `mailto`). Default: an empty string. */
export const protocolParam = (): Param<string, string> =>
  p
    .enum(site => ['', ...protocolsOf(site).flatMap(protocol => (protocol === '//' ? [] : [protocol.slice(0, protocol.indexOf(':'))]))])
    .default('');

/** Returns the protocols of URLs that the wiki links, with their delimiters (`https://`, `mailto:`). */
export const protocolsOf = (site: Site): readonly string[] => (site.info.protocols ?? []) as readonly string[];

/** Search for external links. An empty protocol and an undefined query match any links. */
export interface LinkSearch {
  readonly protocol: string;
  /** A partial URL without protocol: `example.org/path`, `*.example.org`. */
  readonly query: string | undefined;
}

/** Whether so many links match that reading them by id is faster than sorting them. */
export const matchMany = ({ db, site }: Pick<Env, 'db' | 'site'>, search: LinkSearch): Promise<boolean> =>
  isMoreThan(MANY, whereMatches(db.selectFrom('externallinks'), search, site));

const MANY = 1000;

/**
 * Selects the links that match a search. By default, it uses ranges of the domain index. With `isMany`, it avoids this index, so that links
 * are read by id. A query without a protocol matches http and https. Throws `badquery`.
 */
export function whereMatches<TB extends keyof Database, Row>(
  links: SelectQueryBuilder<Database, TB, Row>,
  { protocol: name, query }: LinkSearch,
  site: Site,
  isMany = false,
): SelectQueryBuilder<Database, TB, Row> {
  const protocols = protocolsOf(site);
  const protocol = name === '' ? undefined : protocols.find(each => each.startsWith(name));
  const found = links as unknown as SelectQueryBuilder<Database, 'externallinks', Row>;
  const matching = query
    ? whereUrlMatches(found, searchedUrls(query, protocol, protocols), isMany)
    : protocol === undefined
      ? found
      : found.where(domainBegins(protocol, isMany));
  return matching as unknown as SelectQueryBuilder<Database, TB, Row>;
}

const BY_ID = { column: 'el_id', isText: false, forward: true };

/** Reads links in order of their ids. As in MediaWiki, the database converts an invalid continue value, or it fails with `badcontinue`. */
export function readLinks<DB, TB extends keyof DB, Row extends { readonly el_id: number }>(
  { db }: Pick<Env, 'db'>,
  links: SelectQueryBuilder<DB, TB, Row>,
  { limit, continue: from }: { readonly limit: number; readonly continue: string | undefined },
  isMany = false,
): Promise<Rows<Row>> {
  const by = { el_id: 'int' } as const;
  const candidates = isMany ? db.selectFrom('externallinks').select('el_id') : undefined;
  if (from === undefined || from.includes('|') || isStrictlyTyped(db)) return readPage(links, { by, limit, continue: from, candidates });
  const begun = fromValue(BY_ID, from);
  return readPage(links.where(begun), { by, limit, candidates: candidates?.where(begun) });
}

interface SearchedUrl {
  /** Value or prefix of `el_to_domain_index`. */
  readonly domain: string;
  readonly isWholeDomain: boolean;
  readonly path: string;
}

const DOMAIN = 'el_to_domain_index';
/** The same column in an expression, for which databases do not use the index. */
const plainDomain = expressionBuilder<Database, 'externallinks'>().fn.coalesce(DOMAIN, sql.lit(''));

const domainBegins = (prefix: string, isMany: boolean): Expression<SqlBool> => startsWith(isMany ? plainDomain : DOMAIN, prefix);

function whereUrlMatches<Row>(
  links: SelectQueryBuilder<Database, 'externallinks', Row>,
  urls: readonly SearchedUrl[],
  isMany: boolean,
): SelectQueryBuilder<Database, 'externallinks', Row> {
  const [last] = urls.slice(-1);
  if (!last) throw badQuery();
  const inDomain = links.where(is =>
    is.or(
      urls.map(({ domain, isWholeDomain }) =>
        isWholeDomain ? is(isMany ? plainDomain : DOMAIN, '=', domain) : domainBegins(domain, isMany),
      ),
    ),
  );
  return whereStartsWith(inDomain, 'el_to_path', last.path);
}

function searchedUrls(query: string, protocol: string | undefined, protocols: readonly string[]): SearchedUrl[] {
  if (query.length > MAX_PATH) throw badQuery();
  const parts = parseUrl((protocol ?? 'http://') + normalizeUrl(query), protocols);
  const found = parts && searchedUrl(parts);
  if (!found) return [];
  return protocol === undefined ? [found, { ...found, domain: found.domain.replace('http', 'https') }] : [found];
}

const MAX_PATH = 65_535;

/** Returns undefined if the URL contains a `*` that is not at the beginning of the domain. */
function searchedUrl(parts: UrlParts): SearchedUrl | undefined {
  const { scheme, delimiter } = parts;
  // `mailto:` and `news:` URLs have a path instead of a host.
  const { host, path = '/' } = scheme === 'mailto' || scheme === 'news' ? { host: parts.path ?? parts.host, path: '' } : parts;
  const { index, isOpen } = searchedHost(scheme, host);
  const port = parts.port === undefined ? '' : `:${parts.port}`;
  const rest = path + queryAndFragment(parts);
  const domain = scheme + delimiter + index;
  if ((domain + port + rest).includes('*')) return undefined;
  // As in MediaWiki, a query with a path matches one domain. A query without a path also matches all subdomains.
  return { domain: isOpen ? domain : domain + port, isWholeDomain: path !== '/', path: rest };
}

function searchedHost(scheme: string, host: string): { index: string; isOpen: boolean } {
  const at = host.indexOf('@');
  if (scheme === 'mailto' && at > 0) {
    const user = host.slice(0, at);
    const domain = indexedHost(host.slice(at + 1));
    return user === '*' ? { index: `${domain}@`, isOpen: true } : { index: `${domain}@${user}`, isOpen: false };
  }
  const index = indexedHost(host);
  return index.endsWith('.*.') ? { index: index.slice(0, -2), isOpen: true } : { index, isOpen: false };
}

const badQuery = (): ApiError =>
  new ApiError(message('badquery', 'Invalid query. It must be part of a URL, with "*" only at the beginning of the domain.'));
