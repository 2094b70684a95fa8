import type { Values } from '@wikiquery/client';
import { z } from 'zod';
import type { WikiSource } from '../wiki/source.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** The surroundings of one tool call. */
export interface ToolContext {
  readonly source: WikiSource;
  /** Aborted if the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports the progress of a long call. `total`: undefined if unknown. */
  progress(done: number, total: number | undefined, message: string): Promise<void>;
}

/** Result of a tool. */
export interface ToolResult<Data> {
  /** The structured result. */
  readonly data: Data;
  /** Text for the model. Default: `data` as JSON. */
  readonly text?: string;
  readonly image?: { readonly bytes: Uint8Array; readonly mimeType: string } | undefined;
}

/** A tool, which the server offers under its name. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(args: never, context: ToolContext): Promise<ToolResult<object>>;
}

/** Declares a tool. The types of its arguments and its result follow from its schemas. */
export const defineTool = <In extends z.ZodObject, Out extends z.ZodObject>(tool: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  run(args: z.output<In>, context: ToolContext): Promise<ToolResult<z.input<Out>>>;
}): Tool => tool as unknown as Tool;

/** Continuation of a response: parameters of the next request. */
export interface Continued {
  readonly continue?: Readonly<Record<string, string | number>>;
  readonly warnings?: readonly { readonly code: string; readonly text: string }[];
}

/** Sends a query. Rejects with a WikiError if the wiki rejects it. */
export async function ask<T>({ source, signal }: ToolContext, params: Values): Promise<T & Continued> {
  return (await source.wiki.request({ action: 'query', ...params }, { signal })) as unknown as T & Continued;
}

/** Sends a query whose continuation is the cursor of a tool call. Returns the response, and the cursor of the next call. */
export async function askPage<T>(
  context: ToolContext,
  tool: string,
  given: { readonly cursor?: string | undefined; readonly limit?: number; readonly [name: string]: unknown },
  params: Values,
): Promise<{ readonly response: T & Continued; readonly nextCursor: string | undefined }> {
  const { cursor, limit: _, ...args } = given;
  const response = await ask<T>(context, { ...readCursor(tool, args, cursor), ...params });
  return { response, nextCursor: response.continue && writeCursor(tool, args, response.continue) };
}

/** Maximum characters of a title. MediaWiki's limit is 255 bytes, and a namespace may precede it. */
const MOST_OF_TITLE = 400;

export const title = (): z.ZodString => z.string().min(1).max(MOST_OF_TITLE).describe('Title of a page, with its namespace');
export const limit = (standard: number, most = 50): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(1).max(most).default(standard).describe('Maximum number of results');
export const cursor = (): z.ZodOptional<z.ZodString> =>
  z.string().max(4000).optional().describe('nextCursor of the previous result, with otherwise the same arguments');
export const namespaces = (): z.ZodOptional<z.ZodArray<z.ZodNumber>> =>
  z.array(z.number().int().min(-2).max(10_000)).min(1).max(50).optional().describe('Namespace numbers. get-site-info lists them');
export const time = (what: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/)
    .optional()
    .describe(`${what}, such as 2024-01-31 or 2024-01-31T12:00:00Z`);
export const tokens = (standard: number): z.ZodDefault<z.ZodNumber> =>
  z.number().int().min(100).max(20_000).default(standard).describe('Maximum estimated tokens of the text');
export const nextCursor = (): z.ZodOptional<z.ZodString> => z.string().optional().describe('Cursor of the next part; absent at the end');

/** Returns a timestamp of the API for a time that `time` accepts. */
export const timestampOf = (given: string | undefined): string | undefined => (given?.length === 10 ? `${given}T00:00:00Z` : given);
