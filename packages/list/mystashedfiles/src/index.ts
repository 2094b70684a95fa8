import { ApiError, defineModule, f, message, p, readPage } from '@wikiquery/core';

const props = f.props(
  {
    size: { size: f.int(), width: f.int(), height: f.int(), bits: f.int().help('Color depth in bits.') },
    type: { mimetype: f.nullable(f.string()), mediatype: f.nullable(f.string()) },
  },
  { filekey: f.string(), status: f.string().help('Status of the upload.') },
);

/** Lists the stashed uploads of the current user, as MediaWiki's `list=mystashedfiles` does. */
export default defineModule({
  group: 'list',
  name: 'mystashedfiles',
  prefix: 'msf',
  summary: 'List your own stashed uploads.',
  differences: ['The timestamp of a stashed file is its stash time in the database.'],
  params: {
    prop: props.param().default([]).help('File properties to return.'),
    limit: p.limit().help('Number of files to return.'),
    continue: p.continue(),
  },
  element: 'file',
  returns: props,
  examples: { 'list=mystashedfiles&msfprop=size': 'Keys and sizes of your stashed files.' },

  async execute({ db, actor, params: { prop, limit, continue: from } }) {
    if (actor.isAnon) throw notLoggedIn();
    const rows = await readPage(
      db
        .selectFrom('uploadstash')
        .where('us_user', '=', actor.id)
        .select(['us_id', 'us_key', 'us_status'])
        .$if(prop.has('size'), query => query.select(['us_size', 'us_image_width', 'us_image_height', 'us_image_bits']))
        .$if(prop.has('type'), query => query.select(['us_mime', 'us_media_type'])),
      { by: { us_id: 'int' }, limit, continue: from },
    );
    return rows.records(row =>
      props.pick(
        prop,
        {
          size: {
            size: row.us_size ?? 0,
            width: row.us_image_width ?? 0,
            height: row.us_image_height ?? 0,
            bits: row.us_image_bits ?? 0,
          },
          type: { mimetype: row.us_mime ?? null, mediatype: row.us_media_type ?? null },
        },
        { filekey: row.us_key, status: row.us_status },
      ),
    );
  },
});

const notLoggedIn = () =>
  new ApiError(message('stashnotloggedin', 'Log in to see your stashed uploads.', { key: 'apierror-mustbeloggedin-uploadstash' }));
