// Compares thumbnails with those of the MediaWiki at TEST_MEDIAWIKI_PROGRAM, which ImageMagick and librsvg render.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '@wikiquery/launch/programs';
import sharp, { type Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import { copyMediaWiki } from '../follow/copied-mediawiki.ts';
import { useStand } from '../stand.test-kit.ts';
import { sampleFiles } from './sample-files.ts';
import { shadesOf, similarityOf } from './similarity.ts';

const { TEST_MEDIAWIKI_DATABASE: database = '', TEST_MEDIAWIKI_PROGRAM: program = '' } = process.env;
const converters = [findProgram('convert'), findProgram('rsvg-convert')];
const WIDTHS = [40, 120, 250, 400, 800];

/** A thumbnail of MediaWiki. */
interface Made {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const SCRIPT = `<?php
class MakeThumbnails extends Maintenance {
  public function execute() {
    $services = $this->getServiceContainer();
    $names = $services->getConnectionProvider()->getReplicaDatabase()->newSelectQueryBuilder()->select( 'img_name' )->from( 'image' )->fetchFieldValues();
    $made = [];
    foreach ( $names as $name ) foreach ( [ ${WIDTHS.join()} ] as $width ) {
      $thumbnail = $services->getRepoGroup()->findFile( $name )->transform( [ 'width' => $width ], File::RENDER_NOW );
      if ( $thumbnail->isError() ) throw new Exception( $name . ': ' . $thumbnail->toText() );
      $made[] = [ 'name' => $name, 'url' => $thumbnail->getUrl(), 'width' => $thumbnail->getWidth(), 'height' => $thumbnail->getHeight() ];
    }
    echo json_encode( $made );
  }
}
$maintClass = MakeThumbnails::class;
`;

describe.runIf(program !== '' && converters.every(Boolean))('thumbnails of 60 files in 5 widths', { timeout: 600_000 }, () => {
  const stand = useStand();
  const folder = stand.folder();

  it('have the dimensions and nearly the pixels of those of MediaWiki', async () => {
    const settings = `
$wgUploadPath = '/w/images';
$wgUseImageMagick = true;
$wgImageMagickConvertCommand = '${converters[0]}';
$wgSVGConverter = 'rsvg';
$wgTiffThumbnailType = [ 'png', 'image/png' ];
$wgFileExtensions = array_merge( $wgFileExtensions, [ 'svg', 'tif', 'tiff', 'bmp', 'ogg', 'pdf', 'webp' ] );
$wgStrictFileExtensions = false;
$wgMaxShellMemory = 0;
$wgShellRestrictionMethod = false;`;
    const wiki = stand.use(await copyMediaWiki(database, program, join(folder, 'mediawiki'), settings));
    const [source, images] = [join(folder, 'files'), join(folder, 'images')];
    await mkdir(source);
    const files = await sampleFiles();
    expect(files.size).toBe(60);
    for (const [name, data] of files) await writeFile(join(source, name), data);
    await writeFile(join(folder, 'thumbnails.php'), SCRIPT);
    await wiki.maintain('importImages', source);
    const made: Made[] = JSON.parse(await wiki.maintain(join(folder, 'thumbnails.php')));
    expect(made).toHaveLength(files.size * WIDTHS.length);

    await cp(wiki.images, images, { recursive: true });
    await rm(join(images, 'thumb'), { recursive: true });
    const configuration = { wiki: { tiffThumbnailType: ['png', 'image/png'], useImageMagick: true } };
    await writeFile(join(folder, 'wikiquery.config.json'), JSON.stringify(configuration));
    const flags = ['--database', wiki.database, '--images', images, '--workers', '1'];
    const server = await stand.serve(flags, folder);
    const differences: string[] = [];
    for (const { name, url } of made) {
      const response = await fetch(server.origin + url);
      const ours = Buffer.from(await response.arrayBuffer());
      const theirs = url.includes('/thumb/') ? await readFile(wiki.images + decodeURIComponent(url.slice('/w/images'.length))) : undefined;
      differences.push(...(await compare(name, url, response.status, ours, theirs)));
    }
    expect(differences).toEqual([]);
  });
});

/** Minimum similarity. MediaWiki's thumbnails of CMYK files are CMYK files, and those of this server are not. */
const similar = (name: string): number => (name.includes('cmyk') ? 0.9 : 0.95);

/** `theirs`: undefined if MediaWiki shows the file itself or an icon. */
async function compare(name: string, url: string, status: number, ours: Buffer, theirs: Buffer | undefined): Promise<string[]> {
  if (status !== 200) return [`${url}: ${status}`];
  if (!theirs) return [];
  const [a, b] = await Promise.all([ours, theirs].map(async image => describeImage(await sharp(image).metadata())));
  if (a !== b) return [`${url}: ${a} instead of ${b}`];
  const similarity = similarityOf(await shadesOf(ours), await shadesOf(theirs));
  return similarity < similar(name) ? [`${url}: ${similarity}`] : [];
}

const describeImage = ({ format, width, height, pages = 1 }: Metadata): string => `${format} ${width} × ${height}, ${pages} frames`;
