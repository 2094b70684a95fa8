import { attributeOf, classesOf, descendants, type Element, isElement, textOf } from './html-tree.ts';
import type { MarkdownNode } from './mdast.ts';

type Code = MarkdownNode<'code'>;

/** Converts preformatted text to a code block. Returns undefined if the text contains links or images, which code blocks cannot have. */
export function codeOf(element: Element): Code | undefined {
  for (const { tagName } of descendants(element.childNodes)) if (RICH.has(tagName)) return undefined;
  const value = textOf(element.childNodes).replaceAll('\r', '').replace(/^\n+/, '').trimEnd();
  return { type: 'code', lang: languageOf(element) ?? null, value };
}

const RICH: ReadonlySet<string> = new Set(['a', 'img', 'audio', 'video', 'math', 'sup']);

/** Returns the language of highlighted code, such as `python`. */
function languageOf(element: Element): string | undefined {
  const { parentNode } = element;
  const around = parentNode !== null && 'tagName' in parentNode && isElement(parentNode) ? [element, parentNode] : [element];
  for (const each of around) {
    const found =
      classesOf(each)
        .find(name => name.startsWith(HIGHLIGHTED))
        ?.slice(HIGHLIGHTED.length) ?? attributeOf(each, 'data-lang');
    if (found !== undefined && /^[\w+#.-]{1,40}$/.test(found)) return found;
  }
  return undefined;
}

const HIGHLIGHTED = 'mw-highlight-lang-';
