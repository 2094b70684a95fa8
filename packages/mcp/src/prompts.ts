import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const argument = (what: string): z.ZodString => z.string().min(1).max(400).describe(what);

const asked = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] });

/** Adds the prompts, which explain to a model how to combine the tools for frequent tasks. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'research-topic',
    {
      title: 'Research a topic',
      description: 'Collect what the wiki says about a topic, with sources',
      argsSchema: z.object({ topic: argument('Topic') }),
    },
    ({ topic }) =>
      asked(`Research this topic in the wiki: ${topic}

1. Find pages with search, and with find-titles for names.
2. Compare the leads of the best pages with get-pages. Drop pages about other topics.
3. Show the headings of the remaining pages with get-outline, and read only the sections that matter with get-page.
4. Follow links with get-links where the texts leave a question open.
5. Write a summary. Name the page and the revision for each fact. Say what the wiki does not answer.`),
  );
  server.registerPrompt(
    'page-changes',
    {
      title: 'Who changed this page and why',
      description: 'Explain the recent changes of a page',
      argsSchema: z.object({ title: argument('Title of the page') }),
    },
    ({ title }) =>
      asked(`Explain who changed the page "${title}" of the wiki, and why.

1. List its revisions with get-history.
2. Compare the revisions that changed the text most with compare-revisions.
3. Read the talk page with get-page if the summaries do not explain a change.
4. Describe the changes in the order of time: author, date, what changed, and the reason. Mark reasons that you infer.`),
  );
  server.registerPrompt(
    'what-links-here',
    {
      title: 'What links here',
      description: 'Explain how a page is connected with the rest of the wiki',
      argsSchema: z.object({ title: argument('Title of the page') }),
    },
    ({ title }) =>
      asked(`Explain how the page "${title}" is connected with the rest of the wiki.

1. List what refers to it with get-backlinks: links, then redirects and transclusions.
2. List its categories and links with get-links.
3. Read the leads of the most important pages with get-pages.
4. Group the pages by their relation to "${title}", and explain each group in one sentence.`),
  );
}
