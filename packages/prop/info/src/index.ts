import { ApiError, badContinue, defineModule, f, message, p, Records, type Returned, RowEntries, type Title } from '@wikiquery/core';
import { messages } from '@wikiquery/messages';
import type { Subject } from '@wikiquery/permissions';
import { testActions } from './actions.ts';
import { basicShape, basics } from './basics.ts';
import { loadParts, parts } from './parts.ts';
import { subjectsOf } from './subjects.ts';

const props = f.props(parts, {
  ...basicShape,
  actions: f
    .map(f.oneOf(f.boolean(), f.array(f.message()).element('error')))
    .optional()
    .help('Whether the reader may do it, or why not, by action.'),
  wouldautocreate: f.map(f.boolean()).optional().help('Whether it would make a temporary account, by action.'),
});

/** Props that are the same for every reader. */
const PUBLIC: ReadonlySet<string> = new Set([
  'protection',
  'talkid',
  'subjectid',
  'associatedpage',
  'url',
  'preload',
  'displaytitle',
  'varianttitles',
]);

/** How many actions one response tests, for readers without and with `apihighlimits`. */
const MOST_TESTS = { low: 50, high: 500 };

export default defineModule({
  group: 'prop',
  name: 'info',
  prefix: 'in',
  summary: 'Basic facts about pages, their protection, and what the reader may do with them.',
  cache: ({ prop, testactions }) => (!testactions?.size && [...(prop ?? [])].every(name => PUBLIC.has(name)) ? 'public' : 'private'),
  sources: ({ prop }) => ([...(prop ?? [])].every(name => PUBLIC.has(name)) ? ['database'] : ['database', 'clock']),
  params: {
    prop: props
      .param()
      .values({ since: '1.41' }, 'preloadcontent', 'editintro')
      .deprecatedValues('readable', 'preload')
      .help('What to tell besides the basic facts.'),
    linkcontext: p
      .title()
      .siteDefault(site => site.general.mainpage)
      .help('The page on which links get the classes of linkclasses.'),
    testactions: p
      .string()
      .multi()
      .help('Actions, named by the right that they take: tell which of them the reader may perform on each page.'),
    testactionsdetail: p
      .enum(['boolean', 'full', 'quick'])
      .default('boolean')
      .help('boolean: true or false; full: why not; quick: why not, without the expensive checks.'),
    testactionsautocreate: p.boolean().since('1.41').help('Tell whether the actions would create a temporary account.'),
    preloadcustom: p
      .string()
      .since('1.41')
      .mark('preloadcontentonly', 'Only with inprop=preloadcontent.')
      .help('Title of a page to preload content from.'),
    preloadparams: p
      .string()
      .multi()
      .since('1.41')
      .mark('preloadcontentonly', 'Only with inprop=preloadcontent.')
      .help('Values for $1, $2 … of that page.'),
    preloadnewsection: p
      .boolean()
      .since('1.41')
      .mark('preloadcontentonly', 'Only with inprop=preloadcontent.')
      .help('The content is for a new section.'),
    editintrostyle: p
      .enum(['lessframes', 'moreframes'])
      .default('moreframes')
      .since('1.41')
      .mark('editintroonly', 'Only with inprop=editintro.')
      .help('Whether messages come in a frame.'),
    editintroskip: p.string().multi().since('1.41').mark('editintroonly', 'Only with inprop=editintro.').help('Messages to leave out.'),
    editintrocustom: p
      .string()
      .since('1.41')
      .mark('editintroonly', 'Only with inprop=editintro.')
      .help('Title of a page to show as introduction.'),
    continue: p.continue(),
  },
  returns: props,
  services: { messages },
  placement: 'spread',
  examples: { 'prop=info&titles=Main%20Page&inprop=protection|url': 'A page, its protection and its address.' },

  async execute(q) {
    const { prop, testactions: actions } = q.params;
    if ((prop?.has('preloadcontent') || prop?.has('editintro')) && !isOnePage(q.pages)) throw onlyOnePage(q.wirePrefix);
    const all = subjectsOf(q, startOf(q.params.continue, q.titles));
    const tests = q.actor.can('apihighlimits') ? MOST_TESTS.high : MOST_TESTS.low;
    const subjects = actions?.size ? all.slice(0, Math.ceil(tests / actions.size)) : all;
    const rest = all[subjects.length];

    const [addParts, tellActions] = await Promise.all([
      loadParts(q, subjects),
      actions?.size ? testActions(q, actions, subjects) : undefined,
    ]);
    const records = subjects.map((subject): Returned<typeof props> => {
      const record = basics(q, subject);
      addParts(record, subject);
      return tellActions ? Object.assign(record, tellActions(subject)) : record;
    });
    const ids = subjects.map(({ id }) => id);
    return new Records(new RowEntries(subjects, records, cursorOf, ids), rest && cursorOf(rest));
  },
});

const isOnePage = ({
  found,
  missing,
  revisions,
  deletedRevisions,
}: { [K in 'found' | 'missing' | 'revisions' | 'deletedRevisions']: ReadonlyMap<number, unknown> }) =>
  found.size + missing.size <= 1 && revisions.size + deletedRevisions.size <= 1;

const cursorOf = ({ namespace, dbkey }: Subject): string => `${namespace}|${dbkey.replaceAll('_', ' ')}`;

/** The title that the continue value names. */
function startOf(text: string | undefined, titles: { make(namespace: number, text: string): Title | undefined }): Title | undefined {
  if (text === undefined) return undefined;
  const [, namespace, name, ...more] = /^(-?\d+)\|([^|]*)(\|.*)?$/s.exec(text) ?? [];
  const title = namespace === undefined || name === undefined || more[0] !== undefined ? undefined : titles.make(Number(namespace), name);
  if (!title) throw badContinue();
  return title;
}

const onlyOnePage = (prefix: string) =>
  new ApiError(
    message('invalidparammix', 'The values "preloadcontent" and "editintro" work for one page and one revision at a time.', {
      key: 'apierror-info-singlepagerevision',
      params: [prefix],
    }),
  );
