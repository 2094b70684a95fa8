// Follows the addresses of pages and files in the responses of all modules on the sample wiki, and the links on the pages themselves.
import { Stand } from '@wikiquery/launch/stand';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from './servers.ts';

const stand = new Stand();
let server: Served;
beforeAll(async () => {
  server = await serve(stand);
}, 120_000);
afterAll(() => stand[Symbol.asyncDispose]());

/** Requests whose responses contain addresses. */
const REQUESTS = [
  'action=query&meta=siteinfo|filerepoinfo',
  'action=query&generator=allpages&gaplimit=500&prop=info&inprop=url',
  'action=query&generator=allpages&gaplimit=500&gapnamespace=12&prop=info|redirects|extlinks|langlinks|iwlinks&inprop=url&llprop=url&iwprop=url',
  'action=query&generator=allpages&gaplimit=500&gapnamespace=14&prop=info&inprop=url',
  'action=query&generator=allimages&gailimit=500&prop=imageinfo|info&inprop=url&iiprop=url|archivename&iiurlwidth=300&iilimit=10',
  'action=query&list=allimages&aiprop=url&ailimit=500',
  'action=query&list=recentchanges&rcprop=parsedcomment|title&rclimit=500',
  'action=query&list=logevents&leprop=parsedcomment|title&lelimit=500',
  'action=query&list=allrevisions&arvprop=parsedcomment|ids&arvlimit=500',
  'action=opensearch&search=a&limit=100',
  'action=opensearch&search=help:&limit=100',
  ...['Main_Page', 'Project:About', 'Help:Continuation', 'Help:Generators', 'Allpages', 'List=allpages'].map(
    page => `action=parse&page=${page}`,
  ),
];

/** Addresses that lead nowhere in MediaWiki either: missing pages, and actions that change the wiki. */
const EXPECTED =
  /[?&](?:redlink=1|action=(?:delete|protect|move|rollback|watch|unwatch|login))|Special:(?:Upload|Userlogin|UserLogin|ApiFeatureUsage)/;

it('leads from no address in the responses of the modules to a missing page', { timeout: 600_000 }, async () => {
  const found = new Map<string, string>();
  for (const request of REQUESTS) {
    const response = await fetch(`${server.api}?${request}&format=json&formatversion=2`);
    for (const address of addressesIn(await response.json())) if (!found.has(address)) found.set(address, request);
  }
  expect(found.size).toBeGreaterThan(300);
  const linked = new Map<string, string>();
  const missing: string[] = [];
  for (const [address, from] of found) await follow(address, from, linked);
  for (const [address, from] of linked) if (!found.has(address)) await follow(address, from, undefined);
  expect(missing).toEqual([]);

  /** Requests an address. Collects the links of pages in `links`. */
  async function follow(address: string, from: string, links: Map<string, string> | undefined): Promise<void> {
    const response = await fetch(server.origin + address, { redirect: 'manual', headers: { Connection: 'close' } });
    const text = await response.text();
    if (response.status >= 400 && !EXPECTED.test(address)) missing.push(`${response.status} ${address} from ${from}`);
    if (!links || !response.headers.get('content-type')?.startsWith('text/html')) return;
    for (const link of linksIn(text)) if (!links.has(link)) links.set(link, address);
  }
});

/** Returns the paths of all addresses on the wiki's server in a JSON value. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(addressesIn);
  if (typeof value !== 'string') return [];
  return value.includes('<a ') ? linksIn(value) : [local(value) ?? []].flat();
}

/** Returns the paths of links and pictures on the wiki's server in HTML, without links to missing pages. */
function linksIn(html: string): string[] {
  const tags = [...html.matchAll(/<(?:a|img|link)\s[^>]*>/g)].map(([tag]) => tag).filter(tag => !/class="[^"]*\bnew\b/.test(tag));
  return tags.flatMap(tag => {
    const [, url = ''] = /\s(?:href|src)="([^"]*)"/.exec(tag) ?? [];
    return local(url.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#039;', "'").replaceAll('&#39;', "'")) ?? [];
  });
}

/** Returns the path of an address on the wiki's server; undefined for other addresses and texts. */
function local(address: string): string | undefined {
  if (
    !/^(?:https?:\/\/localhost:\d+)?\/(?:wiki|w)\/\S*$/.test(address) ||
    address.includes('$1') ||
    address.includes('{') ||
    /\/images(?:\/thumb)?$/.test(address)
  )
    return undefined;
  return address.replace(/^https?:\/\/[^/]+/, '').replace(/#.*/, '');
}
