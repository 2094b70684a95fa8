import { ApiError, defineModule, f, isInvalid, message, NS, p, Records } from '@wikiquery/core';
import { FILE_MARKS, FILE_PARTS, fileServices, thumbParams } from '@wikiquery/files';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { describeFiles } from './describe.ts';

const props = f.props(FILE_PARTS, FILE_MARKS);

/** Returns properties of files and their versions, as MediaWiki's `prop=imageinfo` does. */
export default defineModule({
  group: 'prop',
  name: 'imageinfo',
  prefix: 'ii',
  summary: 'Return properties of files and their versions.',
  differences: ['A continue value resumes within the history of a file reached through a redirect.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: ['database', 'clock'],
  params: {
    prop: props.param().default(['timestamp', 'user']).help('Version properties to return.'),
    limit: p.limit({ default: 1 }).help('Number of versions per file.'),
    start: p.timestamp().help('Exclude versions newer than this time.'),
    end: p.timestamp().help('Exclude versions older than this time.'),
    urlwidth: thumbParams.urlwidth,
    urlheight: thumbParams.urlheight,
    metadataversion: p.string().default('1').help('Format of the metadata: `latest`, or `1` for lists flattened to text.'),
    extmetadatalanguage: p
      .string()
      .siteDefault(site => site.lang)
      .help('Language of the extended metadata. Text from the wiki itself is not translated.'),
    extmetadatamultilang: p.boolean().help('Return the extended metadata in all languages.'),
    extmetadatafilter: p.string().multi().help('Names of the extended metadata to return.'),
    urlparam: thumbParams.urlparam,
    badfilecontexttitle: p.string().help('Page that embeds the files. It determines `badfile` and the language of SVG images.'),
    continue: p.continue(),
    localonly: p.boolean().help('Include only files of the local repository.'),
  },
  returns: props,
  beside: { imagerepository: f.string().optional(), badfile: f.boolean().optional() },
  services: fileServices,
  examples: { 'prop=imageinfo&titles=File:Bridge.jpg&iiprop=url|size&iiurlwidth=120': 'Address and thumbnail of a file.' },

  async execute(q) {
    const { badfilecontexttitle: text } = q.params;
    const context = text === undefined ? undefined : q.titles.parse(text);
    if (context && (isInvalid(context) || context.interwiki !== '')) throw badContext(q.wirePrefix);
    return q.pages.titlesIn(NS.FILE).size === 0 ? new Records<never>([]) : describeFiles(q, context);
  },
});

const badContext = (prefix: string) =>
  new ApiError(
    message('invalid-title', `"${prefix}badfilecontexttitle" is not the title of a page.`, {
      key: 'apierror-bad-badfilecontexttitle',
      params: [prefix],
    }),
  );
