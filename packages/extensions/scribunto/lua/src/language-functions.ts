import {
  directionOf,
  fallbacksOf,
  formatNumber,
  inflect,
  isLanguageCode,
  languageName,
  parseNumber,
  pluralForm,
} from '@wikiquery/languages';
import { encodeTitle } from '@wikiquery/site';
import { callFunction, protocolsIn, readTime, type VariableContext, type WikitextContext, writeTime } from '@wikiquery/wikitext';
import { LuaFailure } from './lua-failure.ts';

/** Returns a list that Lua passed. An empty list arrives as a map, like every empty Lua table. */
export const listOf = <T>(values: readonly T[] | ReadonlyMap<unknown, T>): readonly T[] => (Array.isArray(values) ? values : []);

export class LanguageFunctions {
  protected readonly context: WikitextContext;
  protected readonly functionContext: VariableContext;

  constructor(context: WikitextContext, functionContext: VariableContext) {
    this.context = context;
    this.functionContext = functionContext;
  }

  contentLanguage(): string {
    return this.context.site.lang;
  }
  #knows(code: string): boolean {
    const languages = (this.context.site.info.languages ?? []) as readonly { readonly code: string }[];
    return languages.some(language => language.code === code);
  }
  isValidBuiltInCode(code: string): boolean {
    return /^[a-z0-9-]{2,}$/.test(code);
  }
  isValidCode(code: string): boolean {
    return code !== '' && !/[:/\\\0&<>'"]/.test(code) && this.context.titles.local(`X:${code}`) !== undefined;
  }
  isSupportedLanguage(code: string): boolean {
    return this.isValidBuiltInCode(code) && this.#knows(code);
  }
  isKnownLanguageTag(code: string): boolean {
    return this.#knows(code.toLowerCase());
  }
  getFallbacksFor(code: string): readonly string[] {
    const found = isLanguageCode(code) || this.#knows(code) ? fallbacksOf(code) : [];
    return code === 'en' ? [] : found.includes('en') ? found : [...found, 'en'];
  }
  languageName(code: string, inLanguage?: string): string {
    return languageName(this.context.site, code, inLanguage);
  }
  languageNames(inLanguage?: string): object {
    const languages = (this.context.site.info.languages ?? []) as readonly { readonly code: string; readonly name: string }[];
    return new Map(
      languages.map(({ code, name }) => [code, inLanguage === undefined ? name : languageName(this.context.site, code, inLanguage)]),
    );
  }
  isRTL(code: string): boolean {
    return directionOf(code) === 'rtl';
  }
  bcp47(code: string): Promise<unknown> {
    return this.#function('bcp47', code);
  }
  letterCase(code: string, text: string, how: string): string {
    const locale = ['tr', 'az', 'kk', 'kaa', 'lt'].includes(code) ? code : undefined;
    const upper = (part: string): string => (locale ? part.toLocaleUpperCase(locale) : part.toUpperCase());
    // Converts letter by letter, because Lua ignores context such as a final sigma.
    const lower = (part: string): string =>
      Array.from(part, letter => (locale ? letter.toLocaleLowerCase(locale) : letter.toLowerCase())).join('');
    if (how === 'uc') return upper(text);
    if (how === 'lc' || how === 'caseFold') return how === 'caseFold' ? upper(text) : lower(text);
    const [first = '', ...rest] = Array.from(text);
    return (how === 'ucfirst' ? upper(first) : lower(first)) + rest.join('');
  }
  formatNum(code: string, number: string, isPlain: boolean): string {
    const formatted = formatNumber(code, number);
    return isPlain ? formatted.replaceAll(/(?<=\d)[,.\s\u00a0\u202f'](?=\d{3})/g, '') : formatted;
  }
  parseNumber(code: string, written: string): number | undefined {
    const number = parseNumber(code, written);
    return Number.isNaN(number) ? undefined : number;
  }
  plural(code: string, count: number, forms: readonly string[]): string {
    return pluralForm(code, count, listOf(forms).map(String));
  }
  async gender(_code: string, what: string, forms: readonly string[]): Promise<string> {
    const [male = '', female = male, neutral = male] = listOf(forms).map(String);
    const name = what.replace(/^[^:]*:/, '');
    const gender = what === 'male' || what === 'female' ? what : await this.context.genderOf?.(name);
    return gender === 'male' ? male : gender === 'female' ? female : neutral;
  }
  grammar(code: string, word: string, grammaticalCase: string): string {
    return word.length > 1000 || grammaticalCase.length > 1000 ? word : inflect(code, word, grammaticalCase);
  }
  formatDate(code: string, format: string, timestamp: string, isLocal: boolean): string {
    const { now, site } = this.context;
    const date = /^\d{14}$/.test(timestamp) ? fromDigits(timestamp) : readTime(timestamp === '' ? 'now' : timestamp, now);
    if (!date) throw new LuaFailure(`bad argument #2 to 'formatDate': invalid timestamp '${timestamp}'`);
    const offset = isLocal && typeof site.general.timeoffset === 'number' ? site.general.timeoffset : 0;
    const { text, lasts } = writeTime(new Date(date.getTime() + offset * 60_000), format, code);
    if (lasts !== undefined && !/^\d{8,14}$/.test(timestamp)) this.functionContext.lasts(lasts);
    return text;
  }

  async message(key: string): Promise<string | undefined> {
    this.context.observer?.consulted?.();
    const text = await this.context.message?.(key.charAt(0).toLowerCase() + key.slice(1), []);
    return text === undefined || text === `⧼${key}⧽` ? undefined : text;
  }

  now(): number {
    this.functionContext.lasts(CLOCK_LASTS);
    return Math.floor(this.context.now.getTime() / 1000);
  }
  async statistics(): Promise<object> {
    this.context.observer?.consulted?.();
    const counts = await this.context.statistics?.();
    const admins = await this.context.groupSize?.('sysop');
    return { ...counts, admins: admins ?? 0 };
  }
  async categorySize(name: string): Promise<object> {
    this.context.observer?.consulted?.();
    const title = this.context.titles.make(14, name);
    if (!this.functionContext.allowsExpensive()) throw new LuaFailure('too many expensive function calls');
    const { pages = 0, subcats = 0, files = 0 } = (title && (await this.context.categorySize?.(title.dbkey))) ?? {};
    return { all: pages, subcats, files, pages: pages - subcats - files };
  }
  async groupSize(group: string): Promise<number> {
    this.context.observer?.consulted?.();
    return (await this.context.groupSize?.(group.toLowerCase())) ?? 0;
  }
  interwikiMap(filter?: string): object {
    const all = [...this.context.site.interwikis.values()].filter(({ local }) => filter === undefined || local === (filter === 'local'));
    return new Map(
      all.map(({ prefix, url, local }) => [
        prefix,
        {
          ...{ prefix, url, isProtocolRelative: url.startsWith('//'), isLocal: local },
          ...{ isTranscludable: false, isCurrentWiki: false, isExtraLanguageLink: false },
        },
      ]),
    );
  }
  schemes(): readonly (readonly string[])[] {
    return protocolsIn(this.context.site)
      .filter(protocol => /^[a-z]+:$/.test(protocol))
      .map(protocol => [protocol.slice(0, -1)]);
  }
  scriptUrl(): string {
    return this.context.site.urls.canonical(this.context.title);
  }
  partialUrl(text: string): string {
    return encodeTitle(text.replaceAll(' ', '_'));
  }
  anchorEncode(text: string): Promise<unknown> {
    return this.#function('anchorencode', text);
  }
  async expr(text: string): Promise<unknown> {
    const value = await this.#function('expr', text);
    const [, failure] = /^<strong class="error">(.*)<\/strong>$/s.exec(String(value)) ?? [];
    if (failure !== undefined) throw new LuaFailure(failure);
    return value;
  }

  #function(id: string, ...values: readonly string[]): Promise<unknown> {
    return callFunction(id, values, this.functionContext);
  }
}

const fromDigits = (digits: string): Date =>
  new Date(
    `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}T${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12)}Z`,
  );

const CLOCK_LASTS = 60;
