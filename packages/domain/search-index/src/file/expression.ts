import { type Clause, type Expression, hasFilters, type Phrase } from '../expression.ts';

const COLUMNS: Readonly<Record<Clause['where'], string>> = {
  seen: '{title redirects headings opening text auxiliary}',
  names: '{title redirects}',
  source: '{title redirects headings opening text auxiliary source}',
  tags: 'tags',
};

export interface FtsExpression {
  readonly match: string;
  /** Matches documents whose title and redirects contain all words. Undefined for a query without words. */
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

export const writeClause = ({ where, all }: Clause): string => `${COLUMNS[where]} : (${all.map(writeGroup).join(' AND ')})`;

function writeGroup(group: readonly Phrase[]): string {
  const phrases = group.map(({ words, isPrefix }) => `"${words.join(' ')}"${isPrefix ? '*' : ''}`);
  return phrases.length > 1 ? `(${phrases.join(' OR ')})` : (phrases[0] ?? '""');
}
