import type { Title } from '@wikiquery/core';
import { formatNumber, writeDate } from '@wikiquery/languages';
import { type Html, html, type TemplateValue } from '../markup/html.ts';
import type { PageFrame, Reading } from '../reading.ts';
import { commentOf, userOf } from './records.ts';

export const FILE_WORDINGS = {
  filehist: 'File history',
  imagelinks: 'File usage',
  metadata: 'Metadata',
  'file-info-size': '$1 × $2 pixels, $3 bytes, MIME type $4',
  listfiles_date: 'Date',
  listfiles_user: 'User',
  listfiles_size: 'Size',
  listfiles_description: 'Description',
};

/** Width in pixels of the picture on a file page. */
const WIDTH = 800;
const MOST_VERSIONS = 50;
const MOST_USES = 100;

interface FileVersion {
  readonly timestamp: string;
  readonly user?: string;
  readonly userhidden?: boolean;
  readonly parsedcomment?: string;
  readonly commenthidden?: boolean;
  readonly filehidden?: boolean;
  readonly filemissing?: boolean;
  readonly url?: string;
  readonly thumburl?: string;
  readonly thumbwidth?: number;
  readonly thumbheight?: number;
  readonly width?: number;
  readonly height?: number;
  readonly size?: number;
  readonly mime?: string;
  readonly mediatype?: string;
  readonly commonmetadata?: readonly { readonly name: string; readonly value: unknown }[] | null;
}

interface FileResult {
  readonly query?: {
    readonly pages?: readonly {
      readonly imageinfo?: readonly FileVersion[];
      readonly fileusage?: readonly { readonly title: string }[];
    }[];
  };
}

/** Loads a file with its versions and uses. Returns undefined if the file does not exist. */
export async function filePart({ api, titles }: Reading, file: Title): Promise<((frame: PageFrame) => Html) | undefined> {
  const { query } = await api.get<FileResult>({
    ...{ action: 'query', titles: titles.text(file), prop: 'imageinfo|fileusage', iilimit: MOST_VERSIONS, iiurlwidth: WIDTH },
    iiprop: 'timestamp|user|parsedcomment|url|size|mime|mediatype|commonmetadata',
    fulimit: MOST_USES,
    fuprop: 'title',
  });
  const { imageinfo = [], fileusage = [] } = query?.pages?.[0] ?? {};
  const [current] = imageinfo;
  if (!current) return undefined;
  const name = titles.text(file);
  return frame =>
    html`${picture(frame, current, name)}${facts(frame, current)}${versions(frame, imageinfo)}${uses(frame, fileusage)}${metadata(frame, current)}`;
}

function picture({ links }: PageFrame, { url, thumburl, thumbwidth, thumbheight, mime = '' }: FileVersion, name: string): TemplateValue {
  if (url === undefined) return undefined;
  const address = links.file(url);
  if (mime.startsWith('video/')) return html`<p class="reader-file"><video controls preload="metadata" src="${address}"></video></p>`;
  if (mime.startsWith('audio/') || mime === 'application/ogg')
    return html`<p class="reader-file"><audio controls preload="metadata" src="${address}"></audio></p>`;
  if (thumburl === undefined) return html`<p class="reader-file"><a href="${address}">${name}</a></p>`;
  return html`<p class="reader-file"><a href="${address}"><img src="${links.file(thumburl)}" width="${thumbwidth}" height="${thumbheight}" alt="${name}"></a></p>`;
}

function facts({ wording, language }: PageFrame, { width, height, size, mime = '' }: FileVersion): TemplateValue {
  if (size === undefined) return undefined;
  const number = (value: number): string => formatNumber(language, String(value));
  return html`<p class="reader-note">${wording.text('file-info-size', number(width ?? 0), number(height ?? 0), number(size), mime)}</p>`;
}

function versions(frame: PageFrame, all: readonly FileVersion[]): Html {
  const { site, wording, language, links } = frame;
  const row = (version: FileVersion): Html => {
    const { timestamp, url, width, height, filehidden } = version;
    const date = writeDate(new Date(timestamp), 'default', language, site);
    const when =
      url === undefined || filehidden ? html`<span class="history-deleted">${date}</span>` : html`<a href="${links.file(url)}">${date}</a>`;
    return html`<tr><td>${when}</td><td>${width !== undefined && `${width} × ${height}`}</td><td>${userOf(frame, version)}</td><td>${commentOf(frame, version)}</td></tr>`;
  };
  return html`<section><h2 id="filehistory">${wording.text('filehist')}</h2><div class="reader-scroll" tabindex="0" role="region" aria-labelledby="filehistory"><table class="reader-table"><thead><tr><th scope="col">${wording.text('listfiles_date')}</th><th scope="col">${wording.text('listfiles_size')}</th><th scope="col">${wording.text('listfiles_user')}</th><th scope="col">${wording.text('listfiles_description')}</th></tr></thead><tbody>${all.map(row)}</tbody></table></div></section>`;
}

function uses({ wording, links }: PageFrame, pages: readonly { readonly title: string }[]): TemplateValue {
  if (pages.length === 0) return undefined;
  return html`<section aria-labelledby="filelinks"><h2 id="filelinks">${wording.text('imagelinks')}</h2><ul>${pages.map(({ title }) => html`<li>${links.a(title)}</li>`)}</ul></section>`;
}

function metadata({ wording }: PageFrame, { commonmetadata }: FileVersion): TemplateValue {
  const rows = (commonmetadata ?? []).flatMap(({ name, value }) =>
    typeof value === 'string' || typeof value === 'number' ? [html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`] : [],
  );
  if (rows.length === 0) return undefined;
  return html`<section><h2 id="metadata">${wording.text('metadata')}</h2><div class="reader-scroll" tabindex="0" role="region" aria-labelledby="metadata"><table class="reader-table"><tbody>${rows}</tbody></table></div></section>`;
}
