import { existsSync } from 'node:fs';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';
import type { Stand } from '@wikiquery/launch/stand';
import { vi } from 'vitest';
import { DatabaseServer, isInstalled } from './database-server.ts';

/** Path of the Galera library on Debian or Red Hat. */
const PROVIDER = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera/libgalera_smm.so'].find(path => existsSync(path));

export const hasGalera = isInstalled('mariadb') && PROVIDER !== undefined && findProgram('rsync') !== undefined;

/** Starts a Galera cluster on this machine. */
export async function startCluster(stand: Stand, count = 3): Promise<DatabaseServer[]> {
  const bases = await Promise.all(Array.from({ length: count }, () => freePort()));
  const cluster = `gcomm://${bases.map(port => `127.0.0.1:${port}`).join()}`;
  const nodes: DatabaseServer[] = [];
  // The nodes start one by one, because each copies the data of a running node.
  for (const [i, base] of bases.entries()) {
    const [incremental, snapshot] = [await freePort(), await freePort()];
    const node = await DatabaseServer.start('mariadb', undefined, [
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      `--wsrep-cluster-address=${i === 0 ? 'gcomm://' : cluster}`,
      `--wsrep-provider-options=base_host=127.0.0.1;base_port=${base};gmcast.listen_addr=tcp://127.0.0.1:${base};ist.recv_addr=127.0.0.1:${incremental}`,
      '--wsrep-node-address=127.0.0.1',
      `--wsrep-sst-receive-address=127.0.0.1:${snapshot}`,
      '--wsrep-sst-method=rsync',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
    ]);
    stand.use(node);
    await vi.waitUntil(() => node.execute("show global status like 'wsrep_local_state'").includes('\t4'), { timeout: 30_000 });
    nodes.push(node);
  }
  return nodes;
}
