import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Env, NS } from '@wikiquery/core';
import { contains } from '@wikiquery/file-storage';
import type { FileService, StoredFile } from '@wikiquery/files';
import { pathOf, queryOf, type RouteClient, sendFile } from '@wikiquery/server/extend';
import { isPublicWiki } from '@wikiquery/users';
import type { Addresses, FileAddress } from './addresses.ts';
import { findFile } from './find-file.ts';
import { headersFor, refuse, sendTo } from './headers.ts';
import { iconPath } from './icons.ts';
import { type Plan, planFor, planNamed } from './plan.ts';
import { keyOf, QueueFullError, type ThumbnailRenderer } from './renderer.ts';

/** Parts of a wiki that the handler needs. */
export interface FileHandlerOptions {
  readonly addresses: Addresses;
  readonly service: FileService;
  /** Upload folder; undefined if the wiki has none. */
  readonly folder: string | undefined;
  readonly renderer: ThumbnailRenderer;
}

/** Responds to requests for files, thumbnails and icons, for clients who may read the wiki. */
export class FileHandler {
  readonly #options: FileHandlerOptions;

  constructor(options: FileHandlerOptions) {
    this.#options = options;
  }

  async handle(request: IncomingMessage, response: ServerResponse, { withEnv }: RouteClient): Promise<void> {
    const url = request.url ?? '';
    const target = this.#options.addresses.find(pathOf(url));
    // Icons are the same for all wikis.
    if (target?.kind === 'icon') return this.#sendIcon(response, target.name);
    const send = await withEnv(async env => {
      const isPublic = isPublicWiki(env.site);
      // Before anything else, so that the response does not reveal which files exist.
      if (!env.actor.can('read')) return () => refuse(response, 403, 'You need an account that can read this wiki.', isPublic);
      if (target?.kind === 'script') return this.#thumbnailFor(env, response, new URLSearchParams(queryOf(url)));
      return target?.kind === 'file' ? this.#fileAt(env, response, target.file) : () => notFound(response, isPublic);
    });
    await send();
  }

  /** Prepares the response for a file's address. The response is sent after the database is released. */
  async #fileAt(env: Env, response: ServerResponse, address: FileAddress): Promise<Send> {
    const isPublic = isPublicWiki(env.site);
    const file = await findFile(env, this.#options.service, address, address.thumbName === undefined ? 'original' : 'thumbnail');
    const source = file && (await this.#sourceOf(address));
    if (!file || !source) return () => notFound(response, isPublic);
    if (address.thumbName === undefined)
      return () => sendFile(response, source.path, { ...headersFor(address.name, isPublic), ETag: tagOf(source.stats) });
    const plan = planNamed(this.#options.service, file, address.thumbName);
    return plan ? this.#thumbnail(env, response, { address, file, source, plan }) : () => notFound(response, isPublic);
  }

  /** Prepares the response to a request for `thumb.php`, with the parameters of MediaWiki. */
  async #thumbnailFor(env: Env, response: ServerResponse, query: URLSearchParams): Promise<Send> {
    const isPublic = isPublicWiki(env.site);
    const address = this.#named(env, query);
    const params = paramsOf(query);
    if (!address || params === undefined)
      return () => refuse(response, 400, 'Name a file with "f" and a width in pixels with "w".', isPublic);
    const file = await findFile(env, this.#options.service, address, 'thumbnail');
    const source = file && (await this.#sourceOf(address));
    if (!file || !source) return () => notFound(response, isPublic);
    return this.#thumbnail(env, response, { address, file, source, plan: planFor(this.#options.service, file, params) });
  }

  /** Returns the file that `f` names, in any form of a title; undefined for an invalid name. */
  #named({ titles }: Env, query: URLSearchParams): FileAddress | undefined {
    const given = query.get('f') ?? '';
    const isArchived = query.has('archived');
    const title = titles.make(NS.FILE, isArchived ? given.slice(given.indexOf('!') + 1) : given);
    if (!title) return undefined;
    const archiveName = isArchived ? given.slice(0, given.indexOf('!') + 1) + title.dbkey : undefined;
    return this.#options.addresses.fileNamed(title.dbkey, archiveName);
  }

  async #sourceOf({ path: relative }: FileAddress): Promise<Source | undefined> {
    const { folder } = this.#options;
    if (folder === undefined || !(await contains(folder, relative))) return undefined;
    const path = join(folder, relative);
    const stats = await stat(path);
    return stats.isFile() ? { path, stats } : undefined;
  }

  async #thumbnail(env: Env, response: ServerResponse, { address, file, source, plan }: Wanted): Promise<Send> {
    const isPublic = isPublicWiki(env.site);
    if (plan.kind === 'redirect') return () => sendTo(response, env.site.urls.expand(plan.url), isPublic);
    if (plan.kind === 'refused') return () => refuse(response, 400, REFUSALS[plan.problem], isPublic);
    if (plan.kind === 'icon') return () => this.#sendIcon(response, `fileicon-${plan.extension}.png`);
    const stored = await this.#storedThumbnail(address, plan.name, source.stats);
    if (stored) return () => sendFile(response, stored.path, { ...headersFor(plan.name, isPublic), ETag: tagOf(stored.stats) });
    const { ip } = env.request;
    return () => this.#sendRendered(response, { plan, source, file, ip, isPublic });
  }

