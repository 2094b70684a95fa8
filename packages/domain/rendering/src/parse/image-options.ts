import type { ParsedTitle, Site, Titles } from '@wikiquery/core';
import { isInvalid } from '@wikiquery/core';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { quoteMarkup } from './quotes.ts';

/** What options of pictures need of the page that they stand on. */
export interface OptionWriter {
  readonly site: Site;
  readonly titles: Titles;
  /** What HTML says. */
  textOf(html: string): string;
  /** The page links to a page of a wiki, or to an address. */
  meet(target: ParsedTitle | string): void;
}

/** Where a picture leads: to an address, to a page, or nowhere. */
export type PictureLink = string | ParsedTitle | undefined;

export interface Options {
  form: 'Thumb' | 'Frame' | 'Frameless' | undefined;
  /** The file that is shown in its place. */
  manual: string | undefined;
  halign: string | undefined;
  valign: string | undefined;
  border: boolean;
  width: number | undefined;
  height: number | undefined;
  upright: number | undefined;
  alt: string | undefined;
  /** None where the picture leads to its own page. */
  link: { readonly to: PictureLink } | undefined;
  class: string | undefined;
  /** HTML. */
  caption: string;
  /** So many times smaller than it is the picture is shown. */
  scale: number;
}

export const NO_OPTIONS: Options = {
  ...{ form: undefined, manual: undefined, halign: undefined, valign: undefined, border: false, width: undefined, height: undefined },
  ...{ upright: undefined, alt: undefined, link: undefined, class: undefined, caption: '', scale: 1 },
};

export function readOptions(written: string, writer: OptionWriter): Options {
  const options = { ...NO_OPTIONS };
  for (const part of written.split('|')) {
    const [name, value = ''] = readOption(part.trim(), writer.site) ?? [];
    // Pictures are in one line.
    if (name === undefined || !apply(options, name, value, writer)) options.caption = part.replaceAll('\n', ' ');
  }
  return options;
}

/** What can be told of a picture from its options alone, as they were written. */
export const readPictureOptions = (written: string, { site, titles }: Pick<OptionWriter, 'site' | 'titles'>): Options =>
  readOptions(written, { site, titles, textOf: html => html, meet: () => undefined });

/** Of pictures in a list only their texts and links can be told. */
export function readListOptions(parts: readonly string[], writer: OptionWriter): Pick<Options, 'alt' | 'link' | 'caption'> {
  const options = { ...NO_OPTIONS };
  for (const part of parts) {
    const [name, value = ''] = readOption(part.trim(), writer.site) ?? [];
    if (!(name === 'alt' || name === 'link' ? apply(options, name, value, writer) : LIST_SETTINGS.has(name ?? ''))) options.caption = part;
  }
  const { alt, link, caption } = options;
  return { alt, link, caption };
}
const LIST_SETTINGS: ReadonlySet<string> = new Set(['lang', 'page']);

/** A text as the value of an attribute. */
export const plainOf = (html: string, writer: Pick<OptionWriter, 'textOf'>): string =>
  decodeCharacterReferences(writer.textOf(quoteMarkup(html))).trim();

function apply(options: Options, name: string, value: string, writer: OptionWriter): boolean {
  switch (name) {
    case 'thumbnail':
      return takeForm(options, 'Thumb');
    case 'manualthumb':
      if (!takeForm(options, 'Thumb')) return false;
      options.manual = plainOf(value, writer);
      return true;
    case 'framed':
      return takeForm(options, 'Frame');
    case 'frameless':
      return takeForm(options, 'Frameless');
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
      options.alt = plainOf(value, writer);
      return true;
    case 'link': {
      const link = readLink(plainOf(value, writer), writer);
      if (!link) return false;
      options.link = link;
      return true;
    }
    case 'class':
      options.class = plainOf(value, writer);
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

/** The first form counts, others are captions. */
function takeForm(options: Options, form: NonNullable<Options['form']>): boolean {
  if (options.form !== undefined) return false;
  options.form = form;
  return true;
}

function readLink(value: string, writer: OptionWriter): Options['link'] {
  const { site, titles } = writer;
  if (value === '') return { to: undefined };
  const { begun, whole } = addressesOf(site);
  if (begun.test(value)) {
    if (!whole.test(value)) return undefined;
    writer.meet(value);
    return { to: value };
  }
  const title = titles.parse(decoded(value));
  if (isInvalid(title)) return undefined;
  writer.meet(title);
  return { to: title };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
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
    if (match && (name !== 'width' || /^\d*(?:x\d+)?\s*(?:px\s*)?$/.test(value))) return [name, value];
  }
  return undefined;
}

const patterns = new WeakMap<Site, { readonly begun: RegExp; readonly whole: RegExp }>();
function addressesOf(site: Site): { readonly begun: RegExp; readonly whole: RegExp } {
  let known = patterns.get(site);
  if (!known) {
    const protocols = ((site.info.protocols as readonly string[] | undefined) ?? []).map(each => RegExp.escape(each));
    const begin = `^(?:${protocols.join('|') || '(?!)'})`;
    known = { begun: new RegExp(begin, 'i'), whole: new RegExp(`${begin}[^\\s"<>]+$`, 'i') };
    patterns.set(site, known);
  }
  return known;
}
