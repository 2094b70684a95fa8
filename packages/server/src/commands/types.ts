import { resultStream } from '@wikiquery/hardening';
import { addedModuleTypes, moduleTypes, selectionTypes } from '@wikiquery/schema';
import { defaultSite } from '@wikiquery/site';
import { offerOf } from '../plugins/offer.ts';
import type { App } from '../plugins/server-extension.ts';
import { StartError } from '../start-error.ts';
import { readArguments } from './command-flags.ts';

/** Writes TypeScript types of the installed modules to standard output. Returns the exit code. */
export async function types(app: App, args: readonly string[]): Promise<number> {
  const {
    settings,
    own: { only },
  } = await readArguments(app, args, { only: { type: 'string' } });
  const offer = await offerOf(app, settings, defaultSite());
  if (typeof only !== 'string') {
    resultStream().write(`${moduleTypes(offer)}\n${selectionTypes()}`);
    return 0;
  }
  const names = only.split(',');
  const unknown = names.filter(name => !offer.modules.some(module => module.name === name));
  if (unknown.length > 0)
    throw new StartError(unknown.map(name => `There is no query module "${name}". Install its package, or correct the name.`));
  resultStream().write(addedModuleTypes(offer, names, '@wikiquery/types/modules'));
  return 0;
}
