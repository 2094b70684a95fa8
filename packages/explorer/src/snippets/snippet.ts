import type { ApiParams } from '../request/request.ts';

/** What a request becomes elsewhere. */
export interface SnippetRequest {
  /** Absolute address of api.php. */
  readonly address: string;
  readonly request: ApiParams;
  /** The request has to be posted. */
  readonly isPost?: boolean;
}

/** The same request in another language or library. */
export interface Snippet {
  /** As in the file name of a program: `curl`, `mwn`. */
  readonly name: string;
  readonly title: string;
  readonly language: 'shell' | 'javascript' | 'python';
  /** How what it needs is installed; undefined where nothing is needed. */
  readonly install?: string;
  /** The text of a program that prints the response as JSON. */
  write(request: SnippetRequest): string;
}

/** Whoever runs a wiki wants to know who asks. */
export const USER_AGENT = 'my-tool/1.0 (me@example.org)';

/** Clients of MediaWiki set the format themselves. */
export const withoutFormat = (request: ApiParams): ApiParams =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name !== 'format'));
