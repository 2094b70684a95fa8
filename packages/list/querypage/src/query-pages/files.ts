import { NS } from '@wikiquery/core';
import { binary, sql } from '@wikiquery/database';
import { inWindow, type QueryPage } from '../query-page.ts';
import { noneOf } from './conditions.ts';

export const listDuplicatedFiles: QueryPage = {
  name: 'ListDuplicatedFiles',
  expensive: true,
  order: 'descending',
  rows({ db }, window) {
    const files = db
      .selectFrom('image')
      .select(is => [is.lit(NS.FILE).as('namespace'), is.fn.min(binary('img_name')).as('title'), is.fn.countAll<number>().as('value')])
      .groupBy('img_sha1')
      .having(is => is.fn.countAll(), '>', 1)
      .orderBy('value', 'desc');
    return inWindow(files.orderBy(binary('img_sha1')), window);
  },
};

/** Each title encodes the media type, MIME type, file count and byte count, so that rows fit into `querycache`. */
export const mediaStatistics: QueryPage = {
  name: 'MediaStatistics',
  expensive: true,
  order: 'stored',
  rows({ db }, window) {
    const kinds = db
      .selectFrom('image')
      .select(is => [
        is.lit(NS.MEDIA).as('namespace'),
        sql<string>`concat(img_media_type, ';', img_major_mime, '/', img_minor_mime, ';', count(*), ';', sum(img_size))`.as('title'),
        is.lit(1).as('value'),
      ])
      .groupBy(['img_media_type', 'img_major_mime', 'img_minor_mime'])
      .orderBy('img_media_type', 'desc')
      .orderBy(is => is.fn.countAll(), 'desc')
      .orderBy('img_major_mime', 'desc')
      .orderBy('img_minor_mime', 'desc');
    return inWindow(kinds, window);
  },
};

export const unusedimages: QueryPage = {
  name: 'Unusedimages',
  expensive: true,
  timestamps: true,
  order: 'ascending',
  rows({ db, site }, window) {
    const files = db
      .selectFrom('image')
      .select(is => [is.lit(NS.FILE).as('namespace'), 'img_name as title', 'img_timestamp as value'])
      .where(file =>
        noneOf(
          file
            .selectFrom('linktarget')
            .innerJoin('imagelinks', 'il_target_id', 'lt_id')
            .where('lt_namespace', '=', NS.FILE)
            .whereRef('lt_title', '=', 'img_name'),
        ),
      )
      .$if(site.configuration.countCategorizedImagesAsUsed, query =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('page')
              .select('page_id')
              .where('page_namespace', '=', NS.FILE)
              .whereRef('page_title', '=', 'img_name')
              .where(page => noneOf(page.selectFrom('categorylinks').whereRef('cl_from', '=', 'page_id'))),
          ),
        ),
      )
      .orderBy('img_timestamp');
    return inWindow(files.orderBy(binary('img_name')), window);
  },
};
