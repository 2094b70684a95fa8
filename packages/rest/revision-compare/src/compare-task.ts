/** Input of `compare`, which runs in an isolated process. */
import { diffInline } from '@wikiquery/revisions';
import { type PreprocessOptions, preprocess, toSource } from '@wikiquery/wikitext';

export interface CompareTask {
  readonly before: string;
  readonly after: string;
  readonly options: PreprocessOptions;
}

export interface ComparedSection {
  readonly level: number;
  /** Wikitext of the heading, with the equals signs. */
  readonly heading: string;
  /** Position of the heading in the wikitext, in bytes. */
  readonly offset: number;
}

export const compare = ({ before, after, options }: CompareTask) => ({
  from: sectionsOf(before, options),
  to: sectionsOf(after, options),
  diff: diffInline(before, after),
});

function sectionsOf(text: string, options: PreprocessOptions): readonly ComparedSection[] {
  const sections: ComparedSection[] = [];
  let offset = 0;
  for (const node of preprocess(text, options)) {
    const source = toSource([node]);
    if (typeof node !== 'string' && node.kind === 'heading') sections.push({ level: node.level, heading: source, offset });
    offset += Buffer.byteLength(source);
  }
  return sections;
}
