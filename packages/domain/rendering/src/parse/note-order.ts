import type { Extension } from '@wikiquery/wikitext';
import { allAttributes } from './attributes.ts';

/**
 * Sorts tags in the order in which MediaWiki parses their content. Notes take the position of their list; notes without a list come last.
 */
export function inOrderOfNotes(tags: readonly Extension[]): Extension[] {
  const out: Extension[] = [];
  const groups = new Map<string, Map<string | Extension, Extension[]>>();
  const show = (group: string): void => {
    for (const notes of groups.get(group)?.values() ?? []) out.push(...notes);
    groups.delete(group);
  };
  for (const tag of tags) {
    const name = tag.name.toLowerCase();
    const attributes = name === 'ref' || name === 'references' ? allAttributes(tag.attributes) : undefined;
    const group = attributes?.get('group') ?? '';
    if (name === 'ref') {
      const notes = groups.get(group) ?? new Map<string | Extension, Extension[]>();
      groups.set(group, notes);
      const key = attributes?.get('name') || tag;
      notes.set(key, [...(notes.get(key) ?? []), tag]);
    } else {
      if (name === 'references') show(group);
      out.push(tag);
    }
  }
  for (const group of groups.keys()) show(group);
  return out;
}
