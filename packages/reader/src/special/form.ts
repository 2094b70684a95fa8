import { type Html, html, type TemplateValue } from '../markup/html.ts';
import type { PageFrame, Reading } from '../reading.ts';

/** A field of a form above a list. */
export interface FormField {
  readonly name: string;
  /** Message of the label, and the text for wikis without the message. */
  readonly label: readonly [key: string, text: string];
  /** Kind of the field. Default: text. */
  readonly kind?: 'namespace' | 'checkbox';
  /** Whether the subpage of the special page is the value. */
  readonly isSubpage?: boolean;
}

/** Returns a form that requests the same special page with other parameters. */
export function formOf(
  frame: PageFrame,
  { params, title, titles }: Reading,
  fields: readonly FormField[],
  subpage: string | undefined,
): TemplateValue {
  if (fields.length === 0) return undefined;
  const name = title ? titles.text(title).replace(/\/.*/s, '') : '';
  const inputs = fields.map(field => {
    const value = params.get(field.name) ?? (field.isSubpage ? subpage : undefined) ?? '';
    const label = frame.wording.text(field.label[0]);
    if (field.kind === 'namespace') return namespaces(frame, field.name, label, params.get(field.name) ?? '');
    if (field.kind === 'checkbox') return checkbox(field.name, label, params.has(field.name));
    return html`<label>${label} <input name="${field.name}" value="${value}" maxlength="255"></label>`;
  });
  return html`<form class="reader-form" action="${frame.links.scriptPath}" method="get"><input type="hidden" name="title" value="${name}">${inputs}<button type="submit">${frame.wording.text('search')}</button></form>`;
}

function namespaces({ site }: PageFrame, name: string, label: string, value: string): Html {
  const options = [...site.namespaces.values()]
    .filter(({ id }) => id >= 0)
    .map(({ id, name: text }) => {
      const shown = text === '' ? '(0)' : text;
      return String(id) === value ? html`<option value="${id}" selected>${shown}</option>` : html`<option value="${id}">${shown}</option>`;
    });
  return html`<label>${label} <select name="${name}"><option value=""></option>${options}</select></label>`;
}

const checkbox = (name: string, label: string, isChecked: boolean): Html =>
  isChecked
    ? html`<label><input type="checkbox" name="${name}" value="1" checked> ${label}</label>`
    : html`<label><input type="checkbox" name="${name}" value="1"> ${label}</label>`;

/** Returns the namespace that a request selects; undefined for all. */
export function namespaceIn({ params, site }: Reading): number | undefined {
  const text = params.get('namespace') ?? '';
  const id = Number(text);
  return text !== '' && site.namespaces.has(id) ? id : undefined;
}

/** Returns a parameter without spaces at its ends; undefined if it is empty or missing. */
export const textIn = (params: URLSearchParams, name: string): string | undefined => params.get(name)?.trim() || undefined;
