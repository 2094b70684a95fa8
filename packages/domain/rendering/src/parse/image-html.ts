import { type Configuration, NS, type ParsedTitle, type Site } from '@wikiquery/core';
import { type MediaFile, repositoryUrls, standardFiles, type Thumbnail, thumbnailOf } from '@wikiquery/files';
import { escapeText } from '@wikiquery/html';
import { encodeFragment } from '@wikiquery/site';
import { anchor, escapeAttribute, writeAttributes } from './attributes.ts';
import { type Options, type OptionWriter, plainOf, readOptions } from './image-options.ts';
import { quoteMarkup } from './quotes.ts';

export interface ShownFileFacts {
  readonly url: string;
  /** Data that determines thumbnails. Undefined for files of other wikis. */
  readonly media?: MediaFile;
  /** Database key of the redirect target, if the file page is a redirect. */
  readonly target?: string;
  readonly isPicture: boolean;
  /** Whether the page must not display the file. */
  readonly isBad?: boolean;
}

export interface MediaWriter extends OptionWriter {
  readonly known: { readonly files: ReadonlyMap<string, ShownFileFacts> };
  readonly noThumbnail: string;
  stripAttributes(attributes: string): string;
  /** Returns a strip marker for HTML that is written after all lookups. */
  strip(html: () => string): string;
  uploadLink(dbkey: string, title: string, shown: string): string;
  show(dbkey: string): void;
  checkFile(dbkey: string): void;
}

const THUMB = 180;
const UPRIGHT_THUMB = 130;

export const imageHtml = (writer: MediaWriter, title: ParsedTitle, written: string): string =>
  pictureHtml(writer, title, readOptions(written, writer));

export function pictureHtml(writer: MediaWriter, title: ParsedTitle, options: Options): string {
  const { form, halign, manual } = options;
  const isFigure = form === 'Thumb' || form === 'Frame' || halign !== undefined;
  const known = writer.known.files.get(title.dbkey);
  if (known && !known.isPicture) return writer.strip(() => fileLink(writer, title));
  const replacement = manual === undefined ? undefined : writer.titles.local(manual, NS.FILE);
  if (replacement) writer.checkFile(replacement.dbkey);
  let thumbnail: { readonly outer: string; readonly inner: string } | undefined;
  const picture = () => {
    thumbnail ??= write(writer, title, options, replacement?.dbkey);
    return thumbnail;
  };
  const outer = writer.strip(() => picture().outer);
  const inner = writer.strip(() => picture().inner);
  // Element names are not stripped, because later passes look for them.
  return isFigure ? `<figure${outer}>${inner}<figcaption>${options.caption}</figcaption></figure>` : `<span${outer}>${inner}</span>`;
}

function write(writer: MediaWriter, title: ParsedTitle, options: Options, manual: string | undefined): { outer: string; inner: string } {
  const file = writer.known.files.get(title.dbkey);
  const caption = options.form === 'Thumb' || options.form === 'Frame' ? '' : plainOf(options.caption, writer);
  const shown = file && shownOf(writer, options, file, manual);
  const alt = options.alt ?? (caption === '' ? undefined : caption);
  if (!shown || typeof shown === 'string')
    return { outer: wrapperAttributes(options, true), inner: broken(writer, title, options, file, shown ?? alt) };
  const isLed = options.link !== undefined || options.manual !== undefined;
  const responsive = srcset(shown, writer.site.configuration);
  const image = `<img${writeAttributes([
    ...(alt === undefined ? [] : [['alt', alt] as const]),
    ...(options.form === 'Thumb' && isLed
      ? [['resource', writer.site.urls.local({ namespace: NS.FILE, dbkey: file.target ?? title.dbkey })] as const]
      : []),
    ['src', shown.url],
    ['decoding', 'async'],
    ['width', String(Math.ceil(shown.width / options.scale))],
    ['height', String(Math.ceil(shown.height / options.scale))],
    ['class', 'mw-file-element'],
    ...(responsive === '' ? [] : [['srcset', responsive] as const]),
  ])}>`;
  return { outer: wrapperAttributes(options, false), inner: linked(writer, title, options, file, image, caption) };
}

