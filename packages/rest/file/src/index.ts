import { defineRoute, HttpError, NS, p } from '@wikiquery/core';
import { fileServices } from '@wikiquery/files';
import { fileInfo, findPage, loadFiles, noSuchPage } from '@wikiquery/rest-pages';

/** Returns the URL and the thumbnails of a file, as MediaWiki's route `/v1/file` does. */
export default defineRoute({
  name: 'file',
  summary: 'Return the address of a file and of scaled versions of it.',
  paths: { file: '/v1/file/{title}' },
  services: { files: fileServices.files },
  params: { title: p.string().required().help('Name of the file, with or without the namespace.') },
  sources: ['database'],
  differences: ['Files of foreign repositories are not found.'],

  async execute(q) {
    const { title } = q.params;
    const page = await findPage(q, title, NS.FILE);
    const file = page?.namespace === NS.FILE ? (await loadFiles(q, [page.dbkey])).get(page.dbkey) : undefined;
    q.validate({ etag: file && `"${file.sha1}"`, lastModified: file?.timestamp });
    if (!page) throw noSuchPage(title);
    if (!file) throw new HttpError(404, 'rest-cannot-load-file', `There is no file "${title}".`);
    return { json: fileInfo(q, file, ['preferred', 'thumbnail']) };
  },
});
