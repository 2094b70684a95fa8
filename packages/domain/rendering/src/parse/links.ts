import { isInvalid, NS, type ParsedTitle, type Site, type Title, type Titles } from '@wikiquery/core';
import { perSite } from '@wikiquery/core/host';
import { resolveSubpage } from '@wikiquery/titles';
import { isLocalPrefix, protocolPattern, protocolsIn, replaceLinks } from '@wikiquery/wikitext';
import { externalLinks } from './external-links.ts';
import { quoteMarkup } from './quotes.ts';
import { MARK } from './strip-state.ts';
import type { Writer } from './writer.ts';

export interface LinkContext {
  readonly site: Site;
  readonly titles: Titles;
  readonly title: Title;
  readonly writer: Writer;
}

/** Replaces internal links (`[[…]]`). Categories and language links are recorded and removed from the text. */
export const internalLinks = (text: string, context: LinkContext): string =>
  replaceLinks<Link>(text, {
    linkTo(target) {
      const title = targetOf(target, context);
      return title && { title, target, isPlain: target.startsWith(':') || isLocalPrefix(target, context.site) };
    },
    holdsLinks: ({ title, isPlain }) => title.interwiki === '' && title.namespace === NS.FILE && !isPlain,
    replace: (before, link, label, behind) => withLink(before, link, label, behind, context),
  });

function targetOf(target: string, { site, titles, title: page }: LinkContext): ParsedTitle | undefined {
  if (target === '' || target.includes(MARK) || protocolOf(site).test(target)) return undefined;
  const title = titles.parse(resolveSubpage(target, page, site, titles));
  return isInvalid(title) ? undefined : title;
}

interface Link {
  readonly title: ParsedTitle;
  readonly target: string;
  /** Whether a colon, or a prefix that refers to the wiki itself, makes the link a plain link, regardless of its namespace. */
  readonly isPlain: boolean;
}

function withLink(before: string, { title, target, isPlain }: Link, label: string, trail: string, context: LinkContext): string {
  const { namespace, interwiki } = title;
  if (!isPlain) {
    const isTalk = context.title.namespace > 0 && context.title.namespace % 2 === 1;
    const known = interwiki === '' ? undefined : context.site.interwikis.get(interwiki);
    const isLanguage = known !== undefined && (known.language !== undefined || known.extralanglink) && !isTalk;
    if (isLanguage) context.writer.language(title);
    const isCategory = interwiki === '' && namespace === NS.CATEGORY;
    if (isCategory) context.writer.category(title, label);
    if (isLanguage || isCategory) return withoutLine(before) + trail;
    if (interwiki === '' && namespace === NS.FILE) {
      const options = label === '' ? '' : internalLinks(externalLinks(label, context.site, context.writer.external), context);
      return before + context.writer.image(title, options) + trail;
    }
  }
  return before + context.writer.link({ title, html: label === '' ? shownTarget(target, context) : quoteMarkup(label) }, trail);
}

function withoutLine(text: string): string {
  let end = text.length;
  while (end > 0 && ' \n\t\r\f\v'.includes(text[end - 1] as string)) end--;
  const newline = text.indexOf('\n', end);
  return newline < 0 ? text : text.slice(0, newline);
}

/** Returns the label of a link that has none: its target, or the relative path of a subpage. */
function shownTarget(target: string, { site, titles, title }: LinkContext): string {
  if (target.startsWith(':')) return target.slice(1);
  const resolved = resolveSubpage(target, title, site, titles);
  if (resolved === target) return target;
  if (target.startsWith('/') && target.endsWith('/')) return target.replace(/^\/+|(?<!\/)\/+$/g, '');
  // A trailing slash hides the part up to the ancestor page.
  const below = target.endsWith('/') ? target.replace(/^(?:\.\.\/)+/, '').replace(/(?<!\/)\/+$/, '') : '';
  if (target.startsWith('../')) return below === '' ? resolved : below;
  return target;
}

const protocolOf = perSite(site => new RegExp(`^(?:${protocolPattern(protocolsIn(site))})`, 'i'));
