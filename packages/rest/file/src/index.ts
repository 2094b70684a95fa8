import { defineRoute, HttpError, NS, p } from '@wikiquery/core';
import { fileServices } from '@wikiquery/files';
import { fileInfo, findPage, loadFiles, noSuchPage } from '@wikiquery/rest-pages';

export default defineRoute({
  name: 'file',
  summary: 'An uploaded file: where it is, and images of it in other sizes.',
  paths: { file: '/v1/file/{title}' },
  services: { files: fileServices.files },
  params: { title: p.string().required().help('The name of the file, with the name of the namespace or without it.') },
  differences: ['Files of other wikis are not found.'],

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
