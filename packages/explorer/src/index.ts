export { parseRequest, printRequest, type Request } from './request/request.ts';
export { SNIPPETS, type Snippet, type SnippetRequest } from './snippets/index.ts';
