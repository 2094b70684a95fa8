import { ApiError, type Env, escapeWikitext, message, p } from '@wikiquery/core';
import { extensionOf } from './media/extension.ts';
import { type MediaFile, sizeOf, type ThumbParams } from './media/handler.ts';
import type { FileService, StoredFile } from './stored-file.ts';
import type { FileUrls } from './urls.ts';

/** Parameters of modules that give thumbnails; -1 is none. */
export const thumbParams = {
  urlwidth: p.int().default(-1).help('Give a thumbnail of this width; no more than 50 in a response.'),
  urlheight: p.int().default(-1).help('Give a thumbnail of this height; the width may be a limit, too.'),
  urlparam: p
    .string()
    .default('')
    .help('What thumbnails of a type may have besides: "page3-120px" of a document, "langde-120px" of a drawing.'),
};

/** The values of `thumbParams`. */
export interface ThumbQuery {
  readonly urlwidth: number;
  readonly urlheight: number;
  readonly urlparam: string;
}

export const asksForThumbnails = ({ urlwidth, urlheight, urlparam }: ThumbQuery): boolean =>
  urlwidth !== -1 || urlheight !== -1 || isGiven(urlparam);

/** PHP takes `0` for nothing. */
const isGiven = (text: string): boolean => text !== '' && text !== '0';

/**
 * What thumbnail of a file the parameters ask for; undefined when none. Warns of parameters that do not fit its type, and throws when there can
 * be no such thumbnail.
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

  if (!isGiven(query.urlparam)) return checked(box);
  if (!handler) {
    env.warn(noHandler(name));
    return box;
  }
  const given = handler.readParams(query.urlparam);
  if (!given) {
    env.warn(unreadable(env.wirePrefix, name));
    return checked(box);
  }
  const { width, page } = given;
  if (width !== undefined && box.width !== undefined && Number(width) !== box.width) {
    env.warn(otherWidth(env.wirePrefix, width, box.width));
  }
  if (width !== undefined && Number(width) <= 0) throw badParam(env.wirePrefix, 'width', width);
  if (page !== undefined && !/^[1-9]\d*$/.test(page)) throw badParam(env.wirePrefix, 'page', page);
  return checked({ ...given, width: Number(width), ...(page !== undefined && { page: Number(page) }), ...box } as ThumbParams);
}

/** With a height alone, the width is that of the file; without one, some width in which its icon can be shown. */
function readBox({ site }: Env, fileWidth: number, { urlwidth, urlheight }: ThumbQuery): ThumbParams {
  if (urlwidth !== -1) return { width: urlwidth, height: urlheight };
  if (urlheight === -1) return {};
  const limits = Object.values((site.general.thumblimits ?? {}) as Readonly<Record<string, number>>);
  return { width: fileWidth > 0 ? fileWidth : Math.max(0, ...limits), height: urlheight };
}

export interface Thumbnail {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Why there is no thumbnail. */
export type ThumbProblem = 'invalid' | 'too big';

/** The thumbnail of a file: a smaller image, the file itself, or an icon. */
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

/** The thumbnail with the size that is told of it: the file itself is as big as it is, whatever was asked for. */
export function shownThumbnail(service: FileService, urls: FileUrls, file: StoredFile, params: ThumbParams): Thumbnail | ThumbProblem {
  const made = thumbnailOf(service, urls, file, params);
  if (typeof made === 'string' || made.url !== urls.original(file)) return made;
  const { width, height } = sizeOf(file, service.handlerOf(file.mime));
  return { url: made.url, width, height };
}

/** The same thumbnail for screens with more dots: densities and URLs, where they differ. */
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
    message('urlparamnormal', `There can be no such thumbnail of ${name}: it needs a width above 0, and a file with a width.`, {
      params: [name],
    }),
  );

const badParam = (prefix: string, name: string, value: string) =>
  new ApiError(
    message('invalidurlparam', `In "${prefix}urlparam", "${name}" may not be "${value}".`, {
      params: [prefix, escapeWikitext(name), escapeWikitext(value)],
    }),
  );

const noHandler = (name: string) =>
  message('nothumb-noimagehandler', `Files such as ${name} have no thumbnails.`, {
    key: 'apiwarn-nothumb-noimagehandler',
    params: [name],
  });

const unreadable = (prefix: string, name: string) =>
  message('badurlparam', `"${prefix}urlparam" is not in the form that thumbnails of ${name} have; only width and height count.`, {
    key: 'apiwarn-badurlparam',
    params: [prefix, name],
  });

const otherWidth = (prefix: string, given: string, used: number) =>
  message('urlparamwidth', `The width in "${prefix}urlparam" (${given}) gives way to that of the other parameters (${used}).`, {
    key: 'apiwarn-urlparamwidth',
    params: [prefix, given, used],
  });
