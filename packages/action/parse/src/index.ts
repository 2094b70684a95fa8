import { formatComments } from '@wikiquery/comments';
import { p, type Site } from '@wikiquery/core';
import { defineAction } from '@wikiquery/core/host';
import { messages } from '@wikiquery/messages';
import { pageLanguage } from '@wikiquery/pages';
import { renderCache } from '@wikiquery/render-cache';
import { loaderWarning, OUTPUT_CLASSES } from '@wikiquery/rendering';
import { contentFormatParam, contentModelParam } from '@wikiquery/revisions';
import { canSeeAnythingHidden } from '@wikiquery/users';
import { extensionTagsOf, parseTreeOf } from '@wikiquery/wikitext';
import { sectionText, sentContent } from './content.ts';
import { invalidSection, newSectionOfPage, notWikitext } from './errors.ts';
import { pageFields, type WantedProp } from './page-fields.ts';
import { returns } from './returns.ts';
import { namedSource, sentSource } from './source.ts';

/** What only the HTML of a page tells. */
const PARSED = [
  ...(['text', 'langlinks', 'categories', 'links', 'templates', 'images', 'externallinks', 'sections', 'tocdata', 'displaytitle'] as const),
  ...(['iwlinks', 'properties', 'parsewarnings'] as const),
];

/** The same, told only when it is asked for. */
const ASKED = [
  ...(['categorieshtml', 'headhtml', 'headitems', 'subtitle', 'parsewarningshtml', 'indicators', 'modules', 'jsconfigvars'] as const),
  ...(['encodedjsconfigvars', 'limitreportdata', 'limitreporthtml'] as const),
];

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
  cache: ({ pst, onlypst }, actor) => (pst || onlypst || canSeeAnythingHidden(actor) ? 'private' : 'anon-public'),
  sources: ['database', 'clock'],
  differences: [
    'The HTML has the form of MediaWiki’s, but neither the comment with its report of limits nor thumbnails.',
    'Nothing is known of what styles and scripts a page would load, but for those of JSON: their lists are empty.',
    'The report of limits counts nodes and tags as this server meets them, and tells the time of the whole page alone; headhtml has nothing of a skin.',
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
      .deprecatedValues('headitems')
      .default([...PARSED, 'revid'])
      .help('What to tell.'),
    wrapoutputclass: p.string().default(OUTPUT_CLASSES).help('The class of the element around the HTML; empty for no element.'),
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
    useskin: p.enum(skins).help('Parse as for this skin: some have the table of contents elsewhere.'),
    contentformat: contentFormatParam().help('The format of the text that was sent.'),
    contentmodel: contentModelParam().help('The content model of the text that was sent. Left out: that of the page.'),
  },
  atMostOne: [
    ['page', 'pageid', 'oldid', 'text'],
    ['page', 'pageid', 'oldid', 'title'],
    ['page', 'pageid', 'oldid', 'revid'],
  ],
  returns,
  // As most read pages, and as the REST API gives them.
  precompute: { name: 'html', page: 'pageid', of: ['prop=text', 'prop=text&disableeditsection=1&disabletoc=1'] },
  services: { messages, renderCache },
  examples: { 'action=parse&page=Main%20Page': 'The HTML of a page, and what it links.' },

  async execute(q) {
    const { params, site, titles, request } = q;
    const { section, summary, prop, sectiontitle } = params;
    const isNew = section === 'new';
    if (section !== undefined && !isNew && !/^(?:T-)?\d+$/.test(section)) throw invalidSection();
    const isNamed = params.page !== undefined || params.pageid !== undefined || params.oldid !== undefined;
    if (isNamed && isNew) throw newSectionOfPage();
    const source = isNamed ? await namedSource(q, params) : await sentSource(q, params, prop.size > 0 || params.generatexml);
    const { title, pageId, revision, model } = source;
    const language = pageLanguage(site, { ...title, lang: source.language, contentModel: model });
    const where = params.pageid === undefined ? titles.text(title) : { message: { key: 'pageid', params: [params.pageid] } };
    const { text, saved } = isNamed
      ? { text: await sectionText(q, source, section, where), saved: undefined }
      : await sentContent(q, source, language, params);
    const said = summaryOf({ summary, sectiontitle, isNew });
    const parsedsummary = said === undefined ? undefined : (await formatComments(q, [{ text: said, title, isOnPage: isNew }]))[0];
    if (params.onlypst && !isNamed)
      return {
        parse: {
          text: saved as string,
          ...(prop.has('wikitext') && { wikitext: text }),
          ...(parsedsummary !== undefined && { parsedsummary }),
        },
      };
    const fields =
      PARSED.some(wants) || ASKED.some(wants)
        ? await pageFields(
            q,
            { ...source, text: saved ?? text, isCurrent: source.isCurrent === true && section === undefined },
            language,
            params,
          )
        : undefined;
    const warning = loaderWarning(name => prop.has(name));
    if (warning) q.warn(warning);
    const wantsTree = prop.has('parsetree') || params.generatexml;
    if (wantsTree && model !== 'wikitext') throw notWikitext();
    return {
      parse: {
        title: titles.text(title),
        pageid: pageId,
        ...(source.isHidden && { textdeleted: true as const }),
        ...(source.isSuppressed && { textsuppressed: true as const }),
        ...(isNamed && (params.oldid !== undefined || prop.has('revid')) && revision !== undefined && { revid: revision }),
        ...(source.redirects && { redirects: source.redirects }),
        ...(fields?.text !== undefined && { text: fields.text }),
        ...(parsedsummary !== undefined && { parsedsummary }),
        ...fields?.before,
        ...(prop.has('wikitext') && { wikitext: text, ...(saved !== undefined && { psttext: saved }) }),
        ...fields?.behind,
        ...(wantsTree && { parsetree: await parseTreeOf(text, { extensionTags: extensionTagsOf(site) }, request) }),
      },
    };

    function wants(name: WantedProp): boolean {
      return prop.has(name);
    }
  },
});

/** The comment that an edit form would make of these; undefined where nobody asks for one. */
function summaryOf({ summary, sectiontitle, isNew }: Summary): string | undefined {
  if (summary === undefined && (sectiontitle === undefined || !isNew)) return undefined;
  if (!isNew || (summary && sectiontitle)) return summary ?? '';
  const section = sectiontitle || summary;
  return section ? `/* ${sectionName(section)} */ new section` : '';
}

interface Summary {
  readonly summary: string | undefined;
  readonly sectiontitle: string | undefined;
  readonly isNew: boolean;
}

/** A heading as text: of links what they show, and no elements. */
const sectionName = (heading: string): string =>
  heading
    .replaceAll(/\[\[:?([^[|]+)\|([^[]+)\]\]/g, '$2')
    .replaceAll(/\[\[:?([^[]+)\|?\]\]/g, '$1')
    .replaceAll(/\[(?:[a-z][a-z0-9+.-]*:(?!\/\/ )|\/\/)[^ ]+? ([^[]+)\]/gi, '$1')
    .replaceAll(/'{2,}/g, '')
    .replaceAll(/<[^<>]*>/g, '');
