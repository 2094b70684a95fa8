import { escapeTagStarts } from '@wikiquery/html';
import { shownParts } from './diff-parts.ts';
import { type DiffInput, withUnixLines, workFor } from './diff-table.ts';

/** Returns a diff in the format of `diff -u`, in a table row. Returns an empty string for equal texts. */
export function diffUnified({ maxSize, ...texts }: DiffInput): string {
  const [before, after] = [texts.before, texts.after].map(withUnixLines) as [string, string];
  if (before === after) return '';
  const [left, right] = [before, after].map(text => text.split('\n')) as [string[], string[]];
  let text = '';
  let hunk = new Hunk(0, 0);
  for (const part of shownParts(left, right, workFor(before, after))) {
    if (part.kind === 'hunk') {
      text += hunk.text();
      hunk = new Hunk(part.x, part.y);
    } else if (part.kind === 'same') hunk.add(' ', left.slice(part.x, part.x + part.count));
    else {
      hunk.add('-', left.slice(part.x, part.x + part.removed));
      hunk.add('+', right.slice(part.y, part.y + part.added));
    }
    if (text.length + hunk.size > maxSize) break;
  }
  return `<tr><td colspan="4"><pre>${escapeTagStarts((text + hunk.text()).slice(0, maxSize + 1))}</pre></td></tr>`;
}

class Hunk {
  readonly #x: number;
  readonly #y: number;
  #lines = '';
  #before = 0;
  #after = 0;

  constructor(x: number, y: number) {
    this.#x = x;
    this.#y = y;
  }

  get size(): number {
    return this.#lines.length;
  }

  add(sign: ' ' | '-' | '+', lines: readonly string[]): void {
    for (const line of lines) this.#lines += `${sign}${line}\n`;
    if (sign !== '+') this.#before += lines.length;
    if (sign !== '-') this.#after += lines.length;
  }

  text(): string {
    return this.#lines === '' ? '' : `@@ -${this.#x + 1},${this.#before} +${this.#y + 1},${this.#after} @@\n${this.#lines}`;
  }
}
