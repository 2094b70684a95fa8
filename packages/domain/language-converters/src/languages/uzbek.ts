import data from '../data/uz.json' with { type: 'json' };
import type { Rules } from '../rules.ts';

/** Latin e becomes Cyrillic е after a consonant, and in ye. Otherwise it becomes э. */
export const uzbek: Rules = {
  tables: data,
  convert: (text, variant, replace) => replace(variant === 'uz-cyrl' ? withCyrillicE(text) : text),
};

const withCyrillicE = (text: string): string =>
  text
    .replaceAll('ye', 'е')
    .replace(/Y[eE]/g, 'Е')
    .replace(/([BVGDJZYKLMNPRSTFXCWQʻ‘H])E/g, '$1Е')
    .replace(/([bvgdjzyklmnprstfxcwqʻ‘h])e/giu, '$1е');
