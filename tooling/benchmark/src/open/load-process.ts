// A process of its own, so that the load of others holds up no measurement.
import { type OpenLoad, putOpenLoad } from './generator.ts';

process.on('message', (load: OpenLoad) => {
  void putOpenLoad(load).then(result => process.send?.(result));
});
