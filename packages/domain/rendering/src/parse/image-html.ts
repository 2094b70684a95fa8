import { type Configuration, NS, type ParsedTitle, type Site } from '@wikiquery/core';
import { type MediaFile, repositoryUrls, standardFiles, type Thumbnail, thumbnailOf } from '@wikiquery/files';
import { escapeText } from '@wikiquery/html';
import { encodeFragment } from '@wikiquery/site';
import { anchor, escapeAttribute, writeAttributes } from './attributes.ts';
import { type Options, type OptionWriter, plainOf, readOptions } from './image-options.ts';
import { quoteMarkup } from './quotes.ts';

/** What is known of a file. */
export interface ShownFileFacts {
  readonly url: string;
  /** What decides on its smaller copies; undefined of files of other wikis. */
  readonly media?: MediaFile;
  /** Whose page the name redirects to, in database form. */
  readonly target?: string;
  /** It can be shown between words. */
  readonly isPicture: boolean;
  /** This page may not show it. */
  readonly isBad?: boolean;
}

/** What pictures need of the page that they stand on. */
export interface MediaWriter extends OptionWriter {
  readonly known: { readonly files: ReadonlyMap<string, ShownFileFacts> };
  /** What is said of a copy that cannot be made. */
  readonly noThumbnail: string;
  /** Attributes, so that no pass looks into them. */
  held(attributes: string): string;
  /** HTML that is written when all is known. */
  hold(html: () => string): string;
  /** A link to where a file that is not there can be uploaded. */
  uploadLink(dbkey: string, title: string, shown: string): string;
  /** The page shows the file. */
  show(dbkey: string): void;
  /** Whether the file is there matters. */
  ask(dbkey: string): void;
}

/** Of thumbnails of files that are not there. */
const THUMB = 180;
const UPRIGHT_THUMB = 130;

export const imageHtml = (writer: MediaWriter, title: ParsedTitle, written: string): string =>
  pictureHtml(writer, title, readOptions(written, writer));

