import type { MediaFacts } from './media-facts.ts';

/** Reads a GIF file: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
export function readGif(bytes: Buffer): MediaFacts | undefined {
  if (bytes.length < 13) return undefined;
  const flags = bytes[10] ?? 0;
  let bits = depthOf(flags);
  let at = 13 + tableSize(flags);
  let [frames, duration, looped] = [0, 0, false];
  const comments: string[] = [];
  while (at < bytes.length) {
    const type = bytes[at++];
    if (type === IMAGE) {
      frames++;
      // MediaWiki stores the bit depth of the last frame.
      bits = depthOf(bytes[at + 8] ?? 0);
      at = blocksOf(bytes, at + 9 + tableSize(bytes[at + 8] ?? 0) + 1).end;
    } else if (type === EXTENSION) {
      const label = bytes[at++];
      const { parts, end } = blocksOf(bytes, at);
      const [first] = parts;
      if (label === CONTROL && first && first.length >= 4) duration += first.readUInt16LE(1);
      if (label === APPLICATION && /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(first?.toString('latin1') ?? '')) looped = parts[1]?.[0] === 1;
      if (label === COMMENT) comments.push(Buffer.concat(parts).toString('utf8'));
      at = end;
    } else break;
  }
  return {
    bits,
    data: {
      frameCount: frames,
      looped,
      duration: duration / 100,
      metadata: { ...(comments.length > 0 && { GIFFileComment: comments }), _MW_GIF_VERSION: 1 },
    },
  };
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const CONTROL = 0xf9;
const APPLICATION = 0xff;
const COMMENT = 0xfe;

const depthOf = (flags: number): number => (flags & 7) + 1;

const tableSize = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Reads sub-blocks of at most 255 bytes, up to an empty one. */
function blocksOf(bytes: Buffer, begin: number): { readonly parts: Buffer[]; readonly end: number } {
  const parts: Buffer[] = [];
  let at = begin;
  while (at < bytes.length && bytes[at] !== 0) {
    const length = bytes[at] ?? 0;
    parts.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { parts, end: at + 1 };
}
