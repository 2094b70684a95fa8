import { RANKINGS } from '../query/ranking.ts';
import { FULL_TEXT_PROFILES, type IndexSettings } from '../query/wiki.ts';

/** The parts of the address of an index in a cluster. */
export interface ClusterAddress {
  /** URLs of the nodes, without credentials. */
  readonly nodes: readonly string[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** Name of the index without the suffixes `_content`, `_general` and so on (`$wgCirrusSearchIndexBaseName`). */
  readonly prefix: string;
  /** Names of the indices of other wikis in the cluster, by interwiki prefix (`$wgCirrusSearchInterwikiSources`). */
  readonly otherWikis: ReadonlyMap<string, string>;
  /** Profiles of searches, if they are not the defaults. */
  readonly profiles: SearchProfiles;
}

/** Profiles of searches without `srqiprofile`. */
export type SearchProfiles = Partial<Pick<IndexSettings, 'fullText' | 'ranking'>>;

const ADDRESS = /^opensearch(\+https)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)\/([^/?#]+)\/?(?:\?([^#]*))?$/;
const PORT = 9200;
/** Names of indices: lower case, and no character with a meaning in lists and patterns of indices. */
const PREFIX = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}_.-]{0,199}$/u;

/** Parses an address. Throws an Error whose message continues "the address …" and does not contain the password. */
export function readAddress(address: string): ClusterAddress {
  const [whole, secure, user, password, hosts = '', name = '', options = ''] = ADDRESS.exec(address) ?? [];
  const nodes = hosts.split(',').map(text => readNode(text, secure === undefined ? 'http' : 'https'));
  if (whole === undefined || nodes.includes(undefined)) throw new Error(INVALID);
  const prefix = decoded(name) ?? '';
  const { interwiki = '', fulltext, ranking, ...unknown } = Object.fromEntries(new URLSearchParams(options));
  if (Object.keys(unknown).length > 0) throw new Error(INVALID);
  const otherWikis = readOtherWikis(interwiki);
  if (![prefix, ...otherWikis.values()].every(index => PREFIX.test(index)))
    throw new Error('names an index with other characters than lower-case letters, digits, "_", "-" and "." after the first one');
  return {
    nodes: nodes.filter(node => node !== undefined),
    user: decoded(user),
    password: decoded(password),
    prefix,
    otherWikis,
    profiles: readProfiles(fulltext, ranking),
  };
}

const INVALID =
  'must have the form opensearch://USER:PASSWORD@HOST:9200,HOST:9200/INDEX, or opensearch+https:// for TLS. Write special characters of the password as %23, %2F, %3A, %3F and %40';

function readOtherWikis(text: string): Map<string, string> {
  const pairs = text
    .split(',')
    .filter(pair => pair !== '')
    .map(pair => pair.split(':'));
  if (!pairs.every(pair => pair.length === 2 && pair[0] !== '')) throw new Error(INVALID_INTERWIKI);
  return new Map(pairs.map(([wiki = '', index = '']) => [wiki, index]));
}

function readProfiles(fulltext: string | undefined, ranking: string | undefined): SearchProfiles {
  const fullText = FULL_TEXT_PROFILES.find(name => name === fulltext);
  if (fulltext !== undefined && !fullText) throw new Error(`must have one of these values of "fulltext": ${FULL_TEXT_PROFILES.join(', ')}`);
  if (ranking !== undefined && !RANKINGS.includes(ranking))
    throw new Error(`must have one of these values of "ranking": ${RANKINGS.join(', ')}`);
  return { ...(fullText && { fullText }), ...(ranking !== undefined && { ranking }) };
}

const INVALID_INTERWIKI = 'must list other wikis as ?interwiki=PREFIX:INDEX,PREFIX:INDEX';

function readNode(text: string, protocol: string): string | undefined {
  const [, host, port = PORT] = /^(\[[\da-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const url = host === undefined ? undefined : `${protocol}://${host}:${port}`;
  return url !== undefined && URL.canParse(url) ? url : undefined;
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(INVALID);
  }
}

/** Returns the hosts and ports of a cluster, for messages. */
export const hostsOf = ({ nodes }: Pick<ClusterAddress, 'nodes'>): string => nodes.map(url => url.replace(/^https?:\/\//, '')).join(', ');
