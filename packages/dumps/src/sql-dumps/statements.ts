/** Parses the head of `insert into t (…) values`, and returns its length. Undefined for incomplete text and other statements. */
export function insertHead(
  text: string,
): { readonly table: string; readonly columns: readonly string[] | undefined; readonly length: number } | undefined {
  const [head, table, columns] = INSERT.exec(text) ?? [];
  if (head === undefined || table === undefined) return undefined;
  return { table: bare(table), columns: columns?.split(',').map(bare), length: head.length };
}

const NAME = '(?:`[^`]+`|"[^"]+"|[\\w$]+)';
const INSERT = new RegExp(
  `^(?:insert|replace)(?:\\s+(?:low_priority|delayed|high_priority|ignore|into))*\\s+(?:${NAME}\\.)?(${NAME})\\s*(?:\\(([^()]*)\\)\\s*)?values?\\s*(?=\\()`,
  'i',
);

/** Parses the table and the columns of `create table`. Undefined for other statements. */
export function columnsOf(statement: string): { readonly table: string; readonly columns: readonly string[] } | undefined {
  const [head, table] = CREATE.exec(statement) ?? [];
  if (head === undefined || table === undefined) return undefined;
  const columns = parts(statement.slice(head.length)).flatMap(part => {
    const name = COLUMN.exec(part)?.[1];
    return name === undefined || (!/^[`"]/.test(name) && NO_COLUMN.test(name)) ? [] : [bare(name)];
  });
  return { table: bare(table), columns };
}

const CREATE = new RegExp(`^create\\s+(?:temporary\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?(?:${NAME}\\.)?(${NAME})\\s*\\(`, 'i');
const COLUMN = new RegExp(`^\\s*(${NAME})`);
const NO_COLUMN = /^(?:primary|unique|key|index|fulltext|spatial|constraint|foreign|check|period)$/i;

/** Splits text at commas, up to the closing parenthesis. Ignores commas in nested parentheses and quotes. */
function parts(text: string): string[] {
  const found: string[] = [];
  let [depth, begin] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/'(?:[^'\\]|\\.|'')*'|"[^"]*"|`[^`]*`|[(),]/gs)) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    if (depth >= 0 && (token !== ',' || depth > 0)) continue;
    found.push(text.slice(begin, index));
    begin = index + 1;
    if (depth < 0) break;
  }
  return found;
}

const bare = (name: string): string => name.trim().replaceAll(/^[`"]|[`"]$/g, '');
