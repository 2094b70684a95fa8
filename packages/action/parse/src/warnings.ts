import type { Env, Title } from '@wikiquery/core';
import { type RenderedPage, renderInterfaceTexts } from '@wikiquery/rendering';
import { withoutParagraph } from '@wikiquery/wikitext';
import { type Messages, messageIn } from './message-in.ts';

/** Returns the warnings that an edit preview shows, in wikitext. */
export async function parseWarnings(q: Env, messages: Messages, { notes }: RenderedPage): Promise<string[]> {
  if (notes.warnings.length === 0) return [];
  const say = await messageIn(q, messages);
  return Promise.all(
    notes.warnings.map(([key, ...params]) => {
      const usual = (USUAL[key] ?? 'A limit is reached. Some of the text is omitted.').replaceAll(
        /\$(\d)/g,
        (_, at) => params[at - 1] ?? '',
      );
      return say(key, usual, ...params);
    }),
  );
}

/** Fallback messages for warnings by message key. */
const USUAL: Readonly<Record<string, string>> = {
  'duplicate-args-warning': '[[:$1]] passes "$3" to [[:$2]] more than once. The last value counts.',
  'expensive-parserfunction-warning': 'More than $2 expensive functions are called.',
  'restricted-displaytitle': 'The display title "$1" differs from the page title and has no effect.',
  'scribunto-lua-warning': 'A module says: $1',
  'template-loop-warning': '[[:$1]] includes itself.',
};

export const warningsHtml = (q: Env, messages: Messages, title: Title, warnings: readonly string[]): Promise<readonly string[]> =>
  renderInterfaceTexts(q, warnings, { title, messages }).then(all => all.map(withoutParagraph));
