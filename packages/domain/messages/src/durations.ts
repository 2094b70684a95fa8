import { type Timestamp, timestampMillis } from '@wikiquery/core';
import { formatNumber } from '@wikiquery/languages';
import { type ExpansionContext, expandMessages, fillIn } from './expand.ts';
import type { Messages } from './software.ts';
import { loadInterfaceTexts } from './texts.ts';

/** Time between two timestamps. `to` can be `infinity`. */
export interface TimeSpan {
  readonly from: Timestamp;
  readonly to: Timestamp;
}

const UNITS = ['millennia', 'centuries', 'decades', 'years', 'months', 'days', 'hours', 'minutes', 'seconds'] as const;
type Unit = (typeof UNITS)[number];

const KEYS = [...UNITS.map(unit => `duration-${unit}`), 'infiniteblock', 'and', 'comma-separator', 'word-separator'];

/** Splits the time between two timestamps into calendar units, largest first. Omits units whose count is zero. */
export function partsBetween(one: Timestamp, other: Timestamp): (readonly [unit: Unit, count: number])[] {
  const [from, to] = [one, other].sort().map(timestamp => new Date(timestampMillis(timestamp))) as [Date, Date];
  const whole = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const after = (months: number) => new Date(from).setUTCMonth(from.getUTCMonth() + months);
  const months = after(whole) > to.getTime() ? whole - 1 : whole;
  const seconds = Math.floor((to.getTime() - after(months)) / 1000);
  const years = Math.floor(months / 12);
  const counts: Record<Unit, number> = {
    millennia: Math.floor(years / 1000),
    centuries: Math.floor((years % 1000) / 100),
    decades: Math.floor((years % 100) / 10),
    years: years % 10,
    months: months % 12,
    days: Math.floor(seconds / 86_400),
    hours: Math.floor((seconds % 86_400) / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  };
  return UNITS.map(unit => [unit, counts[unit]] as const).filter(([, count]) => count > 0);
}

/** Returns a function that formats the loaded spans in the user's language, such as `2 days, 1 hour and 5 minutes`. */
export async function loadDurations(
  q: ExpansionContext,
  spans: readonly TimeSpan[],
  messages: Messages | undefined,
): Promise<(span: TimeSpan) => string> {
  const written = new Map<string, string>();
  if (spans.length > 0) {
    const texts = await loadInterfaceTexts(q, KEYS, { messages });
    const say = (key: string, ...params: readonly string[]) => fillIn(texts.text(key) ?? `⧼${key}⧽`, params, key);
    const sentences = new Map(spans.map(span => [keyOf(span), sentence(span, say, q.lang)]));
    const context = { messages, language: q.lang, title: { namespace: -1, dbkey: 'Badtitle' } };
    const expand = await expandMessages(q, [...sentences.values()], context);
    for (const [key, text] of sentences) written.set(key, await expand(text));
  }
  return span => written.get(keyOf(span)) ?? '';
}

const keyOf = ({ from, to }: TimeSpan): string => (to === 'infinity' ? to : `${from} ${to}`);

function sentence({ from, to }: TimeSpan, say: (key: string, ...params: readonly string[]) => string, language: string): string {
  if (to === 'infinity') return say('infiniteblock');
  const parts = partsBetween(from, to).map(([unit, count]) => say(`duration-${unit}`, formatNumber(language, String(count))));
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(say('comma-separator'))}${say('and')}${say('word-separator')}${last}`;
}
