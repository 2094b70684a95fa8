import { defineAction, f } from '@wikiquery/core';
import type { AnyPlugin } from '@wikiquery/core/host';
import { sessions } from '@wikiquery/users/sessions';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { grants } from './grants.ts';

afterEach(() => void vi.restoreAllMocks());

const enter = defineAction({
  name: 'enter',
  prefix: '',
  summary: 'Log in.',
  params: {},
  returns: f.record({ enter: f.string() }),
  services: { sessions },
  execute: async ({ services, ...query }) => ({ enter: services.sessions.of(query).kind }),
});

/** Returns the printed statements for an app with these plugins. No database server listens at the address. */
async function statementsFor(plugins: readonly AnyPlugin[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    printed += String(text);
    return true;
  });
  const root = import.meta.dirname;
  const app = { root: `${root}/../..`, load: (name: string) => import(name), plugins };
  await grants(app, { ...defaultSettings(root), database: 'mariadb://root@127.0.0.1:1/wiki' });
  return printed;
}

it('only the account of a server that logs users in can read passwords and session tokens', async () => {
  const [without, withLogin] = [await statementsFor([]), await statementsFor([enter as unknown as AnyPlugin])];
  for (const statements of [without, withLogin]) expect(statements).toMatch(/grant select.*`user_name`.* on `wiki`\.`user`/);
  for (const name of ['`user_password`', '`user_token`', '`bot_passwords`']) {
    expect(without).not.toContain(name);
    expect(withLogin).toContain(name);
  }
});
