import { NS, type Site } from '@wikiquery/core';
import type { FileName, FileUrls } from '@wikiquery/files';

/** Returns the URLs of stashed files. They point to Special:UploadStash, which serves files only to their uploader. */
export function stashUrls(site: Site, { icon }: FileUrls): FileUrls {
  const pages = (site.info.specialpagealiases ?? []) as readonly { readonly realname: string; readonly aliases: readonly string[] }[];
  const page = pages.find(({ realname }) => realname === 'UploadStash')?.aliases[0] ?? 'UploadStash';
  const urlOf = (path: string) => site.urls.local({ namespace: NS.SPECIAL, dbkey: `${page.replaceAll(' ', '_')}/${path}` });
  const original = ({ archiveName: key }: FileName) => urlOf(`file/${key}`);
  return {
    original,
    thumbnail: ({ archiveName: key }, prefix, suffix) => urlOf(`thumb/${key}/${prefix}-${key}${suffix}`),
    icon,
    description: original,
    shortDescription: () => undefined,
  };
}
