/** Parameters of a request. */
export type Question = Readonly<Record<string, string>>;

/** Sends a request, with action=query unless it specifies another action. Returns the JSON of the response. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
export type Ask = (question: Question) => Promise<any>;

/** A parameter as described by `action=paraminfo`. */
export interface Parameter {
  /** Name with the prefix of the module. */
  readonly wireName: string;
  readonly name: string;
  readonly kind: string;
  /** Accepted values of an enumeration; empty for other types. */
  readonly values: readonly string[];
  readonly multi: boolean;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Placeholders of a name such as `contentformat-{slot}`. */
  readonly holes: readonly string[];
}

export interface QueryModule {
  readonly name: string;
  readonly group: 'prop' | 'list' | 'meta';
  readonly prefix: string;
  readonly isGenerator: boolean;
  readonly parameters: readonly Parameter[];
}

/** Returns a request that uses a module as a generator instead of as a list or property. */
export function asGenerator({ group, name, prefix }: QueryModule, question: Question): Record<string, string> {
  const rest = Object.entries(question).filter(([key]) => key !== group);
  const renamed = rest.map(([key, value]) => [key !== 'titles' && key.startsWith(prefix) ? `g${key}` : key, value]);
  return { generator: name, ...Object.fromEntries(renamed) };
}

/** Modules, parameters and actions of a server. */
export interface Offer {
  readonly modules: readonly QueryModule[];
  /** Parameters of the main module, of format=json and of action=query. */
  readonly common: readonly Parameter[];
  /** Actions other than `query`. */
  readonly actions: readonly { readonly name: string; readonly parameters: readonly Parameter[] }[];
}

/** Reads all installed modules from `action=paraminfo`. Throws if the server has no query modules. */
export async function readOffer(ask: Ask): Promise<Offer> {
  const describe = async (modules: string): Promise<readonly Described[]> =>
    (await ask({ action: 'paraminfo', modules })).paraminfo.modules;
  const described = await describe('**');
  const inQuery = (group: string): group is QueryModule['group'] => group === 'prop' || group === 'list' || group === 'meta';
  const modules = described.flatMap((module): QueryModule[] => {
    const { name, path, group, prefix, generator = false } = module;
    return path.startsWith('query+') && inQuery(group)
      ? [{ name, group, prefix, isGenerator: generator, parameters: parametersOf(module) }]
      : [];
  });
  if (modules.length === 0) throw new Error('The server offers no query modules.');
  const actions = described
    .filter(({ path, group }) => group === 'action' && !path.includes('+'))
    .map(module => ({ name: module.name, parameters: parametersOf(module) }));
  const common = [
    ...(await describe('main|json')).flatMap(parametersOf),
    ...(actions.find(({ name }) => name === 'query')?.parameters ?? []),
  ];
  return { modules, common, actions: actions.filter(({ name }) => name !== 'query') };
}

interface Described {
  readonly name: string;
  readonly path: string;
  readonly group: string;
  readonly prefix: string;
  readonly generator?: boolean;
  readonly parameters: readonly DescribedParameter[];
  readonly templatedparameters?: readonly DescribedParameter[];
}
interface DescribedParameter {
  readonly name: string;
  readonly type: string | readonly (string | number)[];
  readonly multi?: boolean;
  readonly required?: boolean;
  readonly sensitive?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly templatevars?: Readonly<Record<string, string>>;
}

const parametersOf = ({ prefix, parameters, templatedparameters = [] }: Described): Parameter[] =>
  [...parameters, ...templatedparameters].map(({ name, type, multi, required, sensitive, min, max, templatevars }) => ({
    name,
    wireName: prefix + name,
    kind: typeof type === 'string' ? type : 'enum',
    values: typeof type === 'string' ? [] : type.map(String),
    multi: multi === true,
    required: required === true,
    sensitive: sensitive === true,
    min,
    max,
    holes: Object.keys(templatevars ?? {}),
  }));
