import { WikiError } from '@wikiquery/client';
import { ToolError } from './tool-error.ts';

/** Advice on the errors of the wiki that models cause most often, by code. */
const ADVICE: Readonly<Record<string, string>> = {
  missingtitle: 'Find the title with find-titles or search.',
  nosuchpageid: 'Find the page with find-titles or search.',
  invalidtitle: 'Find the title with find-titles or search.',
  nosuchrevid: 'List revisions with get-history.',
  nosuchsection: 'List sections with get-outline.',
  readapidenied: 'The wiki is private. The user of this client must configure credentials of the wiki.',
  permissiondenied: 'The account of this client may not read this.',
  missingcontent: 'The wiki hides this text. List other revisions with get-history.',
  ratelimited: 'Wait a minute, then repeat the call. Request less at once.',
  maxlag: 'The wiki is busy. Repeat the call in a minute.',
  readonly: 'The wiki is busy. Repeat the call in a minute.',
  unreachable: 'The wiki cannot be reached. Repeat the call later.',
  'too-slow': 'Request less at once, for example with a smaller limit.',
  'too-large': 'Request less at once, for example with a smaller limit.',
  assertuserfailed: 'The session of this client has ended. Repeat the call.',
  badcontinue: 'Leave out the cursor.',
  badvalue: 'List the allowed values with describe-module.',
  'unknown-module': 'List the modules with list-modules.',
};

/** Explains an error to the model: what failed, and what to do. Returns undefined for an error that no tool expects. */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message;
  if (!(error instanceof WikiError)) return undefined;
  const texts = error.messages.slice(0, 3).map(({ code, text }) => [text.slice(0, 500), ADVICE[code]].filter(Boolean).join(' '));
  return `The wiki rejected the request (${error.code}): ${texts.join('; ')}`;
}
