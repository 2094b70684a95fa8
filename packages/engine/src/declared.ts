import { f, type Shape } from '@wikiquery/core';
import { messageFields } from '@wikiquery/core/host';

const anything = f.json();
const scalars = f.assoc(f.oneOf(f.string(), f.int()));

const message = f.object({ ...messageFields, module: f.string().help('The path of the module that tells it.') });

/** Fields of a response that do not come from its action. */
export const responseFields = {
  batchcomplete: f.flag().help('Everything is told of these pages; what follows is about others.'),
  continue: scalars.optional().help('The parameters to ask with for the rest.'),
  'query-continue': f.assoc(scalars).optional().help('With `rawcontinue`: the parameters to ask with for the rest, by module.'),
  'query-noncontinue': f.assoc(scalars).optional().help('With `rawcontinue`: the parameters that name the same pages again, by module.'),
  limits: f.assoc(f.int()).optional().help('What `max` came to, by module.'),
  warnings: f
    .oneOf(f.assoc(f.object({ warnings: f.string().content().help('What is wrong, a line each.') })), f.array(message).element('warning'))
    .optional()
    .help('What is wrong with the request but does not keep it from being answered: by module, or with `errorformat` a list.'),
  error: f
    .object(
      {
        code: f.string().help('What went wrong, for programs.'),
        info: f.string().help('What went wrong.'),
        docref: f.string().content().help('Where the documentation is.'),
      },
      { rest: anything },
    )
    .optional()
    .help('Why there is no answer.'),
  errors: f.array(message).element('error').optional().help('Why there is no answer, with `errorformat`.'),
  docref: f.string().content().optional().help('Where the documentation is, beside `errors`.'),
  requestid: f.string().optional().help('The parameter `requestid`.'),
  servedby: f.string().optional().help('The host that answered.'),
  curtimestamp: f.timestamp().optional().help('When it was answered.'),
  uselang: f.string().optional().help('The language of messages in the result.'),
  errorlang: f.string().optional().help('The language of warnings and errors.'),
} satisfies Shape;

const badRevision = f.object({ revid: f.int(), missing: f.flag() });

/** Fields of `query` that do not come from modules. */
export const queryFields = {
  normalized: f
    .array(
      f.object({
        fromencoded: f.boolean().help('Whether `from` is written as in an address, since it is no valid text.'),
        from: f.string(),
        to: f.string(),
      }),
    )
    .element('n')
    .optional()
    .help('Titles that were given in another form.'),
  converted: f
    .array(f.object({ from: f.string(), to: f.string() }))
    .element('c')
    .optional()
    .help('Titles that were given in another variant of the language.'),
  interwiki: f
    .array(f.object({ title: f.string(), iw: f.string(), url: f.string().optional() }))
    .element('i')
    .optional()
    .help('Titles that lie in other wikis.'),
  redirects: f
    .array(
      f.object(
        { from: f.string(), to: f.string(), tofragment: f.string().optional(), tointerwiki: f.string().optional() },
        { rest: anything },
      ),
    )
    .element('r')
    .optional()
    .help('Redirects that the request followed.'),
  // An object with ids as keys, or a list if the ids are 0, 1, 2, …
  badrevids: f
    .oneOf(f.map(badRevision).element('rev'), f.array(badRevision).element('rev'))
    .optional()
    .help('Ids of revisions that are not there.'),
  pageids: f.array(f.string()).element('id').optional().help('With `indexpageids`: the ids of all pages.'),
} satisfies Shape;

/** Fields of a page that do not come from modules. */
export const pageFields = {
  pageid: f.int().optional().help('The id of the page; missing pages have none.'),
  ns: f.int().optional().help('The number of the namespace.'),
  title: f.string().optional().help('The title with its namespace.'),
  missing: f.flag().help('There is no such page.'),
  known: f.flag().help('It is not missing in another sense: a file or message of the software.'),
  special: f.flag().help('It is a special page, or one of the media namespace.'),
  invalid: f.flag().help('It is no title.'),
  invalidreason: f.oneOf(f.string(), f.object(messageFields)).optional().help('Why it is no title.'),
} satisfies Shape;
