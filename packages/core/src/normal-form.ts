/**
 * Returns the Unicode normal form C of untrusted text. `normalize` takes quadratic time for combining marks on one letter: a minute for a
 * megabyte. Runs of more than 64 marks are therefore normalized in pieces; no writing system needs that many.
 */
export const normalFormC = (text: string): string => (hasManyMarks(text) ? inPieces(text) : text.normalize('NFC'));

/** Maximum number of combining marks in one piece. */
const MOST_MARKS = 64;

/** Samples every eighth code unit, because a run of 64 marks has eight samples in a row. A surrogate can belong to a mark. */
function hasManyMarks(text: string): boolean {
  let inRow = 0;
  for (let i = 0; i < text.length; i += 8) {
    inRow = text.charCodeAt(i) >= FIRST_MARK && MARK_OR_HALF.test(text.charAt(i)) ? inRow + 1 : 0;
    if (inRow === 8) return true;
  }
  return false;
}

/** Normalizes pieces of the text, cut only inside long runs of marks. */
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

/** Cache by code unit, because testing a Unicode property takes ten times as long. */
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
