import { f, message } from '@wikiquery/core';

/** Fields for ResourceLoader modules. They are mostly empty, because this server has no ResourceLoader. */
export const loaderFields = {
  modules: f.array(f.string()).element('m').help('Modules of the resource loader that a page of it would load.').optional(),
  modulescripts: f.array(f.string()).element('m').help('Those of which it would load the scripts alone.').optional(),
  modulestyles: f.array(f.string()).element('m').help('Those of which it would load the styles alone.').optional(),
  jsconfigvars: f.assoc().help('Variables that scripts of a page of it would be given.').optional(),
  encodedjsconfigvars: f.string().asElement().help('The same as JSON.').optional(),
};

type LoaderProp = 'modules' | 'jsconfigvars' | 'encodedjsconfigvars';

/** Returns the values of the requested ResourceLoader fields. `wants` returns whether a property is requested. */
export const loaderValues = (wants: (name: LoaderProp) => boolean, modulestyles: readonly string[] = []) => ({
  ...(wants('modules') && { modules: [], modulescripts: [], modulestyles }),
  ...(wants('jsconfigvars') && { jsconfigvars: {} }),
  ...(wants('encodedjsconfigvars') && { encodedjsconfigvars: '[]' }),
});

/** Returns MediaWiki's warning if modules are requested without their configuration variables. */
export const loaderWarning = (wants: (name: LoaderProp) => boolean) =>
  wants('modules') && !wants('jsconfigvars') && !wants('encodedjsconfigvars')
    ? message('moduleswithoutvars', 'Modules need their configuration: ask for "jsconfigvars" or "encodedjsconfigvars", too.', {
        key: 'apiwarn-moduleswithoutvars',
      })
    : undefined;
