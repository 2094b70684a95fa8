import type { Site } from '@wikiquery/core';
import { readPictureOptions } from '@wikiquery/rendering';
import { extensionTagsOf, preprocess, toSource } from '@wikiquery/wikitext';
import { type DerivedLinkContext, LinkFinder } from './links.ts';

/** Whether the wiki has PageImages. True if its extensions are unknown. */
export const hasPageImages = ({ extensions }: Site): boolean => extensions?.has('PageImages') ?? true;

/** Page property with the name of the image. Licences are unknown, so the other property, `page_image`, is never set. */
export const PAGE_IMAGE = 'page_image_free';

/** Page with links to images that are never chosen. */
export const DENIED_IMAGES = 'MediaWiki:Pageimages-denylist';

export interface ShownPicture {
  readonly name: string;
  readonly options: string;
}

/** An image with its dimensions in pixels, which are 0 if unknown. */
export interface LeadPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the images of the lead section, in page order. `hasSections` is false if headings do not end the lead. */
export function picturesOfLead(expanded: string, context: DerivedLinkContext, hasSections: boolean): ShownPicture[] {
  // Comments were removed before, so a line that looks like a heading is one.
  const end = hasSections ? expanded.search(/^=.*=[ \t]*$/m) : -1;
  const lead = end < 0 ? expanded : expanded.slice(0, end);
  if (!/\[\[|<gallery/i.test(lead)) return [];
  const pictures: ShownPicture[] = [];
  const finder = new LinkFinder({ ...context, onPicture: (name, options) => pictures.push({ name, options }) });
  let before = '';
  for (const node of preprocess(lead, { extensionTags: extensionTagsOf(context.site) })) {
    const tag = typeof node !== 'string' && node.kind === 'ext' ? node.name.toLowerCase() : '';
    if (SHOWN_ELSEWHERE.has(tag)) continue;
    if (tag === 'gallery') {
      finder.read(before);
      before = '';
      finder.read(toSource([node]));
    } else before += toSource([node]);
  }
  finder.read(before);
  return pictures;
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['ref', 'references', 'indicator']);

/** Returns the image with the highest positive score. `known` contains existing files by their names on the page. */
export function bestPicture(
  shown: readonly ShownPicture[],
  known: ReadonlyMap<string, LeadPicture>,
  denied: ReadonlySet<string>,
  context: Pick<DerivedLinkContext, 'site' | 'titles'>,
): string | undefined {
  const scores = new Map<string, number>();
  let position = 0;
  for (const { name, options } of shown) {
    const picture = known.get(name);
    if (!picture) continue;
    const score = denied.has(picture.name) ? -1000 : scoreOf(options, picture, position, context);
    position++;
    scores.set(picture.name, Math.max(scores.get(picture.name) ?? -1, score));
  }
  let best: string | undefined;
  for (const [name, score] of scores) if (score > 0 && (best === undefined || score > (scores.get(best) ?? 0))) best = name;
  return best;
}

/** Scores with their inclusive upper bounds. A value above all bounds gets the last score. */
type Scores = readonly (readonly [most: number, score: number])[];

// Defaults of `$wgPageImagesScores`: small images are icons, wide images are panoramas.
const WIDTHS: Scores = [
  [119, -100],
  [400, 10],
  [600, 5],
  [601, 0],
];
const POSITIONS = [8, 6, 4, 3];
const RATIOS: Scores = [
  [3, -100],
  [5, 0],
  [20, 5],
  [30, 0],
  [31, -100],
];
const THUMBNAIL = 250;

function scoreOf(
  written: string,
  { width, height }: LeadPicture,
  position: number,
  context: Pick<DerivedLinkContext, 'site' | 'titles'>,
): number {
  const options = readPictureOptions(written, context);
  const classes = (options.class ?? '').split(/\s+/);
  if (classes.includes('notpageimage')) return -1000;
  const shownWidth =
    options.width ??
    (options.height !== undefined && height > 0
      ? (width * options.height) / height
      : options.form === 'Thumb' || options.form === 'Frameless'
        ? THUMBNAIL
        : width);
  // An image without a size, in a file of unknown size, is probably large.
  const ofWidth = shownWidth > 0 ? scoreIn(WIDTHS, Math.floor(shownWidth)) : 0;
  const ofRatio = width > 0 && height > 0 ? scoreIn(RATIOS, Math.floor((width / height) * 10)) : 0;
  return ofWidth + (POSITIONS[position] ?? 0) + ofRatio + (classes.includes('pageimage') && context.site.since('1.44') ? 1000 : 0);
}

const scoreIn = (scores: Scores, value: number): number => (scores.find(([most]) => value <= most) ?? scores.at(-1))?.[1] ?? 0;
