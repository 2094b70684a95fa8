import { vi } from 'vitest';

/** What is used of the client. */
interface Wtf {
  fetch(title: string | readonly string[] | number, options: object): Promise<Document | Document[] | null>;
}
export interface Document {
  title(): string;
  pageID(): number;
  text(): string;
  categories(): string[];
  sections(): { title(): string; text(): string }[];
  links(): { json(): { page?: string } }[];
}

/** The client asks https alone, through the global fetch of the moment at which it is loaded, once for all tests of a process: there it asks http. */
export async function loadWtf(): Promise<Wtf> {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(address.replace(/^https:/, 'http:'), init));
  try {
    return ((await import('wtf_wikipedia')) as unknown as { default: Wtf }).default;
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Where the client finds a wiki. */
export const optionsFor = (api: string): object => {
  const { host, pathname } = new URL(api);
  return { domain: host, path: pathname.slice(1) };
};
