import { formatComments } from '@wikiquery/comments';
import { defineAction, invalidTitle, message, p, type Site, type Title } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import { pageLanguage } from '@wikiquery/pages';
import { pageContext, warningOfLoader } from '@wikiquery/rendering';
import { contentFormatParam, contentModelParam } from '@wikiquery/revisions';
import { seesAnythingHidden } from '@wikiquery/visibility';
import { extensionTagsOf, parseTreeOf, preSaveTransform, sectionOf } from '@wikiquery/wikitext';
import { pageFields, type Wanted } from './page-fields.ts';
import { returns } from './returns.ts';
import { invalidSection, namedSource, noSuchSection, type Source, sentSource } from './source.ts';

/** What only the HTML of a page tells. */
const PARSED = [
  ...(['text', 'langlinks', 'categories', 'links', 'templates', 'images', 'externallinks', 'sections', 'tocdata', 'displaytitle'] as const),
  ...(['iwlinks', 'properties', 'parsewarnings'] as const),
];

/** The same, told only when it is asked for. */
const ASKED = ['indicators', 'modules', 'jsconfigvars', 'encodedjsconfigvars'] as const;

/** Of the site description, or else those that come with MediaWiki. */
function skins({ info }: Site): readonly string[] {
  const told = ((info.skins ?? []) as readonly { readonly code?: unknown }[]).flatMap(({ code }) =>
    typeof code === 'string' ? [code] : [],
  );
  return told.length > 0 ? told : ['apioutput', 'fallback', 'json', 'minerva', 'monobook', 'timeless', 'vector', 'vector-2022'];
}

