import { NS, type ParsedTitle, type Site, type Titles } from '@wikiquery/core';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { anchor, escapeAttribute, writeAttributes } from './attributes.ts';

/** What is known of a file. */
export interface FileFacts {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** It can be shown between words. */
  readonly isPicture: boolean;
}

/** What pictures need of the page that they stand on. */
export interface MediaWriter {
  readonly site: Site;
  readonly titles: Titles;
  readonly known: { readonly files: ReadonlyMap<string, FileFacts> };
  /** Attributes, so that no pass looks into them. */
  held(attributes: string): string;
  /** HTML that is written when all is known. */
  hold(html: () => string): string;
  /** What HTML says. */
  textOf(html: string): string;
  /** A link to where a file that is not there can be uploaded. */
  uploadLink(dbkey: string, title: string, shown: string): string;
  /** The page shows the file. */
  show(dbkey: string): void;
}

interface Options {
  form: 'Thumb' | 'Frame' | 'Frameless' | undefined;
  halign: string | undefined;
  valign: string | undefined;
  border: boolean;
  width: number | undefined;
  height: number | undefined;
  upright: number | undefined;
  alt: string | undefined;
  link: string | undefined;
  class: string | undefined;
  /** HTML. */
  caption: string;
}

/** `$wgThumbLimits` of a reader who did not choose. */
const THUMB = 180;

export function imageHtml(writer: MediaWriter, title: ParsedTitle, written: string): string {
  const plain = (html: string | undefined) => (html === undefined ? undefined : decodeCharacterReferences(writer.textOf(html)));
  const read = readOptions(written, writer.site);
  const options = { ...read, alt: plain(read.alt), link: plain(read.link), class: plain(read.class) };
  const { form, halign } = options;
  const isFigure = form === 'Thumb' || form === 'Frame' || halign !== undefined;
  const known = writer.known.files.get(title.dbkey);
  if (known && !known.isPicture) return writer.hold(() => fileLink(writer, title));
  const file = () => writer.known.files.get(title.dbkey);
  const outer = writer.hold(() => wrapperAttributes(options, file()));
  const inner = writer.hold(() => media(writer, title, options, file()));
  // Passes that follow look for the names of these elements.
  return isFigure ? `<figure${outer}>${inner}<figcaption>${options.caption}</figcaption></figure>` : `<span${outer}>${inner}</span>`;
}

function wrapperAttributes({ form, halign, valign, border, width, height, class: names }: Options, file: FileFacts | undefined): string {
  const classes = [
    ...(width === undefined && height === undefined && form !== 'Frame' ? ['mw-default-size'] : []),
    ...(border ? ['mw-image-border'] : []),
    ...(halign === undefined ? [] : [`mw-halign-${halign}`]),
    ...(valign === undefined ? [] : [`mw-valign-${valign}`]),
    ...(names === undefined ? [] : [names]),
  ].join(' ');
  const type = `${file ? '' : 'mw:Error '}mw:File${form === undefined ? '' : `/${form}`}`;
  return writeAttributes([...(classes === '' ? [] : [['class', classes] as const]), ['typeof', type]]);
}

function media(writer: MediaWriter, title: ParsedTitle, options: Options, file: FileFacts | undefined): string {
  const caption = decodeCharacterReferences(writer.textOf(options.caption));
  const name = writer.titles.text(title);
  const isTitled = caption !== '' && options.form !== 'Thumb' && options.form !== 'Frame';
  if (!file) {
    const isThumb = options.form === 'Thumb';
    const shown = (options.alt ?? (isTitled ? caption : '')) || name;
    const width = options.width ?? (isThumb ? THUMB : undefined);
    const data = width === undefined ? '' : ` data-width="${width}"`;
    return writer.uploadLink(title.dbkey, name, `<span class="mw-file-element mw-broken-media"${data}>${escapeAttribute(shown)}</span>`);
  }
  const description = writer.site.urls.local({ namespace: NS.FILE, dbkey: title.dbkey });
  if (!file.isPicture) return fileLink(writer, title);
  const [width, height] = sizeOf(options, file);
  const alt = options.alt ?? (isTitled ? caption : undefined);
  const image = `<img${writeAttributes([
    ...(alt === undefined ? [] : [['alt', alt] as const]),
    ['src', file.url],
    ['decoding', 'async'],
    ['width', String(width)],
    ['height', String(height)],
    ['class', 'mw-file-element'],
  ])}>`;
  if (options.link === '') return `<span${isTitled ? writeAttributes([['title', caption]]) : ''}>${image}</span>`;
  if (options.link !== undefined) {
    if (addressPattern(writer.site).test(options.link)) return `<a href="${escapeAttribute(options.link)}" rel="nofollow">${image}</a>`;
    const target = writer.titles.local(options.link);
    if (target) return anchor(image, { href: writer.site.urls.local(target), title: isTitled ? caption : writer.titles.text(target) });
  }
  return anchor(image, { href: description, class: 'mw-file-description', ...(isTitled && { title: caption }) });
}

