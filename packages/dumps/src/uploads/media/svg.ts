import { SaxesParser } from 'saxes';
import type { MediaFacts } from './media-facts.ts';

/** MediaWiki's size of images without dimensions, in pixels. */
const DEFAULT_SIZE = 512;
const MAX_BYTES = 5 << 20;

export function readSvg(bytes: Buffer): MediaFacts | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const open: string[] = [];
  const texts: Record<string, string> = {};
  const languages = new Map<string, number>();
  let root: Record<string, string> | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^svg:/, '');
    root ??= local === 'svg' ? (attributes as Record<string, string>) : undefined;
    open.push(local);
    for (const language of (attributes as Record<string, string>).systemLanguage?.split(',') ?? []) languages.set(language.trim(), EXACT);
  });
  parser.on('text', text => {
    const name = open.at(-1) ?? '';
    if (open.length === 2 && (name === 'title' || name === 'desc')) texts[name] = (texts[name] ?? '') + text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', () => undefined);
  try {
    parser.write(bytes.subarray(0, MAX_BYTES).toString('utf8')).close();
  } catch {
    // Uses everything before the error.
  }
  if (!root) return undefined;
  const size = sizeOf(root);
  const [title, description] = [texts.title?.trim(), texts.desc?.trim()];
  const metadata = {
    ...size,
    originalWidth: root.width ?? '100%',
    originalHeight: root.height ?? '100%',
    ...(title && { title }),
    ...(description && { description }),
    translations: languages.size > 0 ? Object.fromEntries(languages) : [],
  };
  return { bits: 0, ...size, data: { version: 2, ...metadata } };
}

/** MediaWiki's value for an exact match of a language tag. */
const EXACT = 2;

function sizeOf({ viewBox = '', width, height }: Record<string, string>): { readonly width: number; readonly height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = boxWidth > 0 && boxHeight > 0;
  const [defaultWidth, defaultHeight] = isBox ? [boxWidth, boxHeight] : [DEFAULT_SIZE, DEFAULT_SIZE];
  const ratio = defaultHeight / defaultWidth;
  const [wide, high] = [pixelsOf(width, defaultWidth), pixelsOf(height, defaultHeight)];
  return {
    width: Math.trunc(wide ?? (high === undefined ? defaultWidth : high / ratio)),
    height: Math.trunc(high ?? (wide === undefined ? defaultHeight : wide * ratio)),
  };
}

/** Pixels per unit, as in MediaWiki's `SVGReader`: an inch has 90 pixels. */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 1.25, pc: 15, mm: 3.543307, cm: 35.43307, in: 90, em: 16, ex: 12, '': 1 };

function pixelsOf(length: string | undefined, whole: number): number | undefined {
  const [, number, unit = ''] = /^([-+]?\d*(?:\.\d+)?(?:e[-+]?\d+)?)(em|ex|px|pt|pc|cm|mm|in|%|)$/i.exec(length?.trim() ?? '') ?? [];
  if (number === undefined || number === '') return undefined;
  return unit === '%' ? (Number(number) * whole) / 100 : Number(number) * (UNITS[unit.toLowerCase()] ?? 1);
}
