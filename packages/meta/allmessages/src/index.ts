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
  name: f.string().help('The key, as it was asked for.'),
  normalizedname: f.string().help('The key, as the software writes it.'),
  customised: f.flag().help('The wiki says it otherwise than the software.'),
  missing: f.flag().help('There is no such message.'),
  content: f.string().content().optional(),
  defaultmissing: f.flag().help('The software has no such message.'),
  default: f.string().optional().help('What the software says.'),
});

export default defineModule({
  group: 'meta',
  name: 'allmessages',
  prefix: 'am',
  summary: 'The texts of the interface, with the changes that this wiki made.',
  differences: ['Without folders of messages (`--messages`) there are some five hundred, in English, in words of our own.'],
  // Without a language that of the reader counts, and the parser knows the reader's gender.
  cache: ({ lang, enableparser }) => (lang === undefined || enableparser ? 'anon-public' : 'public'),
  sources: ({ enableparser }) => (enableparser ? ['database', 'clock'] : ['database']),
  params,
  element: 'message',
  returns,
  placement: 'list',
  services: { messages },
  examples: {
    'meta=allmessages&amprefix=tag-': 'What tags are called.',
    'meta=allmessages&ammessages=august|mainpage&amlang=de': 'Two messages in German.',
  },

  async execute(q) {
    const software = q.services.messages;
    const language = currentCode(q.params.lang ?? q.lang);
    if (!isLanguageCode(language)) throw invalidLanguage(`${q.wirePrefix}lang`);
    const title = q.titles.local(q.params.title ?? 'API');
    if (q.params.enableparser && !title) throw invalidTitle({ title: q.params.title ?? '' });

    const { messages: wanted, customised } = q.params;
    const pages = wanted.has('*') || customised !== 'all' ? await listMessagePages(q.db) : undefined;
    const names = selectNames(q, { software, language, pages });
    return new Records(entries(q, names, { software, language, title, pages }));
  },
});

/** Messages whose texts are loaded together. */
const BATCH = 500;

interface Place {
  readonly software: Messages;
  readonly language: string;
  readonly title: Parameters<typeof expandMessages>[2]['title'] | undefined;
}

interface Told extends Place {
  readonly pages: Awaited<ReturnType<typeof listMessagePages>> | undefined;
}

async function* entries(q: AllMessagesQuery, names: readonly string[], { software, language, title, pages }: Told) {
  const yielder = new Yielder();
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const texts = await loadInterfaceTexts(q, batch, { messages: software, language, pages });
    const write = await writer(q, texts, { software, language, title });
    for (const name of batch) {
      // What is put into each text is the visitor's.
      if (yielder.isDue) await yielder.yield();
      yield { record: await write(name), cursor: { from: name } };
    }
  }
}

/** Writes what there is to tell of the messages of one batch. */
async function writer(q: AllMessagesQuery, texts: InterfaceTexts, { software, language, title }: Place) {
  const { prop, nocontent, customised, enableparser } = q.params;
  const args = [...(q.params.args ?? [])];
  const expand = enableparser && title ? await expandMessages(q, [], { messages: software, language, title }) : undefined;
  return async (name: string): Promise<Returned<typeof returns>> => {
    // Filled one by one: what is given for them may be long.
    const text = put(texts.text(name), args, name);
    const isWanted = text !== undefined && (!nocontent || prop?.has('default'));
    const content = isWanted && expand ? await expand(text) : text;
    return {
      name,
      normalizedname: messageKey(name),
      ...(customised === 'modified' && { customised: true }),
      ...(content === undefined && { missing: true }),
      ...(content !== undefined && !nocontent && { content }),
      ...(content !== undefined && prop?.has('default') && describeDefault(put(texts.softwareText(name), [], name), content)),
    };
  };
}

const put = (text: string | undefined, args: readonly string[], name: string): string | undefined =>
  text === undefined ? undefined : fillIn(text, args, name);

function describeDefault(text: string | undefined, content: string) {
  if (text === undefined) return { defaultmissing: true } as const;
  return text === content ? {} : { default: text };
}

const invalidLanguage = (param: string) =>
  new ApiError(message('invalidlang', `The parameter "${param}" needs a language code.`, { params: [param] }));
