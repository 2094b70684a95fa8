import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '@wikiquery/core';
import { documentsOf } from '@wikiquery/schema';
import type { Declarations } from './declaration.ts';
import { offerOf } from './published-types.ts';

// Texts must not be copied from MediaWiki: its documentation is GPL, and the published types are MIT.
const COPIED_WORDS = 6;

/**
 * Returns a line for each text that shares six consecutive words with one of MediaWiki's messages. A shorter text of at least `shortest`
 * words is reported only if it equals a message.
 */
export function copiedTexts(texts: Iterable<string>, messages: Iterable<string>, shortest = COPIED_WORDS): string[] {
  const known = new Map<string, string>();
  for (const message of messages) for (const phrase of phrasesOf(wordsOf(message))) known.set(phrase, message);
  return [...new Set(texts)].flatMap(text => {
    const words = wordsOf(text);
    const phrase = words.length < shortest ? undefined : phrasesOf(words).find(each => known.has(each));
    return phrase === undefined ? [] : [`"${text}" copies "${phrase}" from MediaWiki's "${known.get(phrase)}".`];
  });
}

/** Returns the summaries, examples, differences, and descriptions of parameters, values and fields of all plugins. */
export function documentationOf(plugins: Declarations['plugins'], site: Site): string[] {
  const ofPlugins = [...plugins.values()].flatMap(({ summary, params, examples = {}, differences = [] }) => [
    summary,
    ...Object.values(params).flatMap(({ options: { help = '', marks = [] } }) => [help, ...marks.map(({ text }) => text)]),
    ...Object.values(examples),
    ...differences,
  ]);
  return [...ofPlugins, ...descriptionsIn([...documentsOf(offerOf(plugins, site), (group, name) => `${group}/${name}`).values()])];
}

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'description' && typeof item === 'string' ? [item] : descriptionsIn(item),
  );
}

/** Returns the English API messages of an installed MediaWiki and its extensions. `program`: the folder that contains `api.php`. */
export function messagesOf(program: string): string[] {
  const files = ['includes/api/i18n/en.json', 'includes/Rest/i18n/en.json', ...globSync('extensions/*/i18n/api/en.json', { cwd: program })];
  return files.flatMap(file => {
    const messages = JSON.parse(readFileSync(join(program, file), 'utf8')) as Record<string, unknown>;
    return Object.values(messages).filter(message => typeof message === 'string');
  });
}

function wordsOf(text: string): string[] {
  const plain = text.replaceAll(/<[^>]*>/g, '').replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1');
  return plain.toLowerCase().match(/[\p{L}\p{N}_$'-]+/gu) ?? [];
}

const phrasesOf = (words: readonly string[]): string[] =>
  words.length < COPIED_WORDS
    ? [words.join(' ')]
    : words.slice(COPIED_WORDS - 1).map((_, at) => words.slice(at, at + COPIED_WORDS).join(' '));
