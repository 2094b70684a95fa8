import { vi } from 'vitest';

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

/** Loads the client with a `fetch` that replaces https by http. The client hard-codes https and uses the `fetch` of its load time. */
export async function loadWtf(): Promise<Wtf> {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => fetch(address.replace(/^https:/, 'http:'), init));
  try {
    return ((await import('wtf_wikipedia')) as unknown as { default: Wtf }).default;
  } finally {
    vi.unstubAllGlobals();
  }
}

export const optionsFor = (api: string): object => {
  const { host, pathname } = new URL(api);
  return { domain: host, path: pathname.slice(1) };
};
