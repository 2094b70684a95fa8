import type { SearchBackend } from '@wikiquery/search';
import { type IndexedWiki, log, oneLine, type SearchableWiki, StartError } from '@wikiquery/server/extend';
import { clusterSearch } from './backend.ts';
import { type ClusterAddress, hostsOf, readAddress } from './cluster/address.ts';
import type { ClusterEvents, SearchCluster } from './cluster/cluster.ts';
import { connectCluster } from './cluster/connect.ts';
import { ClusterRefusalError, ClusterUnavailableError } from './cluster/errors.ts';
import { metricsIn } from './metrics.ts';
import { ClaimLostError } from './writer/state.ts';
import { UpdateRunningError } from './writer/update.ts';
import { ForeignIndexError, writeIndex } from './writer/write-index.ts';

/** Opens the index at an address for searches. */
export async function openIndex(address: string, { metrics, ...wiki }: SearchableWiki): Promise<SearchBackend> {
  const parsed = parse(address);
  const measured = metricsIn(metrics);
  const hosts = hostsOf(parsed);
  const cluster = await connect(parsed, {
    ended: (milliseconds, result) => measured.observe(milliseconds, result),
    changed: problem =>
      problem === undefined
        ? log('info', 'search-cluster-available', { hosts })
        : log('warning', 'search-cluster-unavailable', { problem }),
  });
  const { prefix, otherWikis, profiles } = parsed;
  const backend = clusterSearch({ ...wiki, cluster, prefix, otherWikis, profiles });
  measured.backends.add(backend);
  return Object.assign(backend, {
    async [Symbol.asyncDispose]() {
      measured.backends.delete(backend);
      await cluster[Symbol.asyncDispose]();
    },
  });
}

/** Creates or updates the index at an address. */
export async function buildIndexAt(address: string, { db, site, progress, full, changed }: IndexedWiki): Promise<void> {
  const parsed = parse(address);
  const cluster = await connect(parsed);
  try {
    await writeIndex(cluster, {
      db,
      site,
      prefix: parsed.prefix,
      progress,
      full,
      changed,
      warn: text => (progress?.warn ? progress.warn(text) : log('warning', 'search-index', { problem: text })),
    });
  } catch (error) {
    const isKnown = [ClusterUnavailableError, ClusterRefusalError, ForeignIndexError, ClaimLostError, UpdateRunningError].some(
      type => error instanceof type,
    );
    throw isKnown ? new StartError([oneLine(error)]) : error;
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
}

function parse(address: string): ClusterAddress {
  try {
    return readAddress(address);
  } catch (error) {
    throw new StartError([`The address in --search-index ${oneLine(error)}.`]);
  }
}

async function connect(address: ClusterAddress, events?: ClusterEvents): Promise<SearchCluster> {
  try {
    return await connectCluster(address, events);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError([
      'Search clusters need the package @opensearch-project/opensearch. Add it to the dependencies of the application.',
    ]);
  }
}
