import { type Clause, type Expression, hasFilters, type Phrase } from '../expression.ts';

/** Columns of the index that a word is looked for in. */
const COLUMNS: Readonly<Record<Clause['where'], string>> = {
  seen: '{title redirects headings opening text auxiliary}',
  names: '{title redirects}',
  source: '{title redirects headings opening text auxiliary source}',
  tags: 'tags',
};

/** A query in the language of FTS5. */
export interface FtsExpression {
  /** What the documents have to match. */
  readonly match: string;
  /** Only those whose titles and redirects have the words; undefined where no words are asked for. */
  readonly titles: string | undefined;
  readonly hasFilters: boolean;
}

export function writeExpression(expression: Expression): FtsExpression {
  const { words, filters, negated } = expression;
  const join = (where: Clause['where']): string => {
    const positive = [...(words.length > 0 ? [writeClause({ where, all: words })] : []), ...filters.map(writeClause)].join(' AND ');
    return negated.length > 0 ? `(${positive}) NOT (${negated.map(writeClause).join(' OR ')})` : positive;
  };
  return { match: join('seen'), titles: words.length > 0 ? join('names') : undefined, hasFilters: hasFilters(expression) };
}

/** The index of words knows which columns the words of a single expression stand in. */
export const writeClause = ({ where, all }: Clause): string => `${COLUMNS[where]} : (${all.map(writeGroup).join(' AND ')})`;

function writeGroup(group: readonly Phrase[]): string {
  const phrases = group.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`);
  return phrases.length > 1 ? `(${phrases.join(' OR ')})` : (phrases[0] ?? '""');
}
