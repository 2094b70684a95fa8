import type { Conversion } from './conversion.ts';
import { attributeOf, descendants, type Element, textOf } from './html-tree.ts';
import { writtenUrl } from './links.ts';
import type { PhrasingContent } from './mdast.ts';

/** Converts an image. `target`: whether a link around the image leads to the description page, which makes the URL of the image dispensable. */
export function imageOf(element: Element, { options }: Conversion, isLinked: boolean): readonly PhrasingContent[] {
  const source = attributeOf(element, 'src') ?? '';
  const alt = collapsed(attributeOf(element, 'alt') ?? '');
  const url = options.images === 'link' ? undefined : writtenUrl(source, options);
  if (url !== undefined && url !== '') return [{ type: 'image', url, alt }];
  const text = alt === '' && isLinked ? fileName(source) : alt;
  return text === '' ? [] : [{ type: 'text', value: text }];
}

/** Converts an audio or video player to a link to the file. */
export function playerOf(element: Element, { options }: Conversion): readonly PhrasingContent[] {
  const own = attributeOf(element, 'src');
  const sources = [...descendants(element.childNodes)].filter(({ tagName }) => tagName === 'source').map(each => attributeOf(each, 'src'));
  const source = [own, ...sources].find(each => each !== undefined && each !== '') ?? '';
  const text = attributeOf(element, 'data-mwtitle') ?? fileName(source);
  const url = writtenUrl(source, options);
  if (text === '') return [];
  return url === undefined || url === ''
    ? [{ type: 'text', value: text }]
    : [{ type: 'link', url, children: [{ type: 'text', value: text }] }];
}

/** Returns the TeX source of a formula, without the wrapper that MediaWiki adds. */
export function texOf(element: Element): { readonly tex: string; readonly isDisplayed: boolean } {
  const inner = [element, ...descendants(element.childNodes)];
  const math = inner.find(({ tagName }) => tagName === 'math');
  const annotation = inner.find(each => each.tagName === 'annotation' && attributeOf(each, 'encoding') === 'application/x-tex');
  const image = inner.find(({ tagName }) => tagName === 'img');
  const written =
    (annotation && textOf(annotation.childNodes)) ??
    (math && attributeOf(math, 'alttext')) ??
    (image && attributeOf(image, 'alt')) ??
    textOf(element.childNodes);
  return {
    tex: (WRAPPED.exec(written.trim())?.[1] ?? written).trim(),
    isDisplayed: math !== undefined && attributeOf(math, 'display') === 'block',
  };
}

const WRAPPED = /^\{\\(?:displaystyle|textstyle)\s([\s\S]*)\}$/;

/** Whether the text of an element is a formula in TeX, as written by servers that cannot draw it. */
export const isTex = (text: string): boolean => text.startsWith('{\\displaystyle ') && text.endsWith('}');

function fileName(source: string): string {
  const path = source.replace(/[?#].*$/s, '');
  const thumb = /\/thumb\/.*\/([^/]+)\/[^/]+$/s.exec(path)?.[1];
  const name = thumb ?? path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
