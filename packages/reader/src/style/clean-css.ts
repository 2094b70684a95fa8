import { type Token, tokenize } from './css-tokens.ts';

/** Rules that load files or change how the style sheet is read. */
const LOADING_RULES: ReadonlySet<string> = new Set(['import', 'charset', 'namespace', 'font-face', 'document', '-moz-document']);
/** Functions with a URL in a string. */
const LOADING_FUNCTIONS =
  /^(?:url|src|image|image-set|-webkit-image-set|element|-moz-element|cross-fade|-webkit-cross-fade|paint|expression|attr)$/;
/** Properties that run code in old browsers. */
const CODE_PROPERTIES: ReadonlySet<string> = new Set(['behavior', '-moz-binding', '-ms-behavior']);
/** Maximum characters of a style sheet. */
const LONGEST = 1 << 20;

/**
 * Returns a style sheet without everything that could load files of other hosts: rules such as `@import`, and URLs outside of `origins`.
 * Relative URLs stay. Unclosed blocks are closed, so that the result can be nested in a rule.
 */
export function cleanCss(css: string, origins: readonly string[]): string {
  const tokens = tokenize(css.slice(0, LONGEST));
  const written: string[] = [];
  const open: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind === 'at' && LOADING_RULES.has(token.value)) {
      at = endOfRule(tokens, at);
    } else if (token.kind === 'url') {
      written.push(isAllowed(token.value, origins) ? `url("${escapeString(token.value)}")` : 'none');
    } else if (token.kind === 'function' && LOADING_FUNCTIONS.test(token.value)) {
      const end = endOfBlock(tokens, at);
      const [only] = tokens.slice(at + 1, end).filter(({ kind }) => kind !== 'space');
      const isUrl = token.value === 'url' && only?.kind === 'string' && isAllowed(only.value, origins);
      written.push(isUrl ? `url("${escapeString(only.value)}")` : 'none');
      at = end;
    } else if (token.kind === 'ident' && CODE_PROPERTIES.has(token.value)) {
      written.push('unknown');
    } else if (token.kind === 'bad') {
      written.push('""');
    } else {
      if (token.kind === 'open' || token.kind === 'function') open.push(CLOSING[token.text.at(-1) ?? ''] ?? ')');
      if (token.kind === 'close') {
        // A bracket that closes nothing would end a surrounding rule.
        if (!open.includes(token.text)) continue;
        while (open.at(-1) !== token.text) written.push(open.pop() as string);
        open.pop();
      }
      written.push(token.text);
    }
  }
  return written.join('') + open.toReversed().join('');
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Returns the index of the last token of a rule: the semicolon, or the end of its block. */
function endOfRule(tokens: readonly Token[], from: number): number {
  for (let at = from + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at] as Token;
    if (text === ';') return at;
    if (text === '}') return at - 1;
    if (kind === 'function' || kind === 'open') {
      at = endOfBlock(tokens, at);
      if (text === '{') return at;
    }
  }
  return tokens.length;
}

/** Returns the index of the token that closes the block or function at `from`. */
function endOfBlock(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind } = tokens[at] as Token;
    if (kind === 'open' || kind === 'function') depth++;
    if (kind === 'close' && --depth === 0) return at;
  }
  return tokens.length;
}

function isAllowed(address: string, origins: readonly string[]): boolean {
  const plain = address.replaceAll(/[\0-\x20\x7f]/g, '');
  if (/^data:image\/(?:png|gif|jpeg|webp);/i.test(plain)) return true;
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain) || /^[/\\]{2}/.test(plain)) {
    const url = URL.parse(plain, 'https://localhost');
    return url !== null && /^https?:$/.test(url.protocol) && origins.some(origin => URL.parse(origin)?.host === url.host);
  }
  return !plain.includes('\\');
}

const escapeString = (text: string): string => text.replaceAll(/["\\\n\r\f<]/g, letter => `\\${letter.codePointAt(0)?.toString(16)} `);
