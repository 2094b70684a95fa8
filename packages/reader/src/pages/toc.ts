import { fromApi, type Html, html } from '../markup/html.ts';
import type { PageWording } from '../wording.ts';
import type { ArticleHeading } from './parsed.ts';

/** Returns the table of contents of a page. */
export function tableOfContents(sections: readonly ArticleHeading[], wording: PageWording): Html {
  const entries = sections.map(
    ({ toclevel, anchor, line }) =>
      html`<li class="${`reader-toc-${Math.min(toclevel, 6)}`}"><a href="${`#${anchor}`}">${fromApi(withoutLinks(line))}</a></li>`,
  );
  return html`<nav class="reader-toc" aria-label="${wording.text('contents')}"><details open><summary>${wording.text('contents')}</summary><ul>${entries}</ul></details></nav>`;
}

/** Removes links and ids from a heading, which would be nested or repeated in the table of contents. */
const withoutLinks = (line: string): string => line.replaceAll(/<\/?a(?:\s[^>]*)?>/g, '').replaceAll(/\sid="[^"]*"/g, '');
