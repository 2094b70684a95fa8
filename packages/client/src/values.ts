/** A value as callers write it: several as an array or a set, times as dates. What is false, null or undefined is not sent. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | readonly (string | number | Date)[]
  | ReadonlySet<string | number>;
export type Values = Readonly<Record<string, Value>>;

/** Parameters as a request has them. */
export function toForm(params: Values): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value != null && value !== false) form.set(name, toText(value));
  return form;
}

function toText(value: NonNullable<Value>): string {
  if (value === true) return '1';
  if (typeof value !== 'object' || value instanceof Date) return single(value as string | number | Date);
  const texts = [...value].map(single);
  // U+001F in front says that it separates, so that values may hold the usual separator.
  return texts.some(text => text.includes('|')) ? `\u001f${texts.join('\u001f')}` : texts.join('|');
}

const single = (value: string | number | Date): string => (value instanceof Date ? value.toISOString() : String(value));

/** The parameters of a module with its prefix. */
export const prefixed = (prefix: string, params: Values): Values =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [prefix + name, value]));
