import { SaxesParser } from 'saxes';
import type { MediaFacts } from './media-facts.ts';

/** What MediaWiki takes a drawing for that does not say how large it is. */
const USUAL = 512;
/** Bytes that are looked at. */
const MOST_BYTES = 5 << 20;

/** Sizes, title, description and languages of a drawing. */
export function readSvg(bytes: Buffer): MediaFacts | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const open: string[] = [];
  const texts: Record<string, string> = {};
  const languages: Record<string, number> = {};
  let root: Record<string, string> | undefined;
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^svg:/, '');
    root ??= local === 'svg' ? (attributes as Record<string, string>) : undefined;
    open.push(local);
    for (const language of (attributes as Record<string, string>).systemLanguage?.split(',') ?? []) languages[language.trim()] = EXACT;
  });
  parser.on('text', text => {
    const name = open.at(-1) ?? '';
    if (open.length === 2 && (name === 'title' || name === 'desc')) texts[name] = (texts[name] ?? '') + text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', () => undefined);
  try {
    parser.write(bytes.subarray(0, MOST_BYTES).toString('utf8')).close();
  } catch {
    // What was read before counts.
  }
  if (!root) return undefined;
  const size = sizeOf(root);
  const [title, description] = [texts.title?.trim(), texts.desc?.trim()];
  const told = {
    ...size,
    originalWidth: root.width ?? '100%',
    originalHeight: root.height ?? '100%',
    ...(title && { title }),
    ...(description && { description }),
    translations: Object.keys(languages).length > 0 ? languages : [],
  };
  return { bits: 0, ...size, data: { version: 2, ...told } };
}

/** The whole of a language tag is meant. */
const EXACT = 2;

function sizeOf({ viewBox = '', width, height }: Record<string, string>): { readonly width: number; readonly height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isBox = boxWidth > 0 && boxHeight > 0;
  const ratio = isBox ? boxHeight / boxWidth : 1;
  const [wide, high] = [pixelsOf(width, isBox ? boxWidth : USUAL), pixelsOf(height, isBox ? boxHeight : USUAL)];
  const size =
    wide !== undefined && high !== undefined
      ? [wide, high]
      : wide !== undefined
        ? [wide, wide * ratio]
        : high !== undefined
          ? [high / ratio, high]
          : isBox
            ? [boxWidth, boxHeight]
            : [USUAL, USUAL];
  return { width: Math.trunc(size[0] ?? USUAL), height: Math.trunc(size[1] ?? USUAL) };
}

/** https://www.w3.org/TR/css-values-4/#absolute-lengths */
const UNITS: Readonly<Record<string, number>> = { px: 1, pt: 1.25, pc: 15, mm: 3.543307, cm: 35.43307, in: 90, em: 16, ex: 12, '': 1 };

function pixelsOf(length: string | undefined, whole: number): number | undefined {
  const [, number, unit = ''] = /^([-+]?\d*(?:\.\d+)?(?:e[-+]?\d+)?)(em|ex|px|pt|pc|cm|mm|in|%|)$/i.exec(length?.trim() ?? '') ?? [];
  if (number === undefined || number === '') return undefined;
  return unit === '%' ? (Number(number) * whole) / 100 : Number(number) * (UNITS[unit.toLowerCase()] ?? 1);
}
