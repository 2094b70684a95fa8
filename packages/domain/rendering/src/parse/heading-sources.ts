import type { Title } from '@wikiquery/core';
import { type Node, preprocess, toSource } from '@wikiquery/wikitext';
import { sectionMarker, withoutMarkers } from './strip-state.ts';

/** Origin of a heading. */
export interface HeadingSource {
  readonly title: Title;
  /** Number of the heading in the text of its page, or in the transcluded part of a transcluded page. */
  readonly index: number;
  readonly isIncluded: boolean;
  /** Number of code points before the heading in the text without the redirect. Undefined if the heading is transcluded. */
  readonly offset: number | undefined;
}

export class HeadingSources {
  readonly #sources: HeadingSource[] = [];
  readonly #title: Title;

  constructor(title: Title) {
    this.#title = title;
  }

  at(number: number): HeadingSource | undefined {
    return this.#sources[number];
  }

  get included(): readonly Title[] {
    return [...new Set(this.#sources.filter(({ isIncluded }) => isIncluded).map(({ title }) => title))];
  }

  followRedirects(targets: ReadonlyMap<Title, Title>): void {
    for (const [at, source] of this.#sources.entries()) this.#sources[at] = { ...source, title: targets.get(source.title) ?? source.title };
  }

  /** Marks the headings of the page itself. `text` excludes the redirect. */
  markPage(text: string, extensionTags: readonly string[]): string {
    let marked = '';
    let offset = 0;
    for (const node of preprocess(withoutMarkers(text).replaceAll('\u007f', '?'), { extensionTags })) {
      const source = toSource([node]);
      if (typeof node !== 'string' && node.kind === 'heading') {
        const marker = this.#marker({ title: this.#title, index: node.index, isIncluded: false, offset });
        marked += source.slice(0, node.level) + marker + source.slice(node.level);
      } else marked += source;
      for (const _ of source) offset++;
    }
    return marked;
  }

  /** Marks the headings of a transcluded page. Headings in arguments are not marked. */
  readonly markIncluded = (tree: readonly Node[], title: Title): readonly Node[] =>
    tree.map(node => {
      if (typeof node === 'string' || node.kind !== 'heading') return node;
      const [first = '', ...rest] = node.children;
      if (typeof first !== 'string' || first.length < node.level) return node;
      const marker = this.#marker({ title, index: node.index, isIncluded: true, offset: undefined });
      return { ...node, children: [first.slice(0, node.level) + marker + first.slice(node.level), ...rest] };
    });

  #marker(source: HeadingSource): string {
    return sectionMarker(this.#sources.push(source) - 1);
  }
}
