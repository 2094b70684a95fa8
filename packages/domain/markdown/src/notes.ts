import type { ChildNode, Element } from './html-tree.ts';
import { attributeOf, descendants, hasClass, textOf } from './html-tree.ts';

/** Returns the labels of all notes by their `id`. Labels are the numbers that the page shows, such as `1` or `note-1`. */
export function noteLabels(nodes: readonly ChildNode[]): ReadonlyMap<string, string> {
  const notes = new Set<string>();
  const shown = new Map<string, string>();
  for (const element of descendants(nodes)) {
    if (isNote(element)) notes.add(attributeOf(element, 'id') ?? '');
    const target = element.tagName === 'sup' ? noteTarget(element) : undefined;
    if (target !== undefined && !shown.has(target)) shown.set(target, labelFrom(textOf(element.childNodes)));
  }
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  for (const id of [...[...shown.keys()].filter(each => notes.has(each)), ...notes]) {
    if (labels.has(id)) continue;
    const label = free(shown.get(id) || 'note', taken);
    taken.add(label.toLowerCase());
    labels.set(id, label);
  }
  return labels;
}

/** Whether an element is a note in a list of references. */
export const isNote = (element: Element): boolean => element.tagName === 'li' && (attributeOf(element, 'id') ?? '').startsWith('cite_note');

export const isNoteList = (element: Element): boolean =>
  element.tagName === 'ol' && hasClass(element, 'references', 'mw-references', 'mw-subreference-list');

/** Returns the `id` of the note that a footnote mark leads to. */
export function noteTarget(mark: Element): string | undefined {
  if (!hasClass(mark, 'reference', 'mw-ref')) return undefined;
  for (const element of descendants(mark.childNodes)) {
    const id = element.tagName === 'a' ? /#(cite_note.*)$/s.exec(attributeOf(element, 'href') ?? '')?.[1] : undefined;
    if (id !== undefined) return decodedId(id);
  }
  return undefined;
}

function decodedId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const labelFrom = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 30);

function free(label: string, taken: ReadonlySet<string>): string {
  let found = label;
  // Lists may repeat numbers. The count of all notes is rarely taken, so the loop is short.
  for (let suffix = taken.size + 1; taken.has(found.toLowerCase()); suffix++) found = `${label}-${suffix}`;
  return found;
}
