import { isDeepStrictEqual } from 'node:util';
import { findBases } from '../requests/bases.ts';
import { shareOf } from './choose.ts';
import { type Examination, examinePairs, joined, type Opened, type SessionSetup } from './examination.ts';
import { type Message, mcpQuestions } from './mcp-questions.ts';
import { questions } from './questions.ts';
import { firstDifference, type Leak, shownSecrets } from './responses.ts';

export interface McpExaminationOptions {
  /** Fraction of the calls of tools, and of the requests through the tool `query`, that is sent. */
  readonly share: number;
  readonly queryShare: number;
}

const CONCURRENCY = 4;

/** Sends the same MCP messages to two wikis that differ only in secrets. A response that shows a secret or differs is a leak. */
export const examineMcp = ({ share, queryShare }: McpExaminationOptions): Promise<Examination> =>
  examinePairs({}, async setup => {
    const { session, first, second, offer, secrets } = setup;
    const cookies = await cookiesOf(setup);
    const knowledge = joined(first.wiki, second.wiki);
    const bases = await findBases(offer, { titles: knowledge.titles.join('|') }, question => first.visitor.json(question, cookies[0]));
    const queries = shareOf([...questions(bases, knowledge)], queryShare).map(
      (parameters): Message => ({ name: 'query', arguments: { parameters, maxTokens: 20_000 } }),
    );
    const messages = [...shareOf([...mcpQuestions(knowledge)], share), ...queries];
    const leaks: Leak[] = [];
    const ask = async (message: Message): Promise<void> => {
      const sendToBoth = () => Promise.all([first, second].map((wiki, at) => send(wiki, message, cookies[at])));
      const [one = '', other = ''] = await sendToBoth();
      const question = { message: JSON.stringify(message) };
      const shown = firstDifference(one, other);
      const found = [
        ...shownSecrets({ headers: {}, body: one }, question, secrets),
        ...(shown !== undefined && (await isRepeated([one, other], sendToBoth)) ? [{ what: 'depends on a secret', shown }] : []),
      ];
      for (const leak of found) leaks.push({ session: session.name, question, ...leak });
    };
    const askEach = async (offset: number): Promise<void> => {
      for (let i = offset; i < messages.length; i += CONCURRENCY) await ask(messages[i] as Message);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, offset) => askEach(offset)));
    return { asked: messages.length, leaks };
  });

/**
 * Whether both servers repeat their responses. A busy server may miss its deadline, and a random list may be equal a few times, but hardly
 * twelve times.
 */
async function isRepeated(responses: readonly string[], again: () => Promise<readonly string[]>): Promise<boolean> {
  for (let time = 0; time < 12; time++) if (!isDeepStrictEqual(responses, await again())) return false;
  return true;
}

const cookiesOf = ({ session: { login }, first, second }: SessionSetup): Promise<string[]> =>
  login ? Promise.all([first, second].map(({ visitor }) => visitor.login(...login))) : Promise.resolve(['', '']);

/** Sends a message. Returns its response without tokens and request IDs, which differ each time. */
async function send({ visitor }: Opened, message: Message, cookie = ''): Promise<string> {
  const response = await fetch(new URL('/mcp', visitor.api), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...(cookie !== '' && { cookie }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...bodyOf(message) }),
  });
  return `${response.status} ${(await response.text()).replaceAll(VARYING, '')}`;
}

const bodyOf = (message: Message): object => ('name' in message ? { method: 'tools/call', params: message } : message);

/** Signs of life of the stream, request IDs, tokens, and `cancreate`, with which MediaWiki reveals a suppressed account. */
const VARYING = /: keepalive\n\n|\[[0-9a-f]{24}\]|[0-9a-f]{40}\+\\+|\\?"cancreate\\?":(?:true|false),?|\\?"cancreateerror\\?":\[\{.*?\}\]/g;
