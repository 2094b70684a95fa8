import { f } from '@wikiquery/core';

/** Wikitext or HTML, or with `helpformat=raw` messages. */
const help = f.oneOf(
  f.string(),
  f
    .array(
      f.object({
        key: f.string(),
        params: f.array(f.json()).element('param'),
        forvalue: f.string().optional().help('The value that the message is about.'),
      }),
    )
    .element('msg'),
);
const text = () => f.string().optional();
const number = () => f.int().optional();

const parameter = f.object({
  index: f.int().help('Its place in the declaration.'),
  name: f.string(),
  templatevars: f.map(f.string()).element('var').optional().help('Whose values stand in the name, by the text in braces.'),
  description: help.optional(),
  type: f.oneOf(f.string(), f.array(f.oneOf(f.string(), f.int())).element('t')).help('What values it takes: the kind, or all of them.'),
  required: f.boolean().help('Whether it must be given.'),
  deprecated: f.flag().help('It is better not used any more.'),
  sensitive: f.flag().help('It is a secret, which must not stand in a URL.'),
  default: f.oneOf(f.string(), f.number(), f.boolean(), f.literal(null)).optional().help('What leaving it out means.'),
  multi: f.boolean().help('Whether it takes several values.'),
  lowlimit: number().help('How many values, without the right `apihighlimits`.'),
  highlimit: number().help('How many values, with the right `apihighlimits`.'),
  limit: number().help('How many values the reader may give.'),
  allowsduplicates: f.flag().help('A value may be given twice.'),
  allspecifier: text().help('What stands for all values.'),
  min: number().help('The least number.'),
  max: number().help('The greatest number, without the right `apihighlimits`.'),
  highmax: number().help('The greatest number, with the right `apihighlimits`.'),
  enforcerange: f.flag().help('Other numbers are errors; they would be made to fit, else.'),
  maxbytes: number().help('How many bytes the text may have.'),
  maxchars: number().help('How many characters the text may have.'),
  subtypes: f.array(f.string()).optional().help('How users may be named.'),
  extranamespaces: f.array(f.int()).element('ns').optional().help('Namespaces besides those of pages.'),
  mustExist: f.flag().help('There must be such a page.'),
  tokentype: text().help('Of which kind the token must be.'),
  submodules: f.map(f.string()).optional().help('The paths of the modules that its values name.'),
  submoduleparamprefix: text().help('What the parameters of those modules begin with besides.'),
  deprecatedvalues: f.array(f.oneOf(f.string(), f.int())).optional().help('Values that are better not used any more.'),
  internalvalues: f.array(f.oneOf(f.string(), f.int())).optional().help('Values that are for MediaWiki itself.'),
  info: f
    .array(
      f.object({
        name: f.string(),
        text: help.asElement().optional().help('What it says.'),
        values: f.array(f.oneOf(f.string(), f.int())).element('v').optional().help('What it is about.'),
      }),
    )
    .element('i')
    .optional()
    .help('What more there is to know.'),
});

const moduleFields = {
  classname: text().help('The class that MediaWiki has for it.'),
  prefix: f.string().help('What the names of its parameters begin with.'),
  source: text().help('The extension that it is from, or MediaWiki.'),
  sourcename: text().help('What the extension is called.'),
  licensetag: text().help('The name of its licence.'),
  licenselink: text().help('The address of a page with its licence.'),
  description: help.optional(),
  deprecated: f.flag().help('It is better not used any more.'),
  internal: f.flag().help('It is for MediaWiki itself and may change.'),
  readrights: f.flag().help('It takes the right to read.'),
  writerights: f.flag().help('It takes the right to edit by programs.'),
  mustbeposted: f.flag().help('Only a POST is answered.'),
  generator: f.flag().help('It can be used as a generator.'),
  helpurls: f.array(f.string()).element('helpurl').help('Where more about it is written.'),
  examples: f
    .array(f.object({ query: f.string().help('The request.'), description: help.asElement().optional().help('What it asks for.') }))
    .element('example')
    .optional()
    .help('Requests that show it.'),
  parameters: f.array(parameter).element('param').help('Its parameters.'),
  templatedparameters: f.array(parameter).element('param').help('Parameters with values of others in their names.'),
  dynamicparameters: help.optional().help('Which other parameters it takes.'),
};
const named = { name: f.string(), path: f.string(), group: text().help('Which parameter names it.'), ...moduleFields };
const module = f.named('ModuleInfo', () => f.object(named));

/** What is told of modules. */
export const shape = {
  helpformat: f.string().help('How texts are written.'),
  modules: f.array(module).element('module').optional().help('The modules that were asked for.'),
  querymodules: f
    .array(f.object({ ...named, querytype: f.string().help('Whether it is a list, prop or meta.') }))
    .element('module')
    .optional()
    .help('Modules of `action=query`.'),
  formatmodules: f.array(module).element('module').optional().help('Formats.'),
  mainmodule: module.optional().help('The entry point itself.'),
  pagesetmodule: f.object(moduleFields).optional().help('What names pages.'),
};
