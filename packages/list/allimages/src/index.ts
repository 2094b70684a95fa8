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
  sort: p.enum(['name', 'timestamp']).default('name').help('Sort key of the list.'),
  dir: p.enum(['ascending', 'descending', 'newer', 'older']).default('ascending').help('Sort direction.'),
  from: p.string().help('File name to start at. Requires `aisort=name`.'),
  to: p.string().help('File name to end at. Requires `aisort=name`.'),
  continue: p.continue(),
  start: p.timestamp().help('Upload time to start at. Requires `aisort=timestamp`.'),
  end: p.timestamp().help('Upload time to end at. Requires `aisort=timestamp`.'),
  prop: props.param().default(['timestamp', 'url']).help('File properties to return.'),
  prefix: p.string().help('Include only files with this name prefix. Requires `aisort=name`.'),
  minsize: p.int().help('Minimum file size in bytes.'),
  maxsize: p.int().help('Maximum file size in bytes.'),
  sha1: p.string().help('Include only files with this SHA-1 hash in hexadecimal.'),
  sha1base36: p.string().help('Include only files with this SHA-1 hash in base 36.'),
  user: p.user('name', 'ip', 'temp', 'interwiki', 'id').help('Include only files uploaded by this user. Requires `aisort=timestamp`.'),
  filterbots: p
    .enum(['all', 'bots', 'nobots'])
    .default('all')
    .help('Include or exclude files uploaded by bots. Requires `aisort=timestamp`.'),
  mime: p.string().multi().help('Include only files of these MIME types.'),
  limit: p.limit().help('Number of files to return.'),
};

/** Lists all files by name or upload time, as MediaWiki's `list=allimages` does. */
export default defineModule({
  group: 'list',
  name: 'allimages',
  prefix: PREFIX,
  summary: 'List all files by name or upload time.',
  cache: 'public',
  // The bot filter depends on the clock, because group memberships expire.
  sources: ({ filterbots }) => (filterbots === 'all' ? ['database'] : ['database', 'clock']),
  generator: true,
  params,
  element: 'img',
  returns: props,
  services: fileServices,
  examples: { 'list=allimages&aisort=timestamp&aidir=older&aiprop=user|size': 'Latest files with their uploader and size.' },

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
      const record = describe(byName.get(name) as StoredFile);
      return { ...(nameIsLate ? { ...record, name } : { name, ...record }), ...q.titles.fields(NS.FILE, name) };
    });
  },
});

const isForward = (dir: ParamsOut<typeof params>['dir']): boolean => dir === 'ascending' || dir === 'newer';

const NOTHING = needsOf(new Set(), false);

/** Throws if parameters cannot be combined with the sort key or with each other. */
function checkMix(values: ParamsOut<typeof params>): void {
  const isByName = values.sort === 'name';
  for (const name of isByName ? (['start', 'end', 'user'] as const) : (['from', 'to', 'prefix'] as const)) {
    if (values[name] !== undefined) throw onlySortedBy(name, isByName ? 'timestamp' : 'name');
  }
  if (values.filterbots === 'all') return;
  if (isByName) throw onlySortedBy('filterbots', 'timestamp');
  if (values.user) throw notTogether('user', 'filterbots');
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

/** Includes or excludes files uploaded by members of groups with the `bot` right. */
function whereBot<Q extends Files>({ site, now }: Env, files: Q, isBot: boolean): Q {
  const groups = [...site.groups.values()].filter(({ rights }) => rights.includes('bot')).map(({ name }) => name);
  return files.where(({ exists, not, selectFrom }) => {
    const memberships = whereEquals(selectFrom('actor').innerJoin('user_groups', 'ug_user', 'actor_user').select('ug_user'), {
      ug_group: groups,
    })
      .whereRef('actor_id', '=', 'img_actor')
      .where(is => is.or([is('ug_expiry', 'is', null), is('ug_expiry', '>=', toTimestamp(now))]));
    return isBot ? exists(memberships) : not(exists(memberships));
  }) as Q;
}

const noRedirects = () =>
  new ApiError(
    message('invalidparammix', 'As a generator, allimages returns files, which have no redirects to follow. Omit "redirects".', {
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
    message('invalidparammix-cannotusewith', `The parameters "${PREFIX}${name}" and "${PREFIX}${other}" cannot be combined.`, {
      key: 'apierror-invalidparammix-cannotusewith',
      params: [`${PREFIX}${name}`, `${PREFIX}${other}`],
    }),
  );

const mimeSearchDisabled = () => new ApiError(message('mimesearchdisabled', 'This wiki is too large to search its files by MIME type.'));
