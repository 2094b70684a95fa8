import { estimateTokens } from '@wikiquery/markdown';
import { z } from 'zod';
import { readCursor, writeCursor } from './cursor.ts';
import { describeModule, describeModules, parameterSchema } from './paraminfo.ts';
import { cursor, defineTool, limit, nextCursor } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** The query modules of the wiki. */
export const listModules = defineTool({
  name: 'list-modules',
  title: 'List the query modules',
  description:
    'List the query modules of the wiki, with what each returns. They read what no other tool reads: logs, users, blocks, files, tags, links and more. Describe one with describe-module, then request it with query.',
  input: z.object({
    group: z.enum(['list', 'prop', 'meta']).optional().describe('prop: data of pages; list: records; meta: data of the wiki'),
    text: z.string().min(1).max(100).optional().describe('Only modules whose name or description contains this text'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    modules: z.array(
      z.object({
        name: z.string(),
        group: z.string(),
        summary: z.string(),
        generator: z.boolean().optional().describe('Whether it can select the pages of prop modules'),
      }),
    ),
    nextCursor: nextCursor(),
  }),
  async run({ cursor: given, limit: most, ...args }, context) {
    const offset = Number(readCursor('list-modules', args, given).offset ?? 0);
    const text = args.text?.toLowerCase() ?? '';
    const found = (await describeModules('query+*', context)).filter(
      ({ name, group, description = '', deprecated }) =>
        !deprecated && (args.group === undefined || group === args.group) && `${name} ${description}`.toLowerCase().includes(text),
    );
    const modules = found.slice(offset, offset + most).map(({ name, group = '', description = '', generator }) => ({
      ...{ name, group, summary: description.slice(0, 300) },
      ...(generator && { generator }),
    }));
    const end = offset + most;
    return { data: { modules, nextCursor: found.length > end ? writeCursor('list-modules', args, { offset: end }) : undefined } };
  },
});

/** Maximum tokens of a result schema. */
const MOST_OF_SCHEMA = 8000;

/** One query module. */
export const describeModuleTool = defineTool({
  name: 'describe-module',
  title: 'Describe a query module',
  description: 'Return the parameters of a query module as JSON Schema, with examples, for the tool query.',
  input: z.object({
    name: z.string().min(1).max(80).describe('Name of the module, such as allpages'),
    withResult: z.boolean().default(false).describe('Also return the JSON Schema of its result, if the wiki provides it'),
  }),
  output: z.object({
    name: z.string(),
    group: z.string().describe('Parameter of query that selects the module: list, prop or meta'),
    summary: z.string(),
    generator: z.boolean(),
    parameters: z.looseObject({}).describe('JSON Schema of the parameters'),
    examples: z.array(z.object({ query: z.string(), description: z.string().optional() })),
    result: z.looseObject({}).optional().describe('JSON Schema of the result'),
  }),
  async run({ name, withResult }, context) {
    const module = await describeModule(name, context);
    const { group = '', description = '', generator = false, examples = [] } = module;
    const result = withResult ? await context.source.resultSchema?.(group, name) : undefined;
    if (result && estimateTokens(JSON.stringify(result)) > MOST_OF_SCHEMA)
      throw new ToolError(`The schema of the result is too long. Leave out "withResult", and request one record of ${name} with query.`);
    const { $schema: _, ...parameters } = z.toJSONSchema(parameterSchema(module), { io: 'input' });
    return {
      data: {
        ...{ name: module.name, group, summary: description, generator, parameters },
        examples: examples.slice(0, 3).map(({ query, description }) => ({ query, description })),
        ...(result && { result: { ...result } }),
      },
    };
  },
});
