import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import { Expander } from './expand.ts';
import { preprocess } from './preprocess.ts';
import { type Signatures, signaturesOf } from './signature.ts';
import { extensionTagsOf } from './tags.ts';
import type { WorkBudget } from './work.ts';

/** Applies the pre-save transform in this process. Truncates a text that is too large for a response. */
export async function transformInProcess(text: string, user: string, context: WikitextContext, work?: WorkBudget): Promise<string> {
  const protectedTexts: string[] = [];
  const protect = (source: string): string => `${MARK}${protectedTexts.push(source) - 1}${MARK}`;
  const nodes = preprocess(text.replaceAll('\r\n', '\n').trimEnd(), { extensionTags: extensionTagsOf(context.site), work });
  const expanded = await new Expander(context, work, { protect }).nodes(nodes);
  const most = context.site.configuration.maxResultSize + 1;
  let out = '';
  let end = 0;
  const signed = expanded.includes('~~~') ? sign(expanded, await signaturesOf(user, context)) : expanded;
  const finished = completeLinks(signed, context.title);
  for (const { 0: mark, 1: number, index } of finished.matchAll(PROTECTED)) {
    if (out.length > most) break;
    out += finished.slice(end, index) + (protectedTexts[Number(number)] ?? mark);
    end = index + mark.length;
  }
  return (out + finished.slice(end)).slice(0, most);
}

const MARK = '\x7f';
const PROTECTED = /\x7f(\d{1,9})\x7f/g;

/** Replaces three tildes with the user's name, four with name and time, and five with the time. */
const sign = (text: string, signatures: Signatures): string => text.replace(/~{3,5}/g, ({ length }) => signatures[length - 3] as string);

/** Expands the pipe trick: `[[Help:Stone (rock)|]]` gets the label `Stone`. On page `Wall (rock)`, `[[|Stone]]` links to `Stone (rock)`. */
function completeLinks(text: string, title: Title): string {
  const [space, behind] = contextOf(title.dbkey.replaceAll('_', ' '));
  return text
    .replace(/\[\[([^[\]{}|]*)\|\]\]/g, (link, target: string) => {
      const name = shortName(target);
      return name === '' ? link : `[[${target}|${name}]]`;
    })
    .replace(/\[\[\|([^[\]{}|]+)\]\]/g, (_, name: string) =>
      space === '' && behind === '' ? `[[${name}]]` : `[[${space}${name}${behind}|${name}]]`,
    );
}

/** Returns the prefix of a title up to the colon, and its suffix in brackets or after a comma. */
function contextOf(name: string): readonly [space: string, behind: string] {
  const [space = ''] = /^[\p{L}\p{N}_ -]+:/u.exec(name) ?? [];
  const rest = name.slice(space.length);
  const bracket = rest.indexOf(' (', 1);
  if (bracket > 0 && rest.endsWith(')') && rest.length > bracket + 3) return [space, rest.slice(bracket)];
  const comma = rest.slice(1).search(/(?:, |，|، )./) + 1;
  return [space, comma > 0 ? rest.slice(comma) : ''];
}

/** Returns a title without prefix and suffix, or an empty string for a section link. */
function shortName(target: string): string {
  if (target.includes('#')) return '';
  const name = target.slice(target.indexOf(':', 1) + 1).replace(/^:/, '');
  const bracket = beforeBracket(name, '()') ?? beforeBracket(name, '（）');
  if (bracket !== undefined) return bracket;
  const comma = name.slice(1).search(/(?:, |，|، )./) + 1;
  if (comma === 0) return name;
  const first = name.slice(0, comma);
  return beforeBracket(first, '()') ?? first;
}

function beforeBracket(name: string, [open, close]: string): string | undefined {
  const at = name.indexOf(open as string, 1);
  if (at < 0 || at > name.length - 3 || !name.endsWith(close as string)) return undefined;
  return name.slice(0, name[at - 1] === ' ' && at > 1 ? at - 1 : at);
}