function wrapperAttributes({ form, manual, halign, valign, border, width, class: names }: Options, isBroken: boolean): string {
  const isFramed = form === 'Thumb' || form === 'Frame';
  const classes = [
    ...(width === undefined && manual === undefined && form !== 'Frame' ? ['mw-default-size'] : []),
    ...(halign === undefined ? [] : [`mw-halign-${halign}`]),
    ...(valign === undefined || halign !== undefined || isFramed ? [] : [`mw-valign-${valign}`]),
    ...(border && !isFramed ? ['mw-image-border'] : []),
    ...(names === undefined ? [] : [names]),
  ].join(' ');
  const type = `${isBroken ? 'mw:Error ' : ''}mw:File${form === undefined ? '' : `/${form}`}`;
  return writeAttributes([...(classes === '' ? [] : [['class', classes] as const]), ['typeof', type]]);
}

/** Writes the replacement of a picture that cannot be displayed. */
function broken(
  writer: MediaWriter,
  title: ParsedTitle,
  options: Options,
  file: ShownFileFacts | undefined,
  label: string | undefined,
): string {
  const name = writer.titles.text(title);
  const isFramed = options.form === 'Thumb' || options.form === 'Frame';
  const defaultWidth = isFramed ? (options.upright === undefined ? THUMB : UPRIGHT_THUMB) : undefined;
  const width = options.width ?? (file?.media ? widthOf(options, file.media, writer.site) : defaultWidth);
  const data = dataOf({ width, height: options.height });
  const text = quoteMarkup(escapeText((file && isFramed && options.manual === undefined ? '' : label) || name));
  const shown = `<span class="mw-file-element mw-broken-media"${data}>${text}</span>`;
  if (!file) return writer.uploadLink(title.dbkey, name, shown);
  return anchor(shown, { href: writer.site.urls.local({ namespace: NS.FILE, dbkey: title.dbkey }), title: name });
}

function linked(writer: MediaWriter, title: ParsedTitle, options: Options, file: ShownFileFacts, image: string, caption: string): string {
  const { site, titles } = writer;
  const own = { namespace: NS.FILE, dbkey: file.target ?? title.dbkey };
  const to = options.link ? options.link.to : options.manual === undefined ? false : { ...title, ...own, fragment: '' };
  const titled = caption === '' ? {} : { title: caption };
  if (to === false) return anchor(image, { href: site.urls.local(own), class: 'mw-file-description', ...titled });
  if (to === undefined) return `<span${writeAttributes(Object.entries(titled))}>${image}</span>`;
  if (typeof to === 'string') return `<a${writeAttributes(Object.entries({ href: to, ...titled, rel: 'nofollow' }))}>${image}</a>`;
  const hash = to.fragment === '' ? '' : `#${encodeFragment(to.fragment)}`;
  const href = to.interwiki === '' ? site.urls.local(to) + hash : (site.urls.interwiki(to.interwiki, to.dbkey, to.fragment) ?? '');
  return anchor(image, { href: to.dbkey === '' ? hash : href, title: titles.text(to), ...titled });
}

export function shownWidth(writer: MediaWriter, title: ParsedTitle, options: Options): number | undefined {
  const file = writer.known.files.get(title.dbkey);
  const shown = file && shownOf(writer, options, file, undefined);
  return typeof shown === 'object' ? shown.width : undefined;
}

interface DisplayedPicture extends Thumbnail {
  /** URLs of larger versions for high-density displays. */
  readonly denser: readonly (readonly [density: string, url: string])[];
}