  /** Returns a thumbnail that MediaWiki rendered into the upload folder, unless the file was uploaded later. */
  async #storedThumbnail({ path: source }: FileAddress, name: string, { mtimeMs }: Stats): Promise<Source | undefined> {
    const { folder = '' } = this.#options;
    const relative = join('thumb', source, name);
    if (!(await contains(folder, relative))) return undefined;
    const path = join(folder, relative);
    const stats = await stat(path);
    return stats.isFile() && stats.size > 0 && stats.mtimeMs >= mtimeMs ? { path, stats } : undefined;
  }

  async #sendRendered(response: ServerResponse, { plan, source, file, ip, isPublic }: Rendering): Promise<void> {
    const job = { ...plan.job, source: source.path };
    const key = keyOf(job, source.stats);
    try {
      const created = await this.#options.renderer.thumbnail(job, key, ip);
      if ('path' in created) {
        const headers = { ETag: `"${key}"`, 'Last-Modified': source.stats.mtime.toUTCString() };
        return await sendFile(response, created.path, { ...headersFor(plan.name, isPublic), ...headers });
      }
      if (created.problem === 'unsupported')
        return await this.#sendIcon(response, `fileicon-${file.name.split('.').at(-1)?.toLowerCase()}.png`);
      refuse(response, created.problem === 'damaged' ? 422 : 400, PROBLEMS[created.problem], isPublic);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      response.setHeader('Retry-After', '5');
      refuse(response, 503, error.message, isPublic);
    }
  }

  #sendIcon(response: ServerResponse, name: string): Promise<void> | void {
    const path = iconPath(name);
    return path === undefined ? notFound(response, true) : sendFile(response, path, headersFor(name, true));
  }
}

/** Returns a validator that changes with the file. */
const tagOf = ({ mtimeMs, size }: Stats): string => `W/"${size.toString(16)}-${Math.round(mtimeMs).toString(16)}"`;

/** Sends the prepared response. */
type Send = () => Promise<void> | void;

/** A file in the upload folder. */
interface Source {
  readonly path: string;
  readonly stats: Stats;
}

interface Wanted {
  readonly address: FileAddress;
  readonly file: StoredFile;
  readonly source: Source;
  readonly plan: Plan;
}

interface Rendering {
  readonly plan: Extract<Plan, { kind: 'render' }>;
  readonly source: Source;
  readonly file: StoredFile;
  readonly ip: string;
  readonly isPublic: boolean;
}

/** Returns the parameters of `thumb.php` in the format of `urlparam`; undefined for an invalid width or page. */
function paramsOf(query: URLSearchParams): string | undefined {
  const [, width] = /^(\d{1,5})(?:px)?$/.exec(query.get('w') ?? query.get('width') ?? '') ?? [];
  const page = query.get('p') ?? query.get('page');
  const lang = query.get('lang');
  if (width === undefined || (page !== null && !/^\d{1,6}$/.test(page)) || (lang !== null && !/^[a-z-]{1,40}$/.test(lang)))
    return undefined;
  const prefix = query.get('quality') === 'low' ? 'qlow-' : lang !== null ? `lang${lang}-` : page !== null ? `page${page}-` : '';
  return `${prefix}${width}px`;
}

const notFound = (response: ServerResponse, isPublic: boolean): void => refuse(response, 404, 'This wiki has no such file.', isPublic);

const REFUSALS = {
  invalid: 'This file has no thumbnail with these parameters.',
  'too big': 'The image is too large for thumbnails ($wgMaxImageArea).',
};

const PROBLEMS = {
  damaged: 'The file is damaged, or its content is not of the type that its name promises.',
  'too-big': 'The image needs more memory than the limit for a thumbnail.',
  'too-slow': 'The thumbnail could not be rendered within the time limit.',
};
