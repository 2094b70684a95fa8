import { type ParamsOut, p } from '@wikiquery/core';
import { contentFormatParam, contentModelParam } from '@wikiquery/revisions';

const roles = () => p.enum(site => site.configuration.slotRoles);

/** Parameters that select one side of the comparison or replace its text. */
const side = (slots: 'fromslots' | 'toslots') => ({
  title: p.string().help('Title of the page to compare.'),
  id: p.int().help('Id of the page to compare.'),
  rev: p.int().help('Id of the revision to compare.'),
  slots: roles().multi().help('Slots to replace by the texts of this request. A listed slot without a text is removed.'),
  'text-{slot}': p.string().long().each({ slot: slots }).help('Text of the slot.'),
  'section-{slot}': p.string().each({ slot: slots }).help('Section that the text replaces. The rest of the slot comes from the revision.'),
  'contentformat-{slot}': contentFormatParam().each({ slot: slots }).help('Content format of the slot text.'),
  'contentmodel-{slot}': contentModelParam()
    .each({ slot: slots })
    .help('Content model of the slot text. Default: the model of the revision or page.'),
  pst: p.boolean().help('Apply the pre-save transform to the given texts.'),
  text: p.string().long().deprecated().help('Text of the main slot.'),
  contentformat: contentFormatParam().deprecated().help('Content format of `text`.'),
  contentmodel: contentModelParam().deprecated().help('Content model of `text`.'),
  section: p.string().deprecated().help('Compare only this section of the main slot.'),
});

const [from, to] = [side('fromslots'), side('toslots')];

export type SideParams = ParamsOut<typeof from>;

type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}${K}`]: T[K] };

const prefixed = <const P extends string, T extends object>(prefix: P, params: T) =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [prefix + name, param])) as Prefixed<P, T>;

const { totitle, toid, torev, ...rest } = prefixed('to', to);

export const params = {
  ...prefixed('from', from),
  totitle,
  toid,
  torev,
  torelative: p.enum(['cur', 'next', 'prev']).help('Compare the `from` revision with the previous, next or current revision of its page.'),
  ...rest,
  prop: p
    .enum(['diff', 'diffsize', 'rel', 'ids', 'title', 'user', 'comment', 'parsedcomment', 'size', 'timestamp'])
    .multi()
    .default(['diff', 'ids', 'title'])
    .help('Data to return: the diff, its size, the adjacent revision ids, and metadata of both sides.'),
  slots: roles().multi().all().help('Return a separate diff for each of these slots. Default: one diff of all slots.'),
  difftype: p.enum(['table', 'unified']).values({ since: '1.41' }, 'unified').default('table').help('Format of the diff.'),
};

export type CompareParams = ParamsOut<typeof params>;
export type CompareProp = CompareParams['prop'] extends ReadonlySet<infer P> ? P : never;

/** Returns the parameters of one side by their names without the prefix `from` or `to`. */
export const sideOf = (values: CompareParams, prefix: 'from' | 'to'): SideParams =>
  Object.fromEntries(Object.keys(from).map(name => [name, values[`${prefix}${name}` as keyof CompareParams]])) as unknown as SideParams;