export function pictureHtml(writer: MediaWriter, title: ParsedTitle, options: Options): string {
  const { form, halign, manual } = options;
  const isFigure = form === 'Thumb' || form === 'Frame' || halign !== undefined;
  const known = writer.known.files.get(title.dbkey);
  if (known && !known.isPicture) return writer.hold(() => fileLink(writer, title));
  const instead = manual === undefined ? undefined : writer.titles.local(manual, NS.FILE);
  if (instead) writer.ask(instead.dbkey);
  let made: { readonly outer: string; readonly inner: string } | undefined;
  const picture = () => {
    made ??= write(writer, title, options, instead?.dbkey);
    return made;
  };
  const outer = writer.hold(() => picture().outer);
  const inner = writer.hold(() => picture().inner);
  // Passes that follow look for the names of these elements.
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

/** What stands in the place of a picture that cannot be shown. */
function broken(
  writer: MediaWriter,
  title: ParsedTitle,
  options: Options,
  file: ShownFileFacts | undefined,
  label: string | undefined,
): string {
  const name = writer.titles.text(title);
  const isFramed = options.form === 'Thumb' || options.form === 'Frame';
  const usual = isFramed ? (options.upright === undefined ? THUMB : UPRIGHT_THUMB) : undefined;
  const width = options.width ?? (file?.media ? widthOf(options, file.media, writer.site) : usual);
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

/** Pixels of the copy of a picture; undefined where it cannot be shown. */
export function shownWidth(writer: MediaWriter, title: ParsedTitle, options: Options): number | undefined {
  const file = writer.known.files.get(title.dbkey);
  const shown = file && shownOf(writer, options, file, undefined);
  return typeof shown === 'object' ? shown.width : undefined;
}

interface Shown extends Thumbnail {
  /** The same in more dots, by their density. */
  readonly denser: readonly (readonly [density: string, url: string])[];
}

/** The picture itself or a copy of it; a text where there can be none, undefined where it may not be shown. */
function shownOf(
  writer: MediaWriter,
  options: Options,
  { url, media, isBad }: ShownFileFacts,
  manual: string | undefined,
): Shown | string | undefined {
  const { site } = writer;
  const service = standardFiles(site);
  const make = (file: MediaFile, width: number, height = -1): Thumbnail | undefined => {
    const made = thumbnailOf(service, repositoryUrls(site), { ...file, exists: true }, { width, height });
    return typeof made === 'string' ? undefined : made;
  };
  if (options.manual !== undefined) {
    const instead = manual === undefined ? undefined : writer.known.files.get(manual);
    if (!instead?.media) return writer.noThumbnail;
    if (instead.isBad) return undefined;
    const made = make(instead.media, instead.media.width);
    return made ? { ...made, denser: [] } : writer.noThumbnail;
  }
  if (isBad) return undefined;
  if (!media) return { url, width: options.width ?? 0, height: options.height ?? 0, denser: [] };
  const width = widthOf(options, media, site);
  const height = options.form === 'Frame' ? undefined : options.height;
  const made = make(media, width, height);
  if (!made) return writer.noThumbnail;
  if (options.form === 'Frame' && !isDrawing(media)) return { ...made, denser: [] };
  const denser = [1.5, 2].flatMap(density => {
    const more = make(media, Math.round(width * density), height === undefined ? undefined : Math.round(height * density));
    return more && more.url !== made.url ? [[String(density), more.url] as const] : [];
  });
  return { ...made, denser };
}

const isDrawing = ({ mime }: MediaFile): boolean => mime.startsWith('image/svg');

/** The width that is asked for. Pictures are made smaller, not larger, but in the line. */
function widthOf({ form, width, height, upright }: Options, file: MediaFile, site: Site): number {
  if (form === 'Frame') return file.width;
  const isSmall = form === 'Thumb' || form === 'Frameless';
  let wanted = width ?? (height !== undefined && isDrawing(file) ? site.configuration.svgMaxSize : file.width);
  if (width === undefined && height === undefined && (isSmall || file.width === 0)) {
    const usual = thumbSize(site);
    const preferred = upright === undefined ? usual : Math.round((usual * upright) / 10) * 10;
    if (preferred < file.width || file.width === 0 || isDrawing(file)) wanted = preferred;
  }
  if (!isSmall || wanted <= file.width || isConverted(file, site)) return wanted;
  return file.width;
}

/** No browser shows the file itself. */
function isConverted(file: MediaFile, site: Site): boolean {
  const handler = standardFiles(site).handlerOf(file.mime);
  const whole = handler?.scale(file, { width: file.width, height: -1 });
  return whole !== undefined && handler?.render(file, whole) === 'thumbnail';
}

/** The width that readers have who did not choose one. */
function thumbSize({ general, info }: Site): number {
  const limits = (general.thumblimits ?? {}) as Readonly<Record<string, number>>;
  const chosen = (info.defaultoptions as Readonly<Record<string, number | string>> | undefined)?.thumbsize;
  return limits[String(chosen)] ?? THUMB;
}

/** Of the same address the lowest density. */
function srcset({ denser }: Shown, { responsiveImages }: Configuration): string {
  const urls = responsiveImages ? denser : [];
  return urls
    .filter(([, url], at) => urls.findIndex(each => each[1] === url) === at)
    .map(([density, url]) => `${url} ${density}x`)
    .join(', ');
}

/** What size is meant where nothing is shown. */
const dataOf = (sizes: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(sizes)
    .flatMap(([name, size]) => (size === undefined ? [] : [` data-${name}="${size}"`]))
    .join('');

function fileLink({ site, titles }: MediaWriter, { dbkey }: ParsedTitle): string {
  const title = { namespace: NS.FILE, dbkey };
  return anchor(escapeAttribute(titles.text(title)), { href: site.urls.local(title), title: titles.text(title) });
}
