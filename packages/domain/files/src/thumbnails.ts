import { ApiError, type Env, escapeWikitext, message, p } from '@wikiquery/core';
import { extensionOf } from './media/extension.ts';
import { type MediaFile, sizeOf, type ThumbParams } from './media/handler.ts';
import type { FileService, StoredFile } from './stored-file.ts';
import type { FileUrls } from './urls.ts';

/** Parameters of modules that return thumbnails. */
export const thumbParams = {
  urlwidth: p.int().default(-1).help('Return a thumbnail of this width. At most 50 per response.'),
  urlheight: p.int().default(-1).help('Return a thumbnail of this height. The width can limit it further.'),
  urlparam: p.string().default('').help('Further parameters of the type: "page3-120px" for documents, "langde-120px" for drawings.'),
};

/** Values of {@link thumbParams}. -1 means that the size is not set. */
export interface ThumbQuery {
  readonly urlwidth: number;
  readonly urlheight: number;
  readonly urlparam: string;
}

/** Whether a request sets any thumbnail parameter. */
export const asksForThumbnails = ({ urlwidth, urlheight, urlparam }: ThumbQuery): boolean =>
  urlwidth !== -1 || urlheight !== -1 || isSet(urlparam);

/** Whether a string parameter is set. PHP treats `0` as empty. */
const isSet = (text: string): boolean => text !== '' && text !== '0';

/**
 * Parses thumbnail parameters. Warns about parameters that do not apply to the file type. Returns undefined if the request sets none.
 * Throws `urlparamnormal` or `invalidurlparam` if the thumbnail cannot be rendered.
 */
export function readThumbParams(env: Env, service: FileService, file: StoredFile, query: ThumbQuery): ThumbParams | undefined {
  if (!asksForThumbnails(query)) return undefined;
  const handler = service.handlerOf(file.mime);
  const box = readBox(env, sizeOf(file, handler).width, query);
  const name = escapeWikitext(file.name);
  const checked = (params: ThumbParams): ThumbParams => {
    if (handler && !handler.scale(file, params)) throw notNormal(name);
    return params;
  };

  if (!isSet(query.urlparam)) return checked(box);
  if (!handler) {
    env.warn(noHandler(name));
    return box;
  }
  const read = handler.readParams(query.urlparam);
  if (!read) {
    env.warn(unreadable(env.wirePrefix, name));
    return checked(box);
  }
  const { width, page } = read;
  if (width !== undefined && box.width !== undefined && Number(width) !== box.width) {
    env.warn(otherWidth(env.wirePrefix, width, box.width));
  }
  if (width !== undefined && Number(width) <= 0) throw badParam(env.wirePrefix, 'width', width);
  if (page !== undefined && !/^[1-9]\d*$/.test(page)) throw badParam(env.wirePrefix, 'page', page);
  return checked({ ...read, width: Number(width), ...(page !== undefined && { page: Number(page) }), ...box } as ThumbParams);
}

/** If only a height is requested, the width is the file's, or the largest configured width (`thumblimits`) if the file has none. */
function readBox({ site }: Env, fileWidth: number, { urlwidth, urlheight }: ThumbQuery): ThumbParams {
  if (urlwidth !== -1) return { width: urlwidth, height: urlheight };
  if (urlheight === -1) return {};
  const limits = Object.values((site.general.thumblimits ?? {}) as Readonly<Record<string, number>>);
  return { width: fileWidth > 0 ? fileWidth : Math.max(0, ...limits), height: urlheight };
}

/** URL of an image, and its size on the page in pixels. */
export interface Thumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export type ThumbProblem = 'invalid' | 'too big';

/** Returns the image that represents a file: a thumbnail, the file itself or an icon. Returns the reason if the thumbnail is impossible. */
export function thumbnailOf(
  service: FileService,
  urls: FileUrls,
  file: MediaFile & Pick<StoredFile, 'exists'>,
  params: ThumbParams,
): Thumbnail | ThumbProblem {
  const handler = service.handlerOf(file.mime);
  if (!handler?.canRender(file) || !file.exists) return { url: urls.icon(extensionOf(file.name)), width: ICON_SIZE, height: ICON_SIZE };
  const scaled = handler.scale(file, params);
  if (!scaled) return 'invalid';
  const { width, height } = scaled;
  const how = handler.render(file, scaled);
  if (how === 'too big') return how;
  if (how === 'original') return { url: urls.original(file), width, height };
  const { extension } = handler.thumbType(file);
  const suffix = extension === extensionOf(file.name) ? '' : `.${extension}`;
  return { url: urls.thumbnail(file, handler.thumbPrefix(scaled), suffix), width, height };
}

const ICON_SIZE = 120;

/** Like {@link thumbnailOf}, but with the size that the API reports: for the file itself, this is always the size of the file. */
export function shownThumbnail(service: FileService, urls: FileUrls, file: StoredFile, params: ThumbParams): Thumbnail | ThumbProblem {
  const made = thumbnailOf(service, urls, file, params);
  if (typeof made === 'string' || made.url !== urls.original(file)) return made;
  const { width, height } = sizeOf(file, service.handlerOf(file.mime));
  return { url: made.url, width, height };
}

/** Returns thumbnail URLs for high-density screens by density. Omits URLs that are equal to `url`. */
export function responsiveUrls(
  service: FileService,
  urls: FileUrls,
  file: StoredFile,
  params: ThumbParams,
  { url, width, height }: Thumbnail,
): (readonly [density: string, url: string])[] {
  return ['1.5', '2'].flatMap(density => {
    const times = (length: number) => Math.round(length * Number(density));
    const thumb = thumbnailOf(service, urls, file, { ...params, width: times(width), height: times(height) });
    return typeof thumb === 'string' || thumb.url === url ? [] : [[density, thumb.url] as const];
  });
}

const notNormal = (name: string) =>
  new ApiError(
    message(
      'urlparamnormal',
      `Cannot create this thumbnail of ${name}. The requested width and the width of the file must be greater than 0.`,
      {
        params: [name],
      },
    ),
  );

const badParam = (prefix: string, name: string, value: string) =>
  new ApiError(
    message('invalidurlparam', `Invalid value "${value}" for "${name}" in "${prefix}urlparam".`, {
      params: [prefix, escapeWikitext(name), escapeWikitext(value)],
    }),
  );

const noHandler = (name: string) =>
  message('nothumb-noimagehandler', `Files such as ${name} have no thumbnails.`, {
    key: 'apiwarn-nothumb-noimagehandler',
    params: [name],
  });

const unreadable = (prefix: string, name: string) =>
  message('badurlparam', `"${prefix}urlparam" has the wrong format for ${name}. Only width and height are used.`, {
    key: 'apiwarn-badurlparam',
    params: [prefix, name],
  });

const otherWidth = (prefix: string, found: string, used: number) =>
  message('urlparamwidth', `The width in "${prefix}urlparam" (${found}) is ignored in favor of "${prefix}urlwidth" (${used}).`, {
    key: 'apiwarn-urlparamwidth',
    params: [prefix, found, used],
  });
