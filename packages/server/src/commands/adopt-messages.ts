import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContinuationSteps } from '@wikiquery/client/continuation';
import { fallbacksOf } from '@wikiquery/languages';
import { oneLine, StartError } from '../start-error.ts';

/** Asks the API of a wiki. */
export type ApiCaller = (params: Record<string, string>) => Promise<unknown>;

export interface SavedMessages {
  readonly file: string;
  readonly count: number;
}

/**
 * Saves what the software of a wiki says in these languages, without what pages of the wiki changed, as `LANGUAGE.json` in MediaWiki's form. The
 * languages that these fall back to are saved as well, and a text that comes from one of them is left out.
 */
export async function saveMessages(ask: ApiCaller, languages: readonly string[], folder: string): Promise<SavedMessages[]> {
  const wrong = languages.find(language => !/^[a-z][a-z0-9-]*$/.test(language));
  if (wrong !== undefined) throw new StartError([`"${wrong}" is not the code of a language.`]);
  const said = new Map<string, ReadonlyMap<string, string>>();
  for (const language of fallbacksFirst(languages)) said.set(language, await messagesIn(ask, language));
  await mkdir(folder, { recursive: true });
  const saved: SavedMessages[] = [];
  for (const [language, texts] of withoutFallbacks(said)) {
    const file = join(folder, `${language}.json`);
    await writeFile(file, `${JSON.stringify(Object.fromEntries(texts), undefined, 1)}\n`);
    saved.push({ file, count: texts.size });
  }
  return saved;
}

type Texts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Of each language the texts that it needs to say what it says. Some languages fall back to each other, so that one may need a text after another got its. */
function withoutFallbacks(said: Texts): Texts {
  const own = new Map(Array.from(said.keys(), language => [language, new Map<string, string>()]));
  let isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (const [language, texts] of said) {
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

/** Each language behind those that it falls back to. */
function fallbacksFirst(languages: readonly string[]): Set<string> {
  const ordered = new Set<string>();
  for (const language of languages) for (const code of [language, ...chainBehind(language)].reverse()) ordered.add(code);
  return ordered;
}

interface Answer {
  readonly continue?: Readonly<Record<string, string>>;
  /** `default` is MediaWiki's own text of a message that a page overrides. */
  readonly query?: { readonly allmessages?: unknown };
}

/** Returns the objects of a list in a response; none if the value is not a list. */
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

async function messagesIn(ask: ApiCaller, language: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const steps = new ContinuationSteps(MAX_STEPS);
  let next: Readonly<Record<string, string>> | undefined = {};
  while (next) {
    const asked: Record<string, string> = {
      action: 'query',
      meta: 'allmessages',
      ammessages: '*',
      amlang: language,
      amprop: 'default',
      ...next,
    };
    const answer = (await ask(asked)) as Answer;
    for (const { name, content, default: text = content, defaultmissing, missing } of recordsIn(answer.query?.allmessages)) {
      if (typeof name === 'string' && typeof text === 'string' && !defaultmissing && !missing) texts.set(name, text);
    }
    next = answer.continue;
    if (next) checkStep(steps, next, language);
  }
  return texts;
}

/** Most responses with the messages of one language. A wiki has about ten thousand messages, and a response has room for thousands. */
const MAX_STEPS = 1000;

function checkStep(steps: ContinuationSteps, next: object, language: string): void {
  try {
    steps.check(next);
  } catch (error) {
    throw new StartError([`The messages in "${language}" cannot be read: ${oneLine(error)}`]);
  }
}
