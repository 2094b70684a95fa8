import { f } from '@wikiquery/core';

/** Wikitext or HTML, or with `helpformat=raw` messages. */
const help = f.oneOf(
  f.string(),
  f.array(f.object({ key: f.string(), params: f.array(f.json()).element('param'), forvalue: f.string().optional() })).element('msg'),
);
const text = () => f.string().optional();
const number = () => f.int().optional();

const parameter = f.object({
  index: f.int(),
  name: f.string(),
  templatevars: f.map(f.string()).element('var').optional(),
  description: help.optional(),
  type: f.oneOf(f.string(), f.array(f.oneOf(f.string(), f.int())).element('t')),
  required: f.boolean(),
  deprecated: f.flag(),
  sensitive: f.flag(),
  default: f.oneOf(f.string(), f.number(), f.boolean(), f.literal(null)).optional(),
  multi: f.boolean(),
  lowlimit: number(),
  highlimit: number(),
  limit: number(),
  allowsduplicates: f.flag(),
  allspecifier: text(),
  min: number(),
  max: number(),
  highmax: number(),
  enforcerange: f.flag(),
  maxbytes: number(),
  maxchars: number(),
  subtypes: f.array(f.string()).optional(),
  extranamespaces: f.array(f.int()).element('ns').optional(),
  mustExist: f.flag(),
  tokentype: text(),
  submodules: f.map(f.string()).optional(),
  submoduleparamprefix: text(),
  deprecatedvalues: f.array(f.oneOf(f.string(), f.int())).optional(),
  internalvalues: f.array(f.oneOf(f.string(), f.int())).optional(),
  info: f
    .array(
      f.object({
        name: f.string(),
        text: help.asElement().optional(),
        values: f.array(f.oneOf(f.string(), f.int())).element('v').optional(),
      }),
    )
    .element('i')
    .optional(),
});

const moduleFields = {
  classname: text(),
  prefix: f.string(),
  source: text(),
  sourcename: text(),
  licensetag: text(),
  licenselink: text(),
  description: help.optional(),
  deprecated: f.flag(),
  internal: f.flag(),
  readrights: f.flag(),
  writerights: f.flag(),
  mustbeposted: f.flag(),
  generator: f.flag(),
  helpurls: f.array(f.string()).element('helpurl'),
  examples: f
    .array(f.object({ query: f.string(), description: help.asElement().optional() }))
    .element('example')
    .optional(),
  parameters: f.array(parameter).element('param'),
  templatedparameters: f.array(parameter).element('param'),
  dynamicparameters: help.optional(),
};
const named = { name: f.string(), path: f.string(), group: text(), ...moduleFields };
const module = f.named('ModuleInfo', () => f.object(named));

/** What is told of modules. */
export const shape = {
  helpformat: f.string(),
  modules: f.array(module).element('module').optional(),
  querymodules: f
    .array(f.object({ ...named, querytype: f.string() }))
    .element('module')
    .optional(),
  formatmodules: f.array(module).element('module').optional(),
  mainmodule: module.optional(),
  pagesetmodule: f.object(moduleFields).optional(),
};
