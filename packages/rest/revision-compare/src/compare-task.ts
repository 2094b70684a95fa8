/** What is done in the process for long tasks. */
import { diffInline } from '@wikiquery/revisions';
import { type PreprocessOptions, preprocess, toSource } from '@wikiquery/wikitext';

export interface CompareTask {
  readonly before: string;
  readonly after: string;
  readonly options: PreprocessOptions;
}

export interface ComparedSection {
  readonly level: number;
  /** With the equals signs. */
  readonly heading: string;
  /** Bytes before it. */
  readonly offset: number;
}

export const compare = ({ before, after, options }: CompareTask) => ({
  from: sectionsOf(before, options),
  to: sectionsOf(after, options),
  diff: diffInline(before, after),
});

/** All but what stands before the first heading. */
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
