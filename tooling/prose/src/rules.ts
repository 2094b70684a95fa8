import { CODE, type Passage } from './passages.ts';

/** Returns a message for each breach of docs/style.md in a passage. It quotes the offending words and gives advice. */
export function breachesOf({ kind, text }: Passage): string[] {
  const found = BANNED.flatMap(([pattern, advice, kinds]) => {
    const [words] = (!kinds || kinds.includes(kind)) && !isQuotation(text) ? (pattern.exec(text) ?? []) : [];
    return words === undefined ? [] : [`"${words.trim()}": ${advice}`];
  });
  for (const sentence of sentencesOf(text)) {
    const words = wordsIn(sentence);
    if (words > MOST_WORDS)
      found.push(`${words} words in one sentence, from "${sentence.slice(0, 40)}…": split it (at most ${MOST_WORDS})`);
  }
  return found;
}

const MOST_WORDS = 30;

/** Splits a text into sentences by Unicode's segmentation rules for English. */
function sentencesOf(text: string): string[] {
  // Abbreviations do not end a sentence.
  const unbroken = text.replaceAll(/\b(e\.g|i\.e|etc|vs|cf|approx)\./g, '$1');
  return [...SENTENCES.segment(unbroken)].map(({ segment }) => segment.trim()).filter(sentence => sentence !== '');
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Counts words. Inline code counts as one word, and so does a list of inline code. */
const wordsIn = (sentence: string): number =>
  sentence
    .replaceAll(LISTED, CODE)
    .split(/\s+/)
    .filter(word => word.includes(CODE) || /[\p{L}\p{N}]/u.test(word)).length;

const LISTED = new RegExp(`${CODE}(?:,? (?:and |or )?${CODE})+`, 'g');

/** Whether a passage consists of a quotation. Banned words are allowed in quotations. */
const isQuotation = (text: string): boolean => /^"[^"]*"$/.test(text);

type Rule = readonly [pattern: RegExp, advice: string, kinds?: readonly Passage['kind'][]];

/** Patterns for the rules and glossary of docs/style.md, each with the words to write instead. */
const BANNED: readonly Rule[] = [
  [/^(?:What|Who|Whoever|Whose|Whatever|Wherever|That which)\b(?![^.!?]*\?)/, 'begin with the subject'],
  [/[.!:] (?:What|Who|Whoever|Whose|Whatever|Wherever|That which)\b(?![^.!?]*\?)/, 'begin with the subject'],
  [/^Where\b(?![^.!?]*\?)/, 'begin with the subject, or with "if"'],
  [/\b(?:tells?|told)\b/i, 'software returns, logs or reports; to tell apart is to distinguish'],
  [/\b(?:wants?|knows)\b/i, 'software needs, has or accepts'],
  [/\bsays\b/i, 'software returns, reports or states'],
  [/\bof itself\b/i, 'write "reports" or name the metadata'],
  [/\banew\b/i, 'write "again", "recomputed" or "reloaded"'],
  [/\b(?:kept (?:answer|response)s?|(?:answer|response)s? that (?:are|is|was|were) kept)\b/i, 'write "cached response"'],
  [/\bbeside (?:a )?MediaWiki\b/i, 'write "alongside MediaWiki" or "in proxy mode"'],
  [/\bdescriptions? of (?:the|a|its) wikis?\b/i, 'write "site configuration"'],
  [/\bwiki's own api\.php\b/i, 'write "the upstream API"'],
  [/\bcopies of the database\b/i, 'write "replicas"'],
  [/\basked (?:first|before|anew)\b/i, 'write "preferred" or "queried first"'],
  [/\bheld up\b|\bholds? (?:\w+ ){1,3}up\b/i, 'write "blocked"'],
  [/\bgiven up\b/i, 'write "timed out" or "aborted"'],
  [/\b(?:goes|go|went|gone) on\b/i, 'write "resumes" or "continues"'],
  [/\bbeg[iau]n(?:s)? again\b|\bis begun\b/i, 'write "restarts"'],
  [/\bwho(?:ever)? asks?\b|\bsomebody asks?\b/i, 'write "the client" or "the user"'],
  [/\b(?:made|prepared) beforehand\b/i, 'write "pre-rendered" or "prewarmed"'],
  [/\bdeeds?\b/i, 'write "action" or "log entry"'],
  [/\bcustomers?\b/i, 'write "rate-limit key" or "client"'],
  [/\bown texts\b/i, 'write "fallback messages"'],
  [/\b(?:modules|plugins) of others\b/i, 'write "third-party modules"'],
  [/\blists? of words\b/i, 'write "full-text index"'],
  [/\bpages? for people\b/i, 'write "web UI" or "explorer"'],
  [/\bneed not\b/i, 'write "does not need to"'],
  [/\bbut for\b/i, 'write "except for"'],
  [/\bnothing but\b/i, 'write "only"'],
  [/\bcan not\b(?! only)/i, 'write "cannot"'],
  [/\b(?:is|are|was|were) no(?! longer\b| more than\b| less than\b| other\b)\b/i, 'write "is not a" or "does not"'],
  [/\bno more\b(?! than\b| (?:\w+ )+than\b)/i, 'write "no longer"'],
  [/\botherwise than\b/i, 'write "differently from"'],
  [/\bas well in\b/i, 'write "also in"'],
  [/\bcan make up\b/i, 'write "forge" or "spoof"'],
  [/\bgives? (?:\w+ ){0,3}away\b/i, 'write "generates" or "exposes"'],
  [/\bis wrong is\b/i, 'name the error'],
  [/\bgets? no more\b/i, 'write "receives no new"'],
  [/\bstands? (?:as|on|in|there)\b(?! for\b)/i, 'write "depends on", "is in" or "is"'],
  [/\bso that it can be ended\b/i, 'write "cancelled"'],
  [/\bgoes from the\b/i, 'write "is deleted from the"'],
  [/\bfor the next start\b/i, 'write "requires a restart"'],
  [/\b(?:nobody|somebody|anybody) need\b/i, 'write "is needed" or name who needs it'],
  [/\b(?:has|have|gets?|takes?) what\b/i, 'name the thing'],
  [/^Of (?:a|an|the)\b/, 'begin with the subject'],
  [/\bknown to be as\b/i, 'write "matches"'],
  [/\bany of which\b/i, 'write "any one of these"'],
  [/\bhad it\b/i, 'write "until" or "removed in"'],
  [/\bof a server of its own\b|\bas a server of its own\b/i, 'write "a standalone server"'],
];
