import { isInvalid, type ParsedTitle, type Site, type Titles } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { decodeCharacterReferences } from '@wikiquery/titles';
import { magicWordsIn, protocolPattern, protocolsIn } from '@wikiquery/wikitext';
import { quoteMarkup } from './quotes.ts';

export interface OptionWriter {
  readonly site: Site;
  readonly titles: Titles;
  textOf(html: string): string;
  use(target: ParsedTitle | string): void;
}

export type PictureLink = string | ParsedTitle | undefined;

export interface Options {
  form: 'Thumb' | 'Frame' | 'Frameless' | undefined;
  manual: string | undefined;
  halign: string | undefined;
  valign: string | undefined;
  border: boolean;
  width: number | undefined;
  height: number | undefined;
  upright: number | undefined;
  alt: string | undefined;
  link: { readonly to: PictureLink } | undefined;
  class: string | undefined;
  caption: string;
  /** Factor by which the thumbnail is larger than displayed. */
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
    if (name === undefined || !apply(options, name, value, writer)) options.caption = part.replaceAll('\n', ' ');
  }
  return options;
}

/** Parses the options of a picture in wikitext, without recording links. */
export const readPictureOptions = (written: string, { site, titles }: Pick<OptionWriter, 'site' | 'titles'>): Options =>
  readOptions(written, { site, titles, textOf: html => html, use: () => undefined });

/** Parses the options of a gallery item: only the alternative text, the link and the caption. */
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

/** Sets the form. Returns false if a form is already set; the option is then a caption. */
function takeForm(options: Options, form: NonNullable<Options['form']>): boolean {
  if (options.form !== undefined) return false;
  options.form = form;
  return true;
}

function readLink(value: string, writer: OptionWriter): Options['link'] {
  const { site, titles } = writer;
  if (value === '') return { to: undefined };
  const { start, whole } = addressesOf(site);
  if (start.test(value)) {
    if (!whole.test(value)) return undefined;
    writer.use(value);
    return { to: value };
  }
  const title = titles.parse(decoded(value));
  if (isInvalid(title)) return undefined;
  writer.use(title);
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

const optionsOf = perSite(site =>
  magicWordsIn(site)
    .filter(({ name }) => name.startsWith('img_'))
    .map(({ name, aliases }) => [name.slice('img_'.length), optionPattern(aliases)] as const),
);

/** Returns a pattern that matches any alias of an option. `$1` in an alias represents the value. */
export const optionPattern = (aliases: readonly string[]): RegExp =>
  new RegExp(`^(?:${aliases.map(alias => RegExp.escape(alias).replace('\\$1', '(.*)')).join('|') || '(?!)'})$`, 's');

/** Returns the name of an option without `img_`, and its value. Returns undefined for a caption. */
function readOption(option: string, site: Site): readonly [string, string] | undefined {
  for (const [name, pattern] of optionsOf(site)) {
    const match = pattern.exec(option);
    const value = match?.slice(1).find(each => each !== undefined) ?? '';
    if (match && (name !== 'width' || /^\d*(?:x\d+)?\s*(?:px\s*)?$/.test(value))) return [name, value];
  }
  return undefined;
}

const addressesOf = perSite(site => {
  const start = `^(?:${protocolPattern(protocolsIn(site))})`;
  return { start: new RegExp(start, 'i'), whole: new RegExp(`${start}[^\\s"<>]+$`, 'i') };
});
