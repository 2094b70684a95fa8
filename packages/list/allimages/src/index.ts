import {
  ApiError,
  defineModule,
  type Env,
  f,
  message,
  NS,
  Pages,
  type ParamsOut,
  p,
  Records,
  readPage,
  toTimestamp,
} from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import {
  FILE_MARKS,
  FILE_PARTS,
  fileRecords,
  fileServices,
  needsOf,
  readSha1,
  type StoredFile,
  selectFiles,
  titleOf,
  toFiles,
} from '@wikiquery/files';
import { actorIdOf } from '@wikiquery/users';

const PREFIX = 'ai';

const { archivename: _archivename, thumbmime: _thumbmime, uploadwarning: _uploadwarning, ...parts } = FILE_PARTS;
const props = f.props(parts, { name: f.string(), ...FILE_MARKS, ...f.title() });

const params = {
  sort: p.enum(['name', 'timestamp']).default('name').help('By what to sort.'),
  dir: p.enum(['ascending', 'descending', 'newer', 'older']).default('ascending').help('The direction in which to list.'),
  from: p.string().help('The file name to start enumerating from; only when sorted by name.'),
  to: p.string().help('The file name to stop enumerating at; only when sorted by name.'),
  continue: p.continue(),
  start: p.timestamp().help('The time to start enumerating from; only when sorted by time.'),
  end: p.timestamp().help('The time to stop enumerating at; only when sorted by time.'),
  prop: props.param().default(['timestamp', 'url']).help('Which properties of each file to get.'),
  prefix: p.string().help('Only files whose names begin with this value; only when sorted by name.'),
  minsize: p.int().help('Only files with at least this many bytes.'),
  maxsize: p.int().help('Only files with at most this many bytes.'),
  sha1: p.string().help('Only files with this SHA-1 hash, in hexadecimal digits.'),
  sha1base36: p.string().help('Only files with this SHA-1 hash, in base 36.'),
  user: p.user('name', 'ip', 'temp', 'interwiki', 'id').help('Only files uploaded by this user; only when sorted by time.'),
  filterbots: p.enum(['all', 'bots', 'nobots']).default('all').help('Whether bots uploaded them; only when sorted by time.'),
  mime: p.string().multi().help('Only files of these MIME types.'),
  limit: p.limit().help('How many files to return.'),
};

export default defineModule({
  group: 'list',
  name: 'allimages',
  prefix: PREFIX,
  summary: 'Enumerate all files sequentially.',
  cache: 'public',
  // Membership in the group of bots ends.
  sources: ({ filterbots }) => (filterbots === 'all' ? ['database'] : ['database', 'clock']),
  generator: true,
  params,
  element: 'img',
  returns: props,
  services: fileServices,
  examples: { 'list=allimages&aisort=timestamp&aidir=older&aiprop=user|size': 'The newest files, who uploaded them and how big they are.' },

  async execute(q) {
    const { sort, dir, prop, limit, mime, minsize, maxsize, prefix } = q.params;
    if (q.asGenerator && q.followsRedirects) throw noRedirects();
    checkMix(q.params);
    const sha1 = readSha1(q.params);
    if (mime && q.site.configuration.miserMode) throw mimeSearchDisabled();
    if (mime?.size === 0) return q.asGenerator ? new Pages([]) : new Records<never>([]);

    const needs = q.asGenerator ? NOTHING : needsOf(prop, false);
    const actor = await actorIdOf(q.db, q.params.user);
    let files = whereEquals(selectFiles(q.db, needs), { img_sha1: sha1, img_actor: actor }).select(['img_name', 'img_timestamp']);
    const key = (text: string | undefined) => (text === undefined ? undefined : q.titles.partToKey(text, NS.FILE));
    if (minsize !== undefined) files = files.where('img_size', '>=', minsize);
    if (maxsize !== undefined) files = files.where('img_size', '<=', maxsize);
    if (mime) files = whereMime(files, mime);
    if (q.params.filterbots !== 'all') files = whereBot(q, files, q.params.filterbots === 'bots');

    const isFiltered = minsize !== undefined || maxsize !== undefined || mime !== undefined || q.params.filterbots !== 'all';
    const candidates =
      isFiltered && sha1 === undefined
        ? whereEquals(q.db.selectFrom('image').select(['img_name', 'img_timestamp']), { img_actor: actor })
        : undefined;
    const options = { limit, candidates, dir: isForward(dir) ? 'ascending' : 'descending', continue: q.params.continue } as const;
    const rows =
      sort === 'name'
        ? await readPage(files, {
            ...options,
            by: { img_name: 'string' },
            prefix: key(prefix),
            start: key(q.params.from),
            end: key(q.params.to),
          })
        : await readPage(files, {
            ...options,
            by: { img_timestamp: 'timestamp', img_name: 'string' },
            start: q.params.start,
            end: q.params.end,
          });
    if (q.asGenerator) return rows.pages(row => ({ title: titleOf(row) }));

    const stored = await toFiles(q, q.services.files, needs, rows.rows);
    const describe = await fileRecords(q, stored, { prop });
    const byName = new Map(stored.map(file => [file.name, file]));
    const nameIsLate = q.site.since('1.45');
    return rows.records(({ name }) => {
      const told = describe(byName.get(name) as StoredFile);
      return { ...(nameIsLate ? { ...told, name } : { name, ...told }), ...q.titles.fields(NS.FILE, name) };
    });
  },
});

