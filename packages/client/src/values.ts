/** A parameter value. True is sent as `1`; false, null and undefined are not sent. Arrays and sets are multiple values. */
export type Value =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | readonly (string | number | Date)[]
  | ReadonlySet<string | number>;
/** Request parameters by name. */
export type Values = Readonly<Record<string, Value>>;

export function toForm(params: Values): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value != null && value !== false) form.set(name, toText(value));
  return form;
}

function toText(value: NonNullable<Value>): string {
  if (value === true) return '1';
  if (typeof value !== 'object' || value instanceof Date) return single(value as string | number | Date);
  const texts = [...value].map(single);
  // U+001F as the first character makes it the separator, so that values may contain "|".
  return texts.some(text => text.includes('|')) ? `\u001f${texts.join('\u001f')}` : texts.join('|');
}

const single = (value: string | number | Date): string => (value instanceof Date ? value.toISOString() : String(value));

export const prefixed = (prefix: string, params: Values): Values =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [prefix + name, value]));
