import type { EngineClause } from './clauses.ts';
import { cirrusOptions, plainOptions } from './highlight-options.ts';

/** Part of a search result that shows the highlighted text of a field. */
export type SnippetTarget = 'title' | 'redirect' | 'category' | 'heading' | 'text';

/** Highlighting of a field. Of the fields with the same target, the matching field with the highest priority is shown. */
export interface HighlightField {
  readonly target: SnippetTarget;
  readonly priority: number;
  readonly options: EngineClause;
}

export type HighlightFields = Readonly<Record<string, HighlightField>>;

/** Priorities of fields. */
export const PRIORITY = { usual: 100, keyword: 300, pattern: 400 } as const;

/** Characters around highlighted words. They are for private use in Unicode, so texts do not contain them. */
export const MARK_START = '\u{e000}';
export const MARK_END = '\u{e001}';

/** Fields of every full-text search, in the order of preference for a target. */
const USUAL = [
  ['title', 'title'],
  ['redirect.title', 'redirect'],
  ['category', 'category'],
  ['heading', 'heading'],
  ['text', 'text'],
  ['auxiliary_text', 'text'],
  ['file_text', 'text'],
] as const satisfies readonly (readonly [string, SnippetTarget])[];

/** Returns the options of the engine for a field. `hasHighlighter`: whether Wikimedia's highlighter is installed. */
export const optionsOf = (field: string, hasHighlighter: boolean): EngineClause =>
  hasHighlighter ? cirrusOptions(field) : plainOptions(field);

/** Returns the fields to highlight: those of the keywords, and the usual fields of the requested targets. */
export function highlightedFields(
  ofKeywords: readonly HighlightFields[],
  targets: ReadonlySet<SnippetTarget>,
  hasHighlighter: boolean,
): HighlightFields {
  const fields: Record<string, HighlightField> = {};
  for (const [name, field] of ofKeywords.flatMap(each => Object.entries(each))) {
    if (targets.has(field.target)) fields[name] = fields[name] ? merge(fields[name], field) : field;
  }
  for (const [name, target] of USUAL) {
    if (targets.has(target)) fields[name] ??= { target, priority: PRIORITY.usual, options: optionsOf(name, hasHighlighter) };
  }
  return fields;
}

/** Highlights what any of two keywords finds in the same field. */
function merge(one: HighlightField, other: HighlightField): HighlightField {
  const { regex, ...options } = (one.options.options ?? {}) as {
    readonly regex?: readonly string[];
    readonly regex_case_insensitive?: boolean;
  };
  const second = (other.options.options ?? {}) as typeof options & { readonly regex?: readonly string[] };
  if (regex && second.regex) {
    const ignoresCase = options.regex_case_insensitive || second.regex_case_insensitive;
    return {
      ...one,
      options: { ...one.options, options: { ...options, regex: [...regex, ...second.regex], regex_case_insensitive: ignoresCase } },
    };
  }
  const { highlight_query: query } = one.options;
  const { highlight_query: otherQuery } = other.options;
  if (query === undefined || otherQuery === undefined) return other.priority > one.priority ? other : one;
  return { ...one, options: { ...one.options, highlight_query: { bool: { should: [query, otherQuery] } } } };
}
