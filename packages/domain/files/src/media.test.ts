import { defaultSite, readSite } from '@wikiquery/site';
import { describe, expect, it } from 'vitest';
import { missingFile } from './file.ts';
import type { MediaFile, ThumbParams } from './media/handler.ts';
import { stepWidth } from './media/scale.ts';
import { standardFiles } from './service.ts';
import { thumbnailOf } from './thumbnails.ts';

const site = defaultSite();

describe('thumbnails', () => {
  it.each<[string, Partial<MediaFile>, ThumbParams, string]>([
    ['a width', {}, { width: 100 }, '100px-Arch.png 100×50'],
    ['a box that is too low', {}, { width: 100, height: 20 }, '40px-Arch.png 40×20'],
    ['a box that is high enough', {}, { width: 100, height: 90 }, '100px-Arch.png 100×50'],
    ['a height of 0', {}, { width: 100, height: 0 }, '1px-Arch.png 1×0'],
    ['the size of the file', {}, { width: 400 }, 'Arch.png 400×200'],
    ['a width greater than the file', {}, { width: 900 }, 'Arch.png 900×450'],
    ['a flat file', { width: 1400, height: 10 }, { width: 10 }, '10px-Arch.png 10×0'],
    ['a file that is too large', { width: 5000, height: 4000 }, { width: 100 }, 'too big'],
    ['no width', {}, {}, 'invalid'],
    ['a file with a misleading extension', { mime: 'image/jpeg' }, { width: 100 }, '100px-Arch.png.jpeg 100×50'],
    ['a JPEG', { name: 'Arch.JPEG', mime: 'image/jpeg' }, { width: 100 }, '100px-Arch.JPEG 100×50'],
    ['low quality', { name: 'A.jpg', mime: 'image/jpeg' }, { width: 400, quality: 'low' }, 'qlow-400px-A.jpg 400×200'],
    ['a rotated JPEG', { name: 'A.jpg', mime: 'image/jpeg', metadata: of({ Orientation: 6 }) }, { width: 400 }, '400px-A.jpg 400×200'],
    ['a WebP', { name: 'A.webp', mime: 'image/webp' }, { width: 100 }, '100px-A.webp.png 100×50'],
    ['an animated WebP', { name: 'A.webp', mime: 'image/webp', metadata: of({ animated: true }) }, { width: 100 }, 'fileicon.png 120×120'],
    ['a TIFF', { name: 'A.tif', mime: 'image/tiff' }, { width: 100 }, 'fileicon.png 120×120'],
    ['an XCF', { name: 'A.xcf', mime: 'image/x-xcf' }, { width: 100 }, 'A.xcf 100×50'],
    ['a BMP', { name: 'A.bmp', mime: 'image/x-bmp' }, { width: 100 }, '100px-A.bmp.png 100×50'],
    ['a JPEG 2000', { name: 'A.jp2', mime: 'image/jp2' }, { width: 400 }, '400px-A.jp2.png 400×200'],
    ['a drawing', { name: 'A.svg', mime: 'image/svg+xml' }, { width: 900 }, '900px-A.svg.png 900×450'],
    ['a huge drawing', { name: 'A.svg', mime: 'image/svg+xml' }, { width: 20_000 }, '10240px-A.svg.png 20000×10000'],
    ['a language', { name: 'A.svg', mime: 'image/svg+xml' }, { width: 100, lang: 'de' }, 'langde-100px-A.svg.png 100×50'],
    ['an audio file', { name: 'A.ogg', mime: 'application/ogg' }, { width: 100 }, 'fileicon-ogg.png 120×120'],
    ['a PDF', { name: 'A.pdf', mime: 'application/pdf' }, { width: 100 }, 'fileicon-pdf.png 120×120'],
  ])('returns the name and size of the thumbnail for %s', (_, file, params, expected) => {
    expect(thumbnail(file, params)).toBe(expected);
  });

  it('renders a drawing in the language of the page if the drawing has it', () => {
    const metadata = of({ version: 2, translations: of({ 'de-AT': 2, fr: 1 }) });
    const drawing = { name: 'A.svg', mime: 'image/svg+xml', metadata };
    expect(thumbnail(drawing, { width: 100, targetLang: 'de' })).toBe('langde-100px-A.svg.png 100×50');
    expect(thumbnail(drawing, { width: 100, targetLang: 'fr' })).toBe('100px-A.svg.png 100×50');
    expect(thumbnail(drawing, { width: 100, targetLang: 'und' })).toBe('langund-100px-A.svg.png 100×50');
  });

  it('applies the thumbnail settings of the site configuration', () => {
    const drawing = { name: 'A.svg', mime: 'image/svg+xml', size: 60_000 };
    expect(thumbnail(drawing, { width: 100 }, { svgNativeRendering: 'yes' })).toBe('A.svg 100×50');
    expect(thumbnail(drawing, { width: 100 }, { svgNativeRendering: 'partial' })).toBe('100px-A.svg.png 100×50');
    expect(thumbnail({ ...drawing, size: 10 }, { width: 100 }, { svgNativeRendering: 'partial' })).toBe('A.svg 100×50');
    expect(thumbnail({ name: 'A.tif', mime: 'image/tiff' }, { width: 400 }, { tiffThumbnailType: ['jpg', 'image/jpeg'] })).toBe(
      '400px-A.tif.jpg 400×200',
    );
    expect(thumbnail({ name: 'A.xcf', mime: 'image/x-xcf' }, { width: 100 }, { useImageMagick: true })).toBe('100px-A.xcf.png 100×50');
    const big = { name: 'A.jpg', mime: 'image/jpeg', width: 10_000, height: 5000 };
    expect(thumbnail(big, { width: 100 }, { useImageMagick: true })).toBe('100px-A.jpg 100×50');
    expect(thumbnail(big, { width: 100 }, { maxImageArea: 0 })).toBe('100px-A.jpg 100×50');
    expect(thumbnail({}, { width: 100 }, { thumbnailSteps: [60, 120, 250] })).toBe('120px-Arch.png 100×50');
  });

  it('the thumbnail of a document shows one page', () => {
    const djvu = { name: 'A.djvu', mime: 'image/vnd.djvu', metadata: of({ data: of({ pages: list(page(800, 600), page(100, 400)) }) }) };
    expect(thumbnail(djvu, { width: 100 }, { djvuThumbnails: true })).toBe('page1-100px-A.djvu.jpg 100×75');
    expect(thumbnail(djvu, { width: 50, page: 2 }, { djvuThumbnails: true })).toBe('page2-50px-A.djvu.jpg 50×200');
    expect(thumbnail(djvu, { width: 50, page: 9 }, { djvuThumbnails: true })).toBe('page2-50px-A.djvu.jpg 50×200');
    expect(thumbnail(djvu, { width: 50 })).toBe('fileicon-djvu.png 120×120');

    const turned = of({ 'Page size': '144 x 72 pts', 'Page rot': '90' });
    const pdf = {
      name: 'A.pdf',
      mime: 'application/pdf',
      metadata: of({ Pages: '2', 'Page size': '72 x 72 pts (odd)', pages: of({ 2: turned }) }),
    };
    const withPdf = readSite({ extensions: [{ type: 'media', name: 'PDF Handler' }] });
    const service = standardFiles(withPdf);
    expect(shown(service, pdf, { width: 60, page: 1 })).toBe('page1-60px-A.pdf.jpg 60×60');
    expect(shown(service, pdf, { width: 60, page: 2 })).toBe('page2-60px-A.pdf.jpg 60×120');
    expect(service.handlerOf('application/pdf')?.pages?.count({ ...ARCH, ...pdf })).toBe(2);
  });
});

