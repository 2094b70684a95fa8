import { f } from '@wikiquery/core';

/** Help text in wikitext or HTML, or message objects with `helpformat=raw`. */
const help = f.oneOf(
  f.string(),
  f
    .array(
      f.object({
        key: f.string(),
        params: f.array(f.json()).element('param'),
        forvalue: f.string().optional().help('Parameter value that the message describes.'),
      }),
    )
    .element('msg'),
);
const text = () => f.string().optional();
const number = () => f.int().optional();

const parameter = f.object({
  index: f.int().help('Position in the list of parameters.'),
  name: f.string(),
  templatevars: f.map(f.string()).element('var').optional().help('Source parameter of each placeholder in the name.'),
  description: help.optional(),
  type: f
    .oneOf(f.string(), f.array(f.oneOf(f.string(), f.int())).element('t'))
    .help('Type of the value, or a list of all accepted values.'),
  required: f.boolean().help('Whether the parameter is required.'),
  deprecated: f.flag().help('Deprecated.'),
  sensitive: f.flag().help('The value is secret and must not appear in a URL.'),
  default: f.oneOf(f.string(), f.number(), f.boolean(), f.literal(null)).optional().help('Default value.'),
  multi: f.boolean().help('Whether the parameter accepts several values.'),
  lowlimit: number().help('Maximum number of values without the `apihighlimits` right.'),
  highlimit: number().help('Maximum number of values with the `apihighlimits` right.'),
  limit: number().help('Maximum number of values for the current user.'),
  allowsduplicates: f.flag().help('Repeated values are allowed.'),
  allspecifier: text().help('Value that selects all values.'),
  min: number().help('Minimum.'),
  max: number().help('Maximum without the `apihighlimits` right.'),
  highmax: number().help('Maximum with the `apihighlimits` right.'),
  enforcerange: f.flag().help('Values out of range cause an error. Otherwise they are adjusted to the range.'),
  maxbytes: number().help('Maximum length in bytes.'),
  maxchars: number().help('Maximum length in characters.'),
  subtypes: f.array(f.string()).optional().help('Accepted forms of user names.'),
  extranamespaces: f.array(f.int()).element('ns').optional().help('Accepted namespaces beyond those that contain pages.'),
  mustExist: f.flag().help('The page must exist.'),
  tokentype: text().help('Type of the token.'),
  submodules: f.map(f.string()).optional().help('Paths of the modules that the values select.'),
  submoduleparamprefix: text().help('Additional prefix of the parameters of those modules.'),
  deprecatedvalues: f.array(f.oneOf(f.string(), f.int())).optional().help('Deprecated values.'),
  internalvalues: f.array(f.oneOf(f.string(), f.int())).optional().help('Values for internal use.'),
  info: f
    .array(
      f.object({
        name: f.string(),
        text: help.asElement().optional().help('Text of the note.'),
        values: f.array(f.oneOf(f.string(), f.int())).element('v').optional().help('Values that the note refers to.'),
      }),
    )
    .element('i')
    .optional()
    .help('Notes about the parameter.'),
});

const moduleFields = {
  classname: text().help('PHP class of the module in MediaWiki.'),
  prefix: f.string().help('Prefix of all parameter names.'),
  source: text().help('Extension that provides the module, or MediaWiki.'),
  sourcename: text().help('Display name of the extension.'),
  licensetag: text().help('Name of the license.'),
  licenselink: text().help('Address of the license text.'),
  description: help.optional(),
  deprecated: f.flag().help('Deprecated.'),
  internal: f.flag().help('For internal use. The module can change without notice.'),
  readrights: f.flag().help('Requires the right to read.'),
  writerights: f.flag().help('Requires the right to write through the API.'),
  mustbeposted: f.flag().help('Accepts POST requests only.'),
  generator: f.flag().help('The module also works as a generator.'),
  helpurls: f.array(f.string()).element('helpurl').help('Addresses of further documentation.'),
  examples: f
    .array(
      f.object({
        query: f.string().help('Query string of the request.'),
        description: help.asElement().optional().help('Description of the request.'),
      }),
    )
    .element('example')
    .optional()
    .help('Example requests.'),
  parameters: f.array(parameter).element('param').help('Parameters of the module.'),
  templatedparameters: f.array(parameter).element('param').help('Parameters with a placeholder in their names.'),
  dynamicparameters: help.optional().help('Description of parameters that depend on the request.'),
};
const named = { name: f.string(), path: f.string(), group: text().help('Parameter that selects the module.'), ...moduleFields };
const module = f.named('ModuleInfo', () => f.object(named));

export const shape = {
  helpformat: f.string().help('Format of the descriptions.'),
  modules: f.array(module).element('module').optional().help('Requested modules.'),
  querymodules: f
    .array(f.object({ ...named, querytype: f.string().help('Group of the module: `list`, `prop` or `meta`.') }))
    .element('module')
    .optional()
    .help('Requested modules of `action=query`.'),
  formatmodules: f.array(module).element('module').optional().help('Requested output formats.'),
  mainmodule: module.optional().help('Main module.'),
  pagesetmodule: f.object(moduleFields).optional().help('Parameters that select pages.'),
};