function fileLink({ site, titles }: MediaWriter, { dbkey }: ParsedTitle): string {
  const title = { namespace: NS.FILE, dbkey };
  return anchor(escapeAttribute(titles.text(title)), { href: site.urls.local(title), title: titles.text(title) });
}

/** Pictures are made smaller, not larger, but in the line. */
function sizeOf({ form, width, height, upright }: Options, file: FileFacts): readonly [number, number] {
  if (form === 'Frame' || file.width === 0) return [file.width, file.height];
  const isSmall = form === 'Thumb' || form === 'Frameless';
  const usual = isSmall ? Math.round((THUMB * (upright ?? 1)) / 10) * 10 || THUMB : file.width;
  const wanted = width ?? (height === undefined ? usual : file.width);
  const fitted = height === undefined ? wanted : Math.min(wanted, Math.ceil((file.width * height) / file.height));
  const shown = isSmall ? Math.min(fitted, file.width) : fitted;
  return [shown, Math.max(1, Math.round((file.height * shown) / file.width))];
}

function readOptions(written: string, site: Site): Options {
  const options: Options = {
    ...{ form: undefined, halign: undefined, valign: undefined, border: false, width: undefined, height: undefined },
    ...{ upright: undefined, alt: undefined, link: undefined, class: undefined, caption: '' },
  };
  for (const part of written.split('|')) {
    const option = part.trim();
    const [name, value = ''] = readOption(option, site) ?? [];
    if (name === undefined || !apply(options, name, value)) options.caption = option;
  }
  return options;
}

function apply(options: Options, name: string, value: string): boolean {
  switch (name) {
    case 'thumbnail':
    case 'manualthumb':
      options.form ??= 'Thumb';
      return true;
    case 'framed':
      options.form ??= 'Frame';
      return true;
    case 'frameless':
      options.form ??= 'Frameless';
      return true;
    case 'border':
      options.border = true;
      return true;
    case 'left':
    case 'right':
    case 'center':
    case 'none':
      options.halign ??= name;
      return true;
    case 'width': {
      const [, width = '', height = ''] = /^(\d*)(?:x(\d+))?\s*(?:px)?$/.exec(value) ?? [];
      if (width === '' && height === '') return false;
      if (width !== '') options.width = Number(width) || undefined;
      if (height !== '') options.height = Number(height) || undefined;
      return true;
    }
    case 'upright':
      options.upright = Number.parseFloat(value) || 0.75;
      return true;
    case 'alt':
      options.alt = value;
      return true;
    case 'link':
      options.link = value;
      return true;
    case 'class':
      options.class = value;
      return true;
    case 'lang':
    case 'page':
      return true;
    default:
      if (!VALIGNS.has(name)) return false;
      options.valign ??= name.replace('_', '-');
      return true;
  }
}

const VALIGNS: ReadonlySet<string> = new Set(['baseline', 'sub', 'super', 'top', 'text_top', 'middle', 'bottom', 'text_bottom']);

type Reader = readonly (readonly [name: string, pattern: RegExp])[];
const readers = new WeakMap<Site, Reader>();

/** The option, without `img_`, and what stands in the place of `$1`; undefined for a caption. */
function readOption(option: string, site: Site): readonly [string, string] | undefined {
  let reader = readers.get(site);
  if (!reader) {
    const words = (site.info.magicwords as readonly { readonly name: string; readonly aliases: readonly string[] }[] | undefined) ?? [];
    reader = words
      .filter(({ name }) => name.startsWith('img_'))
      .map(({ name, aliases }) => [
        name.slice('img_'.length),
        new RegExp(`^(?:${aliases.map(alias => RegExp.escape(alias).replace('\\$1', '(.*)')).join('|') || '(?!)'})$`, 's'),
      ]);
    readers.set(site, reader);
  }
  for (const [name, pattern] of reader) {
    const match = pattern.exec(option);
    const value = match?.slice(1).find(each => each !== undefined) ?? '';
    if (match && (name !== 'width' || /^\d*(?:x\d+)?\s*(?:px)?\s*$/.test(value))) return [name, value];
  }
  return undefined;
}

const addressPatterns = new WeakMap<Site, RegExp>();
function addressPattern(site: Site): RegExp {
  let pattern = addressPatterns.get(site);
  if (!pattern) {
    const protocols = ((site.info.protocols as readonly string[] | undefined) ?? []).map(each => RegExp.escape(each));
    pattern = new RegExp(`^(?:${protocols.join('|') || '(?!)'})[^\\s"<>]+$`, 'i');
    addressPatterns.set(site, pattern);
  }
  return pattern;
}
