import { isIP } from 'node:net';
import type { Title } from '@wikiquery/core';
import type { WikitextContext } from './context.ts';
import { Expander } from './expand.ts';
import { preprocess } from './preprocess.ts';
import { extensionTagsOf } from './tags.ts';
import type { WorkBudget } from './work.ts';

/** What `preSaveTransform` does, here and now; of a text that no response can hold the beginning. */
export async function transformHere(text: string, user: string, context: WikitextContext, work?: WorkBudget): Promise<string> {
  const held: string[] = [];
  const hold = (source: string): string => `${MARK}${held.push(source) - 1}${MARK}`;
  const nodes = preprocess(text.replaceAll('\r\n', '\n').trimEnd(), { extensionTags: extensionTagsOf(context.site), work });
  const expanded = await new Expander(context, work, { hold }).nodes(nodes);
  const most = context.site.configuration.maxResultSize + 1;
  let out = '';
  let end = 0;
  const finished = completeLinks(signer(user, context.now)(expanded), context.title);
  for (const { 0: mark, 1: number, index } of finished.matchAll(HELD)) {
    if (out.length > most) break;
    out += finished.slice(end, index) + (held[Number(number)] ?? mark);
    end = index + mark.length;
  }
  return (out + finished.slice(end)).slice(0, most);
}

/** Around the number of what is held: in texts it means nothing. */
const MARK = '\x7f';
const HELD = /\x7f(\d{1,9})\x7f/g;

/** Three tildes are the name, four the name and the time, five the time. */
function signer(user: string, now: Date): (text: string) => string {
  const name = isIP(user) ? `[[Special:Contributions/${user}|${user}]]` : `[[User:${user}|${user}]] ([[User talk:${user}|talk]])`;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(now);
  const time = `${now.toISOString().slice(11, 16)}, ${day} (UTC)`;
  const signatures = [name, `${name} ${time}`, time];
  return text => text.replace(/~{3,5}/g, ({ length }) => signatures[length - 3] as string);
}

/** `[[Help:Stone (rock)|]]` reads `Stone`; `[[|Stone]]` means the sibling of a page such as `Wall (rock)` or `Wall, Kent`. */
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

/** What siblings of a page have in common: what looks like a namespace, and what stands in brackets or behind a comma. */
function contextOf(name: string): readonly [space: string, behind: string] {
  const [space = ''] = /^[\p{L}\p{N}_ -]+:/u.exec(name) ?? [];
  const rest = name.slice(space.length);
  const bracket = rest.indexOf(' (', 1);
  if (bracket > 0 && rest.endsWith(')') && rest.length > bracket + 3) return [space, rest.slice(bracket)];
  const comma = rest.slice(1).search(/(?:, |，|، )./) + 1;
  return [space, comma > 0 ? rest.slice(comma) : ''];
}

/** Without what stands before a colon, and without brackets at the end or all from a comma on; empty for what is no title. */
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

/** What stands before brackets at the end. */
function beforeBracket(name: string, [open, close]: string): string | undefined {
  const at = name.indexOf(open as string, 1);
  if (at < 0 || at > name.length - 3 || !name.endsWith(close as string)) return undefined;
  return name.slice(0, name[at - 1] === ' ' && at > 1 ? at - 1 : at);
}