it('parses urlparam in the format of each type', () => {
  const read = (mime: string, text: string) => standardFiles(site).handlerOf(mime)?.readParams(text);
  expect(read('image/png', '20px')).toEqual({ width: '20' });
  expect(read('image/png', 'interlaced-20px')).toEqual({ width: '20' });
  expect(read('image/png', 'qlow-20px')).toBeUndefined();
  expect(read('image/jpeg', 'qlow-20px')).toEqual({ width: '20', quality: 'low' });
  expect(read('image/jpeg', 'qhigh-20px')).toBeUndefined();
  expect(read('image/svg+xml', 'langsr-ec-20px')).toEqual({ width: '20', lang: 'sr-ec' });
  expect(read('image/svg+xml', 'langa-20px')).toEqual({ width: '20', lang: 'en' });
  expect(read('image/svg+xml', 'langDE-20px')).toBeUndefined();
});

it('uses the configured thumbnail steps for a proportion of the files', () => {
  const steps = { widths: [20, 60, 200], ratio: 1 };
  expect([5, 20, 21, 60, 61, 500].map(width => stepWidth(steps, ARCH, width, 300, {}))).toEqual([20, 20, 60, 60, 200, 200]);
  expect(stepWidth(steps, ARCH, 70, 100, {})).toBe(100);
  expect(stepWidth(steps, ARCH, 70, 100, { mustRender: true })).toBe(60);
  expect(stepWidth(steps, ARCH, 70, 100, { grows: true })).toBe(200);
  const shares = [0.01, 0.5, 1].map(
    ratio => names.filter(name => stepWidth({ ...steps, ratio }, { ...ARCH, name }, 21, 300, {}) === 60).length,
  );
  expect(shares[0]).toBeLessThan(shares[1] as number);
  expect(shares[2]).toBe(names.length);
});

const names = Array.from({ length: 300 }, (_, at) => `File ${at}`);
const ARCH: MediaFile = { name: 'Arch.png', mime: 'image/png', size: 1000, width: 400, height: 200, metadata: new Map() };

function of(entries: Readonly<Record<string, never>> | Readonly<Record<string, unknown>>) {
  return new Map(Object.entries(entries).map(([key, value]) => [/^\d+$/.test(key) ? Number(key) : key, value])) as MediaFile['metadata'];
}
const list = (...items: unknown[]) => new Map(items.map((item, at) => [at, item]));
const page = (width: number, height: number) => of({ width, height });

const thumbnail = (file: Partial<MediaFile>, params: ThumbParams, configuration: object = {}): string =>
  shown(standardFiles({ ...site, configuration: { ...site.configuration, ...configuration } }), file, params);

/** Returns the file name in the thumbnail's URL, and the size. */
function shown(service: ReturnType<typeof standardFiles>, file: Partial<MediaFile>, params: ThumbParams): string {
  const thumb = thumbnailOf(service, service.urls, { ...missingFile('', undefined), ...ARCH, ...file, exists: true }, params);
  return typeof thumb === 'string' ? thumb : `${thumb.url.slice(thumb.url.lastIndexOf('/') + 1)} ${thumb.width}×${thumb.height}`;
}
