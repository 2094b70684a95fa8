import { createRequire } from 'node:module';
import client from 'wikipedia';

/** What is used of axios, through which the client asks. */
interface Axios {
  readonly interceptors: {
    readonly request: { use(change: (config: { url: string }) => { url: string }): number; eject(id: number): void };
  };
}
const require = createRequire(import.meta.url);
const { default: axios } = createRequire(require.resolve('wikipedia'))('axios') as { default: Axios };

/** Its types say that it is under `default`; it is the module itself. */
export const wikipedia = client as unknown as typeof client.default;

/** The client has the address of Wikipedia fixed: it asks this one instead. Gives what ends that. */
export function askInstead(api: string): () => void {
  const { request } = axios.interceptors;
  const id = request.use(config => ({ ...config, url: config.url.replace('https://en.wikipedia.org/w/api.php', api) }));
  return () => request.eject(id);
}
