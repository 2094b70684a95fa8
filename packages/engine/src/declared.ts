import { f, type Shape } from '@wikiquery/core';
import { messageFields } from '@wikiquery/core/host';

const anything = f.json();
const scalars = f.assoc(f.oneOf(f.string(), f.int()));

const message = f.object({ ...messageFields, module: f.string().help('Path of the module that returned the message.') });

/** Fields of a response that do not come from its action. */
export const responseFields = {
  batchcomplete: f.flag().help('The data of these pages is complete. Continuation returns other pages.'),
  continue: scalars.optional().help('Parameters that continue the query.'),
  'query-continue': f.assoc(scalars).optional().help('With `rawcontinue`: parameters that continue the query, by module.'),
  'query-noncontinue': f.assoc(scalars).optional().help('With `rawcontinue`: parameters that select the same pages again, by module.'),
  limits: f.assoc(f.int()).optional().help('Effective limits for `max`, by module.'),
  warnings: f
    .oneOf(f.assoc(f.object({ warnings: f.string().content().help('Warnings, one per line.') })), f.array(message).element('warning'))
    .optional()
    .help('Warnings by module, or as a list with `errorformat`.'),
  error: f
    .object(
      {
        code: f.string().help('Machine-readable error code.'),
        info: f.string().help('Text of the error.'),
        docref: f.string().content().help('Reference to the documentation.'),
      },
      { rest: anything },
    )
    .optional()
    .help('Error of the request.'),
  errors: f.array(message).element('error').optional().help('Errors of the request, with `errorformat`.'),
  docref: f.string().content().optional().help('Reference to the documentation, with `errors`.'),
  requestid: f.string().optional().help('Value of the parameter `requestid`.'),
  servedby: f.string().optional().help('Name of the responding host.'),
  curtimestamp: f.timestamp().optional().help('Time of the response.'),
  uselang: f.string().optional().help('Language of messages in the result.'),
  errorlang: f.string().optional().help('Language of warnings and errors.'),
} satisfies Shape;

const badRevision = f.object({ revid: f.int(), missing: f.flag() });

/** Fields of `query` that do not come from modules. */
export const queryFields = {
  normalized: f
    .array(
      f.object({
        fromencoded: f.boolean().help('Whether `from` is percent-encoded, because it is not valid Unicode.'),
        from: f.string(),
        to: f.string(),
      }),
    )
    .element('n')
    .optional()
    .help('Requested titles that were normalized.'),
  converted: f
    .array(f.object({ from: f.string(), to: f.string() }))
    .element('c')
    .optional()
    .help('Requested titles that were converted to another language variant.'),
  interwiki: f
    .array(f.object({ title: f.string(), iw: f.string(), url: f.string().optional() }))
    .element('i')
    .optional()
    .help('Requested titles of other wikis.'),
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
    .help('Requested revisions that do not exist.'),
  pageids: f.array(f.string()).element('id').optional().help('With `indexpageids`: ids of all pages.'),
} satisfies Shape;

/** Fields of a page that do not come from modules. */
export const pageFields = {
  pageid: f.int().optional().help('Id of the page. Absent for missing pages.'),
  ns: f.int().optional().help('Namespace number.'),
  title: f.string().optional().help('Title with namespace.'),
  missing: f.flag().help('The page does not exist.'),
  known: f.flag().help('The title is known without a page: a shared file or a message of the software.'),
  special: f.flag().help('The title is in the Special or Media namespace.'),
  invalid: f.flag().help('The title is invalid.'),
  invalidreason: f.oneOf(f.string(), f.object(messageFields)).optional().help('Reason why the title is invalid.'),
} satisfies Shape;
