export { type LinkSearch, matchMany, protocolParam, readLinks, whereMatches } from './external/filter.ts';
export { indexedHost } from './external/hosts.ts';
export { expandedUrl, externalUrl, type StoredLink, storedLink } from './external/stored-link.ts';
export { normalizeUrl, parseUrl, type UrlParts } from './external/url.ts';
