export { type ApiParams, parseRequest, printRequest } from './request/request.ts';
export { SNIPPETS, type Snippet, type SnippetRequest } from './snippets/index.ts';
