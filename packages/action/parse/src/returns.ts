import { f } from '@wikiquery/core';
import { loaderFields } from '@wikiquery/rendering';

/** Declares a string that formatversion=1 wraps in an object. */
const wrapped = () =>
  f
    .string()
    .v1(text => ({ '*': text }))
    .asElement();

const section = {
  toclevel: f.int().help('Depth in the table of contents.'),
  level: f.string().help('Heading level from 1 to 6.'),
  line: f.string().help('Heading in HTML.'),
  number: f.string().help('Number in the table of contents.'),
  index: f.string().help('Section number in its source text, prefixed with `T-` for transcluded pages. Empty if unknown.'),
  fromtitle: f.oneOf(f.string(), f.no()).help('Page that contains the heading.'),
  byteoffset: f.nullable(f.int()).help('Number of characters before the heading.'),
  anchor: f.string().help('Id of the heading element.'),
  linkAnchor: f.string().help('Fragment for links to the heading.'),
};

const tocSection = {
  tocLevel: f.int().help('Depth in the table of contents.'),
  hLevel: f.int().help('Heading level from 1 to 6.'),
  line: f.string().help('Heading in HTML.'),
  number: f.string().help('Number in the table of contents.'),
  index: f.string().help('Section number in its source text, prefixed with `T-` for transcluded pages. Absent if unknown.').optional(),
  fromTitle: f.string().help('Page that contains the heading.').optional(),
  codepointOffset: f.int().help('Number of characters before the heading.').optional(),
  anchor: f.string().help('Id of the heading element.'),
};

const link = {
  ns: f.int().help('Namespace number.'),
  exists: f.boolean().help('Whether the page exists.'),
  title: f.string().content().help('Title.'),
};

export const returns = f.record({
  parse: f
    .object({
      title: f.string().help('Title of the parsed page, or the context title of the text.').optional(),
      pageid: f.int().help('Id of the page; 0 if it does not exist.').optional(),
      textdeleted: f.flag().help('The text is revision-deleted.'),
      textsuppressed: f.flag().help('The text is suppressed.'),
      revid: f.int().help('Id of the parsed revision.').optional(),
      redirects: f
        .array(
          f.object({
            from: f.string().help('Title of the redirect.'),
            to: f.string().help('Target title.'),
            tofragment: f.string().help('Fragment of the target.').optional(),
          }),
        )
        .element('r')
        .help('Redirects that the request followed.')
        .optional(),
      text: wrapped().help('HTML of the text; with `onlypst` the text after the pre-save transform.').optional(),
      parsedsummary: wrapped().help('Edit summary in HTML.').optional(),
      langlinks: f
        .array(
          f.object({
            lang: f.string().help('Language code.'),
            url: f.string().help('Address of the page.').optional(),
            langname: f.string().help("Language name in the user's language.").optional(),
            autonym: f.string().help('Language name in that language itself.').optional(),
            title: f.string().content().help('Title of the page in the other language.'),
          }),
        )
        .element('ll')
        .help('Interlanguage links of the page.')
        .optional(),
      categories: f
        .array(
          f.object({
            sortkey: f.string().help('Sort key that the text sets; empty if it sets none.'),
            category: f.string().content().help('Category title without the namespace.'),
            missing: f.flag().help('The category has no page.'),
            hidden: f.flag().help('The category is hidden.'),
          }),
        )
        .element('cl')
        .help('Categories of the page.')
        .optional(),
      categorieshtml: wrapped().help('Same data in HTML.').optional(),
      links: f.array(f.object(link)).element('pl').help('Linked pages.').optional(),
      templates: f.array(f.object(link)).element('tl').help('Transcluded pages.').optional(),
      images: f.array(f.string()).element('img').help('Files that are shown or linked.').optional(),
      externallinks: f.array(f.string()).element('el').help('External links.').optional(),
      sections: f.array(f.object(section)).element('s').help('Sections of the page.').optional(),
      tocdata: f
        .nullable(
          f.object({
            sections: f.array(f.object(tocSection)).element('_v').help('Sections of the page.'),
            extensionData: f.array(f.string()).help('Data from extensions.'),
          }),
        )
        .help('Sections in the table-of-contents format.')
        .since('1.43')
        .optional(),
      showtoc: f.boolean().help('Whether the page shows a table of contents.').optional(),
      parsewarnings: f.array(f.string()).element('pw').help('Warnings of an edit preview.').optional(),
      parsewarningshtml: f.array(f.string()).element('pw').help('Same data in HTML.').optional(),
      displaytitle: f.string().asElement().help('Display title in HTML.').optional(),
      subtitle: f.string().help('Text below the title.').optional(),
      headitems: f.array(f.string()).element('hi').help('Items for the HTML head.').optional(),
      headhtml: wrapped().help('Start of the HTML document up to and including the body tag.').optional(),
      ...loaderFields,
      indicators: f.map(f.string()).element('indicator', 'name').help('Page status indicators in HTML, by name.').optional(),
      iwlinks: f
        .array(
          f.object({
            prefix: f.string().help('Interwiki prefix.'),
            url: f.string().help('Address of the page.').optional(),
            title: f.string().content().help('Title with its interwiki prefix.'),
          }),
        )
        .element('iw')
        .help('Interwiki links of the text.')
        .optional(),
      wikitext: wrapped().help('Source text that was parsed.').optional(),
      psttext: wrapped().help('Source text after the pre-save transform.').optional(),
      properties: f
        .map(f.string())
        .v1(properties => Object.entries(properties).map(([name, value]) => ({ name, '*': value })))
        .element('property', 'name')
        .help('Page properties that the text sets, by name.')
        .optional(),
      limitreportdata: f
        .array(f.assoc(f.oneOf(f.string(), f.int(), f.boolean())).element('param'))
        .element('lr')
        .help('Resource use of the parser by limit `name`: `0` is the amount used, `1` the limit.')
        .optional(),
      limitreporthtml: wrapped().help('Same data in HTML.').optional(),
      parsetree: wrapped().help('Parse tree in XML.').optional(),
    })
    .help('Parsed text and its metadata.'),
});
