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
import { normalizeUrl, parseUrl, type UrlParts } from './url.ts';

/** The parameter that chooses a protocol: `https`, `mailto` …; empty, which is the default, for any. */
export const protocolParam = (): Param<string, string> =>
  p
    .enum(site => ['', ...protocolsOf(site).flatMap(protocol => (protocol === '//' ? [] : [protocol.slice(0, protocol.indexOf(':'))]))])
    .default('');

/** The protocols that the wiki makes links of, with their delimiter (`https://`, `mailto:`). */
export const protocolsOf = (site: Site): readonly string[] => (site.info.protocols ?? []) as readonly string[];

export interface LinkSearch {
  /** As `protocolParam` gives it. */
  readonly protocol: string;
  /** A URL without its protocol, as far as it is known: `example.org/path`, `*.example.org`. */
  readonly query: string | undefined;
}

/** Whether so many links match a search that they cannot be sorted by their ids. */
export const matchMany = ({ db, site }: Pick<Env, 'db' | 'site'>, search: LinkSearch): Promise<boolean> =>
  isMoreThan(MANY, whereMatches(db.selectFrom('externallinks'), search, site));

const MANY = 1000;

/**
 * Keeps the external links that match a search, by ranges of the index, or with `isMany` without it. Without protocol a query means http and
 * https. Throws `badquery`.
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
  const kept = query
    ? whereUrlMatches(found, searchedUrls(query, protocol, protocols), isMany)
    : protocol === undefined
      ? found
      : found.where(domainBegins(protocol, isMany));
  return kept as unknown as SelectQueryBuilder<Database, TB, Row>;
}

const BY_ID = { column: 'el_id', isText: false, forward: true };

/**
 * Reads links by id. MediaWiki compares a continue value with the ids as it came, so that one that is no number means what the engine makes
 * of it; throws `badcontinue` where the engine makes nothing of it.
 */
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
  /** Beginning of the index of the host, or the whole of it. */
  readonly domain: string;
  readonly isWholeDomain: boolean;
  /** Beginning of path, query and fragment. */
  readonly path: string;
}

const DOMAIN = 'el_to_domain_index';
/** The same text, without its index. */
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
  if (query.length > LONGEST) throw badQuery();
  const parts = parseUrl((protocol ?? 'http://') + normalizeUrl(query), protocols);
  const found = parts && searchedUrl(parts);
  if (!found) return [];
  return protocol === undefined ? [found, { ...found, domain: found.domain.replace('http', 'https') }] : [found];
}

/** Bytes that the column of the path holds. */
const LONGEST = 65_535;

/** Undefined when a `*` stands anywhere but at the beginning of the domain. */
function searchedUrl(parts: UrlParts): SearchedUrl | undefined {
  const { scheme, delimiter } = parts;
  // A mail address and a news group have no host: their path takes its place.
  const { host, path = '/' } = scheme === 'mailto' || scheme === 'news' ? { host: parts.path ?? parts.host, path: '' } : parts;
  const { index, isOpen } = searchedHost(scheme, host);
  const port = parts.port === undefined ? '' : `:${parts.port}`;
  const rest = path + (parts.query === undefined ? '' : `?${parts.query}`) + (parts.fragment === undefined ? '' : `#${parts.fragment}`);
  const domain = scheme + delimiter + index;
  if ((domain + port + rest).includes('*')) return undefined;
  // As in MediaWiki, a query with a path means one domain, and a bare host all its subdomains too.
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
  new ApiError(message('badquery', 'The query is no part of a URL, or has a "*" that is not at the beginning of the domain.'));
