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
import { type ParsedProp, pageFields } from './page-fields.ts';
import { returns } from './returns.ts';
import { namedSource, sentSource } from './source.ts';

/** Properties returned by default that require parsing the text. */
const PARSED = [
  ...(['text', 'langlinks', 'categories', 'links', 'templates', 'images', 'externallinks', 'sections', 'tocdata', 'displaytitle'] as const),
  ...(['iwlinks', 'properties', 'parsewarnings'] as const),
];

/** Properties returned on request that require parsing the text. */
const ASKED = [
  ...(['categorieshtml', 'headhtml', 'headitems', 'subtitle', 'parsewarningshtml', 'indicators', 'modules', 'jsconfigvars'] as const),
  ...(['encodedjsconfigvars', 'limitreportdata', 'limitreporthtml'] as const),
];

/** Returns the skins in the site configuration, or else the skins bundled with MediaWiki. */
function skins({ info }: Site): readonly string[] {
  const codes = ((info.skins ?? []) as readonly { readonly code?: unknown }[]).flatMap(({ code }) =>
    typeof code === 'string' ? [code] : [],
  );
  return codes.length > 0 ? codes : ['apioutput', 'fallback', 'json', 'minerva', 'monobook', 'timeless', 'vector', 'vector-2022'];
}

/** Parses a page, a revision or a wikitext into HTML and metadata, as MediaWiki's `action=parse` does. */
export default defineAction({
  name: 'parse',
  prefix: '',
  summary: 'Parse a page, a revision or a wikitext and return HTML and metadata.',
  cache: ({ pst, onlypst }, actor) => (pst || onlypst || canSeeAnythingHidden(actor) ? 'private' : 'anon-public'),
  sources: ['database', 'clock'],
  differences: [
    'The HTML has MediaWiki’s structure, without the comment of the limit report. Images from other repositories have no thumbnails.',
    'ResourceLoader modules and configuration variables are known for JSON pages only. Other lists are empty.',
    'The limit report counts nodes and tags by this server’s own parser and times the page as a whole. `headhtml` contains nothing from a skin.',
  ],
  params: {
    title: p.string().help('Title used as the context of the text. Default: `API`.'),
    text: p.string().long().help('Text to parse.'),
    revid: p.int().help('Revision that `{{REVISIONID}}` and similar variables refer to.'),
    summary: p.string().help('Edit summary to parse.'),
    page: p.string().help('Title of the page to parse.'),
    pageid: p.int().help('Id of the page to parse.'),
    redirects: p.boolean().help('Follow the redirect if `page` or `pageid` names one.'),
    oldid: p.int().help('Id of the revision to parse.'),
    prop: p
      .enum([...PARSED, ...ASKED, 'revid', 'wikitext', 'parsetree'])
      .multi()
      .values({ since: '1.43' }, 'tocdata')
      .deprecatedValues('headitems')
      .default([...PARSED, 'revid'])
      .help('Data to return.'),
    wrapoutputclass: p.string().default(OUTPUT_CLASSES).help('Classes of the element around the HTML. An empty value omits the element.'),
    usearticle: p.boolean().help('Parse as for a page view. Has no effect.'),
    pst: p.boolean().help('Apply the pre-save transform to `text` before parsing it.'),
    onlypst: p.boolean().help('Return the text after the pre-save transform without parsing it.'),
    effectivelanglinks: p.boolean().deprecated().help('Include language links from extensions. There are none, so this has no effect.'),
    section: p.string().help('Number of the section to parse. `new` adds `sectiontitle` as a heading to the text.'),
    sectiontitle: p.string().help('Heading of the new section.'),
    disablepp: p.boolean().deprecated().help('Use `disablelimitreport` instead.'),
    disablelimitreport: p.boolean().help('Omit the limit report from the HTML. Has no effect, as the HTML never contains one.'),
    disableeditsection: p.boolean().help('Omit section edit links.'),
    disablestylededuplication: p.boolean().help('Keep repeated style sheets. Has no effect.'),
    showstrategykeys: p.boolean().help('Return the merge strategies of configuration variables. There are none, so this has no effect.'),
    generatexml: p.boolean().deprecated().help('Return the parse tree in XML.'),
    preview: p.boolean().help('Parse as for an edit preview.'),
    sectionpreview: p.boolean().help('Parse as for the edit preview of a section.'),
    disabletoc: p.boolean().help('Omit the table of contents.'),
    useskin: p.enum(skins).help('Skin to render for. Some skins place the table of contents outside the page.'),
    contentformat: contentFormatParam().help('Content format of `text`.'),
    contentmodel: contentModelParam().help('Content model of `text`. Default: the model of the page.'),
  },
  atMostOne: [
    ['page', 'pageid', 'oldid', 'text'],
    ['page', 'pageid', 'oldid', 'title'],
    ['page', 'pageid', 'oldid', 'revid'],
  ],
  returns,
  // Requests that page views and the REST API send.
  precompute: { name: 'html', page: 'pageid', of: ['prop=text', 'prop=text&disableeditsection=1&disabletoc=1'] },
  services: { messages, renderCache },
  examples: { 'action=parse&page=Main%20Page': 'HTML and links of a page.' },

  async execute(q) {
    const { params, site, titles, request } = q;
    const { section, summary, prop, sectiontitle } = params;
    const isNew = section === 'new';
    if (section !== undefined && !isNew && !/^(?:T-)?\d+$/.test(section)) throw invalidSection();
    const isNamed = params.page !== undefined || params.pageid !== undefined || params.oldid !== undefined;
    if (isNamed && isNew) throw newSectionOfPage();
    const source = isNamed ? await namedSource(q, params) : await sentSource(q, params, prop.size > 0 || params.generatexml);
    const { title, pageId, revision, model, pageModel } = source;
    const language = pageLanguage(site, { ...title, lang: source.language, contentModel: pageModel });
    const where = params.pageid === undefined ? titles.text(title) : { message: { key: 'pageid', params: [params.pageid] } };
    const { text, saved } = isNamed
      ? { text: await sectionText(q, source, section, where), saved: undefined }
      : await sentContent(q, source, language, params);
    const comment = summaryOf({ summary, sectiontitle, isNew });
    const parsedsummary = comment === undefined ? undefined : (await formatComments(q, [{ text: comment, title, isOnPage: isNew }]))[0];
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

    function wants(name: ParsedProp): boolean {
      return prop.has(name);
    }
  },
});

/** Returns the edit summary that an edit form would create; undefined if none is requested. */
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

/** Strips markup from a heading. */
const sectionName = (heading: string): string =>
  heading
    .replaceAll(/\[\[:?([^[|]+)\|([^[]+)\]\]/g, '$2')
    .replaceAll(/\[\[:?([^[]+)\|?\]\]/g, '$1')
    .replaceAll(/\[(?:[a-z][a-z0-9+.-]*:(?!\/\/ )|\/\/)[^ ]+? ([^[]+)\]/gi, '$1')
    .replaceAll(/'{2,}/g, '')
    .replaceAll(/<[^<>]*>/g, '');
