import type { ApiParams } from '../request/request.ts';

/** The input of a snippet. */
export interface SnippetRequest {
  /** Absolute address of api.php. */
  readonly address: string;
  readonly request: ApiParams;
  /** The request needs POST. */
  readonly isPost?: boolean;
}

/** A generator of client code for a language or library. */
export interface Snippet {
  /** A name such as `curl` or `mwn`. */
  readonly name: string;
  readonly title: string;
  readonly language: 'shell' | 'javascript' | 'python';
  /** Command that installs its dependencies, if any. */
  readonly install?: string;
  /** Writes a program that prints the response as JSON. */
  write(request: SnippetRequest): string;
}

/** Placeholder that identifies the client to operators. */
export const USER_AGENT = 'my-tool/1.0 (me@example.org)';

/** Removes the format, which client libraries set themselves. */
export const withoutFormat = (request: ApiParams): ApiParams =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name !== 'format'));
