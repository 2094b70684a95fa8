import { escapeTags } from '@wikiquery/html';

/** What stands in the place of a title, between `[[` and `|` or `]]`. */
const TITLE = '[ %!"$&\'()*,\\-./0-9:;=?@A-Z\\\\^_`a-z~\\u0080-\\u{10ffff}+#]+';

/** Behind `[[`: a link up to its end, with its target, its text and what follows. */
export const WHOLE_LINK = new RegExp(`^(${TITLE})(?:\\|(.+?))?\\]\\](.*)$`, 'su');
/** One whose end lies behind other links, as that of a file with links in its caption. */
export const BEGUN_LINK = new RegExp(`^(${TITLE})\\|(.*)$`, 'su');

/** A target with `%20` and its like. */
export function unescapedTarget(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return escapeTags(decodeURIComponent(text));
  } catch {
    return text;
  }
}
