import { ref } from 'vue';
import { isObject, type JsonValue, textOf } from '../wiki/ask.ts';
import { t } from './locale.ts';
import { api, askWiki, modules } from './wiki.ts';

/** Name of the account that is logged in at the page's own server. */
export const account = ref<string>();

/** Whether the user can log in, which only the page's own server allows. */
export const canLogIn = (): boolean =>
  api.isOwn && (modules.get('main')?.parameters.some(({ submodules }) => submodules?.login !== undefined) ?? false);

export async function recognize(): Promise<void> {
  if (!api.isOwn || !modules.has('query+userinfo')) return;
  const { json } = await askWiki({ action: 'query', meta: 'userinfo' });
  const user = at(json, 'query', 'userinfo');
  account.value = isObject(user) && user.id !== 0 && typeof user.name === 'string' ? user.name : undefined;
}

/** Logs in. Returns the error message, or undefined on success. */
export async function logIn(name: string, password: string): Promise<string | undefined> {
  const response = await askWiki({ action: 'query', meta: 'tokens', type: 'login' });
  const token = at(response.json, 'query', 'tokens', 'logintoken');
  const { json } = await askWiki({ action: 'login', lgname: name, lgpassword: password, lgtoken: textOf(token) }, undefined, true);
  if (at(json, 'login', 'result') !== 'Success')
    return textOf(at(json, 'login', 'reason') ?? at(json, 'error', 'info')) || t('login-failed');
  await recognize();
  return undefined;
}

export async function logOut(): Promise<void> {
  const { json } = await askWiki({ action: 'query', meta: 'tokens' });
  await askWiki({ action: 'logout', token: textOf(at(json, 'query', 'tokens', 'csrftoken')) }, undefined, true);
  await recognize();
}

const at = (json: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, key) => (isObject(value) ? value[key] : undefined), json);
