import { execFileSync } from 'node:child_process';
import sharp, { type Sharp } from 'sharp';

const WIDTH = 640;
const HEIGHT = 426;

/** A landscape with gradients, edges, thin lines and text. */
const scene = (width = WIDTH, height = HEIGHT, background = '#f4ead0'): string => {
  const hills = ['#6b8f71', '#3f6b52', '#27443b'].map(
    (color, at) => `<path d="M0 ${250 + at * 50}q160 ${-120 + at * 30} 320 0t320 0V426H0z" fill="${color}"/>`,
  );
  const lines = Array.from(
    { length: 16 },
    (_, at) => `<path d="M${40 + at * 36} 300v${40 + (at % 5) * 12}" stroke="#7a3e2c" stroke-width="${1 + (at % 4)}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 426"><defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2c5f9e"/><stop offset="1" stop-color="${background}"/></linearGradient><radialGradient id="sun"><stop stop-color="#fff6c9"/><stop offset="1" stop-color="#e8a33d"/></radialGradient></defs><rect width="640" height="426" fill="url(#sky)"/><circle cx="470" cy="110" r="62" fill="url(#sun)"/>${hills.join('')}${lines.join('')}<text x="60" y="90" font-family="DejaVu Sans, sans-serif" font-size="44" font-weight="bold" fill="#fff">Lighthouse</text></svg>`;
};

const image = (width?: number, height?: number): Sharp => sharp(Buffer.from(scene(width, height)));
/** The scene on a transparent ground, with soft edges. */
const badge = (): Sharp =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="180" fill="#36c"/><circle cx="200" cy="200" r="120" fill="#fff" fill-opacity=".6"/><path d="M80 300L320 100" stroke="#d33" stroke-width="24"/></svg>',
    ),
  );

/** Frames of an animation, in which a square moves. */
async function animation(frames: number, width = 240, height = 160): Promise<Sharp> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, at) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eaf3ff"/><rect x="${10 + at * 20}" y="40" width="60" height="60" fill="#b32424"/><circle cx="120" cy="${30 + at * 8}" r="20" fill="#14866d"/></svg>`,
        ),
      )
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  return sharp(Buffer.concat(pages), { raw: { width, height: height * frames, channels: 3, pageHeight: height } });
}

const svg = (attributes: string, content: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );

/** Converts an image to a bitmap. sharp cannot write this type. */
const bitmap = async (from: Sharp): Promise<Buffer> => execFileSync('convert', ['png:-', 'bmp3:-'], { input: await from.png().toBuffer() });

type Made = Sharp | Buffer;

