import type { Values } from '@wikiquery/client';
import { estimateTokens } from '@wikiquery/markdown';
import { z } from 'zod';
import { describeModule, describeModules, type ModuleInfo, type ModuleParameter, schemaOf, typedValue } from './paraminfo.ts';
import { askPage, cursor, defineTool, nextCursor, type ToolContext, tokens } from './tool.ts';
import { ToolError } from './tool-error.ts';

const value = z.union([z.string().max(8000), z.number(), z.boolean(), z.array(z.union([z.string().max(8000), z.number()])).max(500)]);

/** Modules whose results are for programs that log in or edit. */
const EXCLUDED = new Set(['tokens', 'authmanagerinfo']);

/** Maximum number of modules in one request. */
const MOST_MODULES = 10;

/** Any query of the API. */
export const query = defineTool({
  name: 'query',
  title: 'Query the API of the wiki',
  description:
    'Send any request of action=query, with one or more modules, for what no other tool reads. Parameters are those of MediaWiki, such as {"list": "allpages", "apprefix": "Foo", "aplimit": 10}. describe-module explains the parameters of a module. The result has formatversion 2.',
  input: z.object({
    parameters: z
      .record(z.string().regex(/^[a-z][a-z0-9-]{0,60}$/), value)
      .refine(given => Object.keys(given).length <= 60, 'A request can have at most 60 parameters')
      .describe('Parameters with their prefixes. Several values: an array, or a text with |'),
    maxTokens: tokens(4000),
    cursor: cursor(),
  }),
  output: z.object({
    query: z.looseObject({}).describe('The object "query" of the response'),
    warnings: z.array(z.string()).optional(),
    nextCursor: nextCursor(),
  }),
  async run(args, context) {
    const parameters = await checkedParameters(args.parameters, context);
    const { response, nextCursor } = await askPage<{ query?: Record<string, unknown> }>(context, 'query', args, parameters);
    const data = {
      query: response.query ?? {},
      ...(response.warnings && { warnings: response.warnings.slice(0, 5).map(({ text }) => text.slice(0, 300)) }),
      nextCursor,
    };
    const size = estimateTokens(JSON.stringify(data));
    if (size <= args.maxTokens) return { data };
    throw new ToolError(
      `The result has ${size} tokens, more than maxTokens (${args.maxTokens}). Lower the limit of the module, select fewer properties, or raise maxTokens.`,
    );
  },
});

type Given = Readonly<Record<string, z.output<typeof value>>>;

/** Returns the parameters with the types that the modules declare. Throws a ToolError that explains all problems. */
async function checkedParameters(given: Given, context: ToolContext): Promise<Values> {
  const [main] = (await describeModules('query', context)) as readonly [ModuleInfo];
  const names = ['prop', 'list', 'meta'].flatMap(group => valuesOf(given[group]));
  const generators = valuesOf(given.generator);
  if (names.length + generators.length > MOST_MODULES) throw new ToolError(`One request can have at most ${MOST_MODULES} modules.`);
  const excluded = names.find(name => EXCLUDED.has(name));
  if (excluded !== undefined) throw new ToolError(`The module "${excluded}" cannot be requested here: it serves programs that edit.`);
  const allowed = new Map<string, ModuleParameter>();
  const add = ({ prefix, parameters }: ModuleInfo, before: string): void => {
    for (const parameter of parameters) allowed.set(`${before}${prefix}${parameter.name}`, parameter);
  };
  add(main, '');
  for (const name of names) add(await describeModule(name, context), '');
  for (const name of generators) add(await describeModule(name, context), 'g');
  const checked: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const parameter = allowed.get(name);
    if (!parameter) {
      problems.push(`there is no parameter "${name}" of these modules`);
      continue;
    }
    const { success, data, error } = schemaOf(parameter).safeParse(typedValue(parameter, value));
    if (success) checked[name] = data;
    else problems.push(`"${name}": ${error.issues[0]?.message.slice(0, 300)}`);
  }
  for (const [name, { required }] of allowed) if (required && !Object.hasOwn(given, name)) problems.push(`"${name}" is required`);
  if (problems.length === 0) return checked as Values;
  throw new ToolError(
    `Invalid parameters: ${problems.slice(0, 8).join('; ')}. See describe-module for ${[...names, ...generators].join(', ') || 'a module'}.`,
  );
}

const valuesOf = (value: Given[string] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat().flatMap(each => String(each).split('|'));
