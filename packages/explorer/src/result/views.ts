import { type SiteInfo, safeAddress } from '../wiki/description.ts';
import { cellText, type ResultTable, type TableRow } from './tables.ts';

/** An image to show, with its link. */
export interface Picture {
  readonly title: string;
  /** URLs of the image, best first: the thumbnail, which a wiki may lack, and the original. */
  readonly sources: readonly string[];
  /** URL of the link. */
  readonly target: string;
}

/** Returns the images in the rows that the wiki itself hosts, so that no other server receives requests. */
export function picturesOf({ rows }: ResultTable, { general }: SiteInfo, api: string): Picture[] {
  return rows.flatMap(row => {
    const addressIn = (value: TableRow[string]) => (value === undefined ? undefined : safeAddress(cellText(value), general.server));
    const [thumbnail, original] = [addressIn(row.thumburl), addressIn(row.url)];
    const target = original ?? thumbnail;
    const images = [thumbnail, original !== undefined && isImage(row, original) ? original : undefined];
    const sources = images.flatMap(address => (address === undefined ? [] : (asReached(address, general.server, api) ?? [])));
    if (target === undefined || sources.length === 0) return [];
    return [{ title: cellText(row.title ?? row.page ?? row.canonicaltitle ?? row.name), sources, target }];
  });
}

/** Whether browsers show a file as an image. */
const isImage = (row: TableRow, address: string): boolean =>
  row.mime === undefined
    ? /\.(?:png|jpe?g|gif|svg|webp|avif)$/i.test(new URL(address).pathname)
    : /^image\/(?:png|jpeg|gif|svg\+xml|webp)$/.test(cellText(row.mime));

/** Returns the URL of a file at the API's origin, because the configured host name may be another. Undefined for files of other servers. */
export function asReached(address: string, server: string, api: string): string | undefined {
  const url = new URL(address);
  const origin = new URL(api).origin;
  if (url.origin === origin) return url.href;
  return url.origin === URL.parse(server.replace(/^\/\//, 'https://'))?.origin ? origin + url.pathname + url.search : undefined;
}

/** A graph with pages on one side and linked titles on the other. */
export interface Graph {
  readonly sources: readonly TreeNode[];
  readonly targets: readonly TreeNode[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
  /** Number of omitted edges. */
  readonly more: number;
}
export interface TreeNode {
  readonly title: string;
  readonly degree: number;
}

/** Returns the graph of the titles with the most links, or undefined for rows without links. */
export function graphOf({ rows, columns }: ResultTable): Graph | undefined {
  const has = (key: string): boolean => columns.some(column => column.key === key);
  if (!has('page') || !has('title') || has('timestamp')) return undefined;
  const pairs = rows.flatMap(row =>
    typeof row.page === 'string' && typeof row.title === 'string' ? [[row.page, row.title] as const] : [],
  );
  const sources = mostFrequent(pairs.map(([from]) => from));
  const targets = mostFrequent(pairs.map(([, to]) => to));
  const at = (nodes: readonly TreeNode[]): ReadonlyMap<string, number> => new Map(nodes.map(({ title }, i) => [title, i]));
  const [left, right] = [at(sources), at(targets)];
  const edges = pairs.flatMap(([from, to]) => {
    const ends = { from: left.get(from), to: right.get(to) };
    return ends.from === undefined || ends.to === undefined ? [] : [{ from: ends.from, to: ends.to }];
  });
  return edges.length === 0 ? undefined : { sources, targets, edges, more: pairs.length - edges.length };
}

const MOST_NODES = 24;

function mostFrequent(titles: readonly string[]): TreeNode[] {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts]
    .map(([title, degree]) => ({ title, degree }))
    .sort((a, b) => b.degree - a.degree)
    .slice(0, MOST_NODES);
}

/** Number of changes in each span of time. */
export interface Timeline {
  readonly from: number;
  readonly to: number;
  readonly spans: readonly ViewSpan[];
  readonly most: number;
}
export interface ViewSpan {
  /** Start of the span, in milliseconds since 1970. */
  readonly begin: number;
  readonly count: number;
}

/** Counts the timestamps of the rows in each span. Returns undefined for fewer than two different times. */
export function timelineOf({ rows, columns }: ResultTable): Timeline | undefined {
  const key = columns.find(({ key: name, kind }) => kind === 'timestamp' && name === 'timestamp')?.key;
  if (key === undefined) return undefined;
  const times = rows.map(row => Date.parse(cellText(row[key]))).filter(time => !Number.isNaN(time));
  const [from, to] = times.reduce(([least, most], time) => [Math.min(least, time), Math.max(most, time)], [Infinity, -Infinity]);
  if (times.length < 2 || from === to) return undefined;
  const counts = Array.from({ length: SPANS }, () => 0);
  for (const time of times) {
    const at = Math.min(SPANS - 1, Math.floor(((time - from) / (to - from)) * SPANS));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const spans = counts.map((count, i) => ({ begin: from + ((to - from) * i) / SPANS, count }));
  return { from, to, spans, most: Math.max(...counts) };
}

const SPANS = 48;
