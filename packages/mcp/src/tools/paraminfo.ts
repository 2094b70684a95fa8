import { z } from 'zod';
import type { ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** A parameter as `action=paraminfo` describes it. */
export interface ModuleParameter {
  readonly name: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly required?: boolean;
  readonly multi?: boolean;
  readonly deprecated?: boolean;
  readonly default?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly highmax?: number;
  readonly highlimit?: number;
  readonly submodules?: Readonly<Record<string, string>>;
}

/** A module as `action=paraminfo` describes it. */
export interface ModuleInfo {
  readonly name: string;
  readonly path: string;
  readonly group?: string;
  readonly prefix: string;
  readonly description?: string;
  readonly generator?: boolean;
  readonly deprecated?: boolean;
  readonly parameters: readonly ModuleParameter[];
  readonly examples?: readonly { readonly query: string; readonly description?: string }[];
}

interface ParaminfoResponse {
  readonly paraminfo?: { readonly modules?: readonly ModuleInfo[] };
}

/** Maximum number of cached responses. Their keys come from clients. */
const MOST_DESCRIPTIONS = 300;

/** Returns the modules that a path names, such as `query+allpages`, or `query+*` for all. Throws a ToolError for an unknown module. */
export async function describeModules(path: string, { source, signal }: ToolContext): Promise<readonly ModuleInfo[]> {
  const { descriptions } = source;
  const known = descriptions.get(path);
  if (known) return (await known) as readonly ModuleInfo[];
  const request = source.wiki.request({ action: 'paraminfo', modules: path, helpformat: 'wikitext' }, { signal });
  const { paraminfo } = (await request) as unknown as ParaminfoResponse;
  const modules = paraminfo?.modules ?? [];
  if (modules.length === 0)
    throw new ToolError(`The wiki has no module "${path.replace(/^query\+/, '')}". List the modules with list-modules.`);
  if (descriptions.size >= MOST_DESCRIPTIONS) descriptions.clear();
  descriptions.set(path, Promise.resolve(modules));
  return modules;
}

/** Names that a module may have. Others would change the request. */
const NAME = /^[a-z][a-z0-9-]{0,60}$/i;

export async function describeModule(name: string, context: ToolContext): Promise<ModuleInfo> {
  if (!NAME.test(name)) throw new ToolError(`"${name.slice(0, 80)}" is not the name of a module. List the modules with list-modules.`);
  const [module] = await describeModules(`query+${name}`, context);
  return module as ModuleInfo;
}

/** Returns the JSON Schema of the parameters of a module, with the prefix in their names. Values of several are arrays. */
export function parameterSchema(module: ModuleInfo): z.ZodObject {
  return z.strictObject(Object.fromEntries(module.parameters.map(each => [`${module.prefix}${each.name}`, schemaOf(each)])));
}

/** Returns the schema of one parameter. */
export function schemaOf(parameter: ModuleParameter): z.ZodType {
  const { multi, required, description = '', deprecated, highlimit } = parameter;
  const one = valueSchema(parameter);
  const value = multi ? z.array(one).max(highlimit ?? MOST_VALUES) : one;
  const said = `${deprecated ? 'Deprecated. ' : ''}${description}`.slice(0, MOST_OF_DESCRIPTION);
  return required ? value.describe(said) : value.optional().describe(said);
}

function valueSchema({ type = 'string', min, max, highmax }: ModuleParameter): z.ZodType {
  if (typeof type !== 'string') return z.enum(type as [string, ...string[]]);
  switch (type) {
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z
        .number()
        .int()
        .min(min ?? -(2 ** 53))
        .max(highmax ?? max ?? 2 ** 53);
    case 'limit':
      return z.union([
        z
          .number()
          .int()
          .min(min ?? 0)
          .max(highmax ?? max ?? MOST_VALUES),
        z.literal('max'),
      ]);
    default:
      return z.string().max(MOST_OF_VALUE);
  }
}

/** Maximum number of values, and characters of a value and a description. */
const MOST_VALUES = 5000;
const MOST_OF_VALUE = 8000;
const MOST_OF_DESCRIPTION = 400;

/** Converts texts to the types that the schema of a parameter has: numbers, booleans, and arrays for values separated by `|`. */
export function typedValue({ type = 'string', multi }: ModuleParameter, given: unknown): unknown {
  if (multi) {
    const values = typeof given === 'string' ? given.split('|') : Array.isArray(given) ? given : [given];
    return values.map(value => typedValue({ name: '', type }, value));
  }
  if (type === 'boolean' && typeof given === 'string') return given !== 'false';
  if ((type === 'integer' || type === 'limit') && typeof given === 'string' && /^-?\d{1,15}$/.test(given)) return Number(given);
  return typeof given === 'number' && type !== 'integer' && type !== 'limit' ? String(given) : given;
}
