/**
 * Unicode normal form C, for text from anywhere. Marks on one letter are put in order by comparing them with each other: a megabyte of
 * them would take a minute. No writing needs more than some; longer runs are brought into form piece by piece.
 */
export const normalFormC = (text: string): string => (hasManyMarks(text) ? inPieces(text) : text.normalize('NFC'));

/** Marks on one letter that are put in order together. */
const MOST_MARKS = 64;

/** Looks at every eighth code unit: a run of so many marks has eight of these in a row. Halves of characters may be marks. */
function hasManyMarks(text: string): boolean {
  let inRow = 0;
  for (let i = 0; i < text.length; i += 8) {
    inRow = text.charCodeAt(i) >= FIRST_MARK && MARK_OR_HALF.test(text.charAt(i)) ? inRow + 1 : 0;
    if (inRow === 8) return true;
  }
  return false;
}

/** Cuts runs of marks, and nothing else. */
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

/** What is known of the characters of one code unit: a look at the properties of a character takes ten times as long. */
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
