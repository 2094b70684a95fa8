// Reads the responses of a wiki to queries of all modules.
import { type Ask, type QueryModule, type Question, readOffer } from '../requests/modules.ts';

/** Modules whose responses are random, depend on the session, or contain data that no dump has. */
const EXCLUDED_MODULES: ReadonlySet<string> = new Set(['random', 'tokens', 'userinfo']);
/** Values of `prop` that require rights or vary with time. */
const EXCLUDED_PROPS: ReadonlySet<string> = new Set([
  ...['parsetree', 'statistics-time', 'dbrepllag', 'watched', 'notificationtimestamp', 'patrolled', 'autopatrolled'],
]);
const NAMESPACES = ['0', '1', '2', '6', '10', '14'];

/** Returns queries of all modules: lists with all properties, and properties of all pages. */
export async function allQueries(ask: Ask): Promise<Question[]> {
  const { modules } = await readOffer(ask);
  return modules.filter(({ name }) => !EXCLUDED_MODULES.has(name)).flatMap(queriesOf);
}

function queriesOf({ name, prefix, group, parameters }: QueryModule): Question[] {
  const has = (key: string): boolean => parameters.some(parameter => parameter.name === key);
  const prop = parameters.find(({ name: key, multi, values }) => key === 'prop' && multi && values.length > 0);
  const common: Question = {
    [group]: name,
    ...(prop && { [prop.wireName]: prop.values.filter(value => !EXCLUDED_PROPS.has(value)).join('|') }),
    ...(has('slots') && { [`${prefix}slots`]: '*' }),
    // `prop=revisions` accepts no limit for several pages.
    ...(has('limit') && name !== 'revisions' && { [`${prefix}limit`]: 'max' }),
  };
  if (group !== 'prop') return variants(name).map(more => ({ ...common, ...more }));
  return NAMESPACES.map(gapnamespace => ({ ...common, generator: 'allpages', gaplimit: '50', gapnamespace }));
}

/** Returns the required parameters of a list, or its namespaces, one value per query. */
function variants(name: string): Question[] {
  const each = (parameter: string, values: readonly string[]): Question[] => values.map(value => ({ [parameter]: value }));
  switch (name) {
    case 'allpages':
      return each('apnamespace', NAMESPACES);
    case 'allredirects':
      return each('arnamespace', NAMESPACES);
    case 'alllinks':
      return each('alnamespace', NAMESPACES);
    case 'backlinks':
      return each('bltitle', ['Heron', 'Crane', 'Talk:Ibis']);
    case 'embeddedin':
      return each('eititle', ['Template:Heron', 'Template:Crane']);
    case 'imageusage':
      return each('iutitle', ['File:Heron.svg', 'File:Crane.svg']);
    case 'categorymembers':
      return each('cmtitle', ['Category:Heron', 'Category:Stork', 'Category:Seen', 'Category:Unseen']);
    case 'usercontribs':
      return each('ucuser', ['Pella', 'Ada', '192.0.2.3']);
    case 'search':
      return each('srsearch', ['heron', 'bird', 'crane']).map(query => ({ ...query, srnamespace: '*' }));
    case 'prefixsearch':
      return [{ pssearch: 'H' }];
    case 'users':
      return [{ ususers: 'Pella|Ada|Bo|Cleo' }];
    default:
      return [{}];
  }
}

type Json = { readonly [key: string]: unknown };

/** Continues a query to its end. Returns the records as sorted strings, so that two wikis may split responses differently. */
export async function recordsOf(ask: Ask, query: Question): Promise<readonly string[]> {
  const records: string[] = [];
  let next: Question | undefined = {};
  for (let responses = 0; next; responses++) {
    const { batchcomplete: _, continue: more, query: found, ...others } = await ask({ ...query, ...next });
    collect(records, others, '');
    collect(records, found, 'query');
    if (responses > 500) throw new Error(`The continuation of ${JSON.stringify(query)} does not end.`);
    next = more as Question | undefined;
  }
  return records.sort();
}

/** Adds the items of lists, and each property of pages. */
function collect(records: string[], value: unknown, path: string): void {
  if (Array.isArray(value) && path === 'query.pages') {
    for (const { pageid, title, ...props } of value as (Json & { readonly pageid?: number; readonly title: string })[])
      for (const [key, prop] of Object.entries(props)) collect(records, prop, `${pageid} ${title} ${key}`);
  } else if (Array.isArray(value)) for (const item of value) records.push(`${path}: ${JSON.stringify(item)}`);
  else if (typeof value === 'object' && value !== null && path.split('.').length < 3 && !/ /.test(path)) {
    for (const [key, item] of Object.entries(value)) collect(records, item, path === '' ? key : `${path}.${key}`);
  } else if (value !== undefined) records.push(`${path}: ${JSON.stringify(value)}`);
}
