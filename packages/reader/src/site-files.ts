import type { Site } from '@wikiquery/core';
import { cleanXml, escapeXmlAttribute } from '@wikiquery/html';
import { isPublicWiki } from '@wikiquery/users';
import type { Links } from './links.ts';

/** Returns the text of `robots.txt`: search engines may index the pages of a public wiki, but not its histories and lists. */
export function robotsText(site: Site): string {
  if (!isPublicWiki(site)) return 'User-agent: *\nDisallow: /\n';
  const { scriptpath, script } = site.general;
  const closed = [script, `${String(scriptpath)}/api.php`, `${String(scriptpath)}/rest.php`, '/explorer/', '/docs/'];
  return `User-agent: *\n${[...new Set(closed.map(String))].map(path => `Disallow: ${path}\n`).join('')}Allow: ${String(scriptpath)}/load.php\n`;
}

/** Returns the description with which browsers offer the search of the wiki (https://github.com/dewitt/opensearch). */
export function searchDescriptionText({ general, urls }: Site, links: Links): string {
  const xml = (text: string): string => escapeXmlAttribute(cleanXml(text));
  const name = String(general.sitename);
  const search = xml(urls.expand(`${links.scriptPath}?title=Special:Search&search={searchTerms}`));
  const suggestions = xml(urls.expand(`${links.api}?action=opensearch&search={searchTerms}`));
  return `<?xml version="1.0"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${xml(name.slice(0, 16))}</ShortName>
<Description>${xml(name)}</Description>
<Url type="text/html" method="get" template="${search}"/>
<Url type="application/x-suggestions+json" method="get" template="${suggestions}"/>
</OpenSearchDescription>
`;
}

/** Icon and logo of wikis whose own pictures this server does not have. */
export const iconText =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#36c"/><path d="M8 7h13l4 4v14H8z" fill="#fff"/><path d="M11 13h11M11 17h11M11 21h7" stroke="#36c" stroke-width="2"/></svg>\n';
