import type { Site } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { type Extension, replaceHidden, toSource } from '@wikiquery/wikitext';
import { allAttributes, escapeAttribute, writeOwnAttributes } from './attributes.ts';
import type { CiteError, Wording } from './cite-wording.ts';
import { type Markers, NOTE_MARK, noteMark, sectionMark } from './markers.ts';

interface Note {
  /** Of all notes of a page. */
  readonly id: number;
  readonly name: string | undefined;
  /** In its group. */
  readonly number: number;
  readonly direction: string | undefined;
  /** Wikitext: what it links comes behind what the text links. */
  text: string | undefined;
  uses: number;
  /** The same name has another text, too. */
  isAmbiguous: boolean;
}

type Parse = (wikitext: string) => string;

export interface Citing {
  readonly texts: Markers;
  readonly site: Site;
  readonly wording: Wording;
  readonly language: string;
  readonly direction: string;
  /** The tags of a text, outermost only, and the text between them. */
  tagsIn(wikitext: string): readonly (string | Extension)[];
  /** Something is wrong with a note. */
  failed(): void;
}

/** Notes of `<ref>`, which stand where `<references />` is, or at the end. */
export class References {
  readonly #use: Citing;
  readonly #groups = new Map<string, Note[]>();
  #notes = 0;
  /** HTML of the places where notes cite notes that were read before them. */
  readonly #within: string[] = [];
  #depth = 0;
  #parse: Parse = text => text;

  constructor(use: Citing) {
    this.#use = use;
  }

  /** The number of a note in the text. */
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
    const { texts, language, site } = this.#use;
    const number = formatNumber(language, String(note.number));
    const { id, target } = idsOf(note);
    const use = note.name === undefined ? id : `${id}-${note.uses - 1}`;
    return `<sup${texts.hold(
      writeOwnAttributes(
        [
          ['id', `cite_ref-${use}`],
          ['class', 'reference'],
        ],
        site,
      ),
    )}><a${texts.hold(` href="#cite_note-${escapeAttribute(target)}"`)}><span class="cite-bracket">&#91;</span>${texts.hold(
      escapeAttribute(group === '' ? number : `${group} ${number}`),
    )}<span class="cite-bracket">&#93;</span></a></sup>`;
  }

  /** Cites the notes in a note that are read before it. */
  #citeWithin(inner: string): string {
    if (this.#depth >= MOST_WITHIN) return replaceHidden(inner, 'before', () => '');
    this.#depth++;
    try {
      return replaceHidden(inner, 'before', ({ attributes, inner: text }) =>
        noteMark(this.#within.push(this.cite(attributes, text, this.#parse)) - 1),
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
    // Who left out `</ref>` has the text as far as the next one in the note.
    const begun = (inner ?? '').search(/<ref(?:erences)?\b/i);
    const isOpen =
      begun >= 0 && this.#use.tagsIn(inner as string).some(each => (typeof each === 'string' ? BEGUN.test(each) : isNote(each)));
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

  /** The notes of a group so far; `inner` may give texts of notes that are cited by their names. */
  list(written: string, inner: string, parse: Parse): string {
    this.#parse = parse;
    const attributes = allAttributes(written);
    const group = attributes.get('group') ?? '';
    const faults = inner.trim() === '' ? [] : this.#define(inner, group);
    if ([...attributes.keys()].some(key => key !== 'group' && key !== 'responsive'))
      return this.#error('cite_error_references_invalid_parameters');
    // Notes that its notes hold count as its own.
    const shown = this.#shown(group, attributes.get('responsive') !== '0', tag => {
      faults.push(...this.#define(toSource([tag]), group));
      return '';
    });
    return faults.length === 0 ? shown : `${shown}\n${faults.map(fault => this.#error(...fault)).join('<br>\n')}`;
  }

  #define(inner: string, group: string): Fault[] {
    return this.#use.tagsIn(inner).flatMap((tag): Fault[] => {
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

  #shown(group: string, isWrapped: boolean, within: (tag: Extension) => string): string {
    const notes = this.#groups.get(group) ?? [];
    this.#groups.delete(group);
    if (notes.length === 0) return '';
    const texts = this.#parsed(notes, within);
    const list = `<ol class="references">\n${notes.map((note, at) => this.#item(note, texts[at] ?? '')).join('')}</ol>`;
    return isWrapped ? `<div class="mw-references-wrap${notes.length > 10 ? ' mw-references-columns' : ''}">${list}</div>` : list;
  }

  /** All notes in one go, as MediaWiki does: what they link comes in that order. */
  #parsed(notes: readonly Note[], within: (tag: Extension) => string): string[] {
    const wikitext = notes.map(({ text = '' }, at) => `${sectionMark(at)}${text.replace(/(?<!\n)\n+$/, '')}\n`).join('');
    const parsed = this.#parse(replaceHidden(wikitext, 'later', within));
    const html = parsed.replaceAll(NOTE_MARK, (_, index: string) => this.#within[Number(index)] ?? '');
    let from = 0;
    return notes.map((_, at) => {
      const begin = html.indexOf(sectionMark(at), from) + sectionMark(at).length;
      const end = html.indexOf(sectionMark(at + 1), begin);
      from = end < 0 ? html.length : end;
      return html.slice(begin, from).replace(/(?<!\n)\n+$/, '');
    });
  }

  #item(note: Note, html: string): string {
    const { texts, language, site } = this.#use;
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
    return `<li${texts.hold(writeOwnAttributes([['id', `cite_note-${target}`], ...names], site))}><span class="mw-cite-backlink">${backlinks}</span> ${text}</li>\n`;
  }

  #back(id: string, shown: string): string {
    return this.#use.texts.hold(`<a href="#cite_ref-${escapeAttribute(id)}">${shown}</a>`);
  }

  #error(key: CiteError, ...values: readonly string[]): string {
    const { texts, wording, language, direction, failed } = this.#use;
    failed();
    const attributes = texts.hold(` class="error mw-ext-cite-error" lang="${escapeAttribute(language)}" dir="${direction}"`);
    const said = wording.get(key) ?? '';
    // Values are text: no pass looks into them.
    const html = this.#parse(said).replaceAll(/\$(\d)/g, (_, number: string) =>
      texts.hold(escapeAttribute(values[Number(number) - 1] ?? '')),
    );
    return `<span${attributes}>${html}</span>`;
  }

  /** The notes that no list showed: those of groups need one. */
  rest(): string {
    // Notes that these notes cite stand in no list.
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

/** What begins a tag that has no end. */
const BEGUN = /<ref(?:erences)?\b[^<>]*>/i;
const isNote = ({ name }: Extension): boolean => /^ref(?:erences)?$/i.test(name);

const MOST_BACKLINKS = 1000;
/** Notes within each other: nobody writes more. */
const MOST_WITHIN = 10;

const decimalOf = (language: string): string => formatNumber(language, '1.5').slice(1, -1);

/** `id` of the places that cite it, `target` of the note itself. */
const idsOf = ({ id, name }: Note): { id: string; target: string } => {
  if (name === undefined) return { id: String(id), target: String(id) };
  const written = name.replaceAll(/[\s_]+/g, '_');
  return { id: `${written}_${id}`, target: `${written}-${id}` };
};