/** Returns 60 image files of the types that MediaWiki shows, by name. */
export async function sampleFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files: Readonly<Record<string, Made | Promise<Made>>> = {
    'Png_rgb.png': image().removeAlpha().png(),
    'Png_16_bit.png': image().removeAlpha().toColourspace('rgb16').png(),
    'Png_palette.png': image().removeAlpha().png({ palette: true, colours: 64 }),
    'Png_gray.png': image().removeAlpha().grayscale().toColourspace('b-w').png(),
    'Png_alpha.png': badge().png(),
    'Png_alpha_palette.png': badge().png({ palette: true }),
    'Png_interlaced.png': image().removeAlpha().png({ progressive: true }),
    'Png_tall.png': image(100, 900).removeAlpha().png(),
    'Png_wide.png': image(1200, 80).removeAlpha().png(),
    'Png_pixel.png': image(1, 1).removeAlpha().png(),
    'Png_small.png': image(90, 60).removeAlpha().png(),
    'Jpeg_plain.jpg': image().jpeg(),
    'Jpeg_progressive.jpg': image().jpeg({ progressive: true }),
    'Jpeg_444.jpg': image().jpeg({ chromaSubsampling: '4:4:4', quality: 95 }),
    'Jpeg_low.jpg': image().jpeg({ quality: 30 }),
    'Jpeg_gray.jpg': image().grayscale().toColourspace('b-w').jpeg(),
    'Jpeg_profile.jpg': image().withIccProfile('p3').jpeg(),
    'Jpeg_upper.JPG': image().jpeg(),
    'Jpeg_long.jpeg': image().jpeg(),
    'Jpeg_big.jpg': image(3000, 1997).jpeg(),
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `Orientation_${at + 1}.jpg`,
        image()
          .withMetadata({ orientation: at + 1 })
          .jpeg(),
      ]),
    ),
    'Gif_static.gif': image().removeAlpha().gif(),
    'Gif_alpha.gif': badge().gif(),
    'Gif_animated.gif': animation(6).then(frames => frames.gif({ delay: 100 })),
    'Gif_animated_long.gif': animation(12, 300, 120).then(frames => frames.gif({ delay: 50 })),
    'Gif_animated_huge.gif': animation(8, 1400, 1200).then(frames => frames.gif({ delay: 50, colours: 16 })),
    'Webp_lossy.webp': image().removeAlpha().webp(),
    'Webp_lossless.webp': image().removeAlpha().webp({ lossless: true }),
    'Webp_alpha.webp': badge().webp(),
    'Webp_animated.webp': animation(5).then(frames => frames.webp({ delay: 100 })),
    'Tiff_plain.tif': image().removeAlpha().tiff({ compression: 'none' }),
    'Tiff_lzw.tiff': image().removeAlpha().tiff({ compression: 'lzw' }),
    'Tiff_deflate.tif': image().removeAlpha().tiff({ compression: 'deflate' }),
    'Tiff_jpeg.tif': image().removeAlpha().tiff({ compression: 'jpeg' }),
    'Tiff_gray.tif': image().removeAlpha().grayscale().toColourspace('b-w').tiff(),
    'Bmp_24.bmp': bitmap(image(200, 133).removeAlpha()),
    'Bmp_palette.bmp': bitmap(image(200, 133).removeAlpha().png({ palette: true, colours: 16 })),
    'Png_two_colors.png': badge().flatten({ background: '#fff' }).threshold().png({ palette: true, colours: 2 }),
    'Gif_small.gif': image(120, 80).removeAlpha().gif(),
    'Webp_small.webp': image(150, 100).removeAlpha().webp({ quality: 60 }),
    'Svg_clip.svg': svg(
      'width="240" height="240"',
      '<clipPath id="c"><circle cx="120" cy="120" r="100"/></clipPath><rect width="240" height="240" fill="#fff"/><g clip-path="url(#c)"><rect width="240" height="120" fill="#36c"/><rect y="120" width="240" height="120" fill="#fc3"/></g>',
    ),
    'Svg_scene.svg': Buffer.from(scene()),
    'Svg_small.svg': svg(
      'width="40" height="30" viewBox="0 0 40 30"',
      '<rect width="40" height="30" fill="#eaecf0"/><circle cx="20" cy="15" r="10" fill="#d33"/>',
    ),
    'Svg_view_box.svg': svg(
      'viewBox="0 0 300 200"',
      '<rect width="300" height="200" fill="#fee7e6"/><path d="M20 180L150 20L280 180z" fill="#36c"/>',
    ),
    'Svg_millimetres.svg': svg(
      'width="80mm" height="60mm" viewBox="0 0 80 60"',
      '<rect width="80" height="60" fill="#fff"/><ellipse cx="40" cy="30" rx="30" ry="20" fill="#14866d"/>',
    ),
    'Svg_alpha.svg': svg('width="200" height="200"', '<circle cx="100" cy="100" r="90" fill="#b32424" fill-opacity=".5"/>'),
    'Svg_text.svg': svg(
      'width="400" height="120"',
      '<rect width="400" height="120" fill="#fff"/><text x="20" y="80" font-family="DejaVu Sans" font-size="60">Fjord 42</text>',
    ),
    'Svg_languages.svg': svg(
      'width="300" height="120"',
      '<rect width="300" height="120" fill="#fff"/><switch><rect systemLanguage="de" x="20" y="20" width="120" height="80" fill="#d33"/><rect systemLanguage="fr" x="150" y="20" width="120" height="80" fill="#36c"/><circle cx="150" cy="60" r="50" fill="#14866d"/></switch>',
    ),
    'Svg_filter.svg': svg(
      'width="300" height="200"',
      '<filter id="f"><feGaussianBlur stdDeviation="6"/></filter><rect width="300" height="200" fill="#f8f9fa"/><rect x="60" y="50" width="180" height="100" fill="#36c" filter="url(#f)"/>',
    ),
    'Svg_pattern.svg': svg(
      'width="320" height="160"',
      '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="#fff"/><circle cx="10" cy="10" r="6" fill="#ac6600"/></pattern><rect width="320" height="160" fill="url(#p)"/>',
    ),
    'Jpeg_cmyk.jpg': image().toColourspace('cmyk').jpeg(),
    'Ogg_audio.ogg': Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(22), Buffer.from('\x01\x1e\x01vorbis'), Buffer.alloc(200)]),
    'Pdf_page.pdf': Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
  };
  return new Map(
    await Promise.all(
      Object.entries(files).map(async ([name, file]) => {
        const made = await file;
        return [name, Buffer.isBuffer(made) ? made : await made.toBuffer()] as const;
      }),
    ),
  );
}
