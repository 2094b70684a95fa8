import { type ClusterAddress, hostsOf } from './address.ts';
import { type ClusterEvents, SearchCluster } from './cluster.ts';

/** Maximum number of connections to a node. Further requests wait. */
const CONNECTIONS = 64;

/** Creates a client of the cluster at an address, without connecting. Rejects if the package of the client is not installed. */
export async function connectCluster(address: ClusterAddress, events?: ClusterEvents): Promise<SearchCluster> {
  const { Client } = await import('@opensearch-project/opensearch');
  const { nodes, user, password } = address;
  const client = new Client({
    nodes: [...nodes],
    ...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
    agent: { keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS },
    // A response that would fill the memory of the process fails instead.
    memoryCircuitBreaker: { enabled: true, maxPercentage: 0.8 },
    name: 'wikiquery',
  });
  return new SearchCluster(client, hostsOf(address).split(', '), events);
}
