/** What bots and tools ask most, by a short name. `{title}` stands for fifty titles of the wiki. */
export const REQUESTS: Readonly<Record<string, string>> = {
  siteinfo: 'meta=siteinfo&siprop=general|namespaces|namespacealiases|interwikimap',
  titles: 'titles={titles}',
  info: 'prop=info&titles={titles}',
  content: 'prop=revisions&rvprop=ids|timestamp|user|comment|content&rvslots=main&titles={titles}',
  allpages: 'list=allpages&aplimit=500',
  generator: 'generator=allpages&gaplimit=50&prop=info|categories&cllimit=max',
  categorymembers: 'generator=categories&gcllimit=50&prop=info&titles={titles}',
  recentchanges: 'list=recentchanges&rcprop=title|ids|user|comment|timestamp|flags|sizes&rclimit=100',
  usercontribs: 'list=usercontribs&ucuserprefix=A&uclimit=100',
  logevents: 'list=logevents&lelimit=100',
  backlinks: 'prop=linkshere|transcludedin&lhlimit=max&tilimit=max&titles={titles}',
  search: 'list=prefixsearch&pssearch=a&pslimit=50',
};
