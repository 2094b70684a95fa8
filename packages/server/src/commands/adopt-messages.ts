import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContinuationSteps } from '@wikiquery/client/continuation';
import { fallbacksOf } from '@wikiquery/languages';
import { oneLine, StartError } from '../start-error.ts';

export type ApiCaller = (params: Record<string, string>) => Promise<unknown>;

export interface SavedMessages {
  readonly file: string;
  readonly count: number;
}

/**
 * Saves the interface messages of a wiki in `languages` and their fallback languages, as `LANGUAGE.json` in MediaWiki's format. Omits
 * overrides by pages of the wiki, and messages that come from a fallback language. Rejects with a StartError.
 */
export async function saveMessages(ask: ApiCaller, languages: readonly string[], folder: string): Promise<SavedMessages[]> {
  const wrong = languages.find(language => !/^[a-z][a-z0-9-]*$/.test(language));
  if (wrong !== undefined) throw new StartError([`"${wrong}" is not a language code. Use codes such as de or zh-hans.`]);
  const all = new Map<string, ReadonlyMap<string, string>>();
  for (const language of fallbacksFirst(languages)) all.set(language, await messagesIn(ask, language));
  await mkdir(folder, { recursive: true });
  const saved: SavedMessages[] = [];
  for (const [language, texts] of withoutFallbacks(all)) {
    const file = join(folder, `${language}.json`);
    await writeFile(file, `${JSON.stringify(Object.fromEntries(texts), undefined, 1)}\n`);
    saved.push({ file, count: texts.size });
  }
  return saved;
}

type Texts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Removes messages that come from fallback languages. Repeats until nothing changes, because some languages fall back to each other. */
function withoutFallbacks(all: Texts): Texts {
  const own = new Map(Array.from(all.keys(), language => [language, new Map<string, string>()]));
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const [language, texts] of all) {
      const chain = [language, ...chainBehind(language)].flatMap(code => own.get(code) ?? []);
      for (const [name, text] of texts) {
        if (chain.find(each => each.has(name))?.get(name) === text) continue;
        chain[0]?.set(name, text);
        isChanged = true;
      }
    }
  }
  return own;
}

const chainBehind = (language: string): string[] => [...new Set([...fallbacksOf(language), 'en'])].filter(code => code !== language);

/** Orders languages so that each follows its fallback languages. */
function fallbacksFirst(languages: readonly string[]): Set<string> {
  const ordered = new Set<string>();
  for (const language of languages) for (const code of [language, ...chainBehind(language)].reverse()) ordered.add(code);
  return ordered;
}

interface MessagesResponse {
  readonly continue?: Readonly<Record<string, string>>;
  /** `default`: MediaWiki's own text of a message that a page overrides. */
  readonly query?: { readonly allmessages?: unknown };
}

/** Returns the objects in a list; none if the value is not a list. */
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

async function messagesIn(ask: ApiCaller, language: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const steps = new ContinuationSteps(MAX_STEPS);
  let next: Readonly<Record<string, string>> | undefined = {};
  while (next) {
    const params: Record<string, string> = {
      action: 'query',
      meta: 'allmessages',
      ammessages: '*',
      amlang: language,
      amprop: 'default',
      ...next,
    };
    const response = (await ask(params)) as MessagesResponse;
    for (const { name, content, default: text = content, defaultmissing, missing } of recordsIn(response.query?.allmessages)) {
      if (typeof name === 'string' && typeof text === 'string' && !defaultmissing && !missing) texts.set(name, text);
    }
    next = response.continue;
    if (next) checkStep(steps, next, language);
  }
  return texts;
}

/** Maximum number of responses for one language: a wiki has about ten thousand messages, and a response contains thousands. */
const MAX_STEPS = 1000;

function checkStep(steps: ContinuationSteps, next: object, language: string): void {
  try {
    steps.check(next);
  } catch (error) {
    throw new StartError([`The messages in "${language}" cannot be read: ${oneLine(error)}`]);
  }
}
