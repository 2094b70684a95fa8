import { f } from '@wikiquery/core';
import { loaderFields } from '@wikiquery/rendering';

/** A text that the old format puts into an object of its own. */
const wrapped = () =>
  f
    .string()
    .v1(text => ({ '*': text }))
    .asElement();

const section = {
  toclevel: f.int().help('How deep it is in the table of contents.'),
  level: f.string().help('The level of the heading, 1 to 6.'),
  line: f.string().help('The heading as HTML.'),
  number: f.string().help('Its number in the table of contents.'),
  index: f.string().help('Which section of that text it is, with "T-" before it where the page includes it; empty where nobody can tell.'),
  fromtitle: f.oneOf(f.string(), f.no()).help('The page whose text has the heading.'),
  byteoffset: f.nullable(f.int()).help('Characters of the text before it.'),
  anchor: f.string().help('The id of the heading.'),
  linkAnchor: f.string().help('The same for links.'),
};

const tocSection = {
  tocLevel: f.int().help('How deep it is in the table of contents.'),
  hLevel: f.int().help('The level of the heading, 1 to 6.'),
  line: f.string().help('The heading as HTML.'),
  number: f.string().help('Its number in the table of contents.'),
  index: f
    .string()
    .help('Which section of that text it is, with "T-" before it where the page includes it; left out where nobody can tell.')
    .optional(),
  fromTitle: f.string().help('The page whose text has the heading.').optional(),
  codepointOffset: f.int().help('Characters of the text before it.').optional(),
  anchor: f.string().help('The id of the heading.'),
};

const link = {
  ns: f.int().help('The namespace.'),
  exists: f.boolean().help('Whether there is such a page.'),
  title: f.string().content().help('The title.'),
};

export const returns = f.record({
  parse: f
    .object({
      title: f.string().help('The page on which the text stands.').optional(),
      pageid: f.int().help('Its id; 0 where there is none.').optional(),
      textdeleted: f.flag().help('The text is hidden from most readers.'),
      textsuppressed: f.flag().help('The text is hidden from nearly all readers.'),
      revid: f.int().help('The revision whose text it is.').optional(),
      redirects: f
        .array(
          f.object({
            from: f.string().help('The redirect.'),
            to: f.string().help('Where it leads.'),
            tofragment: f.string().help('To which section.').optional(),
          }),
        )
        .element('r')
        .help('Redirects that were followed.')
        .optional(),
      text: wrapped().help('The text as HTML; with "onlypst" as it would be saved.').optional(),
      parsedsummary: wrapped().help('The summary as HTML.').optional(),
      langlinks: f
        .array(
          f.object({
            lang: f.string().help('The code of the language.'),
            url: f.string().help('The address of the page.').optional(),
            langname: f.string().help('The name of the language in that of the reader.').optional(),
            autonym: f.string().help('The name of the language in itself.').optional(),
            title: f.string().content().help('The title of the page there.'),
          }),
        )
        .element('ll')
        .help('The same page in other languages.')
        .optional(),
      categories: f
        .array(
          f.object({
            sortkey: f.string().help('What the page is sorted by, where the text says that.'),
            category: f.string().content().help('The title of the category, without namespace.'),
            missing: f.flag().help('It has no page.'),
            hidden: f.flag().help('Readers are not shown it.'),
          }),
        )
        .element('cl')
        .help('Categories that the text puts the page into.')
        .optional(),
      categorieshtml: wrapped().help('The same as HTML.').optional(),
      links: f.array(f.object(link)).element('pl').help('Pages that the text links.').optional(),
      templates: f.array(f.object(link)).element('tl').help('Pages that the text includes.').optional(),
      images: f.array(f.string()).element('img').help('Files that the text shows or links to.').optional(),
      externallinks: f.array(f.string()).element('el').help('Addresses that the text links.').optional(),
      sections: f.array(f.object(section)).element('s').help('The headings.').optional(),
      tocdata: f
        .nullable(
          f.object({
            sections: f.array(f.object(tocSection)).element('_v').help('The headings.'),
            extensionData: f.array(f.string()).help('What extensions add.'),
          }),
        )
        .help('The headings in another form.')
        .since('1.43')
        .optional(),
      showtoc: f.boolean().help('Whether the page has a table of contents.').optional(),
      parsewarnings: f.array(f.string()).element('pw').help('What a preview would warn of.').optional(),
      parsewarningshtml: f.array(f.string()).element('pw').help('The same as HTML.').optional(),
      displaytitle: f.string().asElement().help('The title as the page shows it, as HTML.').optional(),
      subtitle: f.string().help('What stands below the title.').optional(),
      headitems: f.array(f.string()).element('hi').help('What the head of the document needs.').optional(),
      headhtml: wrapped().help('What a document begins with, up to its body.').optional(),
      ...loaderFields,
      indicators: f
        .map(f.string())
        .element('indicator', 'name')
        .help('What stands beside the title of the page, as HTML, by its name.')
        .optional(),
      iwlinks: f
        .array(
          f.object({
            prefix: f.string().help('The prefix of the wiki.'),
            url: f.string().help('The address of the page.').optional(),
            title: f.string().content().help('The title with its prefix.'),
          }),
        )
        .element('iw')
        .help('Pages of other wikis that the text links.')
        .optional(),
      wikitext: wrapped().help('The text that was parsed.').optional(),
      psttext: wrapped().help('The text as it would be saved.').optional(),
      properties: f
        .map(f.string())
        .v1(properties => Object.entries(properties).map(([name, value]) => ({ name, '*': value })))
        .element('property', 'name')
        .help('Page properties that the text sets, by name.')
        .optional(),
      limitreportdata: f
        .array(f.assoc(f.oneOf(f.string(), f.int(), f.boolean())).element('param'))
        .element('lr')
        .help('What the page took of each limit ("name"): "0" is what it took, "1" the limit.')
        .optional(),
      limitreporthtml: wrapped().help('The same as HTML.').optional(),
      parsetree: wrapped().help('The structure of the text as XML.').optional(),
    })
    .help('What became of the text, and what was met on the way.'),
});
