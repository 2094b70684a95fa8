export { type ClusterAddress, readAddress, SCHEMES } from './cluster/address.ts';
export { type CallLimits, type ClusterCall, type ClusterEvents, SearchCluster } from './cluster/cluster.ts';
export { connectCluster } from './cluster/connect.ts';
export { ClusterRefusalError, ClusterUnavailableError } from './cluster/errors.ts';
