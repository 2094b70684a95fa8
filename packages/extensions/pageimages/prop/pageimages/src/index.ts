import { ApiError, badContinue, defineModule, type Entry, f, message, NS, p, Records, type Returned } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import {
  type FileNeeds,
  type FileQuery,
  fileServices,
  findFiles,
  needsOf,
  type StoredFile,
  shownThumbnail,
  sizeOf,
  type Thumbnail,
} from '@wikiquery/files';

const picture = f.object({ source: f.string().help('Address of the image.'), width: f.int(), height: f.int() });
const props = f.props({
  thumbnail: { thumbnail: picture.optional().help('Thumbnail of the image.') },
  original: { original: picture.optional().help('Original image.') },
  name: { pageimage: f.string().optional().help('Name of the file.') },
});

/** Page properties: the best free image, and the best image of any license if it is a different one. */
const FREE = 'page_image_free';
const ANY = 'page_image';

/** Returns the representative image of each page, as PageImages' `prop=pageimages` does. */
export default defineModule({
  group: 'prop',
  name: 'pageimages',
  prefix: 'pi',
  summary: 'Return the representative image of each page, with a thumbnail.',
  extension: 'PageImages',
  cache: 'public',
  sources: ['database'],
  params: {
    prop: props.param().default(['thumbnail', 'name']).help('Image properties to return.'),
    thumbsize: p.int().default(50).help('Maximum thumbnail width in pixels.'),
    limit: p.limit({ default: 50, max: 50, highMax: 100 }).help('Number of pages to return images for.'),
    license: p.enum(['free', 'any']).default('free').help('Allow only images with a free license, or any image.'),
    continue: p.int().help('Continue value of the previous response.'),
    langcode: p.string().help('Language of multilingual SVG images.'),
  },
  returns: props,
  placement: 'spread',
  services: fileServices,
  examples: { 'prop=pageimages&titles=Albert%20Einstein&pithumbsize=100': 'File name and thumbnail of a page image.' },

  async execute(q) {
    const { prop, thumbsize, langcode, license, limit } = q.params;
    if (prop.size === 0) throw noProp(q.wirePrefix);
    const missingFiles = [...q.pages.missing].filter(([, { namespace }]) => namespace === NS.FILE);
    const all = new Map([...q.pages.found, ...missingFiles]);
    const ids = [...all.keys()];
    // Like PageImages, rejects a continue value that is the id of the first page.
    const from = q.params.continue === undefined ? 0 : ids.indexOf(q.params.continue);
    if (q.params.continue !== undefined && from <= 0) throw badContinue();

    const current = ids.slice(from, from + limit);
    const isFile = (id: number): boolean => all.get(id)?.namespace === NS.FILE;
    const images = await bestImages(
      q,
      current.filter(id => !isFile(id)),
      license === 'free' ? [FREE] : [FREE, ANY],
    );
    for (const id of current.filter(isFile)) images.set(id, all.get(id)?.dbkey as string);
    const files = prop.has('thumbnail') || prop.has('original') ? await findFiles(q, q.services.files, NEEDS, namesOf(images)) : new Map();
    const picturesOf = pictureWriter(q, { prop, thumbsize, langcode });
    const entries = [...images].map(([pageId, name]): Entry<PageImage> => {
      const file = files.get(name);
      return { pageId, cursor: pageId, record: { ...(file && picturesOf(file)), ...(prop.has('name') && { pageimage: name }) } };
    });
    return new Records(entries, ids[from + limit]);
  },
});

type PageImage = Returned<typeof props>;

const NEEDS: FileNeeds = needsOf(new Set(['dimensions']), true);

const namesOf = (images: ReadonlyMap<number, string>): string[] => [...new Set(images.values())];

async function bestImages(q: FileQuery, pages: readonly number[], properties: readonly string[]): Promise<Map<number, string>> {
  const images = new Map<number, string>();
  if (pages.length === 0) return images;
  const rows = await whereEquals(q.db.selectFrom('page_props').select(['pp_page', 'pp_propname', 'pp_value']), {
    pp_page: pages,
    pp_propname: properties,
  }).execute();
  for (const row of rows) if (!images.has(row.pp_page) || row.pp_propname === ANY) images.set(row.pp_page, row.pp_value);
  return images;
}

interface PictureOptions {
  readonly prop: ReadonlySet<string>;
  readonly thumbsize: number;
  readonly langcode: string | undefined;
}

/** Returns a function that returns the fields for the thumbnail and the original of a file. */
function pictureWriter(
  { site, services }: FileQuery,
  { prop, thumbsize, langcode }: PictureOptions,
): (file: StoredFile) => Pick<PageImage, 'thumbnail' | 'original'> {
  const { files } = services;
  const shown = ({ url, width, height }: Thumbnail) => ({ source: site.urls.expand(url), width, height });
  return file => {
    const urls = file.repository?.urls ?? files.urls;
    const language = langcode === undefined ? {} : { lang: langcode };
    const { width, height } = sizeOf(file, files.handlerOf(file.mime));
    const thumbnail = prop.has('thumbnail') ? shownThumbnail(files, urls, file, { width: thumbsize, ...language }) : 'invalid';
    // If a language is requested, the original of an SVG file is a full-size thumbnail in that language.
    const translated = isTrue(langcode) ? shownThumbnail(files, urls, file, { width, height, ...language }) : undefined;
    const original = translated === undefined ? urls.original(file) : typeof translated === 'string' ? '' : translated.url;
    return {
      ...(typeof thumbnail !== 'string' && { thumbnail: shown(thumbnail) }),
      ...(prop.has('original') && { original: shown({ url: original, width, height }) }),
    };
  };
}

/** Converts a string to a boolean as PHP does. */
const isTrue = (text = ''): boolean => text !== '' && text !== '0';

const noProp = (prefix: string) =>
  new ApiError(
    message('noprop', `The parameter "${prefix}prop" may not be empty.`, { key: 'apierror-paramempty', params: [`${prefix}prop`] }),
  );
