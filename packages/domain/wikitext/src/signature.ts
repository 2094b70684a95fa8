import { isIP } from 'node:net';
import { hasDateWords, writeDate } from '@wikiquery/languages';
import type { WikitextContext } from './context.ts';
import { expandInProcess } from './expansion.ts';
import { escaped, localTime } from './variables.ts';

/** Signatures of a user: three tildes, four and five. */
export type Signatures = readonly [name: string, nameAndTime: string, time: string];

/** Returns the signatures of a user in the content language. `site` messages such as `signature` override the software's. */
export async function signaturesOf(user: string, context: WikitextContext): Promise<Signatures> {
  const { site, now } = context;
  const name = escaped(user, context);
  const message = async (key: string, usual: string, ...params: string[]): Promise<string> => {
    const found = (await context.contentMessage?.(key, params)) ?? '';
    return found === '' || found.startsWith('⧼') ? usual : found;
  };
  const template = isIP(user)
    ? await message('signature-anon', `[[{{#special:Contributions}}/${name}|${name}]]`, name, name)
    : await message('signature', `[[{{ns:user}}:${name}|${name}]] ([[{{ns:user_talk}}:${name}|talk]])`, name, name);
  const { observer: _, requester: __, ...plain } = context;
  const signed = template.includes('{{') ? await expandInProcess(template, plain) : template;
  const zone = zoneName(now, typeof site.general.timezone === 'string' ? site.general.timezone : 'UTC');
  const local = localTime(now, context);
  const date = writeDate(local, '', hasDateWords(site.lang) ? site.lang : 'en', site);
  const time = `${date} (${await message(`timezone-${zone.toLowerCase()}`, zone)})`;
  return [signed, `${signed} ${time}`, time];
}

/** Returns the abbreviation of a time zone, such as `CET`, or its offset, such as `+03`. */
function zoneName(date: Date, timeZone: string): string {
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']) {
    const name = partOf(date, timeZone, locale, 'short');
    if (name !== undefined && /^[A-Z]{3,5}$/.test(name)) return name;
  }
  return (partOf(date, timeZone, 'en-US', 'longOffset') ?? 'UTC').replace(/^GMT/, '').replace(/:00$/, '').replace(':', '') || 'UTC';
}

function partOf(date: Date, timeZone: string, locale: string, timeZoneName: 'short' | 'longOffset'): string | undefined {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(date).find(({ type }) => type === 'timeZoneName')
      ?.value;
  } catch {
    // Node.js does not know the time zone.
    return undefined;
  }
}
