import type { Title } from '@wikiquery/core';
import { type Node, preprocess, toSource } from '@wikiquery/wikitext';
import { sectionMark, withoutMarks } from './markers.ts';

/** Where a heading was written. */
export interface HeadingSource {
  readonly title: Title;
  /** Which heading of the text it is; of a page that is included, of the text that others get of it. */
  readonly index: number;
  readonly isIncluded: boolean;
  /** Characters of the text before it, without what makes a redirect; undefined where it is included. */
  readonly offset: number | undefined;
}

/** Headings get marks that lead to where they were written. */
export class HeadingSources {
  readonly #sources: HeadingSource[] = [];
  readonly #title: Title;

  constructor(title: Title) {
    this.#title = title;
  }

  /** Of the mark with this number. */
  at(number: number): HeadingSource | undefined {
    return this.#sources[number];
  }

  /** Pages that are included and have headings. */
  get included(): readonly Title[] {
    return [...new Set(this.#sources.filter(({ isIncluded }) => isIncluded).map(({ title }) => title))];
  }

  /** Tells where pages really have their headings that are redirects. */
  lead(targets: ReadonlyMap<Title, Title>): void {
    for (const [at, source] of this.#sources.entries()) this.#sources[at] = { ...source, title: targets.get(source.title) ?? source.title };
  }

  /** The text of the page itself, without what makes it a redirect. */
  markPage(text: string, extensionTags: readonly string[]): string {
    let marked = '';
    let offset = 0;
    for (const node of preprocess(withoutMarks(text).replaceAll('\u007f', '?'), { extensionTags })) {
      const source = toSource([node]);
      if (typeof node !== 'string' && node.kind === 'heading') {
        const mark = this.#mark({ title: this.#title, index: node.index, isIncluded: false, offset });
        marked += source.slice(0, node.level) + mark + source.slice(node.level);
      } else marked += source;
      for (const _ of source) offset++;
    }
    return marked;
  }

  /** The text of a page that is included. Headings in arguments are those of nobody. */
  readonly markIncluded = (tree: readonly Node[], title: Title): readonly Node[] =>
    tree.map(node => {
      if (typeof node === 'string' || node.kind !== 'heading') return node;
      const [first = '', ...rest] = node.children;
      if (typeof first !== 'string' || first.length < node.level) return node;
      const mark = this.#mark({ title, index: node.index, isIncluded: true, offset: undefined });
      return { ...node, children: [first.slice(0, node.level) + mark + first.slice(node.level), ...rest] };
    });

  #mark(source: HeadingSource): string {
    return sectionMark(this.#sources.push(source) - 1);
  }
}
