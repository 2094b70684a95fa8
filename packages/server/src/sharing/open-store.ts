import { millisOf, type Settings } from '../config/settings.ts';
import { log } from '../observability/log.ts';
import { type ServerExtension, withDefaultsOf } from '../plugins/server-extension.ts';
import { secretKeyOf } from '../sessions/secret-key.ts';
import type { SharedStore, SharingServer } from './shared-state.ts';

/** Opens the store that the settings name; returns undefined if they name none. Rejects with a StartError if its driver is missing. */
export async function openSharedStore(
  extensions: readonly ServerExtension[],
  settings: Settings,
  server: Pick<SharingServer, 'metrics' | 'processes'>,
): Promise<SharedStore | undefined> {
  const secretKey = () => secretKeyOf(settings, problem => log('warning', 'startup', { problem }));
  for (const extension of extensions) {
    const store = await extension.share?.(withDefaultsOf(extension, settings), { ...server, secretKey, now: millisOf(settings) });
    if (store) return store;
  }
  return undefined;
}