const isForward = (dir: ParamsOut<typeof params>['dir']): boolean => dir === 'ascending' || dir === 'newer';

const NOTHING = needsOf(new Set(), false);

/** Some parameters only go with one way of sorting. */
function checkMix(given: ParamsOut<typeof params>): void {
  const isByName = given.sort === 'name';
  for (const name of isByName ? (['start', 'end', 'user'] as const) : (['from', 'to', 'prefix'] as const)) {
    if (given[name] !== undefined) throw onlySortedBy(name, isByName ? 'timestamp' : 'name');
  }
  if (given.filterbots === 'all') return;
  if (isByName) throw onlySortedBy('filterbots', 'timestamp');
  if (given.user) throw notTogether('user', 'filterbots');
}

type Files = ReturnType<typeof selectFiles>;

const whereMime = <Q extends Files>(files: Q, types: ReadonlySet<string>): Q =>
  files.where(is =>
    is.or(
      [...types].map(type => {
        const [major = '', minor = 'unknown'] = type.split(/\/(.*)/s);
        return is.and([is('img_major_mime', '=', major), is('img_minor_mime', '=', minor)]);
      }),
    ),
  ) as Q;

/** Files that were uploaded by members of groups with the right `bot`, or by others. */
function whereBot<Q extends Files>({ site, now }: Env, files: Q, wanted: boolean): Q {
  const groups = [...site.groups.values()].filter(({ rights }) => rights.includes('bot')).map(({ name }) => name);
  return files.where(({ exists, not, selectFrom }) => {
    const memberships = whereEquals(selectFrom('actor').innerJoin('user_groups', 'ug_user', 'actor_user').select('ug_user'), {
      ug_group: groups,
    })
      .whereRef('actor_id', '=', 'img_actor')
      .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]));
    return wanted ? exists(memberships) : not(exists(memberships));
  }) as Q;
}

const noRedirects = () =>
  new ApiError(
    message('invalidparammix', 'As a generator, allimages gives files, which redirects do not lead to: leave out "redirects".', {
      key: 'apierror-allimages-redirect',
    }),
  );

const onlySortedBy = (name: string, sort: string) =>
  new ApiError(
    message('invalidparammix', `The parameter "${PREFIX}${name}" may only be used with "${PREFIX}sort=${sort}".`, {
      key: 'apierror-invalidparammix-mustusewith',
      params: [`${PREFIX}${name}`, `${PREFIX}sort=${sort}`],
    }),
  );

const notTogether = (name: string, other: string) =>
  new ApiError(
    message('invalidparammix-cannotusewith', `The parameters "${PREFIX}${name}" and "${PREFIX}${other}" can not be used together.`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params: [`${PREFIX}${name}`, `${PREFIX}${other}`],
    }),
  );

const mimeSearchDisabled = () => new ApiError(message('mimesearchdisabled', 'This wiki is too big to search its files by MIME type.'));
