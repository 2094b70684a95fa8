import { z } from 'zod';
import { type PagesResponse, pageOf, type ResponsePage } from './pages-response.ts';
import { ask, askPage, cursor, defineTool, limit, nextCursor, title } from './tool.ts';
import { ToolError } from './tool-error.ts';

interface ResponseFile {
  readonly timestamp?: string;
  readonly user?: string;
  readonly comment?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly mime?: string;
  readonly thumbmime?: string;
  readonly url?: string;
  readonly descriptionurl?: string;
  readonly thumburl?: string;
  readonly sha1?: string;
  readonly filehidden?: boolean;
}

/** Maximum bytes of an image in a result. Base64 makes it a third longer. */
const MOST_OF_IMAGE = 1 << 20;

/** Image formats that language models read. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const version = {
  uploaded: z.string().optional(),
  user: z.string().optional(),
  comment: z.string().optional(),
  bytes: z.number().int().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
};

/** Metadata and a picture of a file. */
export const getFile = defineTool({
  name: 'get-file',
  title: 'Look at a file',
  description:
    'Return the metadata and URLs of a file, its older versions, and a small picture if it is an image. Its description page is a page: read it with get-page.',
  input: z.object({
    title: title().describe('Title of a file, with or without "File:"'),
    width: z.number().int().min(16).max(2000).default(400).describe('Width of the picture in pixels'),
    withPicture: z.boolean().default(true),
    limit: limit(1, 20).describe('Maximum number of versions, newest first'),
    cursor: cursor(),
  }),
  output: z.object({
    title: z.string(),
    mime: z.string().optional(),
    duration: z.number().optional().describe('Seconds'),
    sha1: z.string().optional(),
    url: z.string().optional(),
    descriptionUrl: z.string().optional(),
    thumbnailUrl: z.string().optional(),
    versions: z.array(z.object(version)),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const name = args.title.includes(':') ? args.title : `File:${args.title}`;
    const { response, nextCursor } = await askPage<PagesResponse>(context, 'get-file', args, {
      ...{ prop: 'imageinfo', titles: name, iilimit: args.limit, iiurlwidth: args.width, redirects: true },
      iiprop: ['timestamp', 'user', 'comment', 'url', 'size', 'mime', 'thumbmime', 'sha1'],
    });
    const page = pageOf(response);
    const files = (page?.imageinfo ?? []) as readonly ResponseFile[];
    const [file] = files;
    if (!page || !file)
      throw new ToolError(`There is no file "${name}". Find files with find-titles: "File:" and the beginning of the name.`);
    const versions = files.map(({ timestamp, user, comment, size, width, height }) => ({
      ...{ uploaded: timestamp, user, comment, bytes: size, width, height },
    }));
    const data = {
      ...{ title: page.title, mime: file.mime, duration: file.duration, sha1: file.sha1, url: file.url },
      ...{ descriptionUrl: file.descriptionurl, thumbnailUrl: file.thumburl, versions, nextCursor },
    };
    return { data, image: args.withPicture ? await pictureOf(file) : undefined };

    async function pictureOf({ thumburl, url, mime = '', thumbmime = mime }: ResponseFile) {
      for (const [address, mimeType] of [[thumburl, thumbmime] as const, [url, mime] as const]) {
        if (address === undefined || !SHOWN.has(mimeType)) continue;
        const bytes = await context.source.fetchImage(address, MOST_OF_IMAGE, context.signal);
        if (bytes) return { bytes, mimeType };
      }
      return undefined;
    }
  },
});

/** Properties of a page besides its text. */
export const getPageProperties = defineTool({
  name: 'get-page-properties',
  title: 'Show the properties of a page',
  description:
    'Return facts about a page besides its text: size, language, last change, protection, URL, Wikidata item, short description, coordinates and other page properties.',
  input: z.object({ title: title() }),
  output: z.object({
    title: z.string(),
    pageid: z.number().int(),
    namespace: z.number().int(),
    bytes: z.number().int().optional(),
    language: z.string().optional(),
    contentModel: z.string().optional(),
    revision: z.number().int().optional().describe('Current revision'),
    touched: z.string().optional(),
    redirect: z.boolean().optional(),
    url: z.string().optional(),
    description: z.string().optional(),
    protection: z.array(z.looseObject({ type: z.string() })).optional(),
    coordinates: z.array(z.looseObject({ lat: z.number(), lon: z.number() })).optional(),
    properties: z.record(z.string(), z.string()),
  }),
  async run(args, context) {
    const response = await ask<PagesResponse>(context, {
      ...{ prop: ['info', 'pageprops', 'description', 'coordinates'], titles: args.title, inprop: ['url', 'protection'], colimit: 10 },
    });
    const page = pageOf(response);
    if (!page || page.missing || page.invalid)
      throw new ToolError(`There is no page "${args.title}". Find its title with find-titles or search.`);
    return { data: propertiesOf(page) };
  },
});

interface PageFacts extends ResponsePage {
  readonly length?: number;
  readonly pagelanguage?: string;
  readonly contentmodel?: string;
  readonly lastrevid?: number;
  readonly touched?: string;
  readonly redirect?: boolean;
  readonly canonicalurl?: string;
  readonly description?: string;
  readonly protection?: { type: string }[];
  readonly coordinates?: { lat: number; lon: number }[];
  readonly pageprops?: Readonly<Record<string, unknown>>;
}

function propertiesOf(given: ResponsePage) {
  const page = given as PageFacts;
  return {
    ...{ title: page.title, pageid: page.pageid ?? 0, namespace: page.ns ?? 0, bytes: page.length, language: page.pagelanguage },
    ...{ contentModel: page.contentmodel, revision: page.lastrevid, touched: page.touched, url: page.canonicalurl },
    ...(page.redirect && { redirect: true }),
    ...{ description: page.description, coordinates: page.coordinates },
    ...(page.protection && page.protection.length > 0 && { protection: page.protection }),
    properties: Object.fromEntries(
      Object.entries(page.pageprops ?? {}).map(([name, value]) => [name, String(value).slice(0, MOST_OF_PROPERTY)]),
    ),
  };
}

/** Maximum characters of a page property. Extensions store long JSON texts. */
const MOST_OF_PROPERTY = 500;
