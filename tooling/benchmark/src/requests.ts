import { asZoned } from '@wikiquery/database';
import { type BenchmarkWiki, categoryOf, momentOf, namespaceOf, titleOf } from './wiki-file.ts';

/** A request that clients send often. */
export interface BenchmarkRequest {
  readonly name: string;
  /** Query string without the format, and without `action=query`. */
  readonly query: string;
}

/** Returns the complete query string of a request. */
export const queryOf = ({ query }: BenchmarkRequest): string =>
  `${query.startsWith('action=') ? '' : 'action=query&'}format=json&formatversion=2&${query.replaceAll(' ', '%20')}`;

/** Returns the requests to measure. Their continue values contain timestamps in the format of `engine`. */
export function benchmarkRequests({ pages, logEntries, revisions }: BenchmarkWiki, engine: string): BenchmarkRequest[] {
  const articles = Array.from({ length: 50 }, (_, i) => 20 * i * Math.floor(pages / 1100) + 1);
  const titles = encodeURIComponent(articles.map(titleText).join('|'));
  // Returns the continue value of result page 100,000, with ten entries per page.
  const deep = (entries: number): string => {
    const id = entries - Math.min(10 * (DEEP_PAGE - 1), entries / 2);
    const moment = momentOf(id, entries);
    return `${engine === 'postgres' ? encodeURIComponent(asZoned(moment)) : moment}|${id}`;
  };
  const revisionProps = 'arvprop=ids|timestamp|user|comment';
  return [
    { name: 'siteinfo, general facts', query: 'meta=siteinfo' },
    { name: 'siteinfo, statistics', query: 'meta=siteinfo&siprop=statistics' },
    { name: 'tokens', query: 'meta=tokens' },
    ...[10, 500].map(limit => ({ name: `allpages, ${limit}`, query: `list=allpages&aplimit=${limit}` })),
    ...[10, 500].map(limit => ({
      name: `recentchanges, ${limit}`,
      query: `list=recentchanges&rcprop=title|ids|sizes|flags|user|comment|timestamp&rclimit=${limit}`,
    })),
    { name: 'logevents, 500', query: 'list=logevents&lelimit=500' },
    { name: 'logevents, 10, page 1', query: 'list=logevents&lelimit=10' },
    { name: 'logevents, 10, page 100,000', query: `list=logevents&lelimit=10&lecontinue=${deep(logEntries)}` },
    { name: 'allrevisions, 10, page 1', query: `list=allrevisions&arvlimit=10&${revisionProps}` },
    { name: 'allrevisions, 10, page 100,000', query: `list=allrevisions&arvlimit=10&${revisionProps}&arvcontinue=${deep(revisions)}` },
    { name: 'usercontribs, 500', query: 'list=usercontribs&ucuser=Writer 77&uclimit=500' },
    { name: 'categorymembers, 500', query: `list=categorymembers&cmtitle=Category:${categoryOf(3)}&cmlimit=500` },
    { name: 'backlinks, 500', query: `list=backlinks&bltitle=${titleText(POPULAR)}&bllimit=500` },
    { name: 'info, 50 titles', query: `prop=info&titles=${titles}` },
    { name: 'info with protection, 50', query: `prop=info&inprop=protection|url&titles=${titles}` },
    { name: 'three props, 50 titles', query: `prop=info|revisions|categories&cllimit=max&titles=${titles}` },
    { name: 'content, 50 titles', query: `prop=revisions&rvslots=main&rvprop=ids|timestamp|user|comment|content&titles=${titles}` },
    { name: 'links of 50 titles, 500', query: `prop=links&pllimit=500&titles=${titles}` },
    { name: 'opensearch, 10 titles', query: `action=opensearch&limit=10&search=${titleText(POPULAR).slice(0, 4)}` },
    { name: 'generator, 50, categories', query: 'generator=allpages&gaplimit=50&prop=info|categories&cllimit=max' },
  ];
}

const DEEP_PAGE = 100_000;
/** ID of a page with many incoming links. */
const POPULAR = 5;
const NAMES: Readonly<Record<number, string>> = { 1: 'Talk:', 2: 'User:', 10: 'Template:', 14: 'Category:' };
const titleText = (page: number): string => (NAMES[namespaceOf(page)] ?? '') + titleOf(page).replaceAll('_', ' ');
