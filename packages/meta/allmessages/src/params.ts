import { type Env, type ParamsOut, p } from '@wikiquery/core';

export const params = {
  messages: p.string().multi().default(['*']).help('Names of the messages; * for all.'),
  prop: p.enum(['default']).multi().help('default: also what the software says, where this wiki says something else.'),
  enableparser: p.boolean().help('Expand templates, plural forms, genders and the like.'),
  nocontent: p.boolean().help('Leave out the texts.'),
  includelocal: p.boolean().help('With all messages: also those that only the language of the wiki has and that are changed there.'),
  args: p.string().multi({ low: 50, high: 500, duplicates: true }).long().help('What stands for $1, $2 … in the texts.'),
  filter: p.string().help('Only messages with this in their names.'),
  customised: p
    .enum(['all', 'modified', 'unmodified'])
    .default('all')
    .help('Only messages that have a page on this wiki, or only those that have none.'),
  lang: p.string().help('The language of the texts; that of the request unless said otherwise.'),
  from: p.string().help('The message to begin with.'),
  to: p.string().help('The message to end with.'),
  title: p.string().help('The page on which the parser takes the texts to stand.'),
  prefix: p.string().help('Only messages whose names begin with this.'),
};

export type AllMessagesQuery = Env & { readonly params: ParamsOut<typeof params> };
