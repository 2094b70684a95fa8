import type { ParsedTitle, Site } from '@wikiquery/core';

/** What is known of pictures. */
export interface Images {
  readonly site: Site;
  /** Of a file by its name in database form: whether it is there, and can be shown between words. */
  stateOf(dbkey: string): 'shown' | 'there' | 'missing';
  /** `File:Name.jpg`. */
  nameOf(title: ParsedTitle): string;
}

/**
 * The place of a picture. In a frame or at a side it is a figure of its own; between words it is the picture alone, or what stands
 * for one that is missing. Of other files (sounds, documents) there is the name.
 */
export function imageOf(title: ParsedTitle, options: string, images: Images): string {
  const { isOption, isFigure, alt } = optionsOf(images.site);
  let figure = false;
  let caption = '';
  let alternative: string | undefined;
  for (const part of options.split('|')) {
    const option = part.trim();
    if (isFigure(option)) figure = true;
    else {
      const text = alt.exec(option)?.[1];
      if (text !== undefined) alternative = text;
      else if (!isOption(option)) caption = option;
    }
  }
  const state = images.stateOf(title.dbkey);
  if (state === 'there') return images.nameOf(title);
  if (figure) return `<figure><figcaption>${caption}</figcaption></figure>`;
  if (state === 'shown') return '<span><img></span>';
  const shown = alternative ?? caption.replaceAll(/<[^>]*>/g, '');
  return `<span>${shown === '' ? images.nameOf(title) : shown}</span>`;
}

interface Options {
  /** The option puts the picture into a frame or at a side. */
  isFigure(option: string): boolean;
  /** Any other option, which is no caption. */
  isOption(option: string): boolean;
  readonly alt: RegExp;
}

const known = new WeakMap<Site, Options>();

function optionsOf(site: Site): Options {
  let options = known.get(site);
  if (!options) {
    const words = (
      (site.info.magicwords as readonly { readonly name: string; readonly aliases: readonly string[] }[] | undefined) ?? []
    ).filter(({ name }) => name.startsWith('img_') || name === 'timedmedia_thumbtime');
    const patternOf = (names: (name: string) => boolean): RegExp => {
      const aliases = words.filter(({ name }) => names(name)).flatMap(word => word.aliases);
      return new RegExp(`^(?:${aliases.map(alias => RegExp.escape(alias).replace('\\$1', '(.*)')).join('|') || '(?!)'})$`, 's');
    };
    const figures = patternOf(name => FIGURES.has(name));
    // A width is one only of numbers.
    const others = patternOf(name => !FIGURES.has(name) && name !== 'img_width');
    const alt = patternOf(name => name === 'img_alt');
    options = { isFigure: text => figures.test(text), isOption: text => others.test(text) || WIDTH.test(text), alt };
    known.set(site, options);
  }
  return options;
}

const WIDTH = /^\d*(?:x\d+)?\s*(?:px\s*)?px$/;
const FIGURES: ReadonlySet<string> = new Set([
  ...['img_thumbnail', 'img_manualthumb', 'img_framed', 'img_right', 'img_left', 'img_none', 'img_center'],
]);
