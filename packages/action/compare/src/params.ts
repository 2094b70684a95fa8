import { type ParamsOut, p } from '@wikiquery/core';
import { contentFormatParam, contentModelParam } from '@wikiquery/revisions';

const roles = () => p.enum(site => site.configuration.slotRoles);

/** What names one side, and may say what text to take in its place. */
const side = (slots: 'fromslots' | 'toslots') => ({
  title: p.string().help('The page to compare.'),
  id: p.int().help('The id of the page to compare.'),
  rev: p.int().help('The revision to compare.'),
  slots: roles().multi().help('Slots whose texts are sent. Those whose text is left out are taken away.'),
  'text-{slot}': p.string().long().each({ slot: slots }).help('The text of a slot.'),
  'section-{slot}': p.string().each({ slot: slots }).help('The text is that of this section; the rest is that of the revision.'),
  'contentformat-{slot}': contentFormatParam().each({ slot: slots }).help('The format of the text of a slot.'),
  'contentmodel-{slot}': contentModelParam()
    .each({ slot: slots })
    .help('The content model of a slot. Left out: that of the revision or page.'),
  pst: p.boolean().help('Prepare the texts that are sent as if they were saved.'),
  text: p.string().long().deprecated().help('The text of the main slot.'),
  contentformat: contentFormatParam().deprecated().help('The format of that text.'),
  contentmodel: contentModelParam().deprecated().help('The content model of that text.'),
  section: p.string().deprecated().help('Compare this section of the main slot alone.'),
});

const [from, to] = [side('fromslots'), side('toslots')];

export type SideParams = ParamsOut<typeof from>;

/** The same with the names of one side. */
type Prefixed<P extends string, T> = { [K in keyof T & string as `${P}${K}`]: T[K] };

const prefixed = <const P extends string, T extends object>(prefix: P, params: T) =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [prefix + name, param])) as Prefixed<P, T>;

const { totitle, toid, torev, ...rest } = prefixed('to', to);

export const params = {
  ...prefixed('from', from),
  totitle,
  toid,
  torev,
  torelative: p
    .enum(['cur', 'next', 'prev'])
    .help('Compare with a neighbour of the revision on the side "from", or with the current one of its page.'),
  ...rest,
  prop: p
    .enum(['diff', 'diffsize', 'rel', 'ids', 'title', 'user', 'comment', 'parsedcomment', 'size', 'timestamp'])
    .multi()
    .default(['diff', 'ids', 'title'])
    .help('What to tell: the difference, its bytes, the revisions before and behind, and what is known of both sides.'),
  slots: roles().multi().all().help('Tell the differences of these slots apart. Left out: of all together.'),
  difftype: p.enum(['table', 'unified']).values({ since: '1.41' }, 'unified').default('table').help('The form of the difference.'),
};

export type CompareParams = ParamsOut<typeof params>;
export type CompareProp = CompareParams['prop'] extends ReadonlySet<infer P> ? P : never;

/** The parameters of one side under their own names. */
export const sideOf = (given: CompareParams, prefix: 'from' | 'to'): SideParams =>
  Object.fromEntries(Object.keys(from).map(name => [name, given[`${prefix}${name}` as keyof CompareParams]])) as unknown as SideParams;
