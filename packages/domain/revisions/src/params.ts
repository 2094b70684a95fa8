import { type DataSource, type ParamsOut, p } from '@wikiquery/core';
import { contentFormatParam } from './content-models.ts';

/** What a list of revisions can tell of each. */
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

export type RevisionProp = (typeof PROPS)[number];

const limit = p
  .boundedLimit()
  .help('How many revisions to return; at most 50 (500 for bots) when content is asked for, and one at a time when it is parsed.');

/** The parameters that every list of revisions has. */
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
    .help('Which slots to tell of. When left out, the main slot is told of in an old format.'),
  'contentformat-{slot}': contentFormatParam().each({ slot: 'slots' }).since('1.41').help('Format of the content of a slot.'),
  limit,
  expandtemplates: p.boolean().deprecated().help('Expand templates in the content.'),
  generatexml: p.boolean().deprecated().help('Add the parse tree of the content as XML.'),
  parse: p.boolean().deprecated().help('Give the content as HTML. Then only one revision is returned at a time.'),
  section: p.string().help('Only give the content of this section.'),
  diffto: p.string().deprecated().help('Compare each revision with this one: an id, prev, next or cur.'),
  difftotext: p.string().long().deprecated().help('Compare each revision with this text.'),
  difftotextpst: p.boolean().deprecated().help('Prepare the text as if it were saved, before it is compared.'),
  contentformat: contentFormatParam().deprecated().help('Format of the content and of the text to compare with.'),
};

/** The same for a list that can be had of a single page only. */
export const singlePageRevisionParams = { ...revisionParams, limit: limit.mark('singlepageonly', 'Works for a single page only.') };

export type RevisionParams = ParamsOut<typeof revisionParams>;

/** Wikitext that is expanded may tell the time. */
export const revisionSources = ({
  expandtemplates,
  parse,
  difftotextpst,
}: Pick<RevisionParams, 'expandtemplates' | 'parse' | 'difftotextpst'>): readonly DataSource[] =>
  expandtemplates || parse || difftotextpst ? ['database', 'clock'] : ['database'];
