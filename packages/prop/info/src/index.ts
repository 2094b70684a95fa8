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
    .help('Permissions by action: true or false, or the reasons for denial.'),
  wouldautocreate: f.map(f.boolean()).optional().help('Whether the action would create a temporary account, by action.'),
});

/** Properties that do not depend on the user. */
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

/** Properties that do not depend on other pages, such as the talk page. */
const OWN: ReadonlySet<string> = new Set(['url', 'displaytitle', 'varianttitles']);

/** Maximum number of tested actions per response, without and with `apihighlimits`. */
const MOST_TESTS = { low: 50, high: 500 };

const WITH_PRELOAD = 'Requires `inprop=preloadcontent`.';
const WITH_INTRO = 'Requires `inprop=editintro`.';

/** Returns basic properties, protection and permissions of pages, as MediaWiki's `prop=info` does. */
export default defineModule({
  group: 'prop',
  name: 'info',
  prefix: 'in',
  summary: 'Return basic properties, protection and permissions of pages.',
  cache: ({ prop, testactions }) => (!testactions?.size && [...(prop ?? [])].every(name => PUBLIC.has(name)) ? 'public' : 'private'),
  sources: ({ prop }) => {
    const names = [...(prop ?? [])];
    if (names.every(name => OWN.has(name))) return ['pages'];
    return names.every(name => PUBLIC.has(name)) ? ['database'] : ['database', 'clock'];
  },
  params: {
    prop: props
      .param()
      .values({ since: '1.41' }, 'preloadcontent', 'editintro')
      .deprecatedValues('readable', 'preload')
      .help('Properties to return in addition to the basic ones.'),
    linkcontext: p
      .title()
      .siteDefault(site => site.general.mainpage)
      .help('Page used as the context of `linkclasses`.'),
    testactions: p.string().multi().help('Actions whose permission to test, by the name of the required right.'),
    testactionsdetail: p
      .enum(['boolean', 'full', 'quick'])
      .default('boolean')
      .help('Detail of the results: `boolean` for true or false, `full` for reasons, `quick` for reasons without expensive checks.'),
    testactionsautocreate: p.boolean().since('1.41').help('Return whether the tested actions would create a temporary account.'),
    preloadcustom: p.string().since('1.41').mark('preloadcontentonly', WITH_PRELOAD).help('Title of the page whose content to preload.'),
    preloadparams: p
      .string()
      .multi()
      .since('1.41')
      .mark('preloadcontentonly', WITH_PRELOAD)
      .help('Values for `$1`, `$2` and so on in the preloaded text.'),
    preloadnewsection: p.boolean().since('1.41').mark('preloadcontentonly', WITH_PRELOAD).help('Preload content for a new section.'),
    editintrostyle: p
      .enum(['lessframes', 'moreframes'])
      .default('moreframes')
      .since('1.41')
      .mark('editintroonly', WITH_INTRO)
      .help('Whether to frame the introduction messages.'),
    editintroskip: p.string().multi().since('1.41').mark('editintroonly', WITH_INTRO).help('Keys of introduction messages to omit.'),
    editintrocustom: p.string().since('1.41').mark('editintroonly', WITH_INTRO).help('Title of the page to show as an introduction.'),
    continue: p.continue(),
  },
  returns: props,
  services: { messages },
  placement: 'spread',
  examples: { 'prop=info&titles=Main%20Page&inprop=protection|url': 'Protection and addresses of a page.' },

  async execute(q) {
    const { prop, testactions: actions } = q.params;
    if ((prop?.has('preloadcontent') || prop?.has('editintro')) && !isOnePage(q.pages)) throw onlyOnePage(q.wirePrefix);
    const all = subjectsOf(q, startOf(q.params.continue, q.titles));
    const tests = q.actor.can('apihighlimits') ? MOST_TESTS.high : MOST_TESTS.low;
    const subjects = actions?.size ? all.slice(0, Math.ceil(tests / actions.size)) : all;
    const rest = all[subjects.length];

    const [addParts, describeActions] = await Promise.all([
      loadParts(q, subjects),
      actions?.size ? testActions(q, actions, subjects) : undefined,
    ]);
    const records = subjects.map((subject): Returned<typeof props> => {
      const record = basics(q, subject);
      addParts(record, subject);
      return describeActions ? Object.assign(record, describeActions(subject)) : record;
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
