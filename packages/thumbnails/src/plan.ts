import { extensionOf, type FileService, type MediaHandler, type StoredFile, type ThumbParams } from '@wikiquery/files';
import type { RenderJob } from './render-task.ts';

/** How to respond to a request for a thumbnail. */
export type Plan =
  | { readonly kind: 'render'; readonly job: Omit<RenderJob, 'source' | 'output'>; readonly name: string }
  | { readonly kind: 'redirect'; readonly url: string }
  /** No decoder for the type: MediaWiki's icon for it. */
  | { readonly kind: 'icon'; readonly extension: string }
  | { readonly kind: 'refused'; readonly problem: 'invalid' | 'too big' };

/**
 * Plans the thumbnail with a name such as `120px-Name.png`. Returns undefined if the name is not that of a thumbnail of this file.
 */
export function planNamed(service: FileService, file: StoredFile, thumbName: string): Plan | undefined {
  const handler = service.handlerOf(file.mime);
  if (!handler?.canRender(file)) return thumbName.includes(`-${file.name}`) ? iconOf(file) : undefined;
  const prefix = prefixOf(thumbName, [file.name + suffixOf(handler, file), shortName(file, handler)]);
  return prefix === undefined ? undefined : plan(service, file, handler, prefix, prefix);
}

/** Plans the thumbnail for the parameters of a URL, in the format of `urlparam`. */
export function planFor(service: FileService, file: StoredFile, params: string): Plan {
  const handler = service.handlerOf(file.mime);
  return handler?.canRender(file) ? (plan(service, file, handler, params, undefined) ?? REFUSED) : iconOf(file);
}

/** `prefix`: that of the requested address; undefined if the address does not contain one. */
function plan(service: FileService, file: StoredFile, handler: MediaHandler, params: string, prefix: string | undefined): Plan | undefined {
  const read = handler.readParams(params);
  if (!read) return undefined;
  const { width, page, ...others } = read;
  const scaled = handler.scale(file, { ...others, width: Number(width), ...(page !== undefined && { page: Number(page) }) } as ThumbParams);
  if (!scaled) return REFUSED;
  const how = handler.render(file, scaled);
  if (how === 'too big') return { kind: 'refused', problem: how };
  // MediaWiki responds with an error, although it would show the file itself.
  if (how === 'original') return { kind: 'redirect', url: service.urls.original(file) };
  const suffix = suffixOf(handler, file);
  const usual = handler.thumbPrefix(scaled);
  // The only address of a thumbnail, so that different addresses cannot fill caches with the same image.
  if (prefix !== undefined && prefix !== usual) return { kind: 'redirect', url: service.urls.thumbnail(file, usual, suffix) };
  const kind = KINDS.get(file.mime);
  const format = FORMATS.get(handler.thumbType(file).mime);
  if (!kind || !format) return iconOf(file);
  return {
    kind: 'render',
    name: `${usual}-${file.name}${suffix}`,
    job: {
      kind,
      format,
      width: scaled.physicalWidth,
      height: Math.max(1, scaled.physicalHeight),
      sourceWidth: file.width,
      sourceHeight: file.height,
      page: scaled.page,
      quality: scaled.quality === undefined ? QUALITY : LOW_QUALITY,
      language: scaled.lang ?? scaled.targetLang ?? 'en',
    },
  };
}

const REFUSED: Plan = { kind: 'refused', problem: 'invalid' };
const iconOf = ({ name }: StoredFile): Plan => ({ kind: 'icon', extension: extensionOf(name) });

/** MediaWiki's JPEG quality, also for slow connections (`$wgMediaHandlers`, `qlow`). */
const QUALITY = 80;
const LOW_QUALITY = 30;

/** Returns the extension that the names of a file's thumbnails have in addition to that of the file. */
function suffixOf(handler: MediaHandler, file: StoredFile): string {
  const { extension } = handler.thumbType(file);
  return extension === extensionOf(file.name) ? '' : `.${extension}`;
}

/** Returns the name that MediaWiki uses for thumbnails of files with long names. */
function shortName(file: StoredFile, handler: MediaHandler): string {
  const extension = extensionOf(file.name);
  return `thumbnail${extension === '' ? '' : `.${extension}`}${suffixOf(handler, file)}`;
}

function prefixOf(thumbName: string, names: readonly string[]): string | undefined {
  const end = names.map(name => `-${name}`).find(each => thumbName.length > each.length && thumbName.endsWith(each));
  return end && thumbName.slice(0, -end.length);
}

const KINDS: ReadonlyMap<string, RenderJob['kind']> = new Map([
  ...['gif', 'jpeg', 'png', 'tiff', 'webp'].map(type => [`image/${type}`, 'raster'] as const),
  ...['bmp', 'x-bmp', 'x-ms-bmp'].map(type => [`image/${type}`, 'bmp'] as const),
  ...['svg', 'svg+xml'].map(type => [`image/${type}`, 'drawing'] as const),
]);

const FORMATS: ReadonlyMap<string, RenderJob['format']> = new Map(
  (['gif', 'jpeg', 'png'] as const).map(format => [`image/${format}`, format]),
);
