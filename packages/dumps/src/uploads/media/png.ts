import { inflateSync } from 'node:zlib';
import type { MediaFacts } from './media-facts.ts';

/** Names of PNG's colour types: https://www.w3.org/TR/png-3/#11IHDR */
const COLORS: Readonly<Record<number, string>> = {
  0: 'greyscale',
  2: 'truecolour',
  3: 'index-coloured',
  4: 'greyscale-alpha',
  6: 'truecolour-alpha',
};

const NAMES: Readonly<Record<string, string>> = {
  title: 'ObjectName',
  author: 'Artist',
  description: 'ImageDescription',
  copyright: 'Copyright',
  'creation time': 'DateTimeDigitized',
  software: 'Software',
  disclaimer: 'Disclaimer',
  warning: 'ContentWarning',
  source: 'SourceProgram',
  comment: 'PNGFileComment',
};

/** Maximum bytes of a text after decompression. */
const MAX_TEXT = 1 << 20;

export function readPng(bytes: Buffer): MediaFacts | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const bits = bytes[24] ?? 0;
  let [frames, loops, duration] = [0, 1, 0];
  const metadata: Record<string, unknown> = {};
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    switch (bytes.toString('latin1', at + 4, at + 8)) {
      case 'acTL':
        if (chunk.length >= 8) [frames, loops] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
        break;
      case 'fcTL':
        if (chunk.length >= 24) duration += chunk.readUInt16BE(20) / (chunk.readUInt16BE(22) || 100);
        break;
      case 'pHYs':
        if (chunk.length >= 9 && chunk[8] === 1) {
          Object.assign(metadata, {
            XResolution: `${chunk.readUInt32BE(0)}/100`,
            YResolution: `${chunk.readUInt32BE(4)}/100`,
            ResolutionUnit: 3,
          });
        }
        break;
      case 'tEXt':
      case 'zTXt':
      case 'iTXt':
        addText(bytes.toString('latin1', at + 4, at + 8), chunk, metadata);
        break;
      case 'tIME':
        if (chunk.length >= 7) metadata.DateTime = timeOf(chunk);
        break;
      default:
    }
    at += 12 + length;
  }
  const whole = { frameCount: frames, loopCount: loops, duration: Math.round(duration * 1000) / 1000, bitDepth: bits };
  return { bits, data: { ...whole, colorType: COLORS[bytes[25] ?? 0] ?? 'unknown', metadata: { ...metadata, _MW_PNG_VERSION: 1 } } };
}

function timeOf(chunk: Buffer): string {
  const [month, day, hour, minute, second] = [...chunk.subarray(2, 7)].map(each => String(each).padStart(2, '0'));
  return `${chunk.readUInt16BE(0)}:${month}:${day} ${hour}:${minute}:${second}`;
}

function addText(type: string, chunk: Buffer, metadata: Record<string, unknown>): void {
  const end = chunk.indexOf(0);
  const keyword = chunk.toString('latin1', 0, Math.max(end, 0)).toLowerCase();
  const name = Object.hasOwn(NAMES, keyword) ? NAMES[keyword] : undefined;
  if (name === undefined) return;
  try {
    const { language, text } = textOf(type, chunk, end);
    const before = (metadata[name] ?? {}) as Record<string, string>;
    metadata[name] = { ...before, [language]: text, _type: 'lang' };
  } catch {
    // A text that cannot be decompressed is skipped.
  }
}

function textOf(type: string, chunk: Buffer, end: number): { readonly language: string; readonly text: string } {
  const unpack = (packed: Buffer): Buffer => inflateSync(packed, { maxOutputLength: MAX_TEXT });
  const standard = 'x-default';
  if (type === 'tEXt') return { language: standard, text: chunk.toString('latin1', end + 1) };
  if (type === 'zTXt') return { language: standard, text: unpack(chunk.subarray(end + 2)).toString('latin1') };
  const languageEnd = chunk.indexOf(0, end + 3);
  const begin = chunk.indexOf(0, languageEnd + 1) + 1;
  const text = chunk[end + 1] === 1 ? unpack(chunk.subarray(begin)) : chunk.subarray(begin);
  return { language: chunk.toString('latin1', end + 3, languageEnd).toLowerCase() || standard, text: text.toString('utf8') };
}
