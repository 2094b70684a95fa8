// A process of its own, so that the load of others holds up no measurement.
import { setPriority } from 'node:os';
import { type OpenLoad, putOpenLoad } from './generator.ts';

try {
  // Clients are on other machines: those of the measurement wait for no server.
  if (process.argv[2] === 'first') setPriority(-15);
} catch {
  // Not everybody may go first.
}

process.on('message', (load: OpenLoad) => {
  void putOpenLoad(load).then(result => process.send?.(result));
});
