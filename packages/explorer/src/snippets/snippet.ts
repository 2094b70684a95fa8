import type { ApiParams } from '../request/request.ts';

/** The input of a snippet. */
export interface SnippetRequest {
  /** Absolute URL of `api.php`. */
  readonly address: string;
  readonly request: ApiParams;
  /** Whether the request must be sent by POST. Default: false. */
  readonly isPost?: boolean;
}

/** A generator of client code for a language or library. */
export interface Snippet {
  /** A name such as `curl` or `mwn`. */
  readonly name: string;
  readonly title: string;
  readonly language: 'shell' | 'javascript' | 'python';
  /** Command that installs the dependencies of the code, if any. */
  readonly install?: string;
  /** Returns the source of a program that prints the response as JSON. */
  write(request: SnippetRequest): string;
}

/** Placeholder for the `User-Agent`, which identifies the client to the operators of the wiki. */
export const USER_AGENT = 'my-tool/1.0 (me@example.org)';

/** Removes the format, which client libraries set themselves. */
export const withoutFormat = (request: ApiParams): ApiParams =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name !== 'format'));
