import { createRequire } from 'node:module';
import client from 'wikipedia';

interface Axios {
  readonly interceptors: {
    readonly request: { use(change: (config: { url: string }) => { url: string }): number; eject(id: number): void };
  };
}
const require = createRequire(import.meta.url);
const { default: axios } = createRequire(require.resolve('wikipedia'))('axios') as { default: Axios };

/** The client. Its types declare it as the property `default` of the import, but it is the import itself. */
export const wikipedia = client as unknown as typeof client.default;

/** Redirects the client from Wikipedia's API, which is hard-coded, to another API. Returns a function that stops the redirection. */
export function askInstead(api: string): () => void {
  const { request } = axios.interceptors;
  const id = request.use(config => ({ ...config, url: config.url.replace('https://en.wikipedia.org/w/api.php', api) }));
  return () => request.eject(id);
}
