import { type McpServer, ResourceNotFoundError, ResourceTemplate, type ServerContext, type Variables } from '@modelcontextprotocol/server';
import { contextOf } from './tool-context.ts';
import { getCategoryMembers } from './tools/categories.ts';
import { explainFailure } from './tools/failures.ts';
import { getFile } from './tools/file.ts';
import { getPage } from './tools/page.ts';
import type { Tool } from './tools/tool.ts';
import type { WikiSource } from './wiki/source.ts';

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Namespace of the titles, for completion. */
  readonly namespace: number;
  readonly mimeType: string;
  readonly tool: Tool;
  arguments(title: string): object;
}

/** Maximum tokens of a page as a resource, which has no cursor. */
const MOST_TOKENS = 20_000;

const KINDS: readonly Kind[] = [
  {
    ...{ name: 'page', title: 'Page', description: 'A page as Markdown', namespace: 0, mimeType: 'text/markdown', tool: getPage },
    arguments: title => ({ title, maxTokens: MOST_TOKENS }),
  },
  {
    ...{ name: 'category', title: 'Category', description: 'The members of a category', namespace: 14, mimeType: 'application/json' },
    tool: getCategoryMembers,
    arguments: category => ({ category, limit: 200 }),
  },
  {
    ...{ name: 'file', title: 'File', description: 'Metadata and a picture of a file', namespace: 6, mimeType: 'application/json' },
    tool: getFile,
    arguments: title => ({ title }),
  },
];

/** Number of titles that complete a part of one. */
const COMPLETIONS = 20;

/** Adds the resources `wiki://page/{title}`, `wiki://category/{title}` and `wiki://file/{title}`. */
export function addResources(server: McpServer, source: WikiSource, failed: (error: unknown) => void): void {
  for (const kind of KINDS) {
    const complete = { title: (begun: string) => completions(begun, kind.namespace, source, failed) };
    // `+`: titles contain slashes.
    const template = new ResourceTemplate(`wiki://${kind.name}/{+title}`, { list: undefined, complete });
    const { title, description, mimeType } = kind;
    server.registerResource(kind.name, template, { title, description, mimeType }, (uri, variables, context) =>
      read(kind, uri, variables, source, context, failed),
    );
  }
}

async function read(
  { tool, arguments: argumentsOf, mimeType }: Kind,
  uri: URL,
  { title }: Variables,
  source: WikiSource,
  context: ServerContext,
  failed: (error: unknown) => void,
) {
  try {
    const args = tool.input.parse(argumentsOf(decodedTitle(String(title))));
    const { data, text, image } = await tool.run(args as never, contextOf(source, context));
    const contents = [{ uri: uri.href, mimeType, text: text ?? JSON.stringify(data) }];
    if (!image) return { contents };
    return { contents: [...contents, { uri: uri.href, mimeType: image.mimeType, blob: Buffer.from(image.bytes).toString('base64') }] };
  } catch (error) {
    context.mcpReq.signal.throwIfAborted();
    const explained = explainFailure(error);
    if (explained === undefined) failed(error);
    throw new ResourceNotFoundError(uri.href, explained ?? 'This is not the address of a resource.');
  }
}

/** Decodes a title in a URI. MediaWiki also writes spaces as underscores. */
function decodedTitle(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('_', ' ');
  } catch {
    return text;
  }
}

interface PrefixResponse {
  readonly query?: { readonly prefixsearch?: readonly { readonly title: string }[] };
}

/** Returns titles of a namespace, without the namespace, that begin with a text. */
async function completions(begun: string, namespace: number, { wiki }: WikiSource, failed: (error: unknown) => void): Promise<string[]> {
  if (begun === '' || begun.length > 255) return [];
  try {
    const request = { action: 'query', list: 'prefixsearch', pssearch: begun, psnamespace: namespace, pslimit: COMPLETIONS };
    const { query } = (await wiki.request(request)) as unknown as PrefixResponse;
    return (query?.prefixsearch ?? []).map(({ title }) => (namespace === 0 ? title : title.slice(title.indexOf(':') + 1)));
  } catch (error) {
    if (explainFailure(error) === undefined) failed(error);
    return [];
  }
}
