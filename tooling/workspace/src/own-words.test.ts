import { join } from 'node:path';
import { defaultSite } from '@wikiquery/site';
import { describe, expect, it } from 'vitest';
import { readDeclarations } from './declaration.ts';
import { copiedTexts, documentationOf, messagesOf } from './own-words.ts';
import { readWorkspace } from './packages.ts';

// Folder of an installed MediaWiki, whose messages are read. CI provides one.
const program = process.env.TEST_MEDIAWIKI_PROGRAM;

describe('documentation', () => {
  it('is reported if it shares six consecutive words with a MediaWiki message, regardless of markup', () => {
    const messages = ['Which <var>namespaces</var> to list, see [[Special:Foo|the table of names]].'];
    expect(copiedTexts(['Namespaces to list; see the table.', 'See the table of names.'], messages)).toEqual([
      `"Namespaces to list; see the table." copies "namespaces to list see the table" from MediaWiki's "${messages[0]}".`,
    ]);
  });

  it('of fewer than six words is reported only if it equals a MediaWiki message', () => {
    expect(copiedTexts(['List pages.', 'List all pages.', 'List all the pages.'], ['List all pages', 'List pages'], 3)).toHaveLength(1);
  });

  it.runIf(program)("shares no six consecutive words with MediaWiki's API messages", async () => {
    const { plugins, problems } = await readDeclarations(readWorkspace(join(import.meta.dirname, '../../..')).packages);
    expect(problems).toEqual([]);
    const messages = messagesOf(program!);
    expect(messages.length).toBeGreaterThan(1000);
    expect(copiedTexts(documentationOf(plugins, defaultSite()), messages)).toEqual([]);
    const summaries = Array.from(plugins.values(), ({ summary }) => summary);
    expect(copiedTexts(summaries, messages, 3)).toEqual([]);
  });
});
