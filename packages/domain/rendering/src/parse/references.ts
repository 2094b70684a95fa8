import type { Site } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { type Extension, replaceHidden, toSource } from '@wikiquery/wikitext';
import { allAttributes, escapeAttribute, writeOwnAttributes } from './attributes.ts';
import type { CiteError, Wording } from './cite-wording.ts';
import { NOTE_MARKER, noteMarker, type StripState, sectionMarker } from './strip-state.ts';

interface Note {
  readonly id: number;
  readonly name: string | undefined;
  readonly number: number;
  readonly direction: string | undefined;
  /** Wikitext of the note. It is parsed with the list, so its links come after the links in the text of the page. */
  text: string | undefined;
  uses: number;
  isAmbiguous: boolean;
}

type Parse = (wikitext: string) => string;

export interface ReferenceOptions {
  readonly stripState: StripState;
  readonly site: Site;
  readonly wording: Wording;
  readonly language: string;
  readonly direction: string;
  /** Returns the outermost tags of a text, and the text between them. */
  tagsIn(wikitext: string): readonly (string | Extension)[];
  failed(): void;
}

/** Notes from `<ref>`. They are written at `<references />` or at the end of the page. */
export class References {
  readonly #options: ReferenceOptions;
  readonly #groups = new Map<string, Note[]>();
  #notes = 0;
  readonly #onNested: string[] = [];
  #depth = 0;
  #parse: Parse = text => text;

  constructor(options: ReferenceOptions) {
    this.#options = options;
  }

  cite(written: string, inner: string | undefined, parse: Parse): string {
    this.#parse = parse;
    const attributes = allAttributes(written);
    const wrong = this.#faultOf(attributes, inner);
    if (wrong) return this.#error(...wrong);
    const text = inner?.trim() ? this.#citeWithin(inner) : undefined;
    const group = attributes.get('group') ?? '';
    const name = attributes.get('name') || undefined;
    const follow = attributes.get('follow');
    if (follow) {
      const note = this.#named(group, follow);
      if (note && text !== undefined) note.text = note.text === undefined ? text : `${note.text} ${text}`;
      return '';
    }
    const note = this.#note(group, name, attributes.get('dir')?.toLowerCase());
    if (note.text === undefined) note.text = text;
    else if (text !== undefined && text !== note.text) note.isAmbiguous = true;
    note.uses++;
    const { stripState, language, site } = this.#options;
    const number = formatNumber(language, String(note.number));
    const { id, target } = idsOf(note);
    const use = note.name === undefined ? id : `${id}-${note.uses - 1}`;
    return `<sup${stripState.strip(
      writeOwnAttributes(
        [
          ['id', `cite_ref-${use}`],
          ['class', 'reference'],
        ],
        site,
      ),
    )}><a${stripState.strip(` href="#cite_note-${escapeAttribute(target)}"`)}><span class="cite-bracket">&#91;</span>${stripState.strip(
      escapeAttribute(group === '' ? number : `${group} ${number}`),
    )}<span class="cite-bracket">&#93;</span></a></sup>`;
  }

  #citeWithin(inner: string): string {
    if (this.#depth >= MOST_WITHIN) return replaceHidden(inner, 'before', () => '');
    this.#depth++;
    try {
      return replaceHidden(inner, 'before', ({ attributes, inner: text }) =>
        noteMarker(this.#onNested.push(this.cite(attributes, text, this.#parse)) - 1),
      );
    } finally {
      this.#depth--;
    }
  }

  #faultOf(attributes: ReadonlyMap<string, string>, inner: string | undefined): Fault | undefined {
    const [name, follow, direction] = ['name', 'follow', 'dir'].map(key => attributes.get(key));
    if ([...attributes.keys()].some(key => !KNOWN.has(key))) return ['cite_error_ref_too_many_keys'];
    if (/^\d+$/.test(name ?? '') || /^\d+$/.test(follow ?? '')) return ['cite_error_ref_numeric_key'];
    if (follow && name) return ['cite_error_ref_follow_conflicts'];
    if (direction !== undefined && !/^(?:ltr|rtl)$/i.test(direction)) return ['cite_error_ref_invalid_dir', direction];
    if (!name && inner === undefined) return ['cite_error_ref_no_key'];
    if (!name && inner?.trim() === '') return ['cite_error_ref_no_input'];
    // If `</ref>` is missing, the note contains the text up to the next `</ref>`.
    const start = (inner ?? '').search(/<ref(?:erences)?\b/i);
    const isOpen =
      start >= 0 && this.#options.tagsIn(inner as string).some(each => (typeof each === 'string' ? UNCLOSED.test(each) : isNote(each)));
    return isOpen ? ['cite_error_included_ref'] : undefined;
  }

