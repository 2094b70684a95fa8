import { join } from 'node:path';
import { fileServices } from '@wikiquery/files';
import { defineServerExtension, integer, newFolder, optional, READING_METHODS, setting } from '@wikiquery/server/extend';
import { Addresses } from './addresses.ts';

/** Server extension that serves the uploaded files, their thumbnails and MediaWiki's icons. Its libraries are loaded with the first thumbnail. */
export default defineServerExtension({
  name: 'thumbnails',
  settings: {
    thumbnailCache: optional(newFolder, 'folder of rendered thumbnails. Default: thumbnails in the folder of --data'),
    thumbnailCacheSize: setting(integer('MB', 1, 1_048_576), 1024, 'maximum size of the rendered thumbnails in MiB'),
  },
  routes({ thumbnailCache, thumbnailCacheSize, images, data }, { site, metrics, service, isProxied }) {
    const files = service(fileServices.files);
    // In proxy mode, the upstream serves its files.
    if (!files || isProxied) return [];
    const addresses = new Addresses(site);
    let handler: Promise<import('./file-handler.ts').FileHandler> | undefined;
    const open = async () => {
      const [{ FileHandler }, { ThumbnailRenderer }, { ThumbnailCache }] = await Promise.all([
        import('./file-handler.ts'),
        import('./renderer.ts'),
        import('./cache.ts'),
      ]);
      const durations = metrics.durations(
        'wikiquery_thumbnail_duration_seconds',
        'Duration of rendered thumbnails in seconds, including the wait in the queue.',
        ['outcome'],
      );
      const cache = new ThumbnailCache(thumbnailCache ?? join(data, 'thumbnails'), thumbnailCacheSize * 1024 * 1024);
      const renderer = new ThumbnailRenderer(cache, (outcome, milliseconds) => durations.observe({ outcome }, milliseconds / 1000));
      return new FileHandler({ addresses, service: files, folder: images, renderer });
    };
    return [
      {
        matches: path => addresses.find(path) !== undefined,
        methods: READING_METHODS,
        async handle(request, response, client) {
          handler ??= open();
          await (await handler).handle(request, response, client);
        },
      },
    ];
  },
});
