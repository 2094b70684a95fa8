import { type Env, type ParamsOut, p } from '@wikiquery/core';

export const params = {
  messages: p.string().multi().default(['*']).help('Keys of the messages. `*` selects all.'),
  prop: p.enum(['default']).multi().help('`default` returns the default text of customized messages.'),
  enableparser: p.boolean().help('Expand templates, plural forms and gender forms.'),
  nocontent: p.boolean().help('Omit the texts of the messages.'),
  includelocal: p.boolean().help('With all messages, include customized messages that exist only in the content language.'),
  args: p.string().multi({ low: 50, high: 500, duplicates: true }).long().help('Values for the parameters `$1`, `$2` and so on.'),
  filter: p.string().help('Include only keys that contain this text.'),
  customised: p
    .enum(['all', 'modified', 'unmodified'])
    .default('all')
    .help('Include only messages with a page on this wiki, or only those without one.'),
  lang: p.string().help('Language of the messages. Default: the language of the request.'),
  from: p.string().help('Key to start at.'),
  to: p.string().help('Key to end at.'),
  title: p.string().help('Title used as the context of the parser. Default: `API`.'),
  prefix: p.string().help('Include only keys with this prefix.'),
};

export type AllMessagesQuery = Env & { readonly params: ParamsOut<typeof params> };
