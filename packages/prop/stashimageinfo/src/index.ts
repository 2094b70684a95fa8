import { ApiError, f, message, missingAtLeastOneOf, p, Records } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import { asksForThumbnails, FILE_MARKS, FILE_PARTS, fileRecords, fileServices, readThumbParams, thumbParams } from '@wikiquery/files';
import { loadStash } from './stash.ts';
import { stashUrls } from './urls.ts';

const {
  user: _user,
  userid: _userid,
  comment: _comment,
  parsedcomment: _parsedcomment,
  mediatype: _mediatype,
  archivename: _archivename,
  uploadwarning: _uploadwarning,
  ...parts
} = FILE_PARTS;
const props = f.props(parts, FILE_MARKS);

/** Returns properties of stashed files, as MediaWiki's `prop=stashimageinfo` does. */
export default defineModule({
  group: 'prop',
  name: 'stashimageinfo',
  prefix: 'sii',
  summary: 'Return properties of stashed files.',
  differences: ['The timestamp of a stashed file is its stash time in the database.'],
  params: {
    filekey: p.string().multi().help('Keys of your stashed files.'),
    sessionkey: p.string().multi().deprecated().help('Use `siifilekey` instead.'),
    prop: props.param().default(['timestamp', 'url']).help('File properties to return.'),
    ...thumbParams,
  },
  returns: props,
  quirks: { pageless: true },
  services: fileServices,
  examples: {
    'prop=stashimageinfo&siifilekey=124sd34rsdf567.abc.1.png&siiurlwidth=120&siiprop=url': 'Address and thumbnail of a stashed file.',
  },

  async execute(q) {
    if (q.actor.isAnon) throw notLoggedIn();
    const { filekey, sessionkey, prop } = q.params;
    if (filekey === undefined && sessionkey === undefined)
      throw missingAtLeastOneOf({ params: ['filekey', 'sessionkey'].map(name => q.wirePrefix + name) });
    const keys = filekey?.size ? filekey : (sessionkey ?? new Set<string>());
    const files = await loadStash(q, keys);
    const describe = await fileRecords(q, files, {
      prop,
      thumbnails: asksForThumbnails(q.params),
      urls: stashUrls(q.site, q.services.files.urls),
    });
    return new Records(files.map(file => ({ record: describe(file, readThumbParams(q, q.services.files, file, q.params)) })));
  },
});

const notLoggedIn = () =>
  new ApiError(message('notloggedin', 'Log in to see your stashed uploads.', { key: 'apierror-mustbeloggedin-uploadstash' }));
