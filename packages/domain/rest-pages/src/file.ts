import { type Env, isoTimestamp } from '@wikiquery/core';
import {
  type FileNeeds,
  type FileService,
  type FileUrls,
  findLocalFiles,
  fitWidth,
  type StoredFile,
  sizeOf,
  thumbnailOf,
} from '@wikiquery/files';
import { maySee } from '@wikiquery/users';

type Query = Env & { readonly services: { readonly files: FileService } };

const NEEDS: FileNeeds = {
  dimensions: true,
  measured: true,
  metadata: false,
  sha1: true,
  mediaType: true,
  bits: false,
  uploader: true,
  comment: false,
  page: false,
};

/** Loads files of this wiki by name. Files with these names come first, then the targets of redirects. */
export async function loadFiles(q: Query, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  const found = await findLocalFiles(q, q.services.files, NEEDS, names);
  const [direct = [], redirected = []] = [true, false].map(isDirect =>
    names.filter(name => found.has(name) && (found.get(name)?.name === name) === isDirect),
  );
  return new Map([...direct, ...redirected].map(name => [name, found.get(name) as StoredFile]));
}

/** Returns the REST API's description of a thumbnail with this width in pixels, or null if the thumbnail is impossible. */
export function imageOf({ site, services }: Query, file: StoredFile, width: number) {
  const thumb = thumbnailOf(services.files, urlsOf(services.files, file), file, { width });
  if (typeof thumb === 'string') return null;
  return { mimetype: file.mime, width: thumb.width, height: thumb.height, duration: null, url: site.urls.expand(thumb.url) };
}

const urlsOf = (service: FileService, file: StoredFile): FileUrls => file.repository?.urls ?? service.urls;

/** User options for image sizes, and the siteinfo fields that list the possible values. */
const SIZES = {
  preferred: { option: 'imagesize', limits: 'imagelimits' },
  thumbnail: { option: 'thumbsize', limits: 'imagelimits' },
} as const;

/** Returns the REST API's description of a file. `sizes`: the thumbnails to include. */
export function fileInfo(q: Query, file: StoredFile, sizes: readonly (keyof typeof SIZES)[]) {
  const { site, titles, services, actor } = q;
  const urls = urlsOf(services.files, file);
  const handler = services.files.handlerOf(file.mime);
  const isMedia = WITH_DURATION.has(file.mediaType ?? '');
  const length = handler?.duration?.(file) ?? 0;
  const duration = length === 0 && !isMedia ? null : length;
  const { width, height } = sizeOf(file, handler);
  const expand = (url: string): string => site.urls.expand(url);

  const transformed = (size: keyof typeof SIZES) => {
    const box = boxOf(q, size);
    if (!handler?.canRender(file) || width === 0 || height === 0) return null;
    const thumb = thumbnailOf(services.files, urls, file, fitted({ width, height }, box));
    if (typeof thumb === 'string') return null;
    const isWhole = thumb.width === width && thumb.height === height;
    const url = expand(thumb.url);
    return {
      mediatype: file.mediaType,
      size: isWhole ? file.size : null,
      width: thumb.width || null,
      height: thumb.height || null,
      duration,
      url,
    };
  };

  const canSeeUser = maySee(actor, file.hidden, 'user') && file.uploader !== undefined;
  const images = Object.fromEntries(sizes.map(size => [size, transformed(size)]));
  const { preferred = null, ...others } = images;
  return {
    title: titles.text({ namespace: 0, dbkey: file.name }),
    file_description_url: expand(urls.description(file)),
    latest: {
      timestamp: isoTimestamp(file.timestamp),
      user: canSeeUser ? { id: file.uploader!.userId, name: file.uploader!.name } : { id: null, name: null },
    },
    preferred,
    original: {
      mediatype: file.mediaType,
      size: file.size,
      width: width || null,
      height: height || null,
      duration,
      url: expand(urls.original(file)),
    },
    ...others,
  };
}

const WITH_DURATION: ReadonlySet<string> = new Set(['AUDIO', 'VIDEO', 'MULTIMEDIA']);

interface Box {
  readonly width: number;
  readonly height: number;
}

function boxOf({ site }: Env, size: keyof typeof SIZES): Box {
  const { option, limits } = SIZES[size];
  const boxes = (site.general[limits] ?? {}) as Readonly<Record<number, Box>>;
  const chosen = ((site.info.defaultoptions ?? {}) as Readonly<Record<string, unknown>>)[option];
  return boxes[Number(chosen)] ?? boxes[0] ?? { width: 800, height: 600 };
}

function fitted({ width, height }: Box, { width: most, height: highest }: Box): Box {
  if (width <= most && height <= highest) return { width, height };
  const shown = width * highest >= height * most ? most : fitWidth({ width, height }, highest);
  return { width: shown, height: Math.round((height * shown) / width) };
}
