export interface MediaType {
  readonly mime: string;
  readonly media: string;
}

/** Detects the media type from the first bytes, or from the file extension if the bytes are inconclusive. */
export function typeOf(name: string, bytes: Uint8Array = new Uint8Array()): MediaType {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const own = KINDS.get(extension);
  const found = mimeOf(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)));
  // Some formats share a container. The file extension distinguishes them.
  const mime = found === undefined || (own && GENERAL.has(found)) ? own?.[0] : found;
  if (mime === undefined) return { mime: 'unknown/unknown', media: 'UNKNOWN' };
  const media = mime === own?.[0] ? own[1] : ([...KINDS.values()].find(([each]) => each === mime)?.[1] ?? 'UNKNOWN');
  return { mime, media };
}

const GENERAL: ReadonlySet<string> = new Set(['application/ogg', 'application/zip', 'text/plain']);

function mimeOf(bytes: Buffer): string | undefined {
  const found = SIGNATURES.find(([parts]) => parts.every(([at, text]) => bytes.toString('latin1', at, at + text.length) === text));
  if (found) return found[1];
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  return SVG.test(text) ? 'image/svg+xml' : undefined;
}

const SVG = /^(?:\s*<\?xml[^>]*\?>)?(?:\s|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)*<(?:svg:)?svg[\s>]/i;

const at = (offset: number, text: string) => [offset, text] as const;

/** Bytes at certain positions, by media type: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: readonly (readonly [parts: readonly (readonly [at: number, text: string])[], mime: string])[] = [
  [[at(0, '\xff\xd8\xff')], 'image/jpeg'],
  [[at(0, '\x89PNG\r\n\x1a\n')], 'image/png'],
  [[at(0, 'GIF87a')], 'image/gif'],
  [[at(0, 'GIF89a')], 'image/gif'],
  [[at(0, 'RIFF'), at(8, 'WEBP')], 'image/webp'],
  [[at(0, 'RIFF'), at(8, 'WAVE')], 'audio/wav'],
  [[at(0, 'II*\0')], 'image/tiff'],
  [[at(0, 'MM\0*')], 'image/tiff'],
  [[at(0, 'BM'), at(6, '\0\0\0\0')], 'image/x-ms-bmp'],
  [[at(0, 'gimp xcf')], 'image/x-xcf'],
  [[at(0, 'AT&TFORM'), at(12, 'DJV')], 'image/vnd.djvu'],
  [[at(0, '%PDF-')], 'application/pdf'],
  [[at(0, 'OggS')], 'application/ogg'],
  [[at(0, 'fLaC')], 'audio/flac'],
  [[at(0, 'ID3')], 'audio/mpeg'],
  [[at(0, '\xff\xfb')], 'audio/mpeg'],
  [[at(0, 'MThd')], 'audio/midi'],
  [[at(4, 'ftypavi')], 'image/avif'],
  [[at(4, 'ftyp')], 'video/mp4'],
  [[at(0, 'PK\x03\x04')], 'application/zip'],
];

const KINDS = new Map(
  Object.entries<readonly [mime: string, media: string]>({
    avif: ['image/avif', 'BITMAP'],
    bmp: ['image/x-ms-bmp', 'BITMAP'],
    djvu: ['image/vnd.djvu', 'BITMAP'],
    flac: ['audio/flac', 'AUDIO'],
    gif: ['image/gif', 'BITMAP'],
    ico: ['image/vnd.microsoft.icon', 'BITMAP'],
    jpeg: ['image/jpeg', 'BITMAP'],
    jpg: ['image/jpeg', 'BITMAP'],
    mid: ['audio/midi', 'AUDIO'],
    mp3: ['audio/mpeg', 'AUDIO'],
    mp4: ['video/mp4', 'VIDEO'],
    oga: ['application/ogg', 'AUDIO'],
    ogg: ['application/ogg', 'AUDIO'],
    ogv: ['application/ogg', 'VIDEO'],
    opus: ['application/ogg', 'AUDIO'],
    pdf: ['application/pdf', 'OFFICE'],
    png: ['image/png', 'BITMAP'],
    stl: ['application/sla', '3D'],
    svg: ['image/svg+xml', 'DRAWING'],
    tif: ['image/tiff', 'BITMAP'],
    tiff: ['image/tiff', 'BITMAP'],
    txt: ['text/plain', 'TEXT'],
    wav: ['audio/wav', 'AUDIO'],
    webm: ['video/webm', 'VIDEO'],
    webp: ['image/webp', 'BITMAP'],
    xcf: ['image/x-xcf', 'BITMAP'],
    zip: ['application/zip', 'ARCHIVE'],
  }),
);
