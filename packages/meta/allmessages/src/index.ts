import { ApiError, defineModule, f, invalidTitle, message, Records, type Returned } from '@wikiquery/core';
import { Yielder } from '@wikiquery/core/host';
import { currentCode, isLanguageCode } from '@wikiquery/languages';
import {
  expandMessages,
  fillIn,
  type InterfaceTexts,
  listMessagePages,
  loadInterfaceTexts,
  type Messages,
  messageKey,
  messages,
} from '@wikiquery/messages';
import { selectNames } from './names.ts';
import { type AllMessagesQuery, params } from './params.ts';

const returns = f.record({
  name: f.string().help('Key as requested.'),
  normalizedname: f.string().help('Key in normalized form.'),
  customised: f.flag().help('The wiki overrides the message.'),
  missing: f.flag().help('The message does not exist.'),
  content: f.string().content().optional(),
  defaultmissing: f.flag().help('The software does not define the message.'),
  default: f.string().optional().help('Default text of the message.'),
});

/** Lists interface messages with the customizations of the wiki, as MediaWiki's `meta=allmessages` does. */
export default defineModule({
  group: 'meta',
  name: 'allmessages',
  prefix: 'am',
  summary: 'List interface messages with the customizations of the wiki.',
  differences: [
    'Without message folders (`--messages`), about five hundred messages are available in English, with this server’s own wording.',
  ],
  // Without `amlang`, messages depend on the user's language; with the parser, also on the user's gender.
  cache: ({ lang, enableparser }) => (lang === undefined || enableparser ? 'anon-public' : 'public'),
  sources: ({ enableparser }) => (enableparser ? ['database', 'clock'] : ['database']),
  params,
  element: 'message',
  returns,
  placement: 'list',
  services: { messages },
  examples: {
    'meta=allmessages&amprefix=tag-': 'Labels of change tags.',
    'meta=allmessages&ammessages=august|mainpage&amlang=de': 'Two messages in German.',
  },

  async execute(q) {
    const software = q.services.messages;
    const language = currentCode(q.params.lang ?? q.lang);
    if (!isLanguageCode(language)) throw invalidLanguage(`${q.wirePrefix}lang`);
    const title = q.titles.local(q.params.title ?? 'API');
    if (q.params.enableparser && !title) throw invalidTitle({ title: q.params.title ?? '' });

    const { messages: requested, customised } = q.params;
    const pages = requested.has('*') || customised !== 'all' ? await listMessagePages(q.db) : undefined;
    const names = selectNames(q, { software, language, pages });
    return new Records(entries(q, names, { software, language, title, pages }));
  },
});

/** Number of messages to load at a time. */
const BATCH = 500;

interface MessageContext {
  readonly software: Messages;
  readonly language: string;
  readonly title: Parameters<typeof expandMessages>[2]['title'] | undefined;
}

interface EntryContext extends MessageContext {
  readonly pages: Awaited<ReturnType<typeof listMessagePages>> | undefined;
}

async function* entries(q: AllMessagesQuery, names: readonly string[], { software, language, title, pages }: EntryContext) {
  const yielder = new Yielder();
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const texts = await loadInterfaceTexts(q, batch, { messages: software, language, pages });
    const write = await writer(q, texts, { software, language, title });
    for (const name of batch) {
      // Filling in long arguments can block the event loop.
      if (yielder.isDue) await yielder.yield();
      yield { record: await write(name), cursor: { from: name } };
    }
  }
}

async function writer(q: AllMessagesQuery, texts: InterfaceTexts, { software, language, title }: MessageContext) {
  const { prop, nocontent, customised, enableparser } = q.params;
  const args = [...(q.params.args ?? [])];
  const expand = enableparser && title ? await expandMessages(q, [], { messages: software, language, title }) : undefined;
  return async (name: string): Promise<Returned<typeof returns>> => {
    // Fills in one message at a time to limit memory use, because arguments can be long.
    const text = fill(texts.text(name), args, name);
    const needsText = text !== undefined && (!nocontent || prop?.has('default'));
    const content = needsText && expand ? await expand(text) : text;
    return {
      name,
      normalizedname: messageKey(name),
      ...(customised === 'modified' && { customised: true }),
      ...(content === undefined && { missing: true }),
      ...(content !== undefined && !nocontent && { content }),
      ...(content !== undefined && prop?.has('default') && describeDefault(fill(texts.softwareText(name), [], name), content)),
    };
  };
}

const fill = (text: string | undefined, args: readonly string[], name: string): string | undefined =>
  text === undefined ? undefined : fillIn(text, args, name);

function describeDefault(text: string | undefined, content: string) {
  if (text === undefined) return { defaultmissing: true } as const;
  return text === content ? {} : { default: text };
}

const invalidLanguage = (param: string) =>
  new ApiError(message('invalidlang', `The parameter "${param}" needs a language code.`, { params: [param] }));
