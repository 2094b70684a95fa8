import { defineRoute, HttpError, p } from '@wikiquery/core';
import { fileServices } from '@wikiquery/files';
import { fileInfo, findPage, loadFiles, noSuchPage, validatorsOf } from '@wikiquery/rest-pages';

/** Maximum number of files on a page. Pages with more files cause an error. */
const MOST = 100;

/** Returns the files used on a page, as MediaWiki's route `/v1/page/{title}/links/media` does. */
export default defineRoute({
  name: 'page-links-media',
  summary: 'Return the files used on a page.',
  paths: { links: '/v1/page/{title}/links/media' },
  services: { files: fileServices.files },
  params: { title: p.string().required().help('Title of the page.') },
  sources: ['database'],
  differences: ['Files of foreign repositories are omitted.'],

  async execute(q) {
    const { title } = q.params;
    const page = await findPage(q, title);
    q.validate(validatorsOf(page));
    if (!page) throw noSuchPage(title);
    const rows = await q.db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select('lt_title')
      .where('il_from', '=', page.id)
      .orderBy('lt_title')
      .limit(MOST + 1)
      .execute();
    if (rows.length > MOST) throw new HttpError(400, 'rest-media-too-many-links', `The page "${title}" shows more than ${MOST} files.`);
    const files = await loadFiles(
      q,
      rows.map(({ lt_title: name }) => name),
    );
    return { json: { files: Array.from(files.values(), file => fileInfo(q, file, ['preferred'])) } };
  },
});
