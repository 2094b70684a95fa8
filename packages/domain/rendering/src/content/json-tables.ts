import { escapeCode } from './code.ts';
import type { PhpJson } from './json-tree.ts';

interface Words {
  readonly emptyObject: string;
  readonly emptyArray: string;
}

/** Converts JSON to HTML as MediaWiki displays it: one table for each object and list. */
export function jsonTables(value: PhpJson, words: Words): string {
  return `<div class="noresize">${root()}</div>`;

  function root(): string {
    if (Array.isArray(value)) return table(`<tr>${cellOf(value)}</tr>`);
    return isPlain(value) ? table(`<tr><td>${plain(value)}</td></tr>`, ' mw-json-single-value') : tableOf(value);
  }

  function tableOf(of: Exclude<PhpJson, Plain>): string {
    if (Array.isArray(of)) return table(of.length === 0 ? empty(words.emptyArray) : of.map(item => `<tr>${cellOf(item)}</tr>`).join('\n'));
    const members = of as ReadonlyMap<string, PhpJson>;
    if (members.size === 0) return table(empty(words.emptyObject));
    return table(Array.from(members, ([key, item]) => `<tr><th><span>${escapeCode(key)}</span></th>${cellOf(item)}</tr>`).join(''));
  }

  function cellOf(item: PhpJson): string {
    return isPlain(item) ? `<td class="mw-json-value">${plain(item)}</td>` : `<td>${tableOf(item)}</td>`;
  }
}

type Plain = Extract<PhpJson, string | { readonly text: string }>;

const isPlain = (value: PhpJson): value is Plain => typeof value === 'string' || 'text' in value;
const plain = (value: Plain): string => (typeof value === 'string' ? value : `"${escapeCode(value.text)}"`);
const table = (rows: string, more = ''): string => `<table class="mw-json${more}"><tbody>${rows}</tbody></table>`;
const empty = (words: string): string => `<tr><td class="mw-json-empty">${escapeCode(words)}</td></tr>`;
