import { type Env, isoTimestamp, NS } from '@wikiquery/core';
import {
  type FileNeeds,
  type FileService,
  type FileUrls,
  filesByName,
  fitWidth,
  type StoredFile,
  sizeOf,
  thumbnailOf,
} from '@wikiquery/files';
import { pagesByTitle, redirectTargets } from '@wikiquery/pages';
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

/** Files of this wiki by the names that are asked for, first those that have these names, then those that they redirect to. */
export async function loadFiles(q: Query, names: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  const found = await filesByName(q, q.services.files, NEEDS, names);
  const others = names.filter(name => !found.has(name));
  const direct = names.flatMap(name => (found.has(name) ? [[name, found.get(name) as StoredFile] as const] : []));
  if (others.length === 0) return new Map(direct);
  const pages = await pagesByTitle(
    q.db,
    others.map(dbkey => ({ namespace: NS.FILE, dbkey })),
  );
  const redirects = new Map(pages.filter(({ isRedirect }) => isRedirect).map(({ id, dbkey }) => [id, dbkey]));
  const links = redirects.size > 0 ? await redirectTargets(q.db, [...redirects.keys()]) : [];
  const targets = new Map(
    links.flatMap(({ from, namespace, dbkey, interwiki }) =>
      namespace === NS.FILE && interwiki === '' ? [[redirects.get(from), dbkey] as const] : [],
    ),
  );
  const behind = await filesByName(q, q.services.files, NEEDS, [...targets.values()]);
  const redirected = others.flatMap(name => {
    const file = behind.get(targets.get(name) ?? '');
    return file ? [[name, file] as const] : [];
  });
  return new Map([...direct, ...redirected]);
}

/** An image of a file, so many pixels wide; null where none can be made. */
export function imageOf({ site, services }: Query, file: StoredFile, width: number) {
  const thumb = thumbnailOf(services.files, urlsOf(services.files, file), file, { width });
  if (typeof thumb === 'string') return null;
  return { mimetype: file.mime, width: thumb.width, height: thumb.height, duration: null, url: site.urls.expand(thumb.url) };
}

const urlsOf = (service: FileService, file: StoredFile): FileUrls => file.repository?.urls ?? service.urls;

/** Sizes of images that a reader chooses from, by option: of those that the wiki offers, the one that it prefers. */
const SIZES = {
  preferred: { option: 'imagesize', limits: 'imagelimits' },
  thumbnail: { option: 'thumbsize', limits: 'imagelimits' },
} as const;

/** What is told of a file: the file as it is, and the images in these sizes. */
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
    // What has no size is not shown as an image.
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

  const isSeen = maySee(actor, file.hidden, 'user') && file.uploader !== undefined;
  const images = Object.fromEntries(sizes.map(size => [size, transformed(size)]));
  const { preferred = null, ...others } = images;
  return {
    title: titles.text({ namespace: 0, dbkey: file.name }),
    file_description_url: expand(urls.description(file)),
    latest: {
      timestamp: isoTimestamp(file.timestamp),
      user: isSeen ? { id: file.uploader!.userId, name: file.uploader!.name } : { id: null, name: null },
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

/** The box that an image fits into: the site's own for readers without wishes. */
function boxOf({ site }: Env, size: keyof typeof SIZES): Box {
  const { option, limits } = SIZES[size];
  const boxes = (site.general[limits] ?? {}) as Readonly<Record<string, Box>>;
  const chosen = ((site.info.defaultoptions ?? {}) as Readonly<Record<string, number>>)[option] ?? 0;
  return boxes[chosen] ?? boxes[0] ?? { width: 800, height: 600 };
}

/** The size in which a file is shown within a box: never larger than it is. */
function fitted({ width, height }: Box, { width: most, height: highest }: Box): Box {
  if (width <= most && height <= highest) return { width, height };
  const shown = width * highest >= height * most ? most : fitWidth({ width, height }, highest);
  return { width: shown, height: Math.round((height * shown) / width) };
}
