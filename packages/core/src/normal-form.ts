/**
 * Returns the Unicode normal form C of untrusted text. `String.prototype.normalize` takes quadratic time for a run of combining marks: a
 * minute for a megabyte. Runs of more than 64 marks are therefore normalized in pieces; no writing system needs that many.
 */
export const normalFormC = (text: string): string => (hasManyMarks(text) ? inPieces(text) : text.normalize('NFC'));

/** Maximum number of combining marks in one piece. */
const MOST_MARKS = 64;

/**
 * Whether the text may contain a run of more than 64 marks. It is enough to sample every eighth code unit, because such a run contains
 * eight consecutive samples. Surrogates count as marks, because they can belong to one.
 */
function hasManyMarks(text: string): boolean {
  let inRow = 0;
  for (let i = 0; i < text.length; i += 8) {
    inRow = text.charCodeAt(i) >= FIRST_MARK && MARK_OR_HALF.test(text.charAt(i)) ? inRow + 1 : 0;
    if (inRow === 8) return true;
  }
  return false;
}

/** Normalizes the text in pieces, split only inside runs of more than 64 marks. */
function inPieces(text: string): string {
  let result = '';
  let from = 0;
  let marks = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.charCodeAt(i) < FIRST_MARK ? 0 : text.codePointAt(i)!;
    marks = point > 0 && isMark(point) ? marks + 1 : 0;
    if (marks > MOST_MARKS) {
      result += text.slice(from, i).normalize('NFC');
      from = i;
      marks = 1;
    }
    if (point > LAST_UNIT) i++;
  }
  return result + text.slice(from).normalize('NFC');
}

/** Whether each code unit is a mark. Cached, because testing a Unicode property takes ten times as long. */
const known = new Uint8Array(0x10000);
const MARK = 1;
const NO_MARK = 2;

function isMark(point: number): boolean {
  if (point > LAST_UNIT) return MARKS.test(String.fromCodePoint(point));
  known[point] ||= MARKS.test(String.fromCharCode(point)) ? MARK : NO_MARK;
  return known[point] === MARK;
}

const FIRST_MARK = 0x300;
const LAST_UNIT = 0xffff;
const MARKS = /\p{M}/u;
const MARK_OR_HALF = /[\p{M}\p{Surrogate}]/u;
