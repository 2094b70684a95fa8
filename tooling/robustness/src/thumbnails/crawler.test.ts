// Follows the addresses of files and thumbnails in responses of the API: each leads to an image, and none to deleted or suppressed content.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { importSources } from '@wikiquery/dumps';
import { filePath } from '@wikiquery/file-storage';
import sharp, { type Color } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { progressTo, useStand } from '../stand.test-kit.ts';
import { Visitor } from '../visitor.ts';
import { addressesIn, typeOfPath } from './addresses-in.ts';

/** Color of images that must never be served. */
const CANARY = { r: 255, g: 0, b: 255 };
const picture = (width: number, height: number, background: Color = '#36c') =>
  sharp({ create: { width, height, channels: 3, background } });
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#14866d"/></svg>';

const NAMES = [
  'Heron.png',
  'Crane_é_(1).jpg',
  'A_&_B,_c.gif',
  '50%_off.webp',
  "It's_a_map.svg",
  'Scan.tif',
  'Report.pdf',
  'Small.png',
  '...Dots.png',
];

async function contentOf(name: string, side = 400): Promise<Buffer> {
  const image = picture(side, side * 0.75);
  if (name === 'Small.png') return picture(30, 20).png().toBuffer();
  if (name.endsWith('.svg')) return Buffer.from(DRAWING);
  if (name.endsWith('.pdf')) return Buffer.from('%PDF-1.4\n%%EOF\n');
  const format = { jpg: 'jpeg', tif: 'tiff' }[name.split('.').at(-1) ?? ''] ?? name.split('.').at(-1);
  return image.toFormat(format as 'png').toBuffer();
}
const embeds = NAMES.map(name => `[[File:${name}|thumb|120px|A picture]] [[File:${name}|60px]] [[File:${name}]]`).join('\n');

const stand = useStand();
const folder = stand.folder();

interface Crawled {
  readonly origin: string;
  readonly visitor: Visitor;
}
const serve = async (flags: readonly string[]): Promise<Crawled> => {
  const { origin, api } = await stand.serve([...flags, '--workers', '1', '--client-rate', '0'], folder);
  return { origin, visitor: stand.use(new Visitor(api)) };
};

/** Collects the addresses in responses to a client with these cookies. Returns them with the number of responses. */
async function collect({ origin, visitor }: Crawled, cookie = ''): Promise<{ addresses: Set<string>; responses: number }> {
  const addresses = new Set<string>();
  let responses = 0;
  const take = (value: unknown): void => {
    responses++;
    for (const each of addressesIn(value)) addresses.add(each);
  };
  const titles: string[] = [];
  for (const namespace of ['0', '6']) {
    const { query } = await visitor.json({ list: 'allpages', apnamespace: namespace, aplimit: 'max' }, cookie);
    for (const { title } of query?.allpages ?? []) titles.push(title);
  }
  for (const width of ['20', '60', '120', '250', '400', '1000']) {
    const iiprop = 'url|size|mime|archivename|thumbmime|extmetadata';
    take(
      await visitor.json({ generator: 'allimages', gailimit: 'max', prop: 'imageinfo', iiprop, iilimit: '50', iiurlwidth: width }, cookie),
    );
    for (const generator of ['allpages', 'allimages'])
      take(
        await visitor.json(
          { generator, prop: 'pageimages|extracts', piprop: 'thumbnail|original|name', pithumbsize: width, pilimit: 'max' },
          cookie,
        ),
      );
    take(await visitor.json({ titles: titles.slice(0, 50).join('|'), prop: 'imageinfo', iiprop: 'url', iiurlheight: width }, cookie));
  }
  for (const iiurlparam of ['langde-100px', 'qlow-100px', '100px', 'page1-100px'])
    take(
      await visitor.json(
        { generator: 'allimages', gailimit: 'max', prop: 'imageinfo', iiprop: 'url', iiurlparam, iiurlwidth: '100' },
        cookie,
      ),
    );
  for (const list of ['allimages', 'filearchive', 'recentchanges', 'logevents', 'search'])
    take(await visitor.json({ list, aiprop: 'url', srsearch: 'picture', faprop: 'sha1|mime' }, cookie));
  for (const title of titles) {
    take(await visitor.json({ action: 'parse', page: title, prop: 'text|images|displaytitle' }, cookie));
    const path = encodeURIComponent(title.replaceAll(' ', '_'));
    for (const route of [`v1/file/${path}`, `v1/page/${path}/links/media`, `v1/page/${path}/with_html`]) {
      const response = await fetch(`${origin}/w/rest.php/${route}`, { headers: { cookie } });
      take(await response.json());
    }
  }
  return { addresses, responses };
}

