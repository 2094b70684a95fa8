import { type DataSource, type ParamsOut, p } from '@wikiquery/core';
import { contentFormatParam } from './content-models.ts';

const PROPS = [
  'ids',
  'flags',
  'timestamp',
  'user',
  'userid',
  'size',
  'slotsize',
  'sha1',
  'slotsha1',
  'contentmodel',
  'comment',
  'parsedcomment',
  'content',
  'tags',
  'roles',
  'parsetree',
] as const;

/** Property of a revision in the parameter `prop`. */
export type RevisionProp = (typeof PROPS)[number];

const limit = p.boundedLimit().help('Number of revisions to return. At most 50 (500 for bots) with content, and 1 with parsed content.');

/** Parameters of modules that list revisions. */
export const revisionParams = {
  prop: p
    .enum(PROPS)
    .multi()
    .default(['ids', 'timestamp', 'flags', 'comment', 'user'])
    .deprecatedValues('parsetree')
    .help('Revision properties to return.'),
  slots: p
    .enum(site => site.configuration.slotRoles)
    .multi()
    .all()
    .help('Slots to return. Default: the main slot, in a deprecated format.'),
  'contentformat-{slot}': contentFormatParam().each({ slot: 'slots' }).since('1.41').help('Format of the content of a slot.'),
  limit,
  expandtemplates: p.boolean().deprecated().help('Expand templates in the content.'),
  generatexml: p.boolean().deprecated().help('Add the parse tree of the content as XML.'),
  parse: p.boolean().deprecated().help('Return the content of a single revision as HTML.'),
  section: p.string().help('Return only the content of this section.'),
  diffto: p.string().deprecated().help('Compare each revision with another one: an id, `prev`, `next` or `cur`.'),
  difftotext: p.string().long().deprecated().help('Compare each revision with this text.'),
  difftotextpst: p.boolean().deprecated().help('Apply a pre-save transform to the text before the comparison.'),
  contentformat: contentFormatParam().deprecated().help('Format of the content and of the text to compare with.'),
};

/** Like {@link revisionParams}, for a module whose `limit` works only for a single page. */
export const singlePageRevisionParams = { ...revisionParams, limit: limit.mark('singlepageonly', 'Works for a single page only.') };

/** Values of {@link revisionParams}. */
export type RevisionParams = ParamsOut<typeof revisionParams>;

/** Returns the data sources of a response. Expanded wikitext can contain the current time. */
export const revisionSources = ({
  expandtemplates,
  parse,
  difftotextpst,
  diffto,
}: Pick<RevisionParams, 'expandtemplates' | 'parse' | 'difftotextpst' | 'diffto'>): readonly DataSource[] => {
  if (expandtemplates || parse || difftotextpst) return ['database', 'clock'];
  // `diffto` can be a revision of another page.
  return diffto === undefined ? ['pages'] : ['database'];
};
