import { f, message } from '@wikiquery/core';

/** Fields for ResourceLoader modules. They are mostly empty, because this server has no ResourceLoader. */
export const loaderFields = {
  modules: f.array(f.string()).element('m').help('ResourceLoader modules that a page with the text would load.').optional(),
  modulescripts: f.array(f.string()).element('m').help('ResourceLoader modules of which the page would load only the scripts.').optional(),
  modulestyles: f.array(f.string()).element('m').help('ResourceLoader modules of which the page would load only the styles.').optional(),
  jsconfigvars: f.assoc().help('Configuration variables for the scripts of the page.').optional(),
  encodedjsconfigvars: f.string().asElement().help('Configuration variables for the scripts of the page, as JSON.').optional(),
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
    ? message('moduleswithoutvars', 'Modules need their configuration. Also request "jsconfigvars" or "encodedjsconfigvars".', {
        key: 'apiwarn-moduleswithoutvars',
      })
    : undefined;