/** Requests each address. Returns a description of those that do not lead to a file of the right type, or lead to a canary. */
async function follow({ origin }: Crawled, addresses: Iterable<string>, cookie = '', status = 200): Promise<string[]> {
  const problems: string[] = [];
  for (const address of addresses) {
    const response = await fetch(origin + address, { headers: { cookie }, redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type');
    if (response.status !== status) problems.push(`${address}: status ${response.status}`);
    else if (status === 200 && type !== typeOfPath(address)) problems.push(`${address}: type ${type}`);
    if (await isCanary(body)) problems.push(`${address}: a canary`);
  }
  return problems;
}

async function isCanary(body: Buffer): Promise<boolean> {
  const image = sharp(body, { failOn: 'none' }).flatten().toColourspace('srgb').resize(1, 1).raw();
  const [r = 0, g = 0, b = 0] = await image.toBuffer().catch(() => [0, 0, 0]);
  return r > 200 && g < 50 && b > 200;
}

describe('the addresses of files and thumbnails', { timeout: 300_000 }, () => {
  it('of the sample wiki lead to images', async () => {
    const sample = await serve(['--data', join(folder, 'data')]);
    const { addresses } = await collect(sample);
    expect(addresses.size).toBeGreaterThan(10);
    expect(await follow(sample, addresses)).toEqual([]);
  });

  it('of an imported archive lead to images', async () => {
    const archive = join(folder, 'archive');
    await mkdir(join(archive, 'images'), { recursive: true });
    for (const name of NAMES) await writeFile(join(archive, 'images', name), await contentOf(name));
    await writeFile(join(archive, 'wiki-history.xml'), dumpOf({ Birds: embeds, 'File:Heron.png': 'A picture of a heron.' }));
    const warnings: string[] = [];
    const database = `sqlite:${join(folder, 'archive.sqlite')}`;
    await importSources(database, [archive], { progress: progressTo(warnings), images: join(folder, 'archive.images') });
    const imported = await serve(['--database', database]);
    const { addresses, responses } = await collect(imported);
    expect(addresses.size).toBeGreaterThan(60);
    expect(responses).toBeGreaterThan(30);
    expect(await follow(imported, addresses)).toEqual([]);
  });

  describe('of a private wiki', () => {
    let wiki: Crawled;
    let hidden: string[];
    const cookies: Record<string, string> = {};
    beforeAll(async () => {
      const images = join(folder, 'private.images');
      const store = async (name: string, content: Buffer, archiveName?: string): Promise<string> => {
        const path = filePath(name, archiveName) ?? '';
        await mkdir(dirname(join(images, path)), { recursive: true });
        await writeFile(join(images, path), content);
        return path.split('/').map(encodeURIComponent).join('/');
      };
      const canary = await picture(400, 300, CANARY).png().toBuffer();
      const paths: string[] = [];
      const database = await stand.wiki(join(folder, 'private.sqlite'), async builder => {
        await builder.user('Ada', { password: 'a password of reeds' });
        await builder.user('Opal', { password: 'a password of reeds', groups: ['sysop', 'suppress'] });
        const facts = { width: 400, height: 300 };
        for (const name of ['Heron.png', 'Versions.png']) {
          await builder.file(`File:${name}`, { ...facts, data: 'first', timestamp: '20240101000000' });
          await builder.file(`File:${name}`, { ...facts, data: 'second', timestamp: '20240102000000', hidden: 0 });
          await builder.file(`File:${name}`, {
            ...facts,
            data: 'third',
            timestamp: '20240103000000',
            hidden: name === 'Heron.png' ? 9 : 1,
          });
          await store(name, await contentOf(name));
          await store(name, await contentOf(name), `20240101000000!${name}`);
          paths.push(await store(name, canary, `20240102000000!${name}`));
        }
        await builder.file('File:Gone.png', { ...facts, data: canary });
        paths.push(await store('Gone.png', canary));
        await builder.deleteFile('File:Gone.png');
        await builder.page('Birds', { text: embeds });
      });
      await mkdir(join(images, 'deleted/a/b/c'), { recursive: true });
      await writeFile(join(images, 'deleted/a/b/c/abc.png'), canary);
      wiki = await serve(['--database', database, '--images', images, '--private']);
      for (const name of ['Ada', 'Opal']) cookies[name] = await wiki.visitor.login(name, 'a password of reeds');
      hidden = [
        '/w/images/deleted/a/b/c/abc.png',
        '/w/images//deleted/a/b/c/abc.png',
        ...paths.flatMap(path => {
          const thumbnail = `50px-${path
            .split('/')
            .at(-1)
            ?.replace(/^\d+!|^\d+%21/, '')}`;
          return [`/w/images/${path}`, `/images//${path}`, `/w/images/thumb/${path}/${thumbnail}`, `/w/img_auth.php/${path}`];
        }),
      ];
    });

    it.each(['Ada', 'Opal'])('lead to images for the account %s, and never to deleted or suppressed files', async name => {
      const { addresses } = await collect(wiki, cookies[name]);
      expect(addresses.size).toBeGreaterThan(10);
      expect(await follow(wiki, addresses, cookies[name])).toEqual([]);
      expect(await follow(wiki, hidden, cookies[name], 404)).toEqual([]);
    });

    it('are not in responses to visitors, who cannot request files', async () => {
      expect((await collect(wiki)).addresses).toEqual(new Set());
      const { addresses } = await collect(wiki, cookies.Ada);
      const files = [...addresses].filter(address => !address.includes('/resources/'));
      expect(await follow(wiki, [...files, ...hidden], '', 403)).toEqual([]);
    });
  });
});

const dumpOf = (pages: Readonly<Record<string, string>>): string =>
  [
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">',
    '<siteinfo><sitename>Archive</sitename><dbname>archive</dbname><base>http://archive.example/wiki/Main_Page</base><generator>MediaWiki 1.43.0</generator><case>first-letter</case><namespaces><namespace key="0" case="first-letter" /><namespace key="6" case="first-letter">File</namespace></namespaces></siteinfo>',
    ...Object.entries(pages).map(
      ([title, text], at) =>
        `<page><title>${title}</title><ns>${title.startsWith('File:') ? 6 : 0}</ns><id>${at + 1}</id><revision><id>${at + 1}</id><timestamp>2024-01-01T00:00:00Z</timestamp><contributor><username>Ada</username><id>1</id></contributor><model>wikitext</model><format>text/x-wiki</format><text xml:space="preserve">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></revision></page>`,
    ),
    '</mediawiki>',
  ].join('\n');