export default defineAction({
  name: 'parse',
  prefix: '',
  summary: 'Parses content and tells what came of it.',
  cache: ({ pst, onlypst }, actor) => (pst || onlypst || seesAnythingHidden(actor) ? 'private' : 'anon-public'),
  sources: ['database', 'clock'],
  differences: [
    'The HTML has the form of MediaWiki’s, but neither its report of limits nor thumbnails.',
    'A heading that comes from a template has no index.',
    'Nothing is known of what styles and scripts a page would load: their lists are empty.',
    'Neither the frame of the page is told (headhtml, subtitle, categorieshtml) nor the report of limits.',
  ],
  params: {
    title: p.string().help('The page on which the text would stand. Left out: API.'),
    text: p.string().long().help('The text to parse.'),
    revid: p.int().help('The revision that {{REVISIONID}} and its like tell of.'),
    summary: p.string().help('A summary to parse.'),
    page: p.string().help('Parse the text of this page.'),
    pageid: p.int().help('Parse the text of the page with this id.'),
    redirects: p.boolean().help('Follow a redirect of "page" or "pageid".'),
    oldid: p.int().help('Parse the text of this revision.'),
    prop: p
      .enum([...PARSED, ...ASKED, 'revid', 'wikitext', 'parsetree'])
      .multi()
      .values({ since: '1.43' }, 'tocdata')
      .default([...PARSED, 'revid'])
      .help('What to tell.'),
    wrapoutputclass: p.string().default('mw-parser-output').help('The class of the element around the HTML; empty for no element.'),
    usearticle: p.boolean().help('Parse as for a view of the page; it makes no difference.'),
    pst: p.boolean().help('Prepare the text that was sent as if it were saved, before it is parsed.'),
    onlypst: p.boolean().help('Only prepare the text as if it were saved.'),
    effectivelanglinks: p.boolean().deprecated().help('Add the language links of extensions; there are none.'),
    section: p.string().help('Parse this section alone; "new" puts the text below a heading.'),
    sectiontitle: p.string().help('The heading of a new section.'),
    disablepp: p.boolean().deprecated().help('The same as "disablelimitreport".'),
    disablelimitreport: p.boolean().help('Leave out the report of limits, which is never there.'),
    disableeditsection: p.boolean().help('Leave out links to edit sections.'),
    disablestylededuplication: p.boolean().help('Keep styles that repeat others; there are none.'),
    showstrategykeys: p.boolean().help('Tell how configuration variables would be merged; there are none.'),
    generatexml: p.boolean().deprecated().help('Tell the structure of the text, too.'),
    preview: p.boolean().help('Parse as for a preview.'),
    sectionpreview: p.boolean().help('Parse as for the preview of a section.'),
    disabletoc: p.boolean().help('Leave out the table of contents.'),
    useskin: p.enum(skins).help('Parse as for this skin; it makes no difference.'),
    contentformat: contentFormatParam().help('The format of the text that was sent.'),
    contentmodel: contentModelParam().help('The content model of the text that was sent. Left out: that of the page.'),
  },
  atMostOne: [
    ['page', 'pageid', 'oldid', 'text'],
    ['page', 'pageid', 'oldid', 'title'],
  ],
  returns,
  services: { messages },
  examples: { 'action=parse&page=Main%20Page': 'The HTML of a page, and what it links.' },

  async execute(q) {
    const { params, site, titles, request } = q;
    const { section, summary, prop } = params;
    const isNew = section === 'new';
    if (section !== undefined && !isNew && !/^(?:T-)?\d+$/.test(section)) throw invalidSection();
    const named = await namedSource(q, params);
    const source = named ?? (await sent());
    const { title, pageId, revision } = source;
    const language = pageLanguage(site, { ...title, lang: source.language, contentModel: source.model });
    const wiki = { title, revision, language, messages: q.services.messages };
    const written = named || !isNew || !params.sectiontitle ? source.text : `== ${params.sectiontitle} ==\n\n${source.text}`;
    const isPrepared = !named && (params.pst || params.onlypst) && source.model === 'wikitext';
    const prepared = isPrepared ? await preSaveTransform(written, q.actor.name, await pageContext(q, wiki)) : written;
    if (params.onlypst) return { parse: { text: prepared, ...(prop.has('wikitext') && { wikitext: written }) } };
    const warning = warningOfLoader(name => prop.has(name));
    if (warning) q.warn(warning);
    const options = { extensionTags: extensionTagsOf(site) };
    const text = section === undefined || isNew ? prepared : await sectionOf(prepared, section, options, request);
    if (text === undefined) throw noSuchSection(section as string, titles.text(title));
    const wants = (name: Wanted | 'revid' | 'wikitext' | 'parsetree'): boolean => prop.has(name);
    const isParsed =
      (PARSED.some(wants) || ASKED.some(wants)) && (named !== undefined || params.text !== undefined || summary === undefined);
    const fields = isParsed ? await pageFields(q, { ...source, text }, language, params) : undefined;
    const said = summary ?? (isNew && params.sectiontitle ? `/* ${params.sectiontitle} */ new section` : undefined);
    return {
      parse: {
        title: titles.text(title),
        pageid: pageId,
        ...(wants('revid') && revision !== undefined && section === undefined && { revid: revision }),
        ...(source.redirects && { redirects: source.redirects }),
        ...(fields?.text !== undefined && { text: fields.text }),
        ...(said !== undefined && { parsedsummary: (await formatComments(q, [{ text: said, title }]))[0] as string }),
        ...fields?.before,
        ...(wants('wikitext') && { wikitext: section === undefined || isNew ? written : text }),
        ...(wants('wikitext') && isPrepared && { psttext: prepared }),
        ...fields?.behind,
        ...((wants('parsetree') || params.generatexml) && { parsetree: await parseTreeOf(text, options, request) }),
      },
    };

    async function sent(): Promise<Source> {
      const title: Title | undefined = titles.local(params.title ?? 'API');
      if (!title) throw invalidTitle({ title: params.title ?? '' });
      const hasText = params.text !== undefined;
      if (hasText && params.title === undefined && params.contentmodel === undefined) q.warn(noContentModel());
      if (!hasText && params.title !== undefined) q.warn(titleWithoutText());
      const model = params.contentmodel ?? (params.title === undefined ? 'wikitext' : undefined);
      return sentSource(q, params.text ?? '', title, model, params.revid);
    }
  },
});

const noContentModel = () =>
  message('parse-nocontentmodel', 'Neither "title" nor "contentmodel" is given: the text is taken for wikitext.', {
    key: 'apiwarn-parse-nocontentmodel',
    params: ['wikitext'],
  });

const titleWithoutText = () =>
  message('parse-titlewithouttext', '"title" says where "text" stands, which is not given. To parse a page, name it by "page".', {
    key: 'apiwarn-parse-titlewithouttext',
  });
