import { defineServerExtension } from '@wikiquery/server/extend';
import { wikis } from '@wikiquery/wiki-list';
import { FARM_SETTINGS } from './setting.ts';

/** Server extension that serves many wikis in one server. Its code is loaded only with the setting `wikis`. */
export default defineServerExtension({
  name: 'wiki-farm',
  settings: FARM_SETTINGS,
  services: [wikis.name],
  hosting(settings) {
    if (!settings.wikis) return undefined;
    const farm = () => import('./farm.ts');
    return {
      setting: 'wikis',
      start: async (app, group) => (await farm()).startMany(app, settings, group),
      doctor: async app => (await farm()).doctorOfMany(app, settings),
      settingsOf: async (app, name) => (await farm()).settingsOf(app, settings, name),
    };
  },
});
