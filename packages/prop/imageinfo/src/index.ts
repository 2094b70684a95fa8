import { ApiError, defineModule, f, isInvalid, message, NS, p, Records } from '@wikiquery/core';
import { FILE_MARKS, FILE_PARTS, fileServices, thumbParams } from '@wikiquery/files';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { describeFiles } from './describe.ts';

const props = f.props(FILE_PARTS, FILE_MARKS);

export default defineModule({
  group: 'prop',
  name: 'imageinfo',
  prefix: 'ii',
  summary: 'Get information about files and their versions.',
  differences: ['It continues inside the history of a file that was found through a redirect.'],
  cache: (_, actor) => (canSeeAnythingHidden(actor) ? 'private' : 'public'),
  sources: ['database', 'clock'],
  params: {
    prop: props.param().default(['timestamp', 'user']).help('Which properties of each version to get.'),
    limit: p.limit({ default: 1 }).help('How many versions of each file to return.'),
    start: p.timestamp().help('No version newer than this.'),
    end: p.timestamp().help('No version older than this.'),
    urlwidth: thumbParams.urlwidth,
    urlheight: thumbParams.urlheight,
    metadataversion: p
      .string()
      .default('1')
      .help('The form of the metadata: "latest", or "1" for lists as flat texts, as they were before 2012.'),
    extmetadatalanguage: p
      .string()
      .siteDefault(site => site.lang)
      .help('The language of extended metadata; what the wiki itself knows is the same in all.'),
    extmetadatamultilang: p.boolean().help('Extended metadata in all languages.'),
    extmetadatafilter: p.string().multi().help('Only extended metadata of these names.'),
    urlparam: thumbParams.urlparam,
    badfilecontexttitle: p
      .string()
      .help('The page on which the files would be shown: it may show bad ones, and drawings speak its language.'),
    continue: p.continue(),
    localonly: p.boolean().help("Only files of the wiki's own repository."),
  },
  returns: props,
  beside: { imagerepository: f.string().optional(), badfile: f.boolean().optional() },
  services: fileServices,
  examples: { 'prop=imageinfo&titles=File:Bridge.jpg&iiprop=url|size&iiurlwidth=120': 'Where a file is, and a thumbnail of it.' },

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
