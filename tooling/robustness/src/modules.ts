/** A parameter, as `action=paraminfo` describes it. */
export interface Parameter {
  /** With the prefix of the module. */
  readonly wireName: string;
  readonly name: string;
  /** The kind of value. */
  readonly kind: string;
  /** The accepted values, where they can be listed. */
  readonly values: readonly string[];
  readonly multi: boolean;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The parameters that fill the holes of a name like `contentformat-{slot}`. */
  readonly holes: readonly string[];
}

export interface QueryModule {
  readonly name: string;
  readonly group: 'prop' | 'list' | 'meta';
  readonly prefix: string;
  readonly isGenerator: boolean;
  readonly parameters: readonly Parameter[];
}

/** What a server offers. */
export interface Offer {
  readonly modules: readonly QueryModule[];
  /** Parameters of the request and of action=query. */
  readonly common: readonly Parameter[];
  /** The other actions. */
  readonly actions: readonly { readonly name: string; readonly parameters: readonly Parameter[] }[];
}

/** Asks a server what its modules take: whatever is installed is tried, without a list of modules here. */
export async function readOffer(ask: (params: Readonly<Record<string, string>>) => Promise<unknown>): Promise<Offer> {
  const { paraminfo } = (await ask({ action: 'paraminfo', modules: '**', format: 'json', formatversion: '2' })) as Paraminfo;
  const { paraminfo: main } = (await ask({ action: 'paraminfo', modules: 'main|json', format: 'json', formatversion: '2' })) as Paraminfo;
  const described = paraminfo.modules;
  const inQuery = (group: string): group is QueryModule['group'] => group === 'prop' || group === 'list' || group === 'meta';
  const modules = described.flatMap(module =>
    module.path.startsWith('query+') && inQuery(module.group)
      ? [
          {
            name: module.name,
            group: module.group,
            prefix: module.prefix,
            isGenerator: module.generator === true,
            parameters: parametersOf(module),
          },
        ]
      : [],
  );
  if (modules.length === 0) throw new Error('The server offers no query modules.');
  const actions = described
    .filter(({ path, group }) => group === 'action' && !path.includes('+'))
    .map(module => ({ name: module.name, parameters: parametersOf(module) }));
  const common = [...main.modules.flatMap(parametersOf), ...(actions.find(({ name }) => name === 'query')?.parameters ?? [])];
  return { modules, common, actions: actions.filter(({ name }) => name !== 'query') };
}

interface Paraminfo {
  readonly paraminfo: { readonly modules: readonly Described[] };
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
