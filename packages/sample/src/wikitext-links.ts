import type { Site, Titles } from '@wikiquery/core';
import { isInvalid } from '@wikiquery/core';
import type { Page, Wiki } from '@wikiquery/wiki-builder';

/** Finds what a text links to and writes the rows for it. Understands as much wikitext as the sample wiki uses. */
export class LinkWriter {
  readonly #wiki: Wiki;
  /** Texts of templates by name. */
  readonly #templates: ReadonlyMap<string, string>;

  constructor(wiki: Wiki, templates: ReadonlyMap<string, string>) {
    this.#wiki = wiki;
    this.#templates = templates;
  }

  async write(page: Page, text: string): Promise<void> {
    const { site, titles } = this.#wiki;
    const { expanded, used } = this.#expand(text);
    for (const name of used) await this.#wiki.template(page, name);
    const seen = new Set<string>();
    for (const [, colon, target = '', label] of expanded.matchAll(/\[\[(:?)([^\]|]+)(?:\|([^\]]*))?\]\]/g)) {
      const link = readLink(target, colon === ':', titles, site);
      if (!link || seen.has(`${link.kind} ${link.to}`)) continue;
      seen.add(`${link.kind} ${link.to}`);
      if (link.kind === 'category') await this.#wiki.category(page, link.to, { sortkey: label ?? '' });
      else if (link.kind === 'langlink') await this.#wiki.langlink(page, link.prefix, link.to);
      else if (link.kind === 'iwlink') await this.#wiki.iwlink(page, link.prefix, link.to);
      else await this.#wiki[link.kind](page, link.to);
    }
    for (const [, url = ''] of expanded.matchAll(/\[(https?:\/\/[^\s\]]+)[^\]]*\]/g)) await this.#wiki.extlink(page, url);
    for (const [, name = '', value = ''] of text.matchAll(/\{\{(DISPLAYTITLE|DEFAULTSORT):([^}]*)\}\}/g)) {
      await this.#wiki.prop(page, name.toLowerCase(), value);
    }
    if (text.includes('__NOTOC__')) await this.#wiki.prop(page, 'notoc', '');
  }

  /** Puts the texts of templates in their places. */
  #expand(text: string): { expanded: string; used: ReadonlySet<string> } {
    const used = new Set<string>();
    const own = text.replaceAll(/<includeonly>[\s\S]*?<\/includeonly>|<pre>[\s\S]*?<\/pre>/g, '').replaceAll('{{!}}', '&#124;');
    const expanded = own.replaceAll(/\{\{([^{}|:]+)((?:\|[^{}]*)?)\}\}/g, (whole, name: string, rest: string) => {
      const template = this.#templates.get(name);
      if (template === undefined) return whole;
      used.add(name);
      const values = rest.split('|').slice(1);
      return template.replaceAll(/\{\{\{(\w+)\|?\}\}\}/g, (_, key: string) => values[Number(key) - 1] ?? '');
    });
    return { expanded, used };
  }
}

type Link =
  | { readonly kind: 'link' | 'image' | 'category'; readonly to: string }
  | { readonly kind: 'langlink' | 'iwlink'; readonly prefix: string; readonly to: string };

const [FILE, CATEGORY] = [6, 14];

function readLink(target: string, isPlain: boolean, titles: Titles, site: Site): Link | undefined {
  const title = titles.parse(target);
  if (isInvalid(title)) return undefined;
  if (title.interwiki !== '') {
    const isLanguage = site.interwikis.get(title.interwiki)?.language !== undefined;
    const to = title.dbkey.replaceAll('_', ' ');
    return { kind: isLanguage && !isPlain ? 'langlink' : 'iwlink', prefix: title.interwiki, to };
  }
  if (title.namespace < 0 || title.dbkey === '') return undefined;
  const kind = isPlain ? 'link' : title.namespace === FILE ? 'image' : title.namespace === CATEGORY ? 'category' : 'link';
  return { kind, to: titles.text(title) };
}

/** What a template puts in its place. */
export const includedText = (text: string): string =>
  [...text.matchAll(/<includeonly>([\s\S]*?)<\/includeonly>/g)].map(([, part]) => part).join('');
