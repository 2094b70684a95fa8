// What a wiki answers to every query module, with everything that the module can tell.
interface Parameter {
  readonly name: string;
  readonly type?: unknown;
  readonly multi?: boolean;
  readonly required?: boolean;
}

interface Module {
  readonly name: string;
  readonly prefix: string;
  readonly group: string;
  readonly parameters: readonly Parameter[];
}

type Params = Readonly<Record<string, string>>;
type Json = { readonly [key: string]: unknown };

/** What no dump tells, or is never twice the same. */
const LEFT_OUT: ReadonlySet<string> = new Set(['random', 'tokens', 'userinfo']);
const NAMESPACES = ['0', '1', '2', '6', '10', '14'];

async function ask(api: string, params: Params): Promise<Json> {
  const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params });
  const response = await fetch(api, { method: 'POST', body });
  return (await response.json()) as Json;
}

async function modulesOf(api: string): Promise<readonly Module[]> {
  const { paraminfo } = (await ask(api, { action: 'paraminfo', modules: 'query+*' })) as unknown as {
    paraminfo: { modules: readonly Module[] };
  };
  return paraminfo.modules.filter(({ name, group }) => ['list', 'prop', 'meta'].includes(group) && !LEFT_OUT.has(name));
}

/** Queries of all modules that a wiki has: lists with everything, properties of all pages. */
export async function allQueries(api: string): Promise<Params[]> {
  return (await modulesOf(api)).flatMap(({ name, prefix, group, parameters }) => {
    const values = (wanted: string): string | undefined => {
      const { type, multi } = parameters.find(parameter => parameter.name === wanted) ?? {};
      return Array.isArray(type) && multi ? type.filter(value => !NOT_ASKED.has(String(value))).join('|') : undefined;
    };
    const [props, limit] = [values('prop'), parameters.some(parameter => parameter.name === 'limit')];
    const common: Params = {
      action: 'query',
      [group]: name,
      ...(props && { [`${prefix}prop`]: props }),
      ...(parameters.some(parameter => parameter.name === 'slots') && { [`${prefix}slots`]: '*' }),
      ...(limit && { [`${prefix}limit`]: 'max' }),
    };
    if (group !== 'prop') return variants(name).map(more => ({ ...common, ...more }));
    const { rvlimit: _, ...withoutLimit } = common as Record<string, string>;
    return NAMESPACES.map(gapnamespace => ({
      ...(name === 'revisions' ? withoutLimit : common),
      ...{ generator: 'allpages', gaplimit: '50', gapnamespace },
    }));
  });
}

/** What would be asked for needs rights, or tells of the moment. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  'parsetree',
  'statistics-time',
  'dbrepllag',
  'watched',
  'notificationtimestamp',
  'patrolled',
  'autopatrolled',
]);

/** Lists that tell nothing, or of one namespace only, unless they are asked for something. */
function variants(name: string): Params[] {
  const of = (prefix: string): Params[] => NAMESPACES.map(id => ({ [`${prefix}namespace`]: id }));
  switch (name) {
    case 'allpages':
      return of('ap');
    case 'allredirects':
      return of('ar');
    case 'alllinks':
      return of('al');
    case 'backlinks':
      return ['Heron', 'Crane', 'Talk:Ibis'].map(bltitle => ({ bltitle }));
    case 'embeddedin':
      return ['Template:Heron', 'Template:Crane'].map(eititle => ({ eititle }));
    case 'imageusage':
      return ['File:Heron.svg', 'File:Crane.svg'].map(iutitle => ({ iutitle }));
    case 'categorymembers':
      return ['Heron', 'Stork', 'Seen', 'Unseen'].map(title => ({ cmtitle: `Category:${title}` }));
    case 'usercontribs':
      return ['Pella', 'Ada', '192.0.2.3'].map(ucuser => ({ ucuser }));
    case 'search':
      return ['heron', 'bird', 'crane'].map(srsearch => ({ srsearch, srnamespace: '*' }));
    case 'prefixsearch':
      return [{ pssearch: 'H' }];
    case 'users':
      return [{ ususers: 'Pella|Ada|Bo|Cleo' }];
    default:
      return [{}];
  }
}

/** A query to its end, what it tells in one text for each record, so that parts of answers need not be cut at the same places. */
export async function answerTo(api: string, params: Params): Promise<readonly string[]> {
  const told: string[] = [];
  let next: Params | undefined = {};
  for (let turns = 0; next; turns++) {
    const { batchcomplete: _, continue: more, ...answer }: Json = await ask(api, { ...params, ...next });
    const { query, ...others } = answer;
    collect(told, others, '');
    collect(told, query, 'query');
    if (turns > 500) throw new Error(`There is no end of ${JSON.stringify(params)}.`);
    next = more as Params | undefined;
  }
  return told.sort();
}

/** Records of lists, and of pages each property. */
function collect(told: string[], value: unknown, path: string): void {
  if (Array.isArray(value) && path === 'query.pages') {
    for (const { pageid, title, ...props } of value as (Json & { readonly pageid?: number; readonly title: string })[])
      for (const [key, prop] of Object.entries(props)) collect(told, prop, `${pageid} ${title} ${key}`);
  } else if (Array.isArray(value)) for (const item of value) told.push(`${path}: ${JSON.stringify(item)}`);
  else if (typeof value === 'object' && value !== null && path.split('.').length < 3 && !/ /.test(path)) {
    for (const [key, item] of Object.entries(value)) collect(told, item, path === '' ? key : `${path}.${key}`);
  } else if (value !== undefined) told.push(`${path}: ${JSON.stringify(value)}`);
}