  #named(group: string, name: string): Note | undefined {
    return this.#groups.get(group)?.find(each => each.name === name);
  }

  #note(group: string, name: string | undefined, direction: string | undefined): Note {
    const notes = this.#groups.get(group) ?? [];
    this.#groups.set(group, notes);
    let note = name === undefined ? undefined : this.#named(group, name);
    if (!note) {
      note = { id: ++this.#notes, name, number: notes.length + 1, direction, text: undefined, uses: 0, isAmbiguous: false };
      notes.push(note);
    }
    return note;
  }

  /** Writes the list of a group's notes so far. `inner` can define the texts of named notes. */
  list(written: string, inner: string, parse: Parse): string {
    this.#parse = parse;
    const attributes = allAttributes(written);
    const group = attributes.get('group') ?? '';
    const faults = inner.trim() === '' ? [] : this.#define(inner, group);
    if ([...attributes.keys()].some(key => key !== 'group' && key !== 'responsive'))
      return this.#error('cite_error_references_invalid_parameters');
    // Nested notes are definitions for this list.
    const shown = this.#shown(group, attributes.get('responsive') !== '0', tag => {
      faults.push(...this.#define(toSource([tag]), group));
      return '';
    });
    return faults.length === 0 ? shown : `${shown}\n${faults.map(fault => this.#error(...fault)).join('<br>\n')}`;
  }

  #define(inner: string, group: string): Fault[] {
    return this.#options.tagsIn(inner).flatMap((tag): Fault[] => {
      if (typeof tag === 'string' || tag.name.toLowerCase() !== 'ref') return [];
      const attributes = allAttributes(tag.attributes);
      const own = attributes.get('group') ?? group;
      const name = attributes.get('name');
      if (own !== group) return [['cite_error_references_group_mismatch', own]];
      if (!name) return [['cite_error_references_no_key']];
      if (!tag.inner?.trim()) return [['cite_error_empty_references_define', name, own]];
      const note = this.#named(group, name);
      if (!note) return [['cite_error_references_missing_key', name]];
      const text = this.#citeWithin(tag.inner);
      if (note.text === undefined) note.text = text;
      else if (note.text !== text) note.isAmbiguous = true;
      return [];
    });
  }

  #shown(group: string, isWrapped: boolean, onNested: (tag: Extension) => string): string {
    const notes = this.#groups.get(group) ?? [];
    this.#groups.delete(group);
    if (notes.length === 0) return '';
    const htmls = this.#parsed(notes, onNested);
    const list = `<ol class="references">\n${notes.map((note, at) => this.#item(note, htmls[at] ?? '')).join('')}</ol>`;
    return isWrapped ? `<div class="mw-references-wrap${notes.length > 10 ? ' mw-references-columns' : ''}">${list}</div>` : list;
  }

  /** Parses all notes together, as MediaWiki does. This determines the order of links. */
  #parsed(notes: readonly Note[], onNested: (tag: Extension) => string): string[] {
    const wikitext = notes.map(({ text = '' }, at) => `${sectionMarker(at)}${text.replace(/(?<!\n)\n+$/, '')}\n`).join('');
    const parsed = this.#parse(replaceHidden(wikitext, 'later', onNested));
    const html = parsed.replaceAll(NOTE_MARKER, (_, index: string) => this.#onNested[Number(index)] ?? '');
    let from = 0;
    return notes.map((_, at) => {
      const begin = html.indexOf(sectionMarker(at), from) + sectionMarker(at).length;
      const end = html.indexOf(sectionMarker(at + 1), begin);
      from = end < 0 ? html.length : end;
      return html.slice(begin, from).replace(/(?<!\n)\n+$/, '');
    });
  }

  #item(note: Note, html: string): string {
    const { stripState, language, site } = this.#options;
    const { id, target } = idsOf(note);
    const digits = String(note.uses).length;
    const back = (use: number): string =>
      `<sup>${this.#back(`${id}-${use}`, `${formatNumber(language, String(note.number))}${decimalOf(language)}${Array.from(String(use).padStart(digits, '0'), digit => formatNumber(language, digit)).join('')}`)}</sup>`;
    const backlinks =
      note.uses > 1
        ? `↑ ${Array.from({ length: Math.min(note.uses, MOST_BACKLINKS) }, (_, use) => back(use)).join(' ')}`
        : this.#back(note.name === undefined ? id : `${id}-0`, '↑');
    const warning = note.isAmbiguous ? ` ${this.#error('cite_error_references_duplicate_key', note.name ?? '')}` : '';
    const text =
      note.text === undefined
        ? this.#error('cite_error_references_no_text', note.name ?? '')
        : `<span class="reference-text">${html}${warning}</span>\n`;
    const names = note.direction === undefined ? [] : [['class', `mw-cite-dir-${note.direction}`] as const];
    return `<li${stripState.strip(writeOwnAttributes([['id', `cite_note-${target}`], ...names], site))}><span class="mw-cite-backlink">${backlinks}</span> ${text}</li>\n`;
  }

  #back(id: string, shown: string): string {
    return this.#options.stripState.strip(`<a href="#cite_ref-${escapeAttribute(id)}">${shown}</a>`);
  }

  #error(key: CiteError, ...values: readonly string[]): string {
    const { stripState, wording, language, direction, failed } = this.#options;
    failed();
    const attributes = stripState.strip(` class="error mw-ext-cite-error" lang="${escapeAttribute(language)}" dir="${direction}"`);
    const message = wording.get(key) ?? '';
    // Values are plain text, so they are not parsed.
    const html = this.#parse(message).replaceAll(/\$(\d)/g, (_, number: string) =>
      stripState.strip(escapeAttribute(values[Number(number) - 1] ?? '')),
    );
    return `<span${attributes}>${html}</span>`;
  }

  /** Writes the notes that no list contains. Notes in a named group need a list, so each such group becomes an error. */
  rest(): string {
    // Notes nested in these notes have no list.
    const shown = [...this.#groups.keys()].map(group =>
      group === ''
        ? this.#shown(group, true, tag => toSource([tag]))
        : `<br>${this.#error('cite_error_group_refs_without_references', group)}`,
    );
    this.#groups.clear();
    return shown.length === 0 ? '' : `\n${shown.join('')}`;
  }
}

type Fault = readonly [key: CiteError, ...values: string[]];

const KNOWN: ReadonlySet<string> = new Set(['group', 'name', 'follow', 'dir']);

const UNCLOSED = /<ref(?:erences)?\b[^<>]*>/i;
const isNote = ({ name }: Extension): boolean => /^ref(?:erences)?$/i.test(name);

const MOST_BACKLINKS = 1000;
const MOST_WITHIN = 10;

const decimalOf = (language: string): string => formatNumber(language, '1.5').slice(1, -1);

/** Returns the id of a note's citations, and the id of the note itself. */
const idsOf = ({ id, name }: Note): { id: string; target: string } => {
  if (name === undefined) return { id: String(id), target: String(id) };
  const written = name.replaceAll(/[\s_]+/g, '_');
  return { id: `${written}_${id}`, target: `${written}-${id}` };
};
