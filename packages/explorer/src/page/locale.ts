import english from '../i18n/en.json' with { type: 'json' };
import { directionOf, formatMessage, languageOf } from '../locale/message.ts';

export type MessageKey = Exclude<keyof typeof english, '@metadata'> extends `explorer-${infer Name}` ? Name : never;
type Messages = Readonly<Partial<Record<string, unknown>>>;

/** Language code of the page, from `?uselang=`. Default: `en`. */
export const language = languageOf(new URLSearchParams(location.search).get('uselang'));
const others = import.meta.glob<Messages>(['../i18n/*.json', '!../i18n/{en,qqq}.json'], { import: 'default' });
let translated: Messages = {};

/** Loads the messages of the language, and sets the language and direction of the document. */
export async function prepareLocale(): Promise<void> {
  const load = others[`../i18n/${language}.json`];
  if (load) translated = await load();
  document.documentElement.lang = load ? language : 'en';
  document.documentElement.dir = directionOf(language);
}

/** Returns a message in the page's language, as plain text. */
export function t(key: MessageKey, ...parameters: readonly (string | number)[]): string {
  const own = translated[`explorer-${key}`];
  return typeof own === 'string' ? formatMessage(own, parameters, language) : formatMessage(english[`explorer-${key}`], parameters, 'en');
}

const numbers = new Intl.NumberFormat('en');
export const formatNumber = (value: number): string => numbers.format(value);

export const formatBytes = (bytes: number): string =>
  bytes < 1000
    ? `${formatNumber(bytes)} B`
    : bytes < 1e6
      ? `${formatNumber(Math.round(bytes / 100) / 10)} kB`
      : `${formatNumber(Math.round(bytes / 1e5) / 10)} MB`;

const times = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23' });
/** Formats a time in UTC, which the API also uses: `2026-01-31 12:00:00`. */
export const formatTime = (time: number): string => times.format(time).replace(',', '');
