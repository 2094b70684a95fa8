import type { Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

const FIELDS: Readonly<Record<string, string>> = { lasteditdate: 'timestamp', creationdate: 'create_timestamp' };
const CONDITIONS: Readonly<Record<string, string>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };

/** `lasteditdate:>=2024-05`, `creationdate:now-2d`: pages by the date of their last edit or their creation. */
export const dates: Keyword = {
  names: Object.keys(FIELDS),
  value: 'word',
  apply({ name, value }, { site }) {
    const [, sign, text = ''] = /^([<>]=?)?(.*)$/s.exec(value) ?? [];
    const date = relativeDate(text) ?? calendarDate(text);
    if (!date) return { isImpossible: true, warnings: [INVALID] };
    const limits = sign === undefined ? { gte: date.text, lte: date.text } : { [CONDITIONS[sign] as string]: date.text };
    const timezone = typeof site.general.timezone === 'string' ? site.general.timezone : 'UTC';
    const range = { time_zone: timezone, ...(date.format && { format: date.format }), ...limits };
    return { filter: { range: { [FIELDS[name] as string]: range } } };
  },
};

const INVALID = cirrusMessage(
  'feature-invalid-date-range',
  'Invalid date. Use a date such as 2024, 2024-05, 2024-05-31, now-2d or today-1y.',
);

interface DateText {
  /** Date with rounding, in the engine's notation. */
  readonly text: string;
  readonly format?: string;
}

function relativeDate(value: string): DateText | undefined {
  const [, word, count, unit] = /^(now|today)(?:-(\d{1,6})([ymdh]))?$/.exec(value) ?? [];
  if (word === undefined) return undefined;
  // The engine's unit for months is "M". Its unit "m" means minutes.
  const difference = count === undefined ? '' : `-${count}${unit === 'm' ? 'M' : unit}`;
  return { text: `now${difference}/${word === 'now' ? 'h' : 'd'}` };
}

function calendarDate(value: string): DateText | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? [];
  if (year === undefined) return undefined;
  const iso = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  if (day !== undefined) return { text: `${value}||/d`, format: 'date' };
  return month === undefined ? { text: `${value}||/y`, format: 'year' } : { text: `${value}||/M`, format: 'year_month' };
}
