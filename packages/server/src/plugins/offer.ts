import type { Site } from '@wikiquery/core';
import { describeOffer, type Offer } from '@wikiquery/schema';
import type { Settings } from '../config/settings.ts';
import { StartError } from '../start-error.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { discoverPlugins } from './discovery.ts';
import type { App } from './server-extension.ts';

/** Describes the API of a server with these settings. Rejects with a StartError if a plugin has problems, unless `lenient` is set. */
export async function offerOf(app: App, settings: Pick<Settings, 'services' | 'exclude' | 'lenient'>, site: Site): Promise<Offer> {
  const { problems, ...plugins } = await discoverPlugins(app, settings);
  if (problems.length > 0 && !settings.lenient) throw new StartError(problems);
  return describeOffer(plugins, { site, documentation: site.urls.expand(`${scriptPathOf(site)}/api.php`) });
}
