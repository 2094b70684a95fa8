/**
 * Unicode normal form C, for text from anywhere. Marks on one letter are put in order by comparing them with each other: a megabyte of
 * them would take a minute. No writing needs more than some; longer runs are brought into form piece by piece.
 */
export const normalFormC = (text: string): string =>
  hasManyMarks(text) ? text.replaceAll(PIECE, piece => piece.normalize('NFC')) : text.normalize('NFC');

const PIECE = /\P{M}*\p{M}{0,64}/gu;

/** Looks at every eighth code unit: a run of so many marks has eight of these in a row. Halves of characters may be marks. */
function hasManyMarks(text: string): boolean {
  let inRow = 0;
  for (let i = 0; i < text.length; i += 8) {
    inRow = text.charCodeAt(i) >= FIRST_MARK && MARK_OR_HALF.test(text.charAt(i)) ? inRow + 1 : 0;
    if (inRow === 8) return true;
  }
  return false;
}

const FIRST_MARK = 0x300;
const MARK_OR_HALF = /[\p{M}\p{Surrogate}]/u;
