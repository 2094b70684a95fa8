import type { ParsedTitle, Site } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { magicWordsIn } from '@wikiquery/wikitext';
import { optionPattern } from './image-options.ts';

export interface Images {
  readonly site: Site;
  /** Returns the state of a file by database key. `shown`: it can be displayed inline. `there`: it exists, but cannot be displayed. */
  stateOf(dbkey: string): 'shown' | 'there' | 'missing';
  nameOf(title: ParsedTitle): string;
}

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

const optionsOf = perSite(site => {
  const words = magicWordsIn(site).filter(({ name }) => name.startsWith('img_') || name === 'timedmedia_thumbtime');
  const patternOf = (includes: (name: string) => boolean): RegExp =>
    optionPattern(words.filter(({ name }) => includes(name)).flatMap(word => word.aliases));
  const figures = patternOf(name => FIGURES.has(name));
  // Widths have a separate pattern, which matches only numbers.
  const others = patternOf(name => !FIGURES.has(name) && name !== 'img_width');
  return {
    isFigure: (option: string): boolean => figures.test(option),
    isOption: (option: string): boolean => others.test(option) || WIDTH.test(option),
    alt: patternOf(name => name === 'img_alt'),
  };
});

const WIDTH = /^\d*(?:x\d+)?\s*(?:px\s*)?px$/;
const FIGURES: ReadonlySet<string> = new Set([
  ...['img_thumbnail', 'img_manualthumb', 'img_framed', 'img_right', 'img_left', 'img_none', 'img_center'],
]);
