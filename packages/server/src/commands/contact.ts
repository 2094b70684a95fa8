import { flagOptions, readSettings } from '../config/read-settings.ts';
import { type SettingTable, settingTable } from '../config/settings.ts';

const TABLE: SettingTable = Object.fromEntries(Object.entries(settingTable([])).filter(([name]) => name === 'contact'));

/** Flags of a command that reads no settings besides the contact, for `parseArgs`. */
export const CONTACT_FLAGS: ReturnType<typeof flagOptions> = flagOptions(TABLE);

/** Reads the setting `contact` alone, because the files that other settings name may not exist yet. Rejects with a StartError. */
export const contactOf = async (
  flags: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> => (await readSettings({ flags, env, cwd: process.cwd() }, TABLE, false)).contact;
