import wikijs from 'wikijs';

/** The methods under test; the client's own types lack them. */
interface WikiClient {
  search(query: string, limit: number): Promise<Found>;
  prefixSearch(query: string, limit: number): Promise<Found>;
  opensearch(query: string, limit: number): Promise<string[]>;
  page(title: string): Promise<PageClient>;
  findById(id: number): Promise<PageClient>;
  find(query: string): Promise<PageClient>;
  random(limit: number): Promise<string[]>;
  allPages(): Promise<string[]>;
  allCategories(): Promise<string[]>;
  pagesInCategory(title: string): Promise<string[]>;
}
interface Found {
  readonly results: readonly string[];
  next(): Promise<Found>;
}
interface PageClient {
  readonly raw: { readonly pageid: number; readonly title: string };
  summary(): Promise<string>;
  html(): Promise<string>;
  links(): Promise<string[]>;
  backlinks(): Promise<string[]>;
  categories(): Promise<string[]>;
}

export const openWikijs = (api: string): WikiClient => wikijs({ apiUrl: api }) as unknown as WikiClient;
