import { Client } from '@modelcontextprotocol/client';
import { estimateTokens } from '@wikiquery/markdown';
import type { Question, ToolCall } from './question.ts';

/** Results of a sequence of calls. */
export interface Answer {
  readonly calls: number;
  /** Estimated tokens of all results as text. */
  readonly tokens: number;
  /** Facts that no result contains. */
  readonly missing: readonly string[];
}

/** Calls the tools of a sequence, and looks for the facts in their results. */
export async function answer(client: Client, { facts }: Pick<Question, 'facts'>, calls: readonly ToolCall[]): Promise<Answer> {
  let text = '';
  for (const [name, args] of calls) {
    const { content } = await client.callTool({ name, arguments: { ...args } });
    for (const block of content) if (block.type === 'text') text += `${block.text}\n`;
  }
  return { calls: calls.length, tokens: estimateTokens(text), missing: facts.filter(fact => !text.includes(fact)) };
}

export const newClient = (): Client => new Client({ name: 'questions', version: '1' });
