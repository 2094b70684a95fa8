/** Reads the site configuration that follow and import require. */
export async function readSiteinfo(api: string): Promise<object> {
  const query = 'action=query&meta=siteinfo&format=json&formatversion=2&siprop=general|namespaces|namespacealiases|interwikimap';
  return (await (await fetch(`${api}?${query}`)).json()) as object;
}
