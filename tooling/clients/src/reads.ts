/** Requests taken from third-party clients, each with a path that must exist in the sample wiki's response. */
export const READS: Readonly<Record<string, readonly (readonly [request: string, path: string])[]>> = {
  pywikibot: [
    ['meta=userinfo&uiprop=blockinfo|groups|hasmsg|ratelimits|rights', 'query.userinfo.ratelimits'],
    ['meta=siteinfo|userinfo&siprop=namespaces|namespacealiases|general&formatversion=2', 'query.namespaces.12.name'],
    [
      'titles=Main Page&prop=info&inprop=protection&indexpageids=&meta=userinfo&uiprop=blockinfo|hasmsg&maxlag=5&continue=',
      'query.pageids.0',
    ],
    [
      'generator=search&gsrsearch=allpages&gsrnamespace=0&gsrlimit=100&prop=info|imageinfo|categoryinfo&inprop=protection&iiprop=timestamp|user|comment|url|size|sha1|mime|mediatype|archivename|bitdepth&iilimit=max&indexpageids=',
      'query.pages',
    ],
    ['generator=querypage&gqppage=Ancientpages&gqplimit=5&prop=info&indexpageids=', 'query.pages'],
    ['generator=exturlusage&geuquery=mediawiki.org&geulimit=3&prop=info&indexpageids=', ''],
    ['generator=random&grnlimit=5&grnfilterredir=all&prop=info', 'query.pages'],
    ['generator=backlinks&gbltitle=Main Page&gblfilterredir=all&gbllimit=500&prop=info', ''],
    [
      'generator=categorymembers&gcmtitle=Category:Guides&gcmtype=page|file&gcmprop=ids|title|sortkey&gcmlimit=5000&prop=info',
      'query.pages',
    ],
    ['generator=templates&titles=Main Page&gtllimit=5000&prop=info', ''],
    ['generator=images&titles=Main Page&gimlimit=5000&prop=imageinfo&iiprop=url', 'query.pages'],
    ['list=allusers&auprop=editcount|groups|registration&aulimit=500', 'query.allusers.0.editcount'],
    ['list=logevents&letype=delete&ledir=newer&lelimit=5&indexpageids=', 'query.logevents.0.logid'],
    [
      'list=recentchanges&rcprop=ids|flags|user|comment|timestamp|title|sizes|tags&rctype=edit|new|log&rcnamespace=0|2|4&rcshow=!bot|!redirect&rctoponly=',
      'query.recentchanges',
    ],
    [
      'list=usercontribs&ucuser=Wren&ucprop=ids|title|timestamp|comment|flags&ucshow=!minor|!new&ucnamespace=12&uclimit=10',
      'query.usercontribs',
    ],
    ['list=usercontribs&ucuserprefix=Wr&uclimit=5', 'query.usercontribs.0.user'],
    ['list=blocks&bkprop=id|user|by|timestamp|expiry|reason|range|flags&bkshow=&bklimit=500', 'query.blocks.0.reason'],
    ['list=pagepropnames&ppnlimit=500&indexpageids=', 'query.pagepropnames.0.propname'],
    ['titles=Main Page&prop=pageprops|langlinks|extlinks&lllimit=500&ellimit=500', 'query.pages'],
    [
      'titles=Main Page&prop=revisions&rvprop=comment|contentmodel|flags|ids|parsedcomment|roles|sha1|size|slotsha1|slotsize|tags|timestamp|user|userid&rvslots=*&rvlimit=5',
      'query.pages',
    ],
    ['meta=allmessages&ammessages=january|february|colon-separator&amlang=en', 'query.allmessages'],
    [
      'titles=File:Request.svg&prop=imageinfo&iiprop=timestamp|user|comment|url|size|sha1|mime|metadata|archivename&iilimit=max',
      'query.pages',
    ],
  ],
  mwclient: [
    [
      'meta=siteinfo|userinfo|userinfo&siprop=general|namespaces&uiprop=groups|rights|blockinfo|hasmsg&continue=',
      'query.general.generator',
    ],
    ['titles=Main Page&prop=info|pageprops&inprop=protection&redirects=&continue=&meta=userinfo&uiprop=blockinfo|hasmsg', 'query.userinfo'],
    [
      'generator=allpages&gapnamespace=0&gapfilterredir=all&gapdir=ascending&gapfilterlanglinks=all&gaplimit=500&prop=info|imageinfo&inprop=protection&iiprop=timestamp|user|comment|url|size|sha1|metadata|archivename&continue=&meta=userinfo&uiprop=blockinfo|hasmsg',
      'query.pages',
    ],
    ['generator=allcategories&gacdir=ascending&gaclimit=500&prop=info&continue=', 'query.pages'],
    [
      'generator=allimages&gaidir=ascending&gailimit=500&prop=info|imageinfo&inprop=protection&iiprop=timestamp|user|comment|url|size|sha1|metadata|archivename&continue=',
      'query.pages',
    ],
    ['generator=embeddedin&geifilterredir=all&geititle=Template:Request&geilimit=500&prop=info&continue=', 'query.pages'],
    ['generator=imageusage&giutitle=File:Request.svg&giufilterredir=all&giulimit=500&prop=info&continue=', 'query.pages'],
    ['generator=links&titles=Main Page&gpllimit=500&prop=info&continue=', 'query.pages'],
    ['generator=categories&titles=Main Page&gcllimit=500&prop=info&continue=', 'query.pages'],
    [
      'titles=Main Page&prop=iwlinks|langlinks|extlinks|duplicatefiles&iwlimit=500&lllimit=500&ellimit=500&dflimit=500&continue=',
      'query.pages',
    ],
    ['list=exturlusage&euquery=example.org&euprotocol=http&eulimit=500&continue=', 'query.exturlusage'],
    ['list=alllinks&alprop=title&alnamespace=12&alunique=1&allimit=500&continue=', 'query.alllinks.0.title'],
    ['list=random&rnnamespace=0&rnlimit=3&continue=', 'query.random.2.id'],
    ['list=users&ususers=Admin|Zzz Nobody 5&usprop=blockinfo|groups|editcount&continue=', 'query.users.1.missing'],
    ['list=blocks&bkdir=older&bkprop=id|user|by|timestamp|expiry|reason|flags&bklimit=500&continue=', 'query.blocks.0.user'],
    ['list=recentchanges&rcdir=older&rcprop=title|timestamp|ids&rclimit=500&continue=', 'query.recentchanges.0.title'],
    ['list=logevents&ledir=older&lelimit=500&continue=', 'query.logevents.0.type'],
    ['list=search&srsearch=allpages&srnamespace=0&srlimit=500&continue=', 'query.search'],
  ],
  wikiapi: [
    [
      'meta=siteinfo&siprop=dbrepllag|defaultoptions|extensions|extensiontags|fileextensions|functionhooks|general|interwikimap|languages|languagevariants|libraries|magicwords|namespacealiases|namespaces|protocols|restrictions|rightsinfo|showhooks|skins|specialpagealiases|statistics|uploaddialog|usergroups|variables&utf8=1',
      'query.variables',
    ],
    ['list=backlinks&bltitle=Help:Continuation&bllimit=max&blfilterredir=all&utf8=1', 'query.backlinks.0.title'],
    ['list=search&srsearch=allpages&srinterwiki=1&srlimit=max&srnamespace=0&utf8=1', 'query.search'],
    ['titles=Main_Page|main Page&prop=redirects|linkshere&rdlimit=max&lhlimit=max', 'query.normalized'],
  ],
  'WikiTeam dumpgenerator': [['list=allimages&aiprop=url|user|size|sha1&aifrom=!&ailimit=50', 'query.allimages.0.sha1']],
  'wikipedia of Python': [
    ['list=random&rnnamespace=0&rnlimit=2', 'query.random.1.title'],
    ['generator=images&gimlimit=max&prop=imageinfo&iiprop=url&titles=Help:Continuation', 'query.pages'],
    ['prop=categories&cllimit=max&titles=Help:Continuation', 'query.pages'],
    ['meta=siteinfo&siprop=languages', 'query.languages.0.code'],
  ],
  'Wikipedia-API': [
    [
      'prop=info&titles=Main Page&inprop=protection|talkid|watched|watchers|visitingwatchers|notificationtimestamp|subjectid|url|readable|preload|displaytitle&redirects=1',
      'query.pages',
    ],
    ['prop=links&titles=Main Page&pllimit=500&redirects=1', 'query.pages'],
  ],
  pymediawiki: [
    ['list=allpages&aplimit=10&apfrom=Help', 'query.allpages.0.title'],
    ['list=search&srprop=&srlimit=10&srsearch=continaution&sroffset=0&srinfo=suggestion', 'query.searchinfo.suggestion'],
    ['list=backlinks&bltitle=Main Page&bllimit=max&blfilterredir=nonredirects&blnamespace=0', 'query.backlinks'],
    ['prop=langlinks&cllimit=max&titles=Main Page', 'query.pages.@.title'],
    ['prop=info|pageprops&inprop=url&ppprop=disambiguation&redirects=&titles=Allpages', 'query.pages.@.fullurl'],
    [
      'formatversion=2&prop=info|extracts|pageimages|revisions|pageterms|coordinates|pageviews&exsentences=5&explaintext=true&piprop=thumbnail|original&pithumbsize=320&pilicense=any&rvprop=timestamp|ids&wbptterms=description&titles=Main Page',
      'query.pages.0.extract',
    ],
    [
      'titles=Allpages&prop=extracts|redirects|links|coordinates|categories|extlinks&continue=&explaintext=&exintro=&rdprop=title&rdlimit=max&plnamespace=0&pllimit=max&colimit=max&cllimit=max&clshow=!hidden&ellimit=max',
      'query.pages.@.redirects.0.title',
    ],
  ],
  'readers of LangChain and LlamaIndex': [
    ['prop=info|pageprops&inprop=url&ppprop=disambiguation&titles=Allpages', 'query.pages.@.fullurl'],
    ['prop=extracts&explaintext=&exintro=&titles=Allpages', 'query.pages.@.extract'],
  ],
  'ProfessionalWiki’s MCP server': [
    ['meta=siteinfo&siprop=general|namespaces|namespacealiases&formatversion=2', 'query.namespaces.12.canonical'],
    ['meta=siteinfo&siprop=statistics&formatversion=2', 'query.statistics.articles'],
    ['meta=userinfo&uiprop=rights&formatversion=2', 'query.userinfo.rights'],
    ['list=allpages&apprefix=All&apnamespace=0&aplimit=10&formatversion=2', 'query.allpages.0.pageid'],
    ['list=categorymembers&cmtitle=Category:Guides&cmprop=ids|title|type&cmlimit=500&formatversion=2', 'query.categorymembers.0.type'],
    ['list=backlinks&bltitle=Main Page&bllimit=250&blredirect=true&formatversion=2', 'query.backlinks'],
    ['list=embeddedin&eititle=Template:Request&eilimit=500&formatversion=2', 'query.embeddedin.0.title'],
    [
      'prop=revisions&titles=Main Page&rvprop=ids|timestamp|user|userid|comment|size|flags|tags&rvlimit=20&formatversion=2',
      'query.pages.0.revisions.0.userid',
    ],
    [
      'titles=File:Request.svg&prop=imageinfo&iiprop=url|size|mime|timestamp|user&iiurlwidth=200&formatversion=2',
      'query.pages.0.imageinfo.0.mime',
    ],
    [
      'list=recentchanges&rctype=edit|new&rclimit=50&rcdir=older&rcprop=title|timestamp|user|comment|ids|sizes|flags|tags&formatversion=2',
      'query.recentchanges',
    ],
  ],
  mwoffliner: [
    ['formatversion=2&maxlag=5', 'batchcomplete'],
    [
      'generator=allpages&gapfilterredir=nonredirects&gaplimit=max&gapnamespace=12&prop=info|redirects|revisions|categoryinfo|pageprops|categories&rdlimit=max&rdprop=pageid|title|fragment&ppprop=nogallery&clprop=hidden&clshow=!hidden&cllimit=max&rawcontinue=true&formatversion=2&maxlag=5',
      'query.pages.0.lastrevid',
    ],
    [
      'list=categorymembers&cmtitle=Category:Guides&cmprop=ids|title|type&cmtype=subcat|page|file&cmsort=sortkey&cmlimit=max&cmcontinue=&formatversion=2',
      '',
    ],
  ],
  'MediaWiki::API and MediaWiki::Bot': [
    ['list=embeddedin&eititle=Template:Request&eilimit=4&rawcontinue=&maxlag=5', 'query-continue.embeddedin.eicontinue'],
    ['list=logevents&lelimit=20&rawcontinue=&maxlag=5', 'query-continue.logevents.lecontinue'],
    ['titles=Main Page&prop=revisions&rvdiffto=prev&rvlimit=1', 'query.pages'],
    [
      'list=users&ususers=Admin|MediaWiki default|OtherUser&usprop=blockinfo|groups|rights|editcount|registration|emailable|gender',
      'query.users.0.rights',
    ],
    ['list=blocks&bkusers=Admin&bkprop=id&bklimit=1', 'query.blocks'],
    ['list=exturlusage&euquery=*.example.org&euprop=url|title&eulimit=max', 'query.exturlusage'],
  ],
  'wikijs, wikipedia and wtf_wikipedia': [
    ['meta=siteinfo&redirects=1&origin=*', 'query.general.sitename'],
    [
      'titles=Main Page&prop=extlinks|links|images|langlinks&pllimit=max&ellimit=max&lllimit=max&llprop=url&plnamespace=0&origin=*',
      'query.pages.@.langlinks',
    ],
    ['generator=categorymembers&gcmtitle=Category:Guides&prop=revisions&rvprop=content&rvslots=main&origin=*', 'query.pages'],
    ['list=random&rnnamespace=0&rnlimit=3&origin=*', 'query.random.0.title'],
    ['list=search&srsearch=allpages&srlimit=10&srprop=&srinfo=suggestion&origin=*', 'query.search'],
    ['titles=Main Page&prop=revisions|pageprops&rvprop=content&rvlimit=1&ppprop=disambiguation&origin=*', 'query.pages.@.revisions.0.*'],
  ],
  'mw.Api': [
    ['list=allpages&aplimit=3&apprefix=All&formatversion=2', 'query.allpages.2.title'],
    ['titles=Main Page&prop=info|categoryinfo|categories&inprop=url&formatversion=2', 'query.pages.0.fullurl'],
  ],
  'MediaWiki core’s own tests': [
    ['list=prefixsearch&pssearch=All&pslimit=100', 'query.prefixsearch.0.title'],
    ['list=tags&tglimit=50&tgprop=displayname', 'query.tags.0.name'],
    ['list=exturlusage&euquery=example.org/search-me&euprotocol=ssh&euprop=url', 'query.exturlusage'],
    ['prop=extlinks&titles=Main Page&elexpandurl=true', 'query.pages'],
    ['list=usercontribs&ucuser=Wren|Otter&ucprop=ids|user|comment|timestamp&uctoponly=true', ''],
  ],
};