/** Returns the picture or a thumbnail, an error message if no thumbnail is possible, or undefined if the picture must not be displayed. */
function shownOf(
  writer: MediaWriter,
  options: Options,
  { url, media, isBad }: ShownFileFacts,
  manual: string | undefined,
): DisplayedPicture | string | undefined {
  const { site } = writer;
  const service = standardFiles(site);
  const make = (file: MediaFile, width: number, height = -1): Thumbnail | undefined => {
    const thumbnail = thumbnailOf(service, repositoryUrls(site), { ...file, exists: true }, { width, height });
    return typeof thumbnail === 'string' ? undefined : thumbnail;
  };
  if (options.manual !== undefined) {
    const replacement = manual === undefined ? undefined : writer.known.files.get(manual);
    if (!replacement?.media) return writer.noThumbnail;
    if (replacement.isBad) return undefined;
    const thumbnail = make(replacement.media, replacement.media.width);
    return thumbnail ? { ...thumbnail, denser: [] } : writer.noThumbnail;
  }
  if (isBad) return undefined;
  if (!media) return { url, width: options.width ?? 0, height: options.height ?? 0, denser: [] };
  const width = widthOf(options, media, site);
  const height = options.form === 'Frame' ? undefined : options.height;
  const thumbnail = make(media, width, height);
  if (!thumbnail) return writer.noThumbnail;
  if (options.form === 'Frame' && !isDrawing(media)) return { ...thumbnail, denser: [] };
  const denser = [1.5, 2].flatMap(density => {
    const more = make(media, Math.round(width * density), height === undefined ? undefined : Math.round(height * density));
    return more && more.url !== thumbnail.url ? [[String(density), more.url] as const] : [];
  });
  return { ...thumbnail, denser };
}

const isDrawing = ({ mime }: MediaFile): boolean => mime.startsWith('image/svg');

/** Returns the requested width. Only inline pictures can be enlarged. */
function widthOf({ form, width, height, upright }: Options, file: MediaFile, site: Site): number {
  if (form === 'Frame') return file.width;
  const isSmall = form === 'Thumb' || form === 'Frameless';
  let requested = width ?? (height !== undefined && isDrawing(file) ? site.configuration.svgMaxSize : file.width);
  if (width === undefined && height === undefined && (isSmall || file.width === 0)) {
    const defaultWidth = thumbSize(site);
    const preferred = upright === undefined ? defaultWidth : Math.round((defaultWidth * upright) / 10) * 10;
    if (preferred < file.width || file.width === 0 || isDrawing(file)) requested = preferred;
  }
  if (!isSmall || requested <= file.width || isConverted(file, site)) return requested;
  return file.width;
}

/** Whether even the full size needs a thumbnail, because browsers cannot display the file itself. */
function isConverted(file: MediaFile, site: Site): boolean {
  const handler = standardFiles(site).handlerOf(file.mime);
  const whole = handler?.scale(file, { width: file.width, height: -1 });
  return whole !== undefined && handler?.render(file, whole) === 'thumbnail';
}

function thumbSize({ general, info }: Site): number {
  const limits = (general.thumblimits ?? {}) as Readonly<Record<number, number>>;
  const chosen = (info.defaultoptions as Readonly<Record<string, number | string>> | undefined)?.thumbsize;
  return limits[Number.parseInt(String(chosen), 10)] ?? THUMB;
}

/** Returns the value of attribute `srcset`. If densities have the same URL, only the lowest one is listed. */
function srcset({ denser }: DisplayedPicture, { responsiveImages }: Configuration): string {
  const urls = responsiveImages ? denser : [];
  return urls
    .filter(([, url], at) => urls.findIndex(each => each[1] === url) === at)
    .map(([density, url]) => `${url} ${density}x`)
    .join(', ');
}

const dataOf = (sizes: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(sizes)
    .flatMap(([name, size]) => (size === undefined ? [] : [` data-${name}="${size}"`]))
    .join('');

function fileLink({ site, titles }: MediaWriter, { dbkey }: ParsedTitle): string {
  const title = { namespace: NS.FILE, dbkey };
  return anchor(escapeAttribute(titles.text(title)), { href: site.urls.local(title), title: titles.text(title) });
}
