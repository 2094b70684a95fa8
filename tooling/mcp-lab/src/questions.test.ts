import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Stand } from '@wikiquery/launch/stand';
import { expect, it } from 'vitest';
import { answer, newClient } from './answer.ts';
import { LIGHTS_QUESTIONS } from './lights-questions.ts';
import { LIGHTS } from './lights-wiki.ts';
import { SAMPLE_QUESTIONS } from './sample-questions.ts';

/** Maximum estimated tokens of the results that answer a question. */
const BUDGET = 4000;

it.for([
  ['the sample wiki', SAMPLE_QUESTIONS],
  ['an imported wiki', LIGHTS_QUESTIONS],
] as const)('the tools answer 30 questions about %s within 4,000 tokens each', { timeout: 240_000 }, async ([name, questions]) => {
  await using stand = new Stand();
  const folder = stand.folder();
  await writeFile(join(folder, 'lights.xml'), LIGHTS);
  const flags = name === 'an imported wiki' ? ['--import', 'lights.xml'] : [];
  const { origin } = await stand.serve([...flags, '--deadline', '2m'], folder);
  const client = stand.use(newClient());
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)));
  expect(questions).toHaveLength(30);
  const failed: object[] = [];
  for (const question of questions) {
    const { tokens, missing } = await answer(client, question, question.calls);
    if (missing.length > 0 || tokens > BUDGET) failed.push({ question: question.question, tokens, missing });
  }
  expect(failed).toEqual([]);
});
