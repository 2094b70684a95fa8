// Written by `pnpm sync` from the declarations of the modules.
/** Several values of a parameter: one text with | between them, or a list or set of values. */
export type Several<V extends string | number> = V | (string & {}) | readonly V[] | ReadonlySet<V>;
/** Present is true. */
export type Flag = boolean | 1 | '1' | '';
export type Limit = number | 'max' | (string & {});
/** A time, in ISO 8601 or another form that MediaWiki reads. */
export type Moment = string | Date;

export interface OldResponse {
  /** Everything is told of these pages; what follows is about others. */
  readonly batchcomplete?: '';
  /** The parameters to ask with for the rest. */
  readonly continue?: Readonly<Record<string, string | number>>;
  /** With `rawcontinue`: the parameters to ask with for the rest, by module. */
  readonly 'query-continue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** With `rawcontinue`: the parameters that name the same pages again, by module. */
  readonly 'query-noncontinue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** What `max` came to, by module. */
  readonly limits?: Readonly<Record<string, number>>;
  /** What is wrong with the request but does not keep it from being answered: by module, or with `errorformat` a list. */
  readonly warnings?: Readonly<Record<string, {
    /** What is wrong, a line each. */
    readonly '*': string;
  }>> | readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly '*'?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
    /** The path of the module that tells it. */
    readonly module: string;
  }[];
  /** Why there is no answer. */
  readonly error?: {
    /** What went wrong, for programs. */
    readonly code: string;
    /** What went wrong. */
    readonly info: string;
    /** Where the documentation is. */
    readonly '*': string;
    readonly [name: string]: unknown;
  };
  /** Why there is no answer, with `errorformat`. */
  readonly errors?: readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly '*'?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
    /** The path of the module that tells it. */
    readonly module: string;
  }[];
  /** Where the documentation is, beside `errors`. */
  readonly '*'?: string;
  /** The parameter `requestid`. */
  readonly requestid?: string;
  /** The host that answered. */
  readonly servedby?: string;
  /** When it was answered. */
  readonly curtimestamp?: string;
  /** The language of messages in the result. */
  readonly uselang?: string;
  /** The language of warnings and errors. */
  readonly errorlang?: string;
}

export interface OldQueryFacts {
  /** Titles that were given in another form. */
  readonly normalized?: readonly {
    /** Whether `from` is written as in an address, since it is no valid text. */
    readonly fromencoded?: '';
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
  }[];
  /** Titles that were given in another variant of the language. */
  readonly converted?: readonly {
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
  }[];
  /** Titles that lie in other wikis. */
  readonly interwiki?: readonly {
    /** The title, with its namespace. */
    readonly title: string;
    /** The prefix of the other wiki. */
    readonly iw: string;
    /** The address. */
    readonly url?: string;
  }[];
  /** Redirects that were followed. */
  readonly redirects?: readonly {
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
    /** The section that it leads to. */
    readonly tofragment?: string;
    /** The wiki that it leads to. */
    readonly tointerwiki?: string;
    readonly [name: string]: unknown;
  }[];
  /** Ids of revisions that are not there. */
  readonly badrevids?: Readonly<Record<string, {
    /** The id of the revision. */
    readonly revid: number;
    /** There is no such thing. */
    readonly missing?: '';
  }>> | readonly never[] | readonly {
    /** The id of the revision. */
    readonly revid: number;
    /** There is no such thing. */
    readonly missing?: '';
  }[];
  /** With `indexpageids`: the ids of all pages. */
  readonly pageids?: readonly string[];
}

export interface OldPageFacts {
  /** The id of the page; missing pages have none. */
  readonly pageid?: number;
  /** The number of the namespace. */
  readonly ns?: number;
  /** The title with its namespace. */
  readonly title?: string;
  /** There is no such page. */
  readonly missing?: '';
  /** It is not missing in another sense: a file or message of the software. */
  readonly known?: '';
  /** It is a special page, or one of the media namespace. */
  readonly special?: '';
  /** It is no title. */
  readonly invalid?: '';
  /** Why it is no title. */
  readonly invalidreason?: string | {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly '*'?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
  };
}

export interface Response {
  /** Everything is told of these pages; what follows is about others. */
  readonly batchcomplete?: true;
  /** The parameters to ask with for the rest. */
  readonly continue?: Readonly<Record<string, string | number>>;
  /** With `rawcontinue`: the parameters to ask with for the rest, by module. */
  readonly 'query-continue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** With `rawcontinue`: the parameters that name the same pages again, by module. */
  readonly 'query-noncontinue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** What `max` came to, by module. */
  readonly limits?: Readonly<Record<string, number>>;
  /** What is wrong with the request but does not keep it from being answered: by module, or with `errorformat` a list. */
  readonly warnings?: Readonly<Record<string, {
    /** What is wrong, a line each. */
    readonly warnings: string;
  }>> | readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly text?: string;
    /** What it says, in HTML. */
    readonly html?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
    /** The path of the module that tells it. */
    readonly module: string;
  }[];
  /** Why there is no answer. */
  readonly error?: {
    /** What went wrong, for programs. */
    readonly code: string;
    /** What went wrong. */
    readonly info: string;
    /** Where the documentation is. */
    readonly docref: string;
    readonly [name: string]: unknown;
  };
  /** Why there is no answer, with `errorformat`. */
  readonly errors?: readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly text?: string;
    /** What it says, in HTML. */
    readonly html?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
    /** The path of the module that tells it. */
    readonly module: string;
  }[];
  /** Where the documentation is, beside `errors`. */
  readonly docref?: string;
  /** The parameter `requestid`. */
  readonly requestid?: string;
  /** The host that answered. */
  readonly servedby?: string;
  /** When it was answered. */
  readonly curtimestamp?: string;
  /** The language of messages in the result. */
  readonly uselang?: string;
  /** The language of warnings and errors. */
  readonly errorlang?: string;
}

export interface QueryFacts {
  /** Titles that were given in another form. */
  readonly normalized?: readonly {
    /** Whether `from` is written as in an address, since it is no valid text. */
    readonly fromencoded: boolean;
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
  }[];
  /** Titles that were given in another variant of the language. */
  readonly converted?: readonly {
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
  }[];
  /** Titles that lie in other wikis. */
  readonly interwiki?: readonly {
    /** The title, with its namespace. */
    readonly title: string;
    /** The prefix of the other wiki. */
    readonly iw: string;
    /** The address. */
    readonly url?: string;
  }[];
  /** Redirects that were followed. */
  readonly redirects?: readonly {
    /** What was given, or the older side. */
    readonly from: string;
    /** What it became, or the newer side. */
    readonly to: string;
    /** The section that it leads to. */
    readonly tofragment?: string;
    /** The wiki that it leads to. */
    readonly tointerwiki?: string;
    readonly [name: string]: unknown;
  }[];
  /** Ids of revisions that are not there. */
  readonly badrevids?: Readonly<Record<string, {
    /** The id of the revision. */
    readonly revid: number;
    /** There is no such thing. */
    readonly missing?: true;
  }>> | readonly {
    /** The id of the revision. */
    readonly revid: number;
    /** There is no such thing. */
    readonly missing?: true;
  }[];
  /** With `indexpageids`: the ids of all pages. */
  readonly pageids?: readonly string[];
}

export interface PageFacts {
  /** The id of the page; missing pages have none. */
  readonly pageid?: number;
  /** The number of the namespace. */
  readonly ns?: number;
  /** The title with its namespace. */
  readonly title?: string;
  /** There is no such page. */
  readonly missing?: true;
  /** It is not missing in another sense: a file or message of the software. */
  readonly known?: true;
  /** It is a special page, or one of the media namespace. */
  readonly special?: true;
  /** It is no title. */
  readonly invalid?: true;
  /** Why it is no title. */
  readonly invalidreason?: string | {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly text?: string;
    /** What it says, in HTML. */
    readonly html?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
  };
}

/** Parameters. Everything starts here. */
export interface MainParams {
  /** Which action to perform. */
  readonly action?: string | undefined;
  /** The format of the output. */
  readonly format?: string | undefined;
  /** Fail with the error maxlag when the database is behind by more than this many seconds. */
  readonly maxlag?: number | undefined;
  /** Set the s-maxage cache control header to this many seconds. Errors are never cached. */
  readonly smaxage?: number | undefined;
  /** Set the max-age cache control header to this many seconds. Errors are never cached. */
  readonly maxage?: number | undefined;
  /** Verify that the user is logged out, has the bot right, or is logged in. */
  readonly assert?: 'anon' | 'user' | 'bot' | undefined;
  /** Verify that the current user is the named one. */
  readonly assertuser?: string | undefined;
  /** Any value given here is included in the response. */
  readonly requestid?: string | undefined;
  /** Include the name of the host that served the request. */
  readonly servedby?: Flag | undefined;
  /** Include the current timestamp in the result. */
  readonly curtimestamp?: Flag | undefined;
  /** Include the languages used for uselang and errorlang in the result. */
  readonly responselanginfo?: Flag | undefined;
  /** The originating domain of a cross-site request; * for an anonymous one. */
  readonly origin?: string | undefined;
  /** Language of messages: a code, user or content. */
  readonly uselang?: string | undefined;
  /** Variant of the language. */
  readonly variant?: string | undefined;
  /** Format of warnings and errors; bc is the one of before 1.29. */
  readonly errorformat?: 'plaintext' | 'wikitext' | 'html' | 'raw' | 'none' | 'bc' | undefined;
  /** Language of warnings and errors: a code, uselang or content. */
  readonly errorlang?: string | undefined;
  /** Whether texts of errors may come from the wiki's own MediaWiki namespace. */
  readonly errorsuselocal?: Flag | undefined;
}

/** Parameters of action=query. Fetch data from and about the wiki. */
export interface ActionQueryParams {
  /** Which properties to get for the queried pages. */
  readonly prop?: Several<'categories' | 'categoryinfo' | 'contributors' | 'coordinates' | 'deletedrevisions' | 'description' | 'duplicatefiles' | 'extlinks' | 'extracts' | 'fileusage' | 'flagged' | 'globalusage' | 'imageinfo' | 'images' | 'info' | 'iwlinks' | 'langlinks' | 'links' | 'linkshere' | 'pageimages' | 'pageprops' | 'pageterms' | 'redirects' | 'revisions' | 'stashimageinfo' | 'templates' | 'transcludedin'> | undefined;
  /** Which lists to get. */
  readonly list?: Several<'abusefilters' | 'abuselog' | 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'allusers' | 'backlinks' | 'blocks' | 'categorymembers' | 'codexicons' | 'configuredpages' | 'embeddedin' | 'exturlusage' | 'filearchive' | 'geosearch' | 'globalallusers' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'linterrors' | 'logevents' | 'mystashedfiles' | 'oldreviewedpages' | 'pagepropnames' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'search' | 'tags' | 'trackingcategories' | 'unreviewedpages' | 'usercontribs' | 'users' | 'watchlist' | 'watchlistraw' | 'deletedrevs'> | undefined;
  /** Which metadata to get. */
  readonly meta?: Several<'allmessages' | 'authmanagerinfo' | 'filerepoinfo' | 'globaluserinfo' | 'languageinfo' | 'siteinfo' | 'tokens' | 'userinfo'> | undefined;
  /** Include an additional pageids section listing all returned page IDs. */
  readonly indexpageids?: Flag | undefined;
  /** Export the current revisions of all given or generated pages. */
  readonly export?: Flag | undefined;
  /** Return the export XML without wrapping it in a JSON result; only together with export. */
  readonly exportnowrap?: Flag | undefined;
  /** Version of the XML dump format to target when exporting. */
  readonly exportschema?: '0.10' | '0.11' | undefined;
  /** Whether to get the full URL if the title is an interwiki link. */
  readonly iwurl?: Flag | undefined;
  /** When more results are available, use this to continue. */
  readonly continue?: string | undefined;
  /** Return raw query-continue data for continuation. */
  readonly rawcontinue?: Flag | undefined;
  /** A list of titles to work on. */
  readonly titles?: Several<string> | undefined;
  /** A list of page IDs to work on. */
  readonly pageids?: Several<number> | undefined;
  /** A list of revision IDs to work on. */
  readonly revids?: Several<number> | undefined;
  /** Get the list of pages to work on by executing the specified query module. */
  readonly generator?: 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'backlinks' | 'categories' | 'categorymembers' | 'configuredpages' | 'deletedrevisions' | 'duplicatefiles' | 'embeddedin' | 'exturlusage' | 'fileusage' | 'geosearch' | 'images' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'links' | 'linkshere' | 'oldreviewedpages' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'templates' | 'trackingcategories' | 'transcludedin' | 'unreviewedpages' | 'watchlist' | 'watchlistraw' | undefined;
  /** Automatically resolve redirects in titles, pageids and revids, and in pages returned by generator. */
  readonly redirects?: Flag | undefined;
  /** Convert titles to other variants if necessary. */
  readonly converttitles?: Flag | undefined;
}

/** Parameters of action=clientlogin. Log in with the password of an account. */
export interface ActionClientloginParams {
  /** Only use these authentication requests, by their id in meta=authmanagerinfo. */
  readonly loginrequests?: Several<string> | undefined;
  /** How messages are written. */
  readonly loginmessageformat?: 'html' | 'wikitext' | 'raw' | 'none' | undefined;
  /** Merge the fields of all requests into one list. */
  readonly loginmergerequestfields?: Flag | undefined;
  /** Keep the state of a failed login. */
  readonly loginpreservestate?: Flag | undefined;
  /** Where a login by way of another site would come back to. */
  readonly loginreturnurl?: string | undefined;
  /** Continue a login that asked for more. */
  readonly logincontinue?: Flag | undefined;
}

/** Parameters of action=compare. Get the difference between two revisions, pages or texts. */
export interface ActionCompareParams {
  /** The page to compare. */
  readonly fromtitle?: string | undefined;
  /** The id of the page to compare. */
  readonly fromid?: number | undefined;
  /** The revision to compare. */
  readonly fromrev?: number | undefined;
  /** Slots whose texts are sent. Those whose text is left out are taken away. */
  readonly fromslots?: Several<string> | undefined;
  /** The text of a slot. */
  [name: `fromtext-${string}`]: string | undefined;
  /** The text is that of this section; the rest is that of the revision. */
  [name: `fromsection-${string}`]: string | undefined;
  /** The format of the text of a slot. */
  [name: `fromcontentformat-${string}`]: string | undefined;
  /** The content model of a slot. Left out: that of the revision or page. */
  [name: `fromcontentmodel-${string}`]: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Prepare the texts that are sent as if they were saved. */
  readonly frompst?: Flag | undefined;
  /** The text of the main slot. @deprecated */
  readonly fromtext?: string | undefined;
  /** The format of that text. @deprecated */
  readonly fromcontentformat?: string | undefined;
  /** The content model of that text. @deprecated */
  readonly fromcontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Compare this section of the main slot alone. @deprecated */
  readonly fromsection?: string | undefined;
  /** The page to compare. */
  readonly totitle?: string | undefined;
  /** The id of the page to compare. */
  readonly toid?: number | undefined;
  /** The revision to compare. */
  readonly torev?: number | undefined;
  /** Compare with a neighbour of the revision on the side "from", or with the current one of its page. */
  readonly torelative?: 'cur' | 'next' | 'prev' | undefined;
  /** Slots whose texts are sent. Those whose text is left out are taken away. */
  readonly toslots?: Several<string> | undefined;
  /** The text of a slot. */
  [name: `totext-${string}`]: string | undefined;
  /** The text is that of this section; the rest is that of the revision. */
  [name: `tosection-${string}`]: string | undefined;
  /** The format of the text of a slot. */
  [name: `tocontentformat-${string}`]: string | undefined;
  /** The content model of a slot. Left out: that of the revision or page. */
  [name: `tocontentmodel-${string}`]: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Prepare the texts that are sent as if they were saved. */
  readonly topst?: Flag | undefined;
  /** The text of the main slot. @deprecated */
  readonly totext?: string | undefined;
  /** The format of that text. @deprecated */
  readonly tocontentformat?: string | undefined;
  /** The content model of that text. @deprecated */
  readonly tocontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Compare this section of the main slot alone. @deprecated */
  readonly tosection?: string | undefined;
  /** What to tell: the difference, its bytes, the revisions before and behind, and what is known of both sides. */
  readonly prop?: Several<'diff' | 'diffsize' | 'rel' | 'ids' | 'title' | 'user' | 'comment' | 'parsedcomment' | 'size' | 'timestamp'> | undefined;
  /** Tell the differences of these slots apart. Left out: of all together. */
  readonly slots?: Several<string> | undefined;
  /** The form of the difference. */
  readonly difftype?: 'table' | 'unified' | undefined;
}

/** Parameters of action=expandtemplates. Expands all templates within wikitext. */
export interface ActionExpandtemplatesParams {
  /** The page on which the text would stand. Left out: API. */
  readonly title?: string | undefined;
  /** The wikitext to expand. */
  readonly text: string;
  /** The revision that {{REVISIONID}} and its like tell of. */
  readonly revid?: number | undefined;
  /** What to tell: the expanded text, and what was met on the way. Left out: the text, in the form that it had before there was this parameter. */
  readonly prop?: Several<'wikitext' | 'categories' | 'properties' | 'volatile' | 'ttl' | 'modules' | 'jsconfigvars' | 'encodedjsconfigvars' | 'parsetree'> | undefined;
  /** Keep the comments. */
  readonly includecomments?: Flag | undefined;
  /** Tell how configuration variables would be merged; there are none. */
  readonly showstrategykeys?: Flag | undefined;
  /** Tell the structure of the text, too. @deprecated */
  readonly generatexml?: Flag | undefined;
}

/** Parameters of action=help. Show where the documentation stands. */
export interface ActionHelpParams {
  /** Modules to display help for. */
  readonly modules?: Several<string> | undefined;
  /** Include help for submodules of the named module. */
  readonly submodules?: Flag | undefined;
  /** Include help for submodules recursively. */
  readonly recursivesubmodules?: Flag | undefined;
  /** Wrap the output in a standard API response structure. */
  readonly wrap?: Flag | undefined;
  /** Include a table of contents in the HTML output. */
  readonly toc?: Flag | undefined;
}

/** Parameters of action=login. Log in and get the cookies of a session. */
export interface ActionLoginParams {
  /** User name, or name and bot password: Name@app. */
  readonly lgname?: string | undefined;
  /** Password. */
  readonly lgpassword?: string | undefined;
  /** Taken and not used: this wiki has one domain. */
  readonly lgdomain?: string | undefined;
  /** Token of action=query&meta=tokens&type=login. */
  readonly lgtoken?: string | undefined;
}

/** Parameters of action=logout. Log out and clear the session. */
export interface ActionLogoutParams {

}

/** Parameters of action=opensearch. Search the wiki using the OpenSearch protocol. */
export interface ActionOpensearchParams {
  /** The beginning of titles, with the name of a namespace before it or not. */
  readonly search: string;
  /** Look in these namespaces, unless the text begins with the name of one. */
  readonly namespace?: Several<number | '*'> | undefined;
  /** How many titles to return. */
  readonly limit?: Limit | undefined;
  /** Means nothing any more. @deprecated */
  readonly suggest?: Flag | undefined;
  /** return: the redirect itself; resolve: the page that it leads to, which may make fewer titles. Left out: return in JSON, resolve in XML. */
  readonly redirects?: 'return' | 'resolve' | undefined;
  /** The format of the output. */
  readonly format?: 'json' | 'jsonfm' | 'xml' | 'xmlfm' | undefined;
  /** Fail where there are warnings, which JSON has no room for. */
  readonly warningsaserror?: Flag | undefined;
}

/** Parameters of action=paraminfo. Obtain information about API modules. */
export interface ActionParaminfoParams {
  /** List of module names (values of action and format, or main). Submodules with a +, all with +*, recursively with +**. */
  readonly modules?: Several<string> | undefined;
  /** Format of help strings. */
  readonly helpformat?: 'html' | 'none' | 'raw' | 'wikitext' | undefined;
  /** List of query module names. @deprecated */
  readonly querymodules?: Several<string> | undefined;
  /** Get information about the main (top-level) module as well. @deprecated */
  readonly mainmodule?: string | undefined;
  /** Get information about the page set module as well. @deprecated */
  readonly pagesetmodule?: string | undefined;
  /** List of format module names. @deprecated */
  readonly formatmodules?: Several<string> | undefined;
}

/** Parameters of action=parse. Parses content and tells what came of it. */
export interface ActionParseParams {
  /** The page on which the text would stand. Left out: API. */
  readonly title?: string | undefined;
  /** The text to parse. */
  readonly text?: string | undefined;
  /** The revision that {{REVISIONID}} and its like tell of. */
  readonly revid?: number | undefined;
  /** A summary to parse. */
  readonly summary?: string | undefined;
  /** Parse the text of this page. */
  readonly page?: string | undefined;
  /** Parse the text of the page with this id. */
  readonly pageid?: number | undefined;
  /** Follow a redirect of "page" or "pageid". */
  readonly redirects?: Flag | undefined;
  /** Parse the text of this revision. */
  readonly oldid?: number | undefined;
  /** What to tell. */
  readonly prop?: Several<'text' | 'langlinks' | 'categories' | 'links' | 'templates' | 'images' | 'externallinks' | 'sections' | 'tocdata' | 'displaytitle' | 'iwlinks' | 'properties' | 'parsewarnings' | 'categorieshtml' | 'headhtml' | 'headitems' | 'subtitle' | 'parsewarningshtml' | 'indicators' | 'modules' | 'jsconfigvars' | 'encodedjsconfigvars' | 'limitreportdata' | 'limitreporthtml' | 'revid' | 'wikitext' | 'parsetree'> | undefined;
  /** The class of the element around the HTML; empty for no element. */
  readonly wrapoutputclass?: string | undefined;
  /** Parse as for a view of the page; it makes no difference. */
  readonly usearticle?: Flag | undefined;
  /** Prepare the text that was sent as if it were saved, before it is parsed. */
  readonly pst?: Flag | undefined;
  /** Only prepare the text as if it were saved. */
  readonly onlypst?: Flag | undefined;
  /** Add the language links of extensions; there are none. @deprecated */
  readonly effectivelanglinks?: Flag | undefined;
  /** Parse this section alone; "new" puts the text below a heading. */
  readonly section?: string | undefined;
  /** The heading of a new section. */
  readonly sectiontitle?: string | undefined;
  /** The same as "disablelimitreport". @deprecated */
  readonly disablepp?: Flag | undefined;
  /** Leave out the report of limits, which is never there. */
  readonly disablelimitreport?: Flag | undefined;
  /** Leave out links to edit sections. */
  readonly disableeditsection?: Flag | undefined;
  /** Keep styles that repeat others; there are none. */
  readonly disablestylededuplication?: Flag | undefined;
  /** Tell how configuration variables would be merged; there are none. */
  readonly showstrategykeys?: Flag | undefined;
  /** Tell the structure of the text, too. @deprecated */
  readonly generatexml?: Flag | undefined;
  /** Parse as for a preview. */
  readonly preview?: Flag | undefined;
  /** Parse as for the preview of a section. */
  readonly sectionpreview?: Flag | undefined;
  /** Leave out the table of contents. */
  readonly disabletoc?: Flag | undefined;
  /** Parse as for this skin: some have the table of contents elsewhere. */
  readonly useskin?: string | undefined;
  /** The format of the text that was sent. */
  readonly contentformat?: string | undefined;
  /** The content model of the text that was sent. Left out: that of the page. */
  readonly contentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
}

/** Parameters of action=sitematrix. List the wikis of this server, by language and family. */
export interface ActionSitematrixParams {
  /** Wikis of a language and a family, or others. */
  readonly smtype?: Several<'special' | 'language'> | undefined;
  /** Only wikis in one of these states. */
  readonly smstate?: Several<'all' | 'closed' | 'private' | 'fishbowl' | 'nonglobal'> | undefined;
  /** What to tell of a language. */
  readonly smlangprop?: Several<'code' | 'name' | 'site' | 'dir' | 'localname'> | undefined;
  /** What to tell of a wiki. */
  readonly smsiteprop?: Several<'url' | 'dbname' | 'code' | 'lang' | 'sitename'> | undefined;
  /** How many languages and special wikis to list. */
  readonly smlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly smcontinue?: string | undefined;
}

/** Parameters of format=json. Output in the format json. */
export interface FormatJsonParams {
  /** Wrap the output in a call of this function; restricts the request to what anonymous readers see. */
  readonly callback?: string | undefined;
  /** Write characters beyond ASCII as they are (formatversion 1). */
  readonly utf8?: Flag | undefined;
  /** Escape characters beyond ASCII (formatversion 2). */
  readonly ascii?: Flag | undefined;
  /** 1: backwards-compatible; 2 and latest: modern. */
  readonly formatversion?: '1' | '2' | 'latest' | undefined;
}

/** Parameters of format=jsonfm. Output in the format json, as a page for people. */
export interface FormatJsonfmParams {
  /** Restricts the request to what anonymous readers see. */
  readonly callback?: string | undefined;
  /** Write characters beyond ASCII as they are (formatversion 1). */
  readonly utf8?: Flag | undefined;
  /** Escape characters beyond ASCII (formatversion 2). */
  readonly ascii?: Flag | undefined;
  /** 1: backwards-compatible; 2 and latest: modern. */
  readonly formatversion?: '1' | '2' | 'latest' | undefined;
  /** Return the HTML and what it needs as a JSON object. */
  readonly wrappedhtml?: Flag | undefined;
}

/** Parameters of format=none. Output nothing. */
export interface FormatNoneParams {

}

/** Parameters of format=xml. Output in the format xml. */
export interface FormatXmlParams {
  /** Name of a page with a style sheet; none is used. */
  readonly xslt?: string | undefined;
  /** Say which namespace of XML the elements are of. */
  readonly includexmlnamespace?: Flag | undefined;
}

/** Parameters of format=xmlfm. Output in the format xml, as a page for people. */
export interface FormatXmlfmParams {
  /** Name of a page with a style sheet; none is used. */
  readonly xslt?: string | undefined;
  /** Say which namespace of XML the elements are of. */
  readonly includexmlnamespace?: Flag | undefined;
  /** Return the HTML and what it needs as a JSON object. */
  readonly wrappedhtml?: Flag | undefined;
}

/** Parameters of list=abusefilters. List the filters of edits. */
export interface ListAbusefiltersParams {
  /** The filter to start enumerating from. */
  readonly abfstartid?: number | undefined;
  /** The filter to end enumerating at. */
  readonly abfendid?: number | undefined;
  /** In which direction to enumerate, by ids. */
  readonly abfdir?: 'older' | 'newer' | undefined;
  /** Only filters that are, or are not, like this. */
  readonly abfshow?: Several<'enabled' | '!enabled' | 'deleted' | '!deleted' | 'private' | '!private' | 'protected' | '!protected'> | undefined;
  /** How many filters to return. */
  readonly abflimit?: Limit | undefined;
  /** Which properties to get. */
  readonly abfprop?: Several<'id' | 'description' | 'pattern' | 'actions' | 'hits' | 'comments' | 'lasteditor' | 'lastedittime' | 'status' | 'private' | 'protected'> | undefined;
}

/** Parameters of list=abuselog. List what filters of edits caught. */
export interface ListAbuselogParams {
  /** Only the entry with this id. */
  readonly afllogid?: number | undefined;
  /** The timestamp to start enumerating from. */
  readonly aflstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly aflend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly afldir?: 'newer' | 'older' | undefined;
  /** Only what this user did. */
  readonly afluser?: string | undefined;
  /** Only what happened to this page. */
  readonly afltitle?: string | undefined;
  /** Only what these filters caught, by their ids; those of all wikis begin with "global-". */
  readonly aflfilter?: Several<string> | undefined;
  /** How many entries to return. */
  readonly afllimit?: Limit | undefined;
  /** Which properties to get. */
  readonly aflprop?: Several<'ids' | 'filter' | 'user' | 'title' | 'action' | 'details' | 'result' | 'timestamp' | 'hidden' | 'revid'> | undefined;
}

/** Parameters of list=globalallusers. List the accounts that all wikis have in common. */
export interface ListGlobalallusersParams {
  /** The name to start from. */
  readonly agufrom?: string | undefined;
  /** The name to end with. */
  readonly aguto?: string | undefined;
  /** Only names that begin with this. */
  readonly aguprefix?: string | undefined;
  /** The direction in which to list. */
  readonly agudir?: 'ascending' | 'descending' | undefined;
  /** Only members of these global groups. */
  readonly agugroup?: Several<string> | undefined;
  /** Only accounts that are in none of these global groups. */
  readonly aguexcludegroup?: Several<string> | undefined;
  /** Which properties to get besides the id and the name. */
  readonly aguprop?: Several<'lockinfo' | 'groups' | 'existslocally'> | undefined;
  /** How many accounts to return. */
  readonly agulimit?: Limit | undefined;
  /** Leave out accounts that are not temporary. */
  readonly aguexcludenamed?: Flag | undefined;
  /** Leave out temporary accounts. */
  readonly aguexcludetemp?: Flag | undefined;
}

/** Parameters of meta=globaluserinfo. Get information about an account that wikis have in common. */
export interface MetaGlobaluserinfoParams {
  /** The name of the account; your own when neither name nor id is given. */
  readonly guiuser?: string | undefined;
  /** The id that the account has on all wikis, where no name is given. */
  readonly guiid?: number | undefined;
  /** Which properties to get besides. */
  readonly guiprop?: Several<'groups' | 'rights' | 'merged' | 'unattached' | 'editcount'> | undefined;
}

/** Parameters of list=configuredpages. List pages of which is set who may review them, or which version is shown. */
export interface ListConfiguredpagesParams {
  /** The id of the page to start from. */
  readonly cpstart?: number | undefined;
  /** The id of the page to end with. */
  readonly cpend?: number | undefined;
  /** newer: the lowest ids come first; older: the highest. */
  readonly cpdir?: 'newer' | 'older' | undefined;
  /** Only pages in these namespaces. */
  readonly cpnamespace?: Several<number | '*'> | undefined;
  /** Only pages of which readers get this version. */
  readonly cpdefault?: 'latest' | 'stable' | undefined;
  /** Only pages with this level. */
  readonly cpautoreview?: string | undefined;
  /** How many pages to return. */
  readonly cplimit?: Limit | undefined;
}

/** Parameters of list=oldreviewedpages. List pages with versions that wait for a review. */
export interface ListOldreviewedpagesParams {
  /** The time to start from. */
  readonly orstart?: Moment | undefined;
  /** The time to end with. */
  readonly orend?: Moment | undefined;
  /** newer: what waits longest comes first; older: what waits shortest. */
  readonly ordir?: 'newer' | 'older' | undefined;
  /** Only pages that became longer or shorter by no more bytes than this. */
  readonly ormaxsize?: number | undefined;
  /** Only pages on your watchlist. */
  readonly orfilterwatched?: 'watched' | 'all' | undefined;
  /** Only pages in these namespaces. */
  readonly ornamespace?: Several<number | '*'> | undefined;
  /** Only pages in this category, whose name is in database form. */
  readonly orcategory?: string | undefined;
  /** Only redirects, or only other pages. */
  readonly orfilterredir?: 'redirects' | 'nonredirects' | 'all' | undefined;
  /** How many pages to return. */
  readonly orlimit?: Limit | undefined;
}

/** Parameters of list=unreviewedpages. List pages of which no version is reviewed. */
export interface ListUnreviewedpagesParams {
  /** The title to start from, in database form. */
  readonly urstart?: string | undefined;
  /** The title to end with, in database form. */
  readonly urend?: string | undefined;
  /** The direction in which to list. */
  readonly urdir?: 'ascending' | 'descending' | undefined;
  /** Only pages in these namespaces. */
  readonly urnamespace?: Several<number | '*'> | undefined;
  /** Only redirects, or only other pages. */
  readonly urfilterredir?: 'redirects' | 'nonredirects' | 'all' | undefined;
  /** List pages that are reviewed less well than this, too. */
  readonly urfilterlevel?: number | undefined;
  /** How many pages to return. */
  readonly urlimit?: Limit | undefined;
}

/** Parameters of prop=flagged. Get which versions of pages are reviewed. */
export interface PropFlaggedParams {

}

/** Parameters of list=geosearch. List the pages about what is near a place, the nearest first. */
export interface ListGeosearchParams {
  /** Search around this point: latitude and longitude with a pipe between them. */
  readonly gscoord?: string | undefined;
  /** Search around what this page is about; it is not listed itself. */
  readonly gspage?: string | undefined;
  /** Search in this box: north, west, south and east, with pipes between them. */
  readonly gsbbox?: string | undefined;
  /** How many metres around to search. */
  readonly gsradius?: number | undefined;
  /** Only what is smaller than this, in metres. */
  readonly gsmaxdim?: number | undefined;
  /** In which order to list. */
  readonly gssort?: 'distance' | 'relevance' | undefined;
  /** How many pages to return. */
  readonly gslimit?: Limit | undefined;
  /** The celestial body. */
  readonly gsglobe?: 'earth' | 'moon' | 'mars' | 'venus' | undefined;
  /** Only pages in these namespaces. */
  readonly gsnamespace?: Several<number | '*'> | undefined;
  /** Which additional properties to get. */
  readonly gsprop?: Several<'type' | 'name' | 'dim' | 'country' | 'region' | 'globe'> | undefined;
  /** Coordinates of what a page is about, others that it mentions, or all. */
  readonly gsprimary?: 'primary' | 'secondary' | 'all' | undefined;
}

/** Parameters of prop=coordinates. Get the coordinates of the given pages. */
export interface PropCoordinatesParams {
  /** How many coordinates to return. */
  readonly colimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly cocontinue?: string | undefined;
  /** Which additional properties to get. */
  readonly coprop?: Several<'type' | 'name' | 'dim' | 'country' | 'region' | 'globe'> | undefined;
  /** Coordinates of what a page is about, others that it mentions, or all. */
  readonly coprimary?: 'primary' | 'secondary' | 'all' | undefined;
  /** Tell the distance in metres from this point: latitude and longitude with a pipe between them. */
  readonly codistancefrompoint?: string | undefined;
  /** Tell the distance in metres from the coordinates of this page. */
  readonly codistancefrompage?: string | undefined;
}

/** Parameters of prop=globalusage. Get which pages of which wikis use a file. */
export interface PropGlobalusageParams {
  /** Which properties to get besides the title and the wiki. */
  readonly guprop?: Several<'url' | 'pageid' | 'namespace'> | undefined;
  /** How many uses to return: no more than 500. */
  readonly gulimit?: Limit | undefined;
  /** Only pages in these namespaces. */
  readonly gunamespace?: Several<number | '*'> | undefined;
  /** Only pages of the wikis with these ids. */
  readonly gusite?: Several<string> | undefined;
  /** When more results are available, use this to continue. */
  readonly gucontinue?: string | undefined;
  /** Leave out pages of this wiki. */
  readonly gufilterlocal?: Flag | undefined;
}

/** Parameters of list=linterrors. List errors in the wikitext of pages. */
export interface ListLinterrorsParams {
  /** Only errors of these kinds. */
  readonly lntcategories?: Several<'deletable-table-tag' | 'duplicate-ids' | 'html5-misnesting' | 'misc-tidy-replacement-issues' | 'multiline-html-table-in-list' | 'multiple-unclosed-formatting-tags' | 'pwrap-bug-workaround' | 'self-closed-tag' | 'tidy-font-bug' | 'tidy-whitespace-bug' | 'unclosed-quotes-in-heading' | 'bogus-image-options' | 'fostered' | 'misnested-tag' | 'multi-colon-escape' | 'wikilink-in-extlink' | 'empty-heading' | 'missing-end-tag' | 'missing-end-tag-in-heading' | 'night-mode-unaware-background-color' | 'obsolete-tag' | 'stripped-tag' | 'fostered-transparent' | 'large-tables'> | undefined;
  /** How many errors to return. */
  readonly lntlimit?: Limit | undefined;
  /** Only pages in these namespaces. */
  readonly lntnamespace?: Several<number | '*'> | undefined;
  /** Only these pages, by their ids. */
  readonly lntpageid?: Several<number> | undefined;
  /** Only the page with this title. */
  readonly lnttitle?: string | undefined;
  /** The id of the error to start from. */
  readonly lntfrom?: number | undefined;
}

/** Parameters of prop=pageimages. Get the image that stands for a page, with a thumbnail of it. */
export interface PropPageimagesParams {
  /** Which information to get. */
  readonly piprop?: Several<'thumbnail' | 'original' | 'name'> | undefined;
  /** The greatest width of thumbnails, in pixels. */
  readonly pithumbsize?: number | undefined;
  /** Of how many pages to tell the image. */
  readonly pilimit?: Limit | undefined;
  /** Images of a free licence only, or the best one. */
  readonly pilicense?: 'free' | 'any' | undefined;
  /** When more results are available, use this to continue. */
  readonly picontinue?: number | undefined;
  /** The language in which drawings that speak several are shown. */
  readonly pilangcode?: string | undefined;
}

/** Parameters of prop=description. Get a short description of each page, in the language of the wiki. */
export interface PropDescriptionParams {
  /** When more results are available, use this to continue. */
  readonly desccontinue?: number | undefined;
  /** Whose description to prefer: that of the page, or that of the wiki for data. Each stands in for the other. */
  readonly descprefersource?: 'local' | 'central' | undefined;
}

/** Parameters of prop=extracts. Get plain-text or limited HTML extracts of the given pages. */
export interface PropExtractsParams {
  /** How many characters to return; the word at the end is whole. */
  readonly exchars?: number | undefined;
  /** How many sentences to return. */
  readonly exsentences?: number | undefined;
  /** How many extracts to return; of whole pages one at a time. */
  readonly exlimit?: Limit | undefined;
  /** Only what stands before the first section. */
  readonly exintro?: Flag | undefined;
  /** Plain text instead of limited HTML. */
  readonly explaintext?: Flag | undefined;
  /** Headings in plain text: plain: as they are; wiki: between equals signs; raw: behind marks and their level. */
  readonly exsectionformat?: 'plain' | 'wiki' | 'raw' | undefined;
  /** When more results are available, use this to continue. */
  readonly excontinue?: number | undefined;
}

/** Parameters of prop=pageterms. Get labels, descriptions and aliases of the items that pages are about. */
export interface PropPagetermsParams {
  /** When more results are available, use this to continue. */
  readonly wbptcontinue?: number | undefined;
  /** Which terms to get. */
  readonly wbptterms?: Several<'alias' | 'description' | 'label'> | undefined;
}

/** Parameters of list=allcategories. Enumerate all categories. */
export interface ListAllcategoriesParams {
  /** The category to start enumerating from. */
  readonly acfrom?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly accontinue?: string | undefined;
  /** The category to stop enumerating at. */
  readonly acto?: string | undefined;
  /** Only categories that begin with this value. */
  readonly acprefix?: string | undefined;
  /** The direction in which to list. */
  readonly acdir?: 'ascending' | 'descending' | undefined;
  /** Only categories with at least this many members. */
  readonly acmin?: number | undefined;
  /** Only categories with at most this many members. */
  readonly acmax?: number | undefined;
  /** How many categories to return. */
  readonly aclimit?: Limit | undefined;
  /** What to tell of each category: size, the numbers of its members by kind; hidden, whether pages do not show it. */
  readonly acprop?: Several<'size' | 'hidden'> | undefined;
}

/** Parameters of list=alldeletedrevisions. List all deleted revisions of a user, or of pages. */
export interface ListAlldeletedrevisionsParams {
  /** What to tell of each revision. */
  readonly adrprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Which slots to tell of. When left out, the main slot is told of in an old format. */
  readonly adrslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `adrcontentformat-${string}`]: string | undefined;
  /** How many revisions to return; at most 50 (500 for bots) when content is asked for, and one at a time when it is parsed. */
  readonly adrlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly adrexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly adrgeneratexml?: Flag | undefined;
  /** Give the content as HTML. Then only one revision is returned at a time. @deprecated */
  readonly adrparse?: Flag | undefined;
  /** Only give the content of this section. */
  readonly adrsection?: string | undefined;
  /** Compare each revision with this one: an id, prev, next or cur. @deprecated */
  readonly adrdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly adrdifftotext?: string | undefined;
  /** Prepare the text as if it were saved, before it is compared. @deprecated */
  readonly adrdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly adrcontentformat?: string | undefined;
  /** Only revisions made by this user, by time; all others come by title. */
  readonly adruser?: string | undefined;
  /** Only revisions of pages in these namespaces. */
  readonly adrnamespace?: Several<number | '*'> | undefined;
  /** The timestamp to start enumerating from. */
  readonly adrstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly adrend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly adrdir?: 'newer' | 'older' | undefined;
  /** The title to start enumerating from. */
  readonly adrfrom?: string | undefined;
  /** The title to stop enumerating at. */
  readonly adrto?: string | undefined;
  /** Only pages whose titles begin with this value. */
  readonly adrprefix?: string | undefined;
  /** Leave out revisions made by this user. */
  readonly adrexcludeuser?: string | undefined;
  /** Only revisions with this tag. */
  readonly adrtag?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly adrcontinue?: string | undefined;
  /** As a generator, give titles rather than revisions. */
  readonly adrgeneratetitles?: Flag | undefined;
}

/** Parameters of list=allfileusages. List all file usages, including non-existing files. */
export interface ListAllfileusagesParams {
  /** When more results are available, use this to continue. */
  readonly afcontinue?: string | undefined;
  /** The title to start enumerating from. */
  readonly affrom?: string | undefined;
  /** The title to stop enumerating at. */
  readonly afto?: string | undefined;
  /** Search for all titles that begin with this value. */
  readonly afprefix?: string | undefined;
  /** Only show distinct titles. Cannot be used with properties of single links. */
  readonly afunique?: Flag | undefined;
  /** Which pieces of information to include. */
  readonly afprop?: Several<'ids' | 'title'> | undefined;
  /** How many to return. */
  readonly aflimit?: Limit | undefined;
  /** The direction in which to list. */
  readonly afdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allimages. Enumerate all files sequentially. */
export interface ListAllimagesParams {
  /** By what to sort. */
  readonly aisort?: 'name' | 'timestamp' | undefined;
  /** The direction in which to list. */
  readonly aidir?: 'ascending' | 'descending' | 'newer' | 'older' | undefined;
  /** The file name to start enumerating from; only when sorted by name. */
  readonly aifrom?: string | undefined;
  /** The file name to stop enumerating at; only when sorted by name. */
  readonly aito?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly aicontinue?: string | undefined;
  /** The time to start enumerating from; only when sorted by time. */
  readonly aistart?: Moment | undefined;
  /** The time to stop enumerating at; only when sorted by time. */
  readonly aiend?: Moment | undefined;
  /** Which properties of each file to get. */
  readonly aiprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'mediatype' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'bitdepth' | 'badfile'> | undefined;
  /** Only files whose names begin with this value; only when sorted by name. */
  readonly aiprefix?: string | undefined;
  /** Only files with at least this many bytes. */
  readonly aiminsize?: number | undefined;
  /** Only files with at most this many bytes. */
  readonly aimaxsize?: number | undefined;
  /** Only files with this SHA-1 hash, in hexadecimal digits. */
  readonly aisha1?: string | undefined;
  /** Only files with this SHA-1 hash, in base 36. */
  readonly aisha1base36?: string | undefined;
  /** Only files uploaded by this user; only when sorted by time. */
  readonly aiuser?: string | undefined;
  /** Whether bots uploaded them; only when sorted by time. */
  readonly aifilterbots?: 'all' | 'bots' | 'nobots' | undefined;
  /** Only files of these MIME types. */
  readonly aimime?: Several<string> | undefined;
  /** How many files to return. */
  readonly ailimit?: Limit | undefined;
}

/** Parameters of list=alllinks. Enumerate all links that point to a given namespace. */
export interface ListAlllinksParams {
  /** When more results are available, use this to continue. */
  readonly alcontinue?: string | undefined;
  /** The title to start enumerating from. */
  readonly alfrom?: string | undefined;
  /** The title to stop enumerating at. */
  readonly alto?: string | undefined;
  /** Search for all titles that begin with this value. */
  readonly alprefix?: string | undefined;
  /** Only show distinct titles. Cannot be used with properties of single links. */
  readonly alunique?: Flag | undefined;
  /** Which pieces of information to include. */
  readonly alprop?: Several<'ids' | 'title'> | undefined;
  /** The namespace to enumerate. */
  readonly alnamespace?: number | undefined;
  /** How many to return. */
  readonly allimit?: Limit | undefined;
  /** The direction in which to list. */
  readonly aldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allpages. Enumerate all pages sequentially in a given namespace. */
export interface ListAllpagesParams {
  /** The page title to start enumerating from. */
  readonly apfrom?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly apcontinue?: string | undefined;
  /** The page title to stop enumerating at. */
  readonly apto?: string | undefined;
  /** Search for all page titles that begin with this value. */
  readonly apprefix?: string | undefined;
  /** The namespace to enumerate. */
  readonly apnamespace?: number | undefined;
  /** Which pages to list. */
  readonly apfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Whether a page has language links. */
  readonly apfilterlanglinks?: 'withlanglinks' | 'withoutlanglinks' | 'all' | undefined;
  /** Limit to pages with at least this many bytes. */
  readonly apminsize?: number | undefined;
  /** Limit to pages with at most this many bytes. */
  readonly apmaxsize?: number | undefined;
  /** Limit to protected pages only. */
  readonly apprtype?: Several<string> | undefined;
  /** Limit to these levels of protection (only with prtype). */
  readonly apprlevel?: Several<string> | undefined;
  /** Whether the protection cascades (only with prtype). */
  readonly apprfiltercascade?: 'cascading' | 'noncascading' | 'all' | undefined;
  /** Whether the protection ends. */
  readonly apprexpiry?: 'indefinite' | 'definite' | 'all' | undefined;
  /** How many pages to return. */
  readonly aplimit?: Limit | undefined;
  /** The direction in which to list. */
  readonly apdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allredirects. List all redirects to a namespace. */
export interface ListAllredirectsParams {
  /** When more results are available, use this to continue. */
  readonly arcontinue?: string | undefined;
  /** The title to start enumerating from. */
  readonly arfrom?: string | undefined;
  /** The title to stop enumerating at. */
  readonly arto?: string | undefined;
  /** Search for all titles that begin with this value. */
  readonly arprefix?: string | undefined;
  /** Only show distinct titles. Cannot be used with properties of single links. */
  readonly arunique?: Flag | undefined;
  /** Which pieces of information to include. */
  readonly arprop?: Several<'ids' | 'title' | 'fragment' | 'interwiki'> | undefined;
  /** The namespace to enumerate. */
  readonly arnamespace?: number | undefined;
  /** How many to return. */
  readonly arlimit?: Limit | undefined;
  /** The direction in which to list. */
  readonly ardir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allrevisions. List the revisions of all pages. */
export interface ListAllrevisionsParams {
  /** What to tell of each revision. */
  readonly arvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Which slots to tell of. When left out, the main slot is told of in an old format. */
  readonly arvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `arvcontentformat-${string}`]: string | undefined;
  /** How many revisions to return; at most 50 (500 for bots) when content is asked for, and one at a time when it is parsed. */
  readonly arvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly arvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly arvgeneratexml?: Flag | undefined;
  /** Give the content as HTML. Then only one revision is returned at a time. @deprecated */
  readonly arvparse?: Flag | undefined;
  /** Only give the content of this section. */
  readonly arvsection?: string | undefined;
  /** Compare each revision with this one: an id, prev, next or cur. @deprecated */
  readonly arvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly arvdifftotext?: string | undefined;
  /** Prepare the text as if it were saved, before it is compared. @deprecated */
  readonly arvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly arvcontentformat?: string | undefined;
  /** Only revisions made by this user. */
  readonly arvuser?: string | undefined;
  /** Only revisions of pages in these namespaces. */
  readonly arvnamespace?: Several<number | '*'> | undefined;
  /** The timestamp to start enumerating from. */
  readonly arvstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly arvend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly arvdir?: 'newer' | 'older' | undefined;
  /** Leave out revisions made by this user. */
  readonly arvexcludeuser?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly arvcontinue?: string | undefined;
  /** As a generator, give pages rather than revisions. */
  readonly arvgeneratetitles?: Flag | undefined;
}

/** Parameters of list=alltransclusions. List all transclusions of pages of a namespace, including non-existing pages. */
export interface ListAlltransclusionsParams {
  /** When more results are available, use this to continue. */
  readonly atcontinue?: string | undefined;
  /** The title to start enumerating from. */
  readonly atfrom?: string | undefined;
  /** The title to stop enumerating at. */
  readonly atto?: string | undefined;
  /** Search for all titles that begin with this value. */
  readonly atprefix?: string | undefined;
  /** Only show distinct titles. Cannot be used with properties of single links. */
  readonly atunique?: Flag | undefined;
  /** Which pieces of information to include. */
  readonly atprop?: Several<'ids' | 'title'> | undefined;
  /** The namespace to enumerate. */
  readonly atnamespace?: number | undefined;
  /** How many to return. */
  readonly atlimit?: Limit | undefined;
  /** The direction in which to list. */
  readonly atdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allusers. Enumerate all accounts. */
export interface ListAllusersParams {
  /** The name to start enumerating from. */
  readonly aufrom?: string | undefined;
  /** The name to stop enumerating at. */
  readonly auto?: string | undefined;
  /** Only accounts whose names begin with this value. */
  readonly auprefix?: string | undefined;
  /** The direction in which to list. */
  readonly audir?: 'ascending' | 'descending' | undefined;
  /** Only accounts that are in one of these groups. */
  readonly augroup?: Several<string> | undefined;
  /** Only accounts that are in none of these groups. */
  readonly auexcludegroup?: Several<string> | undefined;
  /** Only accounts that have one of these rights by a group that they were put into. */
  readonly aurights?: Several<string> | undefined;
  /** What to tell of each account. */
  readonly auprop?: Several<'blockinfo' | 'groups' | 'implicitgroups' | 'rights' | 'editcount' | 'registration' | 'centralids'> | undefined;
  /** How many accounts to return. */
  readonly aulimit?: Limit | undefined;
  /** Only accounts that have made edits. */
  readonly auwitheditsonly?: Flag | undefined;
  /** Only accounts that did something lately. */
  readonly auactiveusers?: Flag | undefined;
  /** With centralids: tell whether the account is attached to the wiki with this id. */
  readonly auattachedwiki?: string | undefined;
  /** Leave out accounts that are not temporary. */
  readonly auexcludenamed?: Flag | undefined;
  /** Leave out temporary accounts. */
  readonly auexcludetemp?: Flag | undefined;
}

/** Parameters of list=backlinks. Find all pages that link to the given page. */
export interface ListBacklinksParams {
  /** Title to search. Cannot be used together with pageid. */
  readonly bltitle?: string | undefined;
  /** Page id to search. Cannot be used together with title. */
  readonly blpageid?: number | undefined;
  /** When more results are available, use this to continue. */
  readonly blcontinue?: string | undefined;
  /** The namespaces to enumerate. */
  readonly blnamespace?: Several<number | '*'> | undefined;
  /** The direction in which to list. */
  readonly bldir?: 'ascending' | 'descending' | undefined;
  /** How to filter for redirects. With redirect, "nonredirects" is applied to the second level only. */
  readonly blfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** How many pages to return, 10 unless said; with redirect at most half as many, for each level. */
  readonly bllimit?: Limit | undefined;
  /** If the linking page is a redirect, find all pages that link to that redirect as well. */
  readonly blredirect?: Flag | undefined;
}

/** Parameters of list=blocks. List all blocks of accounts and addresses. */
export interface ListBlocksParams {
  /** The timestamp to start enumerating from. */
  readonly bkstart?: Moment | undefined;
  /** The timestamp to stop enumerating at. */
  readonly bkend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly bkdir?: 'newer' | 'older' | undefined;
  /** Only blocks with these ids. */
  readonly bkids?: Several<number> | undefined;
  /** Only blocks of exactly these accounts, addresses and ranges. */
  readonly bkusers?: Several<string> | undefined;
  /** Only blocks that hold for this address or for this whole range: its own, and those of ranges around it. */
  readonly bkip?: string | undefined;
  /** How many blocks to return. */
  readonly bklimit?: Limit | undefined;
  /** What to tell of each block. */
  readonly bkprop?: Several<'id' | 'user' | 'userid' | 'by' | 'byid' | 'timestamp' | 'expiry' | 'reason' | 'parsedreason' | 'range' | 'flags' | 'restrictions'> | undefined;
  /** Only blocks of accounts, that end, of single addresses, of ranges, or (!) the others. */
  readonly bkshow?: Several<'account' | '!account' | 'temp' | '!temp' | 'ip' | '!ip' | 'range' | '!range'> | undefined;
  /** When more results are available, use this to continue. */
  readonly bkcontinue?: string | undefined;
}

/** Parameters of list=categorymembers. List all pages in a given category. */
export interface ListCategorymembersParams {
  /** Which category to enumerate. Must include the namespace prefix. Cannot be used together with pageid. */
  readonly cmtitle?: string | undefined;
  /** Page id of the category to enumerate. Cannot be used together with title. */
  readonly cmpageid?: number | undefined;
  /** Which pieces of information to include. */
  readonly cmprop?: Several<'ids' | 'title' | 'sortkey' | 'sortkeyprefix' | 'type' | 'timestamp'> | undefined;
  /** Only include pages in these namespaces. */
  readonly cmnamespace?: Several<number | '*'> | undefined;
  /** Which types of category members to include. Ignored when sorting by timestamp. */
  readonly cmtype?: Several<'page' | 'subcat' | 'file'> | undefined;
  /** When more results are available, use this to continue. */
  readonly cmcontinue?: string | undefined;
  /** How many pages to return. */
  readonly cmlimit?: Limit | undefined;
  /** Property to sort by. */
  readonly cmsort?: 'sortkey' | 'timestamp' | undefined;
  /** In which direction to sort. */
  readonly cmdir?: 'asc' | 'desc' | 'ascending' | 'descending' | 'newer' | 'older' | undefined;
  /** Timestamp to start listing from. Can only be used when sorting by timestamp. */
  readonly cmstart?: Moment | undefined;
  /** Timestamp to end listing at. Can only be used when sorting by timestamp. */
  readonly cmend?: Moment | undefined;
  /** Sort key to start listing from, in hexadecimal digits. Can only be used when sorting by sort key. */
  readonly cmstarthexsortkey?: string | undefined;
  /** Sort key to end listing at, in hexadecimal digits. Can only be used when sorting by sort key. */
  readonly cmendhexsortkey?: string | undefined;
  /** Sort key prefix to start listing from. Overrides starthexsortkey. */
  readonly cmstartsortkeyprefix?: string | undefined;
  /** Sort key prefix to end listing before. Overrides endhexsortkey. */
  readonly cmendsortkeyprefix?: string | undefined;
  /** Use starthexsortkey instead. @deprecated */
  readonly cmstartsortkey?: string | undefined;
  /** Use endhexsortkey instead. @deprecated */
  readonly cmendsortkey?: string | undefined;
}

/** Parameters of list=codexicons. Get icons of Codex, the design system of Wikimedia. */
export interface ListCodexiconsParams {
  /** Which icons to get. */
  readonly names: Several<'cdxIconAdd' | 'cdxIconAlert' | 'cdxIconAlignCenter' | 'cdxIconAlignLeft' | 'cdxIconAlignRight' | 'cdxIconAppearance' | 'cdxIconArrowDown' | 'cdxIconArrowNext' | 'cdxIconArrowPrevious' | 'cdxIconArrowUp' | 'cdxIconArticle' | 'cdxIconArticleAdd' | 'cdxIconArticleCheck' | 'cdxIconArticleDisambiguation' | 'cdxIconArticleNotFound' | 'cdxIconArticleRedirect' | 'cdxIconArticleSearch' | 'cdxIconArticles' | 'cdxIconArticlesSearch' | 'cdxIconAttachment' | 'cdxIconBell' | 'cdxIconBellOutline' | 'cdxIconBigger' | 'cdxIconBlock' | 'cdxIconBold' | 'cdxIconBook' | 'cdxIconBookmark' | 'cdxIconBookmarkList' | 'cdxIconBookmarkOutline' | 'cdxIconBright' | 'cdxIconBrowser' | 'cdxIconCalendar' | 'cdxIconCamera' | 'cdxIconCancel' | 'cdxIconChart' | 'cdxIconCheck' | 'cdxIconCheckAll' | 'cdxIconClear' | 'cdxIconClock' | 'cdxIconClose' | 'cdxIconCode' | 'cdxIconCollapse' | 'cdxIconConfigure' | 'cdxIconCopy' | 'cdxIconCut' | 'cdxIconDatabase' | 'cdxIconDie' | 'cdxIconDoubleChevronEnd' | 'cdxIconDoubleChevronStart' | 'cdxIconDownTriangle' | 'cdxIconDownload' | 'cdxIconDraggable' | 'cdxIconEdit' | 'cdxIconEditLock' | 'cdxIconEditUndo' | 'cdxIconEllipsis' | 'cdxIconError' | 'cdxIconExitFullscreen' | 'cdxIconExpand' | 'cdxIconEye' | 'cdxIconEyeClosed' | 'cdxIconFeedback' | 'cdxIconFlag' | 'cdxIconFolderPlaceholder' | 'cdxIconFullscreen' | 'cdxIconFunction' | 'cdxIconFunctionArgument' | 'cdxIconFunnel' | 'cdxIconGlobe' | 'cdxIconHalfBright' | 'cdxIconHalfStar' | 'cdxIconHand' | 'cdxIconHeart' | 'cdxIconHelp' | 'cdxIconHelpNotice' | 'cdxIconHieroglyph' | 'cdxIconHighlight' | 'cdxIconHistory' | 'cdxIconHome' | 'cdxIconImage' | 'cdxIconImageAdd' | 'cdxIconImageBroken' | 'cdxIconImageGallery' | 'cdxIconImageLayoutBasic' | 'cdxIconImageLayoutFrame' | 'cdxIconImageLayoutFrameless' | 'cdxIconImageLayoutThumbnail' | 'cdxIconImageLock' | 'cdxIconIndent' | 'cdxIconInfo' | 'cdxIconInfoFilled' | 'cdxIconInstance' | 'cdxIconItalic' | 'cdxIconJournal' | 'cdxIconKey' | 'cdxIconKeyboard' | 'cdxIconLabFlask' | 'cdxIconLanguage' | 'cdxIconLargerText' | 'cdxIconLayout' | 'cdxIconLightbulb' | 'cdxIconLink' | 'cdxIconLinkExternal' | 'cdxIconLinkSecure' | 'cdxIconListBullet' | 'cdxIconListNumbered' | 'cdxIconLiteral' | 'cdxIconLock' | 'cdxIconLogIn' | 'cdxIconLogOut' | 'cdxIconLogoCC' | 'cdxIconLogoCodex' | 'cdxIconLogoMediaWiki' | 'cdxIconLogoMetaWiki' | 'cdxIconLogoWikibooks' | 'cdxIconLogoWikidata' | 'cdxIconLogoWikifunctions' | 'cdxIconLogoWikimedia' | 'cdxIconLogoWikimediaCommons' | 'cdxIconLogoWikimediaDiscovery' | 'cdxIconLogoWikinews' | 'cdxIconLogoWikipedia' | 'cdxIconLogoWikiquote' | 'cdxIconLogoWikisource' | 'cdxIconLogoWikispecies' | 'cdxIconLogoWikiversity' | 'cdxIconLogoWikivoyage' | 'cdxIconLogoWiktionary' | 'cdxIconMap' | 'cdxIconMapPin' | 'cdxIconMapPinAdd' | 'cdxIconMapTrail' | 'cdxIconMarkup' | 'cdxIconMathematics' | 'cdxIconMathematicsDisplayBlock' | 'cdxIconMathematicsDisplayDefault' | 'cdxIconMathematicsDisplayInline' | 'cdxIconMenu' | 'cdxIconMerge' | 'cdxIconMessage' | 'cdxIconMoon' | 'cdxIconMove' | 'cdxIconMoveFirst' | 'cdxIconMoveLast' | 'cdxIconMusicalScore' | 'cdxIconNetwork' | 'cdxIconNetworkOff' | 'cdxIconNewWindow' | 'cdxIconNewline' | 'cdxIconNewspaper' | 'cdxIconNext' | 'cdxIconNoWikitext' | 'cdxIconNotBright' | 'cdxIconNotice' | 'cdxIconOngoingConversation' | 'cdxIconOutdent' | 'cdxIconOutline' | 'cdxIconPageSettings' | 'cdxIconPalette' | 'cdxIconPaste' | 'cdxIconPause' | 'cdxIconPlay' | 'cdxIconPower' | 'cdxIconPrevious' | 'cdxIconPrinter' | 'cdxIconPushPin' | 'cdxIconPuzzle' | 'cdxIconQrCode' | 'cdxIconQuotes' | 'cdxIconRecentChanges' | 'cdxIconRedo' | 'cdxIconReference' | 'cdxIconReferenceExisting' | 'cdxIconReferences' | 'cdxIconReload' | 'cdxIconRestore' | 'cdxIconRobot' | 'cdxIconSandbox' | 'cdxIconSearch' | 'cdxIconSearchCaseSensitive' | 'cdxIconSearchDiacritics' | 'cdxIconSearchRegularExpression' | 'cdxIconSettings' | 'cdxIconShare' | 'cdxIconSignature' | 'cdxIconSmaller' | 'cdxIconSmallerText' | 'cdxIconSortVertical' | 'cdxIconSpecialCharacter' | 'cdxIconSpecialPages' | 'cdxIconSpeechBubble' | 'cdxIconSpeechBubbleAdd' | 'cdxIconSpeechBubbles' | 'cdxIconStar' | 'cdxIconStop' | 'cdxIconStrikethrough' | 'cdxIconSubscript' | 'cdxIconSubtract' | 'cdxIconSuccess' | 'cdxIconSuperscript' | 'cdxIconTable' | 'cdxIconTableAddColumnAfter' | 'cdxIconTableAddColumnBefore' | 'cdxIconTableAddRowAfter' | 'cdxIconTableAddRowBefore' | 'cdxIconTableCaption' | 'cdxIconTableMergeCells' | 'cdxIconTableMoveColumnAfter' | 'cdxIconTableMoveColumnBefore' | 'cdxIconTableMoveRowAfter' | 'cdxIconTableMoveRowBefore' | 'cdxIconTag' | 'cdxIconTemplateAdd' | 'cdxIconTextDirLTR' | 'cdxIconTextDirRTL' | 'cdxIconTextFlow' | 'cdxIconTextStyle' | 'cdxIconTextSummary' | 'cdxIconTrash' | 'cdxIconTray' | 'cdxIconUnBlock' | 'cdxIconUnFlag' | 'cdxIconUnLink' | 'cdxIconUnLock' | 'cdxIconUnStar' | 'cdxIconUnderline' | 'cdxIconUndo' | 'cdxIconUpTriangle' | 'cdxIconUpdate' | 'cdxIconUpload' | 'cdxIconUserActive' | 'cdxIconUserAdd' | 'cdxIconUserAnonymous' | 'cdxIconUserAvatar' | 'cdxIconUserAvatarOutline' | 'cdxIconUserContributions' | 'cdxIconUserGroup' | 'cdxIconUserRights' | 'cdxIconUserTalk' | 'cdxIconUserTemporary' | 'cdxIconUserTemporaryLocation' | 'cdxIconViewCompact' | 'cdxIconViewDetails' | 'cdxIconVisionSimulator' | 'cdxIconVolumeDown' | 'cdxIconVolumeOff' | 'cdxIconVolumeUp' | 'cdxIconWatchlist' | 'cdxIconWikitext' | 'cdxIconWindow' | 'cdxIconZoomIn' | 'cdxIconZoomOut' | '*'>;
}

/** Parameters of list=deletedrevs. List deleted revisions of titles, of a user, or of a namespace. */
export interface ListDeletedrevsParams {
  /** The timestamp to start enumerating from. */
  readonly drstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly drend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly drdir?: 'newer' | 'older' | undefined;
  /** The title to start listing at. */
  readonly drfrom?: string | undefined;
  /** The title to stop listing at. */
  readonly drto?: string | undefined;
  /** Only pages whose titles begin with this value. */
  readonly drprefix?: string | undefined;
  /** Only one revision of each page. */
  readonly drunique?: Flag | undefined;
  /** Only pages in this namespace. */
  readonly drnamespace?: number | undefined;
  /** Only revisions with this tag. */
  readonly drtag?: string | undefined;
  /** Only revisions made by this user. */
  readonly druser?: string | undefined;
  /** Leave out revisions made by this user. */
  readonly drexcludeuser?: string | undefined;
  /** What to tell of each revision. */
  readonly drprop?: Several<'revid' | 'parentid' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'minor' | 'len' | 'sha1' | 'content' | 'token' | 'tags'> | undefined;
  /** How many revisions to return; at most 50 (500 for bots) when content is asked for. */
  readonly drlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly drcontinue?: string | undefined;
}

/** Parameters of list=embeddedin. Find all pages that transclude the given page. */
export interface ListEmbeddedinParams {
  /** Title to search. Cannot be used together with pageid. */
  readonly eititle?: string | undefined;
  /** Page id to search. Cannot be used together with title. */
  readonly eipageid?: number | undefined;
  /** When more results are available, use this to continue. */
  readonly eicontinue?: string | undefined;
  /** The namespaces to enumerate. */
  readonly einamespace?: Several<number | '*'> | undefined;
  /** The direction in which to list. */
  readonly eidir?: 'ascending' | 'descending' | undefined;
  /** How to filter for redirects. With redirect, "nonredirects" is applied to the second level only. */
  readonly eifilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** How many pages to return, 10 unless said; with redirect at most half as many, for each level. */
  readonly eilimit?: Limit | undefined;
}

/** Parameters of list=exturlusage. Enumerate pages that contain a given URL. */
export interface ListExturlusageParams {
  /** Which pieces of information to include. */
  readonly euprop?: Several<'ids' | 'title' | 'url'> | undefined;
  /** When more results are available, use this to continue. */
  readonly eucontinue?: string | undefined;
  /** Protocol of the URL. If empty and query is set, the protocol is http and https. */
  readonly euprotocol?: string | undefined;
  /** Search string without protocol; empty to list all external links. */
  readonly euquery?: string | undefined;
  /** The page namespaces to enumerate. */
  readonly eunamespace?: Several<number | '*'> | undefined;
  /** How many pages to return. */
  readonly eulimit?: Limit | undefined;
  /** Write out URLs that are relative to a protocol. @deprecated */
  readonly euexpandurl?: Flag | undefined;
}

/** Parameters of list=filearchive. Enumerate all deleted files sequentially. */
export interface ListFilearchiveParams {
  /** The file name to start enumerating from. */
  readonly fafrom?: string | undefined;
  /** The file name to stop enumerating at. */
  readonly fato?: string | undefined;
  /** Only files whose names begin with this value. */
  readonly faprefix?: string | undefined;
  /** The direction in which to list. */
  readonly fadir?: 'ascending' | 'descending' | undefined;
  /** Only files with this SHA-1 hash, in hexadecimal digits. */
  readonly fasha1?: string | undefined;
  /** Only files with this SHA-1 hash, in base 36. */
  readonly fasha1base36?: string | undefined;
  /** Which properties of each file to get. */
  readonly faprop?: Several<'sha1' | 'timestamp' | 'user' | 'size' | 'dimensions' | 'description' | 'parseddescription' | 'mime' | 'mediatype' | 'metadata' | 'bitdepth' | 'archivename'> | undefined;
  /** How many files to return. */
  readonly falimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly facontinue?: string | undefined;
}

/** Parameters of list=imageusage. Find all pages that use the given file. */
export interface ListImageusageParams {
  /** Title to search. Cannot be used together with pageid. */
  readonly iutitle?: string | undefined;
  /** Page id to search. Cannot be used together with title. */
  readonly iupageid?: number | undefined;
  /** When more results are available, use this to continue. */
  readonly iucontinue?: string | undefined;
  /** The namespaces to enumerate. */
  readonly iunamespace?: Several<number | '*'> | undefined;
  /** The direction in which to list. */
  readonly iudir?: 'ascending' | 'descending' | undefined;
  /** How to filter for redirects. With redirect, "nonredirects" is applied to the second level only. */
  readonly iufilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** How many pages to return, 10 unless said; with redirect at most half as many, for each level. */
  readonly iulimit?: Limit | undefined;
  /** If the linking page is a redirect, find all pages that link to that redirect as well. */
  readonly iuredirect?: Flag | undefined;
}

/** Parameters of list=iwbacklinks. Find all pages that link to another wiki, or to a page of it. */
export interface ListIwbacklinksParams {
  /** Prefix for the interwiki. */
  readonly iwblprefix?: string | undefined;
  /** Link to search for. Must be used with iwblprefix. */
  readonly iwbltitle?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly iwblcontinue?: string | undefined;
  /** How many pages to return. */
  readonly iwbllimit?: Limit | undefined;
  /** Which properties to get. */
  readonly iwblprop?: Several<'iwprefix' | 'iwtitle'> | undefined;
  /** The direction in which to list. */
  readonly iwbldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=langbacklinks. Find all pages that have a link to a language, or to a page in it. */
export interface ListLangbacklinksParams {
  /** Language for the language link. */
  readonly lbllang?: string | undefined;
  /** Link to search for. Must be used with lbllang. */
  readonly lbltitle?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly lblcontinue?: string | undefined;
  /** How many pages to return. */
  readonly lbllimit?: Limit | undefined;
  /** Which properties to get. */
  readonly lblprop?: Several<'lllang' | 'lltitle'> | undefined;
  /** The direction in which to list. */
  readonly lbldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=logevents. Get events from logs. */
export interface ListLogeventsParams {
  /** Which properties to get. */
  readonly leprop?: Several<'ids' | 'title' | 'type' | 'user' | 'userid' | 'timestamp' | 'comment' | 'parsedcomment' | 'details' | 'tags'> | undefined;
  /** Only entries of this type of log. */
  readonly letype?: string | undefined;
  /** Only entries of this action; the type is then ignored. */
  readonly leaction?: string | undefined;
  /** The timestamp to start enumerating from. */
  readonly lestart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly leend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly ledir?: 'newer' | 'older' | undefined;
  /** Only entries made by this user. */
  readonly leuser?: string | undefined;
  /** Only entries with these ids. */
  readonly leids?: Several<number> | undefined;
  /** Only entries about this page. */
  readonly letitle?: string | undefined;
  /** Only entries about pages in this namespace. */
  readonly lenamespace?: number | undefined;
  /** Only entries about pages whose titles begin with this value. */
  readonly leprefix?: string | undefined;
  /** Only entries with this tag. */
  readonly letag?: string | undefined;
  /** How many entries to return. */
  readonly lelimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly lecontinue?: string | undefined;
}

/** Parameters of list=mystashedfiles. Get a list of files in the current user's upload stash. */
export interface ListMystashedfilesParams {
  /** Which properties of each file to get. */
  readonly msfprop?: Several<'size' | 'type'> | undefined;
  /** How many files to return. */
  readonly msflimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly msfcontinue?: string | undefined;
}

/** Parameters of list=pagepropnames. List all names of page properties that are in use on the wiki. */
export interface ListPagepropnamesParams {
  /** When more results are available, use this to continue. */
  readonly ppncontinue?: string | undefined;
  /** How many names to return. */
  readonly ppnlimit?: Limit | undefined;
}

/** Parameters of list=pageswithprop. List all pages that have a given page property. */
export interface ListPageswithpropParams {
  /** The page property; list=pagepropnames gives those that are in use. */
  readonly pwppropname: string;
  /** Which pieces of information to include. */
  readonly pwpprop?: Several<'ids' | 'title' | 'value'> | undefined;
  /** When more results are available, use this to continue. */
  readonly pwpcontinue?: string | undefined;
  /** How many pages to return. */
  readonly pwplimit?: Limit | undefined;
  /** In which direction of the page ids to list. */
  readonly pwpdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=prefixsearch. Find pages by the beginning of their titles. */
export interface ListPrefixsearchParams {
  /** The beginning of titles, with the name of a namespace before it or not. */
  readonly pssearch: string;
  /** Look in these namespaces, unless the text begins with the name of one. */
  readonly psnamespace?: Several<number | '*'> | undefined;
  /** How many pages to return. */
  readonly pslimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly psoffset?: number | undefined;
}

/** Parameters of list=protectedtitles. List all titles protected from creation. */
export interface ListProtectedtitlesParams {
  /** Only titles in these namespaces. */
  readonly ptnamespace?: Several<number | '*'> | undefined;
  /** Only titles with these levels of protection. */
  readonly ptlevel?: Several<string> | undefined;
  /** How many titles to return. */
  readonly ptlimit?: Limit | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly ptdir?: 'newer' | 'older' | undefined;
  /** Start at protections of this time. */
  readonly ptstart?: Moment | undefined;
  /** Stop at protections of this time. */
  readonly ptend?: Moment | undefined;
  /** What to tell of each protection. */
  readonly ptprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'expiry' | 'level'> | undefined;
  /** When more results are available, use this to continue. */
  readonly ptcontinue?: string | undefined;
}

/** Parameters of list=querypage. Lists the rows of a report: pages, files or titles that something is special about. */
export interface ListQuerypageParams {
  /** The name of the report. */
  readonly qppage: string;
  /** When more results are available, use this to continue. */
  readonly qpoffset?: number | undefined;
  /** How many rows to return. */
  readonly qplimit?: Limit | undefined;
}

/** Parameters of list=random. Get a set of random pages. */
export interface ListRandomParams {
  /** Only pages in these namespaces. */
  readonly rnnamespace?: Several<number | '*'> | undefined;
  /** How to filter for redirects; they are left out unless asked for. */
  readonly rnfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Only pages with at least this many bytes. */
  readonly rnminsize?: number | undefined;
  /** Only pages with at most this many bytes. */
  readonly rnmaxsize?: number | undefined;
  /** Only pages whose content is of this model. */
  readonly rncontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Only redirects: use filterredir=redirects instead. @deprecated */
  readonly rnredirect?: Flag | undefined;
  /** How many pages to return. */
  readonly rnlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly rncontinue?: string | undefined;
}

/** Parameters of list=recentchanges. Enumerate recent changes. */
export interface ListRecentchangesParams {
  /** The timestamp to start enumerating from. */
  readonly rcstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly rcend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly rcdir?: 'newer' | 'older' | undefined;
  /** Only changes in these namespaces. */
  readonly rcnamespace?: Several<number | '*'> | undefined;
  /** Only changes made by this user. */
  readonly rcuser?: string | undefined;
  /** Leave out changes made by this user. */
  readonly rcexcludeuser?: string | undefined;
  /** Only changes with this tag. */
  readonly rctag?: string | undefined;
  /** Which properties to get. */
  readonly rcprop?: Several<'user' | 'userid' | 'comment' | 'parsedcomment' | 'flags' | 'timestamp' | 'title' | 'ids' | 'sizes' | 'redirect' | 'patrolled' | 'loginfo' | 'tags' | 'sha1'> | undefined;
  /** Only changes with these qualities, or (!) without them. */
  readonly rcshow?: Several<'minor' | '!minor' | 'bot' | '!bot' | 'anon' | '!anon' | 'redirect' | '!redirect' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'unpatrolled'> | undefined;
  /** How many changes to return. */
  readonly rclimit?: Limit | undefined;
  /** Which kinds of change. */
  readonly rctype?: Several<'edit' | 'new' | 'log' | 'external' | 'categorize'> | undefined;
  /** Only changes that are the latest revision of their page. */
  readonly rctoponly?: Flag | undefined;
  /** Only changes of this page. */
  readonly rctitle?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly rccontinue?: string | undefined;
  /** As a generator, give revisions rather than titles. */
  readonly rcgeneraterevisions?: Flag | undefined;
  /** Only changes of this slot. */
  readonly rcslot?: string | undefined;
}

/** Parameters of list=search. Find pages by the words of their titles or texts. */
export interface ListSearchParams {
  /** What to look for. The syntax that it may have depends on the search backend. */
  readonly srsearch: string;
  /** Look in these namespaces only, unless the text begins with the name of one. */
  readonly srnamespace?: Several<number | '*'> | undefined;
  /** How many pages to return. */
  readonly srlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly sroffset?: number | undefined;
  /** Look in titles (the default where the backend has such a search), in texts, or for the one page whose title this nearly is. */
  readonly srwhat?: 'title' | 'text' | 'nearmatch' | undefined;
  /** What to tell of the search as a whole: all of it, but as a generator nothing unless asked. */
  readonly srinfo?: Several<'totalhits' | 'suggestion' | 'rewrittenquery'> | undefined;
  /** What to tell of the pages: size, wordcount, timestamp and snippet, but as a generator nothing unless asked. */
  readonly srprop?: Several<'size' | 'wordcount' | 'snippet' | 'timestamp' | 'titlesnippet' | 'categorysnippet' | 'redirecttitle' | 'redirectsnippet' | 'sectiontitle' | 'sectionsnippet' | 'isfilematch' | 'extensiondata' | 'score' | 'hasrelated'> | undefined;
  /** Look on other wikis, too, where the backend can. */
  readonly srinterwiki?: Flag | undefined;
  /** Let the backend look for something else that promises more. */
  readonly srenablerewrites?: Flag | undefined;
  /** The order of the pages. */
  readonly srsort?: string | undefined;
}

/** Parameters of list=tags. List change tags. */
export interface ListTagsParams {
  /** When more results are available, use this to continue. */
  readonly tgcontinue?: string | undefined;
  /** How many tags to return. */
  readonly tglimit?: Limit | undefined;
  /** What to tell of each tag. */
  readonly tgprop?: Several<'displayname' | 'description' | 'hitcount' | 'defined' | 'source' | 'active'> | undefined;
}

/** Parameters of list=trackingcategories. Enumerate the categories into which the software puts pages by itself. */
export interface ListTrackingcategoriesParams {
  /** When more results are available, use this to continue. */
  readonly tccontinue?: string | undefined;
  /** Only the categories of these messages, such as broken-file-category. */
  readonly tctrackingcatname?: Several<string> | undefined;
  /** Only categories with at least this many members. */
  readonly tcmin?: number | undefined;
  /** Only categories with at most this many members. */
  readonly tcmax?: number | undefined;
  /** How many categories to return. */
  readonly tclimit?: Limit | undefined;
  /** What to tell of each category: size, the numbers of its members by kind; hidden, whether pages do not show it. */
  readonly tcprop?: Several<'size' | 'hidden'> | undefined;
}

/** Parameters of list=usercontribs. List the edits of users. */
export interface ListUsercontribsParams {
  /** How many edits to return. */
  readonly uclimit?: Limit | undefined;
  /** The timestamp to start from. */
  readonly ucstart?: Moment | undefined;
  /** The timestamp to end at. */
  readonly ucend?: Moment | undefined;
  /** When more results are available, use this to continue. */
  readonly uccontinue?: string | undefined;
  /** The users whose edits to list. */
  readonly ucuser?: Several<string> | undefined;
  /** The ids of the users whose edits to list. */
  readonly ucuserids?: Several<number> | undefined;
  /** List the edits of all users whose names begin with this value. */
  readonly ucuserprefix?: string | undefined;
  /** List the edits from all addresses in this range. */
  readonly uciprange?: string | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly ucdir?: 'newer' | 'older' | undefined;
  /** Only edits of pages in these namespaces. */
  readonly ucnamespace?: Several<number | '*'> | undefined;
  /** What to tell of each edit. */
  readonly ucprop?: Several<'ids' | 'title' | 'timestamp' | 'flags' | 'comment' | 'parsedcomment' | 'patrolled' | 'size' | 'sizediff' | 'tags'> | undefined;
  /** Only edits that are so, or are not so. */
  readonly ucshow?: Several<'minor' | '!minor' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'top' | '!top' | 'new' | '!new'> | undefined;
  /** Only edits with this tag. */
  readonly uctag?: string | undefined;
  /** Only edits that are the latest of their page. @deprecated */
  readonly uctoponly?: Flag | undefined;
}

/** Parameters of list=users. Get information about a list of users. */
export interface ListUsersParams {
  /** Which properties to get. */
  readonly usprop?: Several<'blockinfo' | 'groups' | 'groupmemberships' | 'implicitgroups' | 'rights' | 'editcount' | 'registration' | 'emailable' | 'gender' | 'centralids' | 'cancreate'> | undefined;
  /** With centralids: tell whether the account is attached to the wiki with this id. */
  readonly usattachedwiki?: string | undefined;
  /** The names of the accounts. */
  readonly ususers?: Several<string> | undefined;
  /** The ids of the accounts. */
  readonly ususerids?: Several<number> | undefined;
}

/** Parameters of list=watchlist. Get recent changes to pages on a watchlist. */
export interface ListWatchlistParams {
  /** List every change of a page rather than its latest revision only. */
  readonly wlallrev?: Flag | undefined;
  /** The timestamp to start enumerating from. */
  readonly wlstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly wlend?: Moment | undefined;
  /** Only changes in these namespaces. */
  readonly wlnamespace?: Several<number | '*'> | undefined;
  /** Only changes made by this user. */
  readonly wluser?: string | undefined;
  /** Leave out changes made by this user. */
  readonly wlexcludeuser?: string | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly wldir?: 'newer' | 'older' | undefined;
  /** How many changes to return. */
  readonly wllimit?: Limit | undefined;
  /** Which properties to get. */
  readonly wlprop?: Several<'ids' | 'title' | 'flags' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'timestamp' | 'patrol' | 'sizes' | 'notificationtimestamp' | 'loginfo' | 'tags' | 'expiry'> | undefined;
  /** Only changes with these qualities, or (!) without them. Unread are those that the owner has not seen yet. */
  readonly wlshow?: Several<'minor' | '!minor' | 'bot' | '!bot' | 'anon' | '!anon' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'unread' | '!unread'> | undefined;
  /** Which kinds of change. */
  readonly wltype?: Several<'edit' | 'new' | 'log' | 'external' | 'categorize'> | undefined;
  /** Whose watchlist to read, together with the token; otherwise your own. */
  readonly wlowner?: string | undefined;
  /** The watchlist token in the preferences of the owner. */
  readonly wltoken?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly wlcontinue?: string | undefined;
}

/** Parameters of list=watchlistraw. Get all pages on a watchlist. */
export interface ListWatchlistrawParams {
  /** When more results are available, use this to continue. */
  readonly wrcontinue?: string | undefined;
  /** Only pages in these namespaces. */
  readonly wrnamespace?: Several<number | '*'> | undefined;
  /** How many pages to return. */
  readonly wrlimit?: Limit | undefined;
  /** Which properties to get besides the title. */
  readonly wrprop?: Several<'changed'> | undefined;
  /** Only pages with changes that the owner has not seen yet, or (!) without. */
  readonly wrshow?: Several<'changed' | '!changed'> | undefined;
  /** Whose watchlist to read, together with the token; otherwise your own. */
  readonly wrowner?: string | undefined;
  /** The watchlist token in the preferences of the owner. */
  readonly wrtoken?: string | undefined;
  /** The direction in which to list. */
  readonly wrdir?: 'ascending' | 'descending' | undefined;
  /** The title (with namespace prefix) to begin with. */
  readonly wrfromtitle?: string | undefined;
  /** The title (with namespace prefix) to end with. */
  readonly wrtotitle?: string | undefined;
}

/** Parameters of meta=allmessages. The texts of the interface, with the changes that this wiki made. */
export interface MetaAllmessagesParams {
  /** Names of the messages; * for all. */
  readonly ammessages?: Several<string> | undefined;
  /** default: also what the software says, where this wiki says something else. */
  readonly amprop?: Several<'default'> | undefined;
  /** Expand templates, plural forms, genders and the like. */
  readonly amenableparser?: Flag | undefined;
  /** Leave out the texts. */
  readonly amnocontent?: Flag | undefined;
  /** With all messages: also those that only the language of the wiki has and that are changed there. */
  readonly amincludelocal?: Flag | undefined;
  /** What stands for $1, $2 … in the texts. */
  readonly amargs?: Several<string> | undefined;
  /** Only messages with this in their names. */
  readonly amfilter?: string | undefined;
  /** Only messages that have a page on this wiki, or only those that have none. */
  readonly amcustomised?: 'all' | 'modified' | 'unmodified' | undefined;
  /** The language of the texts; that of the request unless said otherwise. */
  readonly amlang?: string | undefined;
  /** The message to begin with. */
  readonly amfrom?: string | undefined;
  /** The message to end with. */
  readonly amto?: string | undefined;
  /** The page on which the parser takes the texts to stand. */
  readonly amtitle?: string | undefined;
  /** Only messages whose names begin with this. */
  readonly amprefix?: string | undefined;
}

/** Parameters of meta=authmanagerinfo. What a client has to ask of a user for logging in, creating an account and the like. */
export interface MetaAuthmanagerinfoParams {
  /** Tell whether the user has to log in again before this. */
  readonly amisecuritysensitiveoperation?: string | undefined;
  /** Tell what has to be filled in for this. */
  readonly amirequestsfor?: 'login' | 'login-continue' | 'create' | 'create-continue' | 'link' | 'link-continue' | 'change' | 'remove' | 'unlink' | undefined;
  /** Tell the fields of all requests together. */
  readonly amimergerequestfields?: Flag | undefined;
  /** How to write texts. */
  readonly amimessageformat?: 'html' | 'wikitext' | 'raw' | 'none' | undefined;
}

/** Parameters of meta=filerepoinfo. Describes the repositories that hold the files of the wiki. */
export interface MetaFilerepoinfoParams {
  /** What to tell of each repository: everything that is known, unless said otherwise. */
  readonly friprop?: Several<string> | undefined;
}

/** Parameters of meta=languageinfo. Describes the languages that the wiki knows. */
export interface MetaLanguageinfoParams {
  /** What to tell of each language. name is in the language of the request, as far as that is known; autonym in the language itself. */
  readonly liprop?: Several<'code' | 'bcp47' | 'dir' | 'autonym' | 'name' | 'variantnames' | 'fallbacks' | 'variants'> | undefined;
  /** The languages, by MediaWiki's codes; * for all. */
  readonly licode?: Several<string> | undefined;
  /** When more results are available, use this to continue. */
  readonly licontinue?: string | undefined;
}

/** Parameters of meta=siteinfo. What there is to know about the wiki as a whole. */
export interface MetaSiteinfoParams {
  /** The sections to answer. */
  readonly siprop?: Several<'autocreatetempuser' | 'autopromote' | 'autopromoteonce' | 'clientlibraries' | 'copyuploaddomains' | 'dbrepllag' | 'defaultoptions' | 'extensions' | 'extensiontags' | 'fileextensions' | 'functionhooks' | 'general' | 'interwikimap' | 'languages' | 'languagevariants' | 'libraries' | 'magicwords' | 'namespacealiases' | 'namespaces' | 'protocols' | 'restrictions' | 'rightsinfo' | 'showhooks' | 'skins' | 'specialpagealiases' | 'statistics' | 'uploaddialog' | 'usergroups' | 'variables'> | undefined;
  /** Keep only the prefixes of the own family of wikis in interwikimap, or only the others. */
  readonly sifilteriw?: 'local' | '!local' | undefined;
  /** Tell the lag of every database server in dbrepllag, not only of the last. */
  readonly sishowalldb?: Flag | undefined;
  /** Count the members of each group in usergroups. */
  readonly sinumberingroup?: Flag | undefined;
  /** The language in which to name languages, as far as names are known. */
  readonly siinlanguagecode?: string | undefined;
}

/** Parameters of meta=tokens. Gets tokens for data-modifying actions. */
export interface MetaTokensParams {
  /** Types of token to request. */
  readonly type?: Several<'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch' | '*'> | undefined;
}

/** Parameters of meta=userinfo. Get information about the current user. */
export interface MetaUserinfoParams {
  /** Which pieces of information to include. */
  readonly uiprop?: Several<'blockinfo' | 'hasmsg' | 'groups' | 'groupmemberships' | 'implicitgroups' | 'rights' | 'changeablegroups' | 'options' | 'editcount' | 'ratelimits' | 'theoreticalratelimits' | 'email' | 'realname' | 'acceptlang' | 'registrationdate' | 'unreadcount' | 'centralids' | 'latestcontrib' | 'cancreateaccount' | '*'> | undefined;
  /** With centralids: tell whether the user is attached to the wiki with this id. */
  readonly uiattachedwiki?: string | undefined;
}

/** Parameters of prop=categories. List all categories the pages belong to. */
export interface PropCategoriesParams {
  /** Which additional properties to get for each category. */
  readonly clprop?: Several<'sortkey' | 'timestamp' | 'hidden'> | undefined;
  /** Which kind of categories to show. */
  readonly clshow?: Several<'hidden' | '!hidden'> | undefined;
  /** How many categories to return. */
  readonly cllimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly clcontinue?: string | undefined;
  /** Only list these categories. */
  readonly clcategories?: Several<string> | undefined;
  /** The direction in which to list. */
  readonly cldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=categoryinfo. How many members the given categories have. */
export interface PropCategoryinfoParams {
  /** When more results are available, use this to continue. */
  readonly cicontinue?: string | undefined;
}

/** Parameters of prop=contributors. List the accounts that contributed to a page, and count the contributors without account. */
export interface PropContributorsParams {
  /** Only users in these groups; not those that everybody is in. */
  readonly pcgroup?: Several<string> | undefined;
  /** Leave out users in these groups; not those that everybody is in. */
  readonly pcexcludegroup?: Several<string> | undefined;
  /** Only users with these rights, as far as groups that users are put into give them. */
  readonly pcrights?: Several<string> | undefined;
  /** Leave out users with these rights, as far as groups that users are put into give them. */
  readonly pcexcluderights?: Several<string> | undefined;
  /** How many contributors to return. */
  readonly pclimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly pccontinue?: string | undefined;
}

/** Parameters of prop=deletedrevisions. Get the deleted revisions of pages, or deleted revisions by id. */
export interface PropDeletedrevisionsParams {
  /** What to tell of each revision. */
  readonly drvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Which slots to tell of. When left out, the main slot is told of in an old format. */
  readonly drvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `drvcontentformat-${string}`]: string | undefined;
  /** How many revisions to return; at most 50 (500 for bots) when content is asked for, and one at a time when it is parsed. */
  readonly drvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly drvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly drvgeneratexml?: Flag | undefined;
  /** Give the content as HTML. Then only one revision is returned at a time. @deprecated */
  readonly drvparse?: Flag | undefined;
  /** Only give the content of this section. */
  readonly drvsection?: string | undefined;
  /** Compare each revision with this one: an id, prev, next or cur. @deprecated */
  readonly drvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly drvdifftotext?: string | undefined;
  /** Prepare the text as if it were saved, before it is compared. @deprecated */
  readonly drvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly drvcontentformat?: string | undefined;
  /** The timestamp to start enumerating from; not for revisions that are named by id. */
  readonly drvstart?: Moment | undefined;
  /** The timestamp to end enumerating; not for revisions that are named by id. */
  readonly drvend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly drvdir?: 'newer' | 'older' | undefined;
  /** Only revisions with this tag. */
  readonly drvtag?: string | undefined;
  /** Only revisions made by this user. */
  readonly drvuser?: string | undefined;
  /** Leave out revisions made by this user. */
  readonly drvexcludeuser?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly drvcontinue?: string | undefined;
}

/** Parameters of prop=duplicatefiles. List all files with the same content as the given files, by their hashes. */
export interface PropDuplicatefilesParams {
  /** How many duplicates to return. */
  readonly dflimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly dfcontinue?: string | undefined;
  /** The direction in which to list. */
  readonly dfdir?: 'ascending' | 'descending' | undefined;
  /** Only files of the wiki's own repository. */
  readonly dflocalonly?: Flag | undefined;
}

/** Parameters of prop=extlinks. Returns all external URLs (not interwikis) from the given pages. */
export interface PropExtlinksParams {
  /** How many links to return. */
  readonly ellimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly elcontinue?: string | undefined;
  /** Protocol of the URL. If empty and query is set, the protocol is http and https. */
  readonly elprotocol?: string | undefined;
  /** Search string without protocol. Useful for checking whether a certain page contains a certain external URL. */
  readonly elquery?: string | undefined;
  /** Write out URLs that are relative to a protocol. @deprecated */
  readonly elexpandurl?: Flag | undefined;
}

/** Parameters of prop=fileusage. Find all pages that use the given files. */
export interface PropFileusageParams {
  /** Which properties to get. */
  readonly fuprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Only include pages in these namespaces. */
  readonly funamespace?: Several<number | '*'> | undefined;
  /** Show only pages that meet these criteria. */
  readonly fushow?: Several<'redirect' | '!redirect'> | undefined;
  /** How many to return. */
  readonly fulimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly fucontinue?: string | undefined;
}

/** Parameters of prop=imageinfo. Get information about files and their versions. */
export interface PropImageinfoParams {
  /** Which properties of each version to get. */
  readonly iiprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'thumbmime' | 'mediatype' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'archivename' | 'bitdepth' | 'uploadwarning' | 'badfile'> | undefined;
  /** How many versions of each file to return. */
  readonly iilimit?: Limit | undefined;
  /** No version newer than this. */
  readonly iistart?: Moment | undefined;
  /** No version older than this. */
  readonly iiend?: Moment | undefined;
  /** Give a thumbnail of this width; no more than 50 in a response. */
  readonly iiurlwidth?: number | undefined;
  /** Give a thumbnail of this height; the width may be a limit, too. */
  readonly iiurlheight?: number | undefined;
  /** The form of the metadata: "latest", or "1" for lists as flat texts, as they were before 2012. */
  readonly iimetadataversion?: string | undefined;
  /** The language of extended metadata; what the wiki itself knows is the same in all. */
  readonly iiextmetadatalanguage?: string | undefined;
  /** Extended metadata in all languages. */
  readonly iiextmetadatamultilang?: Flag | undefined;
  /** Only extended metadata of these names. */
  readonly iiextmetadatafilter?: Several<string> | undefined;
  /** What thumbnails of a type may have besides: "page3-120px" of a document, "langde-120px" of a drawing. */
  readonly iiurlparam?: string | undefined;
  /** The page on which the files would be shown: it may show bad ones, and drawings speak its language. */
  readonly iibadfilecontexttitle?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly iicontinue?: string | undefined;
  /** Only files of the wiki's own repository. */
  readonly iilocalonly?: Flag | undefined;
}

/** Parameters of prop=images. Returns all files that are used on the given pages. */
export interface PropImagesParams {
  /** How many to return. */
  readonly imlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly imcontinue?: string | undefined;
  /** Only list these files. Useful for checking whether a certain page has a certain file. */
  readonly imimages?: Several<string> | undefined;
  /** The direction in which to list. */
  readonly imdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=info. Basic facts about pages, their protection, and what the reader may do with them. */
export interface PropInfoParams {
  /** What to tell besides the basic facts. */
  readonly inprop?: Several<'protection' | 'watched' | 'watchers' | 'visitingwatchers' | 'notificationtimestamp' | 'talkid' | 'subjectid' | 'associatedpage' | 'url' | 'readable' | 'preload' | 'preloadcontent' | 'editintro' | 'displaytitle' | 'varianttitles' | 'linkclasses'> | undefined;
  /** The page on which links get the classes of linkclasses. */
  readonly inlinkcontext?: string | undefined;
  /** Actions, named by the right that they take: tell which of them the reader may perform on each page. */
  readonly intestactions?: Several<string> | undefined;
  /** boolean: true or false; full: why not; quick: why not, without the expensive checks. */
  readonly intestactionsdetail?: 'boolean' | 'full' | 'quick' | undefined;
  /** Tell whether the actions would create a temporary account. */
  readonly intestactionsautocreate?: Flag | undefined;
  /** Title of a page to preload content from. */
  readonly inpreloadcustom?: string | undefined;
  /** Values for $1, $2 … of that page. */
  readonly inpreloadparams?: Several<string> | undefined;
  /** The content is for a new section. */
  readonly inpreloadnewsection?: Flag | undefined;
  /** Whether messages come in a frame. */
  readonly ineditintrostyle?: 'lessframes' | 'moreframes' | undefined;
  /** Messages to leave out. */
  readonly ineditintroskip?: Several<string> | undefined;
  /** Title of a page to show as introduction. */
  readonly ineditintrocustom?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly incontinue?: string | undefined;
}

/** Parameters of prop=iwlinks. Returns all interwiki links from the given pages. */
export interface PropIwlinksParams {
  /** Which additional properties to get for each link. */
  readonly iwprop?: Several<'url'> | undefined;
  /** Only return interwiki links with this prefix. */
  readonly iwprefix?: string | undefined;
  /** Link to search for. Must be used with iwprefix. */
  readonly iwtitle?: string | undefined;
  /** The direction in which to list. */
  readonly iwdir?: 'ascending' | 'descending' | undefined;
  /** How many links to return. */
  readonly iwlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly iwcontinue?: string | undefined;
  /** Whether to get the full URL (cannot be used with iwprop). @deprecated */
  readonly iwurl?: Flag | undefined;
}

/** Parameters of prop=langlinks. Returns all interlanguage links from the given pages. */
export interface PropLanglinksParams {
  /** Which additional properties to get for each link. */
  readonly llprop?: Several<'url' | 'langname' | 'autonym'> | undefined;
  /** Only return language links with this language code. */
  readonly lllang?: string | undefined;
  /** Link to search for. Must be used with lllang. */
  readonly lltitle?: string | undefined;
  /** The direction in which to list. */
  readonly lldir?: 'ascending' | 'descending' | undefined;
  /** Language code for localised language names. */
  readonly llinlanguagecode?: string | undefined;
  /** How many links to return. */
  readonly lllimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly llcontinue?: string | undefined;
  /** Whether to get the full URL (cannot be used with llprop). @deprecated */
  readonly llurl?: Flag | undefined;
}

/** Parameters of prop=links. Returns all links from the given pages. */
export interface PropLinksParams {
  /** Show only links to these namespaces. */
  readonly plnamespace?: Several<number | '*'> | undefined;
  /** How many to return. */
  readonly pllimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly plcontinue?: string | undefined;
  /** Only list links to these titles. Useful for checking whether a certain page links to a certain title. */
  readonly pltitles?: Several<string> | undefined;
  /** The direction in which to list. */
  readonly pldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=linkshere. Find all pages that link to the given pages. */
export interface PropLinkshereParams {
  /** Which properties to get. */
  readonly lhprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Only include pages in these namespaces. */
  readonly lhnamespace?: Several<number | '*'> | undefined;
  /** Show only pages that meet these criteria. */
  readonly lhshow?: Several<'redirect' | '!redirect'> | undefined;
  /** How many to return. */
  readonly lhlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly lhcontinue?: string | undefined;
}

/** Parameters of prop=pageprops. Get various page properties defined in the page content. */
export interface PropPagepropsParams {
  /** When more results are available, use this to continue. */
  readonly ppcontinue?: string | undefined;
  /** Only list these page properties. Useful for checking whether pages use a certain page property. */
  readonly ppprop?: Several<string> | undefined;
}

/** Parameters of prop=redirects. Returns all redirects to the given pages. */
export interface PropRedirectsParams {
  /** Which properties to get. */
  readonly rdprop?: Several<'pageid' | 'title' | 'fragment'> | undefined;
  /** Only include pages in these namespaces. */
  readonly rdnamespace?: Several<number | '*'> | undefined;
  /** Show only pages that meet these criteria. */
  readonly rdshow?: Several<'fragment' | '!fragment'> | undefined;
  /** How many to return. */
  readonly rdlimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly rdcontinue?: string | undefined;
}

/** Parameters of prop=revisions. Get the current revisions of pages, the revisions of one page, or revisions by id. */
export interface PropRevisionsParams {
  /** What to tell of each revision. */
  readonly rvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Which slots to tell of. When left out, the main slot is told of in an old format. */
  readonly rvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `rvcontentformat-${string}`]: string | undefined;
  /** How many revisions to return; at most 50 (500 for bots) when content is asked for, and one at a time when it is parsed. */
  readonly rvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly rvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly rvgeneratexml?: Flag | undefined;
  /** Give the content as HTML. Then only one revision is returned at a time. @deprecated */
  readonly rvparse?: Flag | undefined;
  /** Only give the content of this section. */
  readonly rvsection?: string | undefined;
  /** Compare each revision with this one: an id, prev, next or cur. @deprecated */
  readonly rvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly rvdifftotext?: string | undefined;
  /** Prepare the text as if it were saved, before it is compared. @deprecated */
  readonly rvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly rvcontentformat?: string | undefined;
  /** Start at this revision; it may be deleted or of another page. */
  readonly rvstartid?: number | undefined;
  /** Stop at this revision; it may be deleted or of another page. */
  readonly rvendid?: number | undefined;
  /** The timestamp to start enumerating from. */
  readonly rvstart?: Moment | undefined;
  /** The timestamp to end enumerating. */
  readonly rvend?: Moment | undefined;
  /** In which direction to enumerate. newer: list oldest first (start has to be before end); older: list newest first (the default). */
  readonly rvdir?: 'newer' | 'older' | undefined;
  /** Only revisions made by this user. */
  readonly rvuser?: string | undefined;
  /** Leave out revisions made by this user. */
  readonly rvexcludeuser?: string | undefined;
  /** Only revisions with this tag. */
  readonly rvtag?: string | undefined;
  /** When more results are available, use this to continue. */
  readonly rvcontinue?: string | undefined;
}

/** Parameters of prop=stashimageinfo. Get information about files that were uploaded but not published yet. */
export interface PropStashimageinfoParams {
  /** Keys of files in your stash. */
  readonly siifilekey?: Several<string> | undefined;
  /** The old name of filekey. @deprecated */
  readonly siisessionkey?: Several<string> | undefined;
  /** Which properties of each file to get. */
  readonly siiprop?: Several<'timestamp' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'thumbmime' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'bitdepth' | 'badfile'> | undefined;
  /** Give a thumbnail of this width; no more than 50 in a response. */
  readonly siiurlwidth?: number | undefined;
  /** Give a thumbnail of this height; the width may be a limit, too. */
  readonly siiurlheight?: number | undefined;
  /** What thumbnails of a type may have besides: "page3-120px" of a document, "langde-120px" of a drawing. */
  readonly siiurlparam?: string | undefined;
}

/** Parameters of prop=templates. Returns all pages that are transcluded on the given pages. */
export interface PropTemplatesParams {
  /** Show only links to these namespaces. */
  readonly tlnamespace?: Several<number | '*'> | undefined;
  /** How many to return. */
  readonly tllimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly tlcontinue?: string | undefined;
  /** Only list these templates. Useful for checking whether a certain page uses a certain template. */
  readonly tltemplates?: Several<string> | undefined;
  /** The direction in which to list. */
  readonly tldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=transcludedin. Find all pages that transclude the given pages. */
export interface PropTranscludedinParams {
  /** Which properties to get. */
  readonly tiprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Only include pages in these namespaces. */
  readonly tinamespace?: Several<number | '*'> | undefined;
  /** Show only pages that meet these criteria. */
  readonly tishow?: Several<'redirect' | '!redirect'> | undefined;
  /** How many to return. */
  readonly tilimit?: Limit | undefined;
  /** When more results are available, use this to continue. */
  readonly ticontinue?: string | undefined;
}

/** Parameters. The pages to work on. */
export interface PageSetParams {
  /** A list of titles to work on. */
  readonly titles?: Several<string> | undefined;
  /** A list of page IDs to work on. */
  readonly pageids?: Several<number> | undefined;
  /** A list of revision IDs to work on. */
  readonly revids?: Several<number> | undefined;
  /** Get the list of pages to work on by executing the specified query module. */
  readonly generator?: 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'backlinks' | 'categories' | 'categorymembers' | 'configuredpages' | 'deletedrevisions' | 'duplicatefiles' | 'embeddedin' | 'exturlusage' | 'fileusage' | 'geosearch' | 'images' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'links' | 'linkshere' | 'oldreviewedpages' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'templates' | 'trackingcategories' | 'transcludedin' | 'unreviewedpages' | 'watchlist' | 'watchlistraw' | undefined;
  /** Automatically resolve redirects in titles, pageids and revids, and in pages returned by generator. */
  readonly redirects?: Flag | undefined;
  /** Convert titles to other variants if necessary. */
  readonly converttitles?: Flag | undefined;
}

/** list=abusefilters: List the filters of edits. */
export interface ListAbusefilters {}

export interface ListAbusefiltersParts {
  readonly id: {
    /** The number of the filter. */
    readonly id: number;
  };
  readonly description: {
    /** What it is for. */
    readonly description: string;
  };
  readonly pattern: {
    /** The rules. */
    readonly pattern?: string;
  };
  readonly actions: {
    /** What is done to an edit that it catches, with commas between. */
    readonly actions: string;
  };
  readonly hits: {
    /** How much it caught. */
    readonly hits: number;
  };
  readonly comments: {
    /** Notes of its editors. */
    readonly comments?: string;
  };
  readonly lasteditor: {
    /** Who changed it last. */
    readonly lasteditor?: string;
  };
  readonly lastedittime: {
    /** When it was changed last. */
    readonly lastedittime: string;
  };
  readonly status: {
    /** It is in use. */
    readonly enabled?: '';
    /** It is marked as deleted. */
    readonly deleted?: '';
  };
  readonly private: {
    /** Its rules are not public. */
    readonly private?: '';
  };
  readonly protected: {
    /** It uses data that only some may see. */
    readonly protected?: '';
  };
}

/** list=abusefilters: List the filters of edits. */
export interface OldListAbusefilters {}

export interface OldListAbusefiltersParts {
  readonly id: {
    /** The number of the filter. */
    readonly id: number;
  };
  readonly description: {
    /** What it is for. */
    readonly description: string;
  };
  readonly pattern: {
    /** The rules. */
    readonly pattern?: string;
  };
  readonly actions: {
    /** What is done to an edit that it catches, with commas between. */
    readonly actions: string;
  };
  readonly hits: {
    /** How much it caught. */
    readonly hits: number;
  };
  readonly comments: {
    /** Notes of its editors. */
    readonly comments?: string;
  };
  readonly lasteditor: {
    /** Who changed it last. */
    readonly lasteditor?: string;
  };
  readonly lastedittime: {
    /** When it was changed last. */
    readonly lastedittime: string;
  };
  readonly status: {
    /** It is in use. */
    readonly enabled?: '';
    /** It is marked as deleted. */
    readonly deleted?: '';
  };
  readonly private: {
    /** Its rules are not public. */
    readonly private?: '';
  };
  readonly protected: {
    /** It uses data that only some may see. */
    readonly protected?: '';
  };
}

/** list=abuselog: List what filters of edits caught. */
export interface ListAbuselog {}

export interface ListAbuselogParts {
  readonly ids: {
    /** The id of the entry. */
    readonly id: number;
    /** The number of the filter; those of all wikis begin with `global-`. */
    readonly filter_id: string;
  };
  readonly filter: {
    /** What the filter is called. */
    readonly filter: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user: string;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly action: {
    /** What was tried. */
    readonly action: string;
  };
  readonly details: {
    /** What the filter looked at, by variable. */
    readonly details: Readonly<Record<string, unknown>> | readonly unknown[];
  };
  readonly result: {
    /** What the filter did, with commas between. */
    readonly result: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is hidden. */
    readonly hidden: boolean;
  };
  readonly revid: {
    /** The id of the revision that came of it, if one did; empty where the reader may not see it. */
    readonly revid?: number | '';
  };
}

/** list=abuselog: List what filters of edits caught. */
export interface OldListAbuselog {}

export interface OldListAbuselogParts {
  readonly ids: {
    /** The id of the entry. */
    readonly id: number;
    /** The number of the filter; those of all wikis begin with `global-`. */
    readonly filter_id: string;
  };
  readonly filter: {
    /** What the filter is called. */
    readonly filter: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user: string;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly action: {
    /** What was tried. */
    readonly action: string;
  };
  readonly details: {
    /** What the filter looked at, by variable. */
    readonly details: Readonly<Record<string, unknown>> | readonly unknown[];
  };
  readonly result: {
    /** What the filter did, with commas between. */
    readonly result: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is hidden. */
    readonly hidden?: '';
  };
  readonly revid: {
    /** The id of the revision that came of it, if one did; empty where the reader may not see it. */
    readonly revid?: number | '';
  };
}

/** list=allcategories: Enumerate all categories. */
export interface ListAllcategories {
  /** The name of the category. */
  readonly category: string;
}

export interface ListAllcategoriesParts {
  readonly size: {
    /** How many members it has. */
    readonly size: number;
    /** How many of them are neither files nor categories. */
    readonly pages: number;
    /** How many files are in it. */
    readonly files: number;
    /** How many categories are in it. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether pages do not show it. */
    readonly hidden: boolean;
  };
}

/** list=allcategories: Enumerate all categories. */
export interface OldListAllcategories {
  /** The name of the category. */
  readonly '*': string;
}

export interface OldListAllcategoriesParts {
  readonly size: {
    /** How many members it has. */
    readonly size: number;
    /** How many of them are neither files nor categories. */
    readonly pages: number;
    /** How many files are in it. */
    readonly files: number;
    /** How many categories are in it. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether pages do not show it. */
    readonly hidden?: '';
  };
}

/** list=alldeletedrevisions: List all deleted revisions of a user, or of pages. */
export interface ListAlldeletedrevisions {
  /** The id of the page. */
  readonly pageid: number;
  /** Its revisions. */
  readonly revisions: readonly ({
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Whether it was a small change. */
    readonly minor?: boolean;
    /** When it was. */
    readonly timestamp?: string;
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly content?: string;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** The names of its slots. */
    readonly roles?: readonly string[];
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: true;
    /** What is of single slots, by role. */
    readonly slots?: Readonly<Record<string, {
      /** Bytes. */
      readonly size?: number;
      /** The hash is hidden. */
      readonly sha1hidden?: true;
      /** The SHA-1 hash, in hexadecimal digits. */
      readonly sha1?: string;
      /** What kind of content it is. */
      readonly contentmodel?: string;
      /** The text is hidden. */
      readonly texthidden?: true;
      /** The text cannot be found. */
      readonly textmissing?: true;
      /** There is no such section. */
      readonly nosuchsection?: true;
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: true;
      /** The form in which the text is written. */
      readonly contentformat?: string;
      /** The text itself. */
      readonly content?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: true;
    /** The text is hidden. */
    readonly texthidden?: true;
    /** The text cannot be found. */
    readonly textmissing?: true;
    /** The difference to another revision or text. */
    readonly diff?: {
      /** What was given, or the older side. */
      readonly from?: number | false;
      /** What it became, or the newer side. */
      readonly to?: number;
      /** The difference was not made, since that takes long. */
      readonly notcached?: true;
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: true;
      /** The difference, as rows of an HTML table. */
      readonly body?: string | false;
    };
    /** It is hidden from administrators, too. */
    readonly suppressed?: true;
  } | readonly never[])[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=alldeletedrevisions: List all deleted revisions of a user, or of pages. */
export interface OldListAlldeletedrevisions {
  /** The id of the page. */
  readonly pageid: number;
  /** Its revisions. */
  readonly revisions: readonly ({
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Whether it was a small change. */
    readonly minor?: '';
    /** When it was. */
    readonly timestamp?: string;
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly '*'?: string;
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** The names of its slots. */
    readonly roles?: readonly string[];
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: '';
    /** What is of single slots, by role. */
    readonly slots?: Readonly<Record<string, {
      /** Bytes. */
      readonly size?: number;
      /** The hash is hidden. */
      readonly sha1hidden?: '';
      /** The SHA-1 hash, in hexadecimal digits. */
      readonly sha1?: string;
      /** What kind of content it is. */
      readonly contentmodel?: string;
      /** The text is hidden. */
      readonly texthidden?: '';
      /** The text cannot be found. */
      readonly textmissing?: '';
      /** There is no such section. */
      readonly nosuchsection?: '';
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: '';
      /** The form in which the text is written. */
      readonly contentformat?: string;
      /** The text itself. */
      readonly '*'?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: '';
    /** The text is hidden. */
    readonly texthidden?: '';
    /** The text cannot be found. */
    readonly textmissing?: '';
    /** The difference to another revision or text. */
    readonly diff?: {
      /** What was given, or the older side. */
      readonly from?: number;
      /** What it became, or the newer side. */
      readonly to?: number;
      /** The difference was not made, since that takes long. */
      readonly notcached?: '';
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: '';
      /** The difference, as rows of an HTML table. */
      readonly '*'?: string;
    };
    /** It is hidden from administrators, too. */
    readonly suppressed?: '';
  } | readonly never[])[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=allfileusages: List all file usages, including non-existing files. */
export interface ListAllfileusages {}

export interface ListAllfileusagesParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** list=allfileusages: List all file usages, including non-existing files. */
export interface OldListAllfileusages {}

export interface OldListAllfileusagesParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** list=allimages: Enumerate all files sequentially. */
export interface ListAllimages {
  /** The name. */
  readonly name: string;
  /** The file is hidden. */
  readonly filehidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
  /** There is no such file. */
  readonly filemissing?: true;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface ListAllimagesParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=allimages: Enumerate all files sequentially. */
export interface OldListAllimages {
  /** The name. */
  readonly name: string;
  /** The file is hidden. */
  readonly filehidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
  /** There is no such file. */
  readonly filemissing?: '';
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface OldListAllimagesParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=alllinks: Enumerate all links that point to a given namespace. */
export interface ListAlllinks {}

export interface ListAlllinksParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** list=alllinks: Enumerate all links that point to a given namespace. */
export interface OldListAlllinks {}

export interface OldListAlllinksParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** meta=allmessages: The texts of the interface, with the changes that this wiki made. */
export interface MetaAllmessages {
  /** The key, as it was asked for. */
  readonly name: string;
  /** The key, as the software writes it. */
  readonly normalizedname: string;
  /** The wiki says it otherwise than the software. */
  readonly customised?: true;
  /** There is no such message. */
  readonly missing?: true;
  /** The text itself. */
  readonly content?: string;
  /** The software has no such message. */
  readonly defaultmissing?: true;
  /** What the software says. */
  readonly default?: string;
}

/** meta=allmessages: The texts of the interface, with the changes that this wiki made. */
export interface OldMetaAllmessages {
  /** The key, as it was asked for. */
  readonly name: string;
  /** The key, as the software writes it. */
  readonly normalizedname: string;
  /** The wiki says it otherwise than the software. */
  readonly customised?: '';
  /** There is no such message. */
  readonly missing?: '';
  /** The text itself. */
  readonly '*'?: string;
  /** The software has no such message. */
  readonly defaultmissing?: '';
  /** What the software says. */
  readonly default?: string;
}

/** list=allpages: Enumerate all pages sequentially in a given namespace. */
export interface ListAllpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=allpages: Enumerate all pages sequentially in a given namespace. */
export interface OldListAllpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=allredirects: List all redirects to a namespace. */
export interface ListAllredirects {}

export interface ListAllredirectsParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** The section that a redirect leads to. */
    readonly fragment?: string;
  };
  readonly interwiki: {
    /** The prefix of another wiki. */
    readonly interwiki?: string;
  };
}

/** list=allredirects: List all redirects to a namespace. */
export interface OldListAllredirects {}

export interface OldListAllredirectsParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** The section that a redirect leads to. */
    readonly fragment?: string;
  };
  readonly interwiki: {
    /** The prefix of another wiki. */
    readonly interwiki?: string;
  };
}

/** list=allrevisions: List the revisions of all pages. */
export interface ListAllrevisions {
  /** The id of the page. */
  readonly pageid: number;
  /** Its revisions. */
  readonly revisions: readonly ({
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Whether it was a small change. */
    readonly minor?: boolean;
    /** When it was. */
    readonly timestamp?: string;
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly content?: string;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** The names of its slots. */
    readonly roles?: readonly string[];
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: true;
    /** What is of single slots, by role. */
    readonly slots?: Readonly<Record<string, {
      /** Bytes. */
      readonly size?: number;
      /** The hash is hidden. */
      readonly sha1hidden?: true;
      /** The SHA-1 hash, in hexadecimal digits. */
      readonly sha1?: string;
      /** What kind of content it is. */
      readonly contentmodel?: string;
      /** The text is hidden. */
      readonly texthidden?: true;
      /** The text cannot be found. */
      readonly textmissing?: true;
      /** There is no such section. */
      readonly nosuchsection?: true;
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: true;
      /** The form in which the text is written. */
      readonly contentformat?: string;
      /** The text itself. */
      readonly content?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: true;
    /** The text is hidden. */
    readonly texthidden?: true;
    /** The text cannot be found. */
    readonly textmissing?: true;
    /** The difference to another revision or text. */
    readonly diff?: {
      /** What was given, or the older side. */
      readonly from?: number | false;
      /** What it became, or the newer side. */
      readonly to?: number;
      /** The difference was not made, since that takes long. */
      readonly notcached?: true;
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: true;
      /** The difference, as rows of an HTML table. */
      readonly body?: string | false;
    };
    /** It is hidden from administrators, too. */
    readonly suppressed?: true;
  } | readonly never[])[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=allrevisions: List the revisions of all pages. */
export interface OldListAllrevisions {
  /** The id of the page. */
  readonly pageid: number;
  /** Its revisions. */
  readonly revisions: readonly ({
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Whether it was a small change. */
    readonly minor?: '';
    /** When it was. */
    readonly timestamp?: string;
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly '*'?: string;
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** The names of its slots. */
    readonly roles?: readonly string[];
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: '';
    /** What is of single slots, by role. */
    readonly slots?: Readonly<Record<string, {
      /** Bytes. */
      readonly size?: number;
      /** The hash is hidden. */
      readonly sha1hidden?: '';
      /** The SHA-1 hash, in hexadecimal digits. */
      readonly sha1?: string;
      /** What kind of content it is. */
      readonly contentmodel?: string;
      /** The text is hidden. */
      readonly texthidden?: '';
      /** The text cannot be found. */
      readonly textmissing?: '';
      /** There is no such section. */
      readonly nosuchsection?: '';
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: '';
      /** The form in which the text is written. */
      readonly contentformat?: string;
      /** The text itself. */
      readonly '*'?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: '';
    /** The text is hidden. */
    readonly texthidden?: '';
    /** The text cannot be found. */
    readonly textmissing?: '';
    /** The difference to another revision or text. */
    readonly diff?: {
      /** What was given, or the older side. */
      readonly from?: number;
      /** What it became, or the newer side. */
      readonly to?: number;
      /** The difference was not made, since that takes long. */
      readonly notcached?: '';
      /** The content cannot be written in the form that was asked for. */
      readonly badcontentformat?: '';
      /** The difference, as rows of an HTML table. */
      readonly '*'?: string;
    };
    /** It is hidden from administrators, too. */
    readonly suppressed?: '';
  } | readonly never[])[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=alltransclusions: List all transclusions of pages of a namespace, including non-existing pages. */
export interface ListAlltransclusions {}

export interface ListAlltransclusionsParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** list=alltransclusions: List all transclusions of pages of a namespace, including non-existing pages. */
export interface OldListAlltransclusions {}

export interface OldListAlltransclusionsParts {
  readonly ids: {
    /** The id of the page that links. */
    readonly fromid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
}

/** list=allusers: Enumerate all accounts. */
export interface ListAllusers {
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** The name. */
  readonly name: string;
  /** Whether it is hidden. */
  readonly hidden?: true;
  /** What it did in the last weeks. */
  readonly recentactions?: number;
}

export interface ListAllusersParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: boolean;
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: boolean;
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: boolean;
    /** Whether the blocked may not send mails. */
    readonly blockemail?: boolean;
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: boolean;
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: boolean;
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: boolean;
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: boolean;
      /** Whether the blocked may not send mails. */
      readonly blockemail?: boolean;
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: boolean;
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly registration: {
    /** When the account was made; null where nobody knows. */
    readonly registration: string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
}

/** list=allusers: Enumerate all accounts. */
export interface OldListAllusers {
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** The name. */
  readonly name: string;
  /** Whether it is hidden. */
  readonly hidden?: '';
  /** What it did in the last weeks. */
  readonly recentactions?: number;
}

export interface OldListAllusersParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: '';
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: '';
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: '';
    /** Whether the blocked may not send mails. */
    readonly blockemail?: '';
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: '';
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: '';
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: '';
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: '';
      /** Whether the blocked may not send mails. */
      readonly blockemail?: '';
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: '';
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly registration: {
    /** When the account was made; null where nobody knows. */
    readonly registration: string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
}

/** meta=authmanagerinfo: What a client has to ask of a user for logging in, creating an account and the like. */
export interface MetaAuthmanagerinfo {
  /** Whether the user can log in with a password in this session. */
  readonly canauthenticatenow: boolean;
  /** Whether accounts can be made. */
  readonly cancreateaccounts: boolean;
  /** Whether accounts of other sites can be tied to those of the wiki. */
  readonly canlinkaccounts: boolean;
  /** `ok`, `reauth`: log in again first, or `fail`: logging in is not possible. */
  readonly securitysensitiveoperationstatus?: string;
  /** Whether something is kept of an attempt to log in that failed. */
  readonly haspreservedstate?: boolean;
  /** Whether who the user is is kept, too. */
  readonly hasprimarypreservedstate?: boolean;
  /** The name that is kept. */
  readonly preservedusername?: string;
  /** The forms that have to be filled in. */
  readonly requests?: readonly {
    /** What the request is called in `requests` of an action. */
    readonly id: string;
    /** What more there is to know, by kind of request. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** `required`, `primary-required`: one of these, or `optional`. */
    readonly required: string;
    /** What asks for it. */
    readonly provider?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** Which account it is about. */
    readonly account?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** What has to be filled in, by the name of the parameter. */
    readonly fields?: Readonly<Record<string, {
      /** What kind it is of. */
      readonly type: string;
      /** What it is called. */
      readonly label?: string | {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
      };
      /** What to fill in. */
      readonly help?: string | {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
      };
      /** Whether it may be left out. */
      readonly optional: boolean;
      /** Whether it is a secret, which must not stand in a URL. */
      readonly sensitive: boolean;
    }>>;
  }[];
  /** What has to be filled in, by the name of the parameter. */
  readonly fields?: Readonly<Record<string, {
    /** What kind it is of. */
    readonly type: string;
    /** What it is called. */
    readonly label?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** What to fill in. */
    readonly help?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** Whether it may be left out. */
    readonly optional: boolean;
    /** Whether it is a secret, which must not stand in a URL. */
    readonly sensitive: boolean;
  }>>;
}

/** meta=authmanagerinfo: What a client has to ask of a user for logging in, creating an account and the like. */
export interface OldMetaAuthmanagerinfo {
  /** Whether the user can log in with a password in this session. */
  readonly canauthenticatenow?: '';
  /** Whether accounts can be made. */
  readonly cancreateaccounts?: '';
  /** Whether accounts of other sites can be tied to those of the wiki. */
  readonly canlinkaccounts?: '';
  /** `ok`, `reauth`: log in again first, or `fail`: logging in is not possible. */
  readonly securitysensitiveoperationstatus?: string;
  /** Whether something is kept of an attempt to log in that failed. */
  readonly haspreservedstate?: '';
  /** Whether who the user is is kept, too. */
  readonly hasprimarypreservedstate?: '';
  /** The name that is kept. */
  readonly preservedusername?: string;
  /** The forms that have to be filled in. */
  readonly requests?: readonly {
    /** What the request is called in `requests` of an action. */
    readonly id: string;
    /** What more there is to know, by kind of request. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** `required`, `primary-required`: one of these, or `optional`. */
    readonly required: string;
    /** What asks for it. */
    readonly provider?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** Which account it is about. */
    readonly account?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** What has to be filled in, by the name of the parameter. */
    readonly fields?: Readonly<Record<string, {
      /** What kind it is of. */
      readonly type: string;
      /** What it is called. */
      readonly label?: string | {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
      };
      /** What to fill in. */
      readonly help?: string | {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
      };
      /** Whether it may be left out. */
      readonly optional?: '';
      /** Whether it is a secret, which must not stand in a URL. */
      readonly sensitive?: '';
    }>>;
  }[];
  /** What has to be filled in, by the name of the parameter. */
  readonly fields?: Readonly<Record<string, {
    /** What kind it is of. */
    readonly type: string;
    /** What it is called. */
    readonly label?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** What to fill in. */
    readonly help?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** Whether it may be left out. */
    readonly optional?: '';
    /** Whether it is a secret, which must not stand in a URL. */
    readonly sensitive?: '';
  }>>;
}

/** list=backlinks: Find all pages that link to the given page. */
export interface ListBacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=backlinks: Find all pages that link to the given page. */
export interface OldListBacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** list=blocks: List all blocks of accounts and addresses. */
export interface ListBlocks {}

export interface ListBlocksParts {
  readonly id: {
    /** The number of it. */
    readonly id: number;
  };
  readonly user: {
    /** Who is blocked: an account, an address or a range. */
    readonly user?: string;
  };
  readonly userid: {
    /** The id of the blocked account; 0 without one. */
    readonly userid?: number;
  };
  readonly by: {
    /** Who blocked. */
    readonly by?: string;
  };
  readonly byid: {
    /** The id of the account that blocked. */
    readonly byid?: number;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry: string | 'infinity';
    /** How long it lasts, in the language of the reader. */
    readonly 'duration-l10n'?: string;
  };
  readonly reason: {
    /** Why. */
    readonly reason: string;
  };
  readonly parsedreason: {
    /** Why, in HTML. */
    readonly parsedreason: string;
  };
  readonly range: {
    /** The first address, in hexadecimal digits. */
    readonly rangestart?: string;
    /** The last address, in hexadecimal digits. */
    readonly rangeend?: string;
  };
  readonly flags: {
    /** Whether it came from the block of an account. */
    readonly automatic: boolean;
    /** Whether accounts are exempt from it. */
    readonly anononly: boolean;
    /** Whether the blocked may not create accounts. */
    readonly nocreate: boolean;
    /** Whether addresses of the account are blocked, too. */
    readonly autoblock: boolean;
    /** Whether the blocked may not send mails. */
    readonly noemail: boolean;
    /** Whether it is hidden. */
    readonly hidden: boolean;
    /** Whether the blocked may edit their talk page. */
    readonly allowusertalk: boolean;
    /** Whether it keeps from some pages or namespaces only. */
    readonly partial: boolean;
  };
  readonly restrictions: {
    /** What a partial block keeps from. */
    readonly restrictions: {
      /** Pages. */
      readonly pages?: readonly {
        /** The number of it. */
        readonly id: number;
        /** The number of the namespace. */
        readonly ns?: number;
        /** The title, with its namespace. */
        readonly title?: string;
      }[];
      /** Numbers of namespaces. */
      readonly namespaces?: readonly number[];
      /** Actions; false where nobody knows the name. */
      readonly actions?: readonly (string | false)[];
    } | readonly never[];
  };
}

/** list=blocks: List all blocks of accounts and addresses. */
export interface OldListBlocks {}

export interface OldListBlocksParts {
  readonly id: {
    /** The number of it. */
    readonly id: number;
  };
  readonly user: {
    /** Who is blocked: an account, an address or a range. */
    readonly user?: string;
  };
  readonly userid: {
    /** The id of the blocked account; 0 without one. */
    readonly userid?: number;
  };
  readonly by: {
    /** Who blocked. */
    readonly by?: string;
  };
  readonly byid: {
    /** The id of the account that blocked. */
    readonly byid?: number;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry: string | 'infinity';
    /** How long it lasts, in the language of the reader. */
    readonly 'duration-l10n'?: string;
  };
  readonly reason: {
    /** Why. */
    readonly reason: string;
  };
  readonly parsedreason: {
    /** Why, in HTML. */
    readonly parsedreason: string;
  };
  readonly range: {
    /** The first address, in hexadecimal digits. */
    readonly rangestart?: string;
    /** The last address, in hexadecimal digits. */
    readonly rangeend?: string;
  };
  readonly flags: {
    /** Whether it came from the block of an account. */
    readonly automatic?: '';
    /** Whether accounts are exempt from it. */
    readonly anononly?: '';
    /** Whether the blocked may not create accounts. */
    readonly nocreate?: '';
    /** Whether addresses of the account are blocked, too. */
    readonly autoblock?: '';
    /** Whether the blocked may not send mails. */
    readonly noemail?: '';
    /** Whether it is hidden. */
    readonly hidden?: '';
    /** Whether the blocked may edit their talk page. */
    readonly allowusertalk?: '';
    /** Whether it keeps from some pages or namespaces only. */
    readonly partial?: '';
  };
  readonly restrictions: {
    /** What a partial block keeps from. */
    readonly restrictions: {
      /** Pages. */
      readonly pages?: readonly {
        /** The number of it. */
        readonly id: number;
        /** The number of the namespace. */
        readonly ns?: number;
        /** The title, with its namespace. */
        readonly title?: string;
      }[];
      /** Numbers of namespaces. */
      readonly namespaces?: readonly number[];
      /** Actions; false where nobody knows the name. */
      readonly actions?: readonly string[];
    } | readonly never[];
  };
}

/** prop=categories: List all categories the pages belong to. */
export interface PropCategories {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface PropCategoriesParts {
  readonly sortkey: {
    /** What it is sorted by, in hexadecimal digits. */
    readonly sortkey: string;
    /** What the page itself says to be sorted by. */
    readonly sortkeyprefix: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is hidden. */
    readonly hidden: boolean;
  };
}

/** prop=categories: List all categories the pages belong to. */
export interface OldPropCategories {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface OldPropCategoriesParts {
  readonly sortkey: {
    /** What it is sorted by, in hexadecimal digits. */
    readonly sortkey: string;
    /** What the page itself says to be sorted by. */
    readonly sortkeyprefix: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is hidden. */
    readonly hidden?: '';
  };
}

/** prop=categoryinfo: How many members the given categories have. */
export interface PropCategoryinfo {
  /** How many members it has. */
  readonly size: number;
  /** How many of them are neither files nor categories. */
  readonly pages: number;
  /** How many files are in it. */
  readonly files: number;
  /** How many categories are in it. */
  readonly subcats: number;
  /** Whether it is hidden. */
  readonly hidden: boolean;
}

/** prop=categoryinfo: How many members the given categories have. */
export interface OldPropCategoryinfo {
  /** How many members it has. */
  readonly size: number;
  /** How many of them are neither files nor categories. */
  readonly pages: number;
  /** How many files are in it. */
  readonly files: number;
  /** How many categories are in it. */
  readonly subcats: number;
  /** Whether it is hidden. */
  readonly hidden?: '';
}

/** list=categorymembers: List all pages in a given category. */
export interface ListCategorymembers {}

export interface ListCategorymembersParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly sortkey: {
    /** What it is sorted by, in hexadecimal digits. */
    readonly sortkey: string;
  };
  readonly sortkeyprefix: {
    /** What the page itself says to be sorted by. */
    readonly sortkeyprefix: string;
  };
  readonly type: {
    /** What kind it is of. */
    readonly type: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
}

/** list=categorymembers: List all pages in a given category. */
export interface OldListCategorymembers {}

export interface OldListCategorymembersParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly sortkey: {
    /** What it is sorted by, in hexadecimal digits. */
    readonly sortkey: string;
  };
  readonly sortkeyprefix: {
    /** What the page itself says to be sorted by. */
    readonly sortkeyprefix: string;
  };
  readonly type: {
    /** What kind it is of. */
    readonly type: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
}

/** list=codexicons: Get icons of Codex, the design system of Wikimedia. */
export type ListCodexicons = Readonly<Record<string, string | {
  /** The path in text from left to right. */
  readonly ltr?: string;
  /** The path in text from right to left. */
  readonly rtl?: string;
  /** Whether it is mirrored in text from right to left. */
  readonly shouldFlip?: boolean;
  /** Languages in which it is not mirrored. */
  readonly shouldFlipExceptions?: readonly string[];
  /** The path by language. */
  readonly langCodeMap?: Readonly<Record<string, string>>;
  /** The path in other languages and directions. */
  readonly default?: string;
}>>;

/** list=codexicons: Get icons of Codex, the design system of Wikimedia. */
export type OldListCodexicons = Readonly<Record<string, string | {
  /** The path in text from left to right. */
  readonly ltr?: string;
  /** The path in text from right to left. */
  readonly rtl?: string;
  /** Whether it is mirrored in text from right to left. */
  readonly shouldFlip?: '';
  /** Languages in which it is not mirrored. */
  readonly shouldFlipExceptions?: readonly string[];
  /** The path by language. */
  readonly langCodeMap?: Readonly<Record<string, string>> | readonly never[];
  /** The path in other languages and directions. */
  readonly default?: string;
}>>;

/** list=configuredpages: List pages of which is set who may review them, or which version is shown. */
export interface ListConfiguredpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly last_revid: number;
  /** The reviewed version that is newest; 0 where none is. */
  readonly stable_revid: number;
  /** 1 where readers get the reviewed version. */
  readonly stable_is_default: number;
  /** The right that an edit needs to be reviewed at once. */
  readonly autoreview: string | null;
  /** When these settings end. */
  readonly expiry: string;
}

/** list=configuredpages: List pages of which is set who may review them, or which version is shown. */
export interface OldListConfiguredpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly last_revid: number;
  /** The reviewed version that is newest; 0 where none is. */
  readonly stable_revid: number;
  /** 1 where readers get the reviewed version. */
  readonly stable_is_default: number;
  /** The right that an edit needs to be reviewed at once. */
  readonly autoreview: string | null;
  /** When these settings end. */
  readonly expiry: string;
}

/** prop=contributors: List the accounts that contributed to a page, and count the contributors without account. */
export interface PropContributors {
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** The name. */
  readonly name: string;
}

export interface PropContributorsBeside {
  /** How many contributors had no account. */
  readonly anoncontributors?: number;
}

/** prop=contributors: List the accounts that contributed to a page, and count the contributors without account. */
export interface OldPropContributors {
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** The name. */
  readonly name: string;
}

export interface OldPropContributorsBeside {
  /** How many contributors had no account. */
  readonly anoncontributors?: number;
}

/** prop=coordinates: Get the coordinates of the given pages. */
export interface PropCoordinates {
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Whether the page is about it, rather than mentioning it. */
  readonly primary: boolean;
  /** What kind of thing is there. */
  readonly type?: string;
  /** What is there. */
  readonly name?: string;
  /** How large it is, in metres. */
  readonly dim?: number | string;
  /** The code of the country. */
  readonly country?: string;
  /** The code of the part of the country. */
  readonly region?: string;
  /** The celestial body. */
  readonly globe?: string;
  /** How far away it is, in metres. */
  readonly dist?: number;
}

/** prop=coordinates: Get the coordinates of the given pages. */
export interface OldPropCoordinates {
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Whether the page is about it, rather than mentioning it. */
  readonly primary?: '';
  /** What kind of thing is there. */
  readonly type?: string;
  /** What is there. */
  readonly name?: string;
  /** How large it is, in metres. */
  readonly dim?: number | string;
  /** The code of the country. */
  readonly country?: string;
  /** The code of the part of the country. */
  readonly region?: string;
  /** The celestial body. */
  readonly globe?: string;
  /** How far away it is, in metres. */
  readonly dist?: number;
}

/** prop=deletedrevisions: Get the deleted revisions of pages, or deleted revisions by id. */
export interface PropDeletedrevisions {
  /** What is of single slots, by role. */
  readonly slots?: Readonly<Record<string, {
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text is hidden. */
    readonly texthidden?: true;
    /** The text cannot be found. */
    readonly textmissing?: true;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly content?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: true;
  /** The text is hidden. */
  readonly texthidden?: true;
  /** The text cannot be found. */
  readonly textmissing?: true;
  /** The difference to another revision or text. */
  readonly diff?: {
    /** What was given, or the older side. */
    readonly from?: number | false;
    /** What it became, or the newer side. */
    readonly to?: number;
    /** The difference was not made, since that takes long. */
    readonly notcached?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** The difference, as rows of an HTML table. */
    readonly body?: string | false;
  };
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface PropDeletedrevisionsParts {
  readonly ids: {
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was a small change. */
    readonly minor?: boolean;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** What kind of content it is. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text itself. */
    readonly content?: string;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** The names of its slots. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: true;
  };
}

/** prop=deletedrevisions: Get the deleted revisions of pages, or deleted revisions by id. */
export interface OldPropDeletedrevisions {
  /** What is of single slots, by role. */
  readonly slots?: Readonly<Record<string, {
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text is hidden. */
    readonly texthidden?: '';
    /** The text cannot be found. */
    readonly textmissing?: '';
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly '*'?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: '';
  /** The text is hidden. */
  readonly texthidden?: '';
  /** The text cannot be found. */
  readonly textmissing?: '';
  /** The difference to another revision or text. */
  readonly diff?: {
    /** What was given, or the older side. */
    readonly from?: number;
    /** What it became, or the newer side. */
    readonly to?: number;
    /** The difference was not made, since that takes long. */
    readonly notcached?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** The difference, as rows of an HTML table. */
    readonly '*'?: string;
  };
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldPropDeletedrevisionsParts {
  readonly ids: {
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was a small change. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** What kind of content it is. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text itself. */
    readonly '*'?: string;
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** The names of its slots. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: '';
  };
}

/** list=deletedrevs: List deleted revisions of titles, of a user, or of a namespace. */
export interface ListDeletedrevs {
  /** Its revisions. */
  readonly revisions: readonly {
    /** When it was. */
    readonly timestamp: string;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** Whether it was a small change. */
    readonly minor?: boolean;
    /** Bytes of the text. */
    readonly len?: string | null;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** The text is hidden. */
    readonly texthidden?: true;
    /** The text. */
    readonly text?: string;
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** It is hidden from administrators, too. */
    readonly suppressed?: true;
  }[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** A token for what changes something. */
  readonly token?: string;
}

/** list=deletedrevs: List deleted revisions of titles, of a user, or of a namespace. */
export interface OldListDeletedrevs {
  /** Its revisions. */
  readonly revisions: readonly {
    /** When it was. */
    readonly timestamp: string;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
    /** Whether it was a small change. */
    readonly minor?: '';
    /** Bytes of the text. */
    readonly len?: string | null;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** The text is hidden. */
    readonly texthidden?: '';
    /** The text. */
    readonly '*'?: string;
    /** Tags of the change. */
    readonly tags?: readonly string[];
    /** It is hidden from administrators, too. */
    readonly suppressed?: '';
  }[];
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** A token for what changes something. */
  readonly token?: string;
}

/** prop=description: Get a short description of each page, in the language of the wiki. */
export interface PropDescription {
  /** What the page is about. */
  readonly description: string;
  /** Who says so: the page itself. */
  readonly descriptionsource?: 'local';
}

/** prop=description: Get a short description of each page, in the language of the wiki. */
export interface OldPropDescription {
  /** What the page is about. */
  readonly description: string;
  /** Who says so: the page itself. */
  readonly descriptionsource?: 'local';
}

/** prop=duplicatefiles: List all files with the same content as the given files, by their hashes. */
export interface PropDuplicatefiles {
  /** The name. */
  readonly name: string;
  /** When it was. */
  readonly timestamp: string;
  /** Whether it is of a shared repository. */
  readonly shared: boolean;
  /** Who did it. */
  readonly user?: string;
}

/** prop=duplicatefiles: List all files with the same content as the given files, by their hashes. */
export interface OldPropDuplicatefiles {
  /** The name. */
  readonly name: string;
  /** When it was. */
  readonly timestamp: string;
  /** Whether it is of a shared repository. */
  readonly shared?: '';
  /** Who did it. */
  readonly user?: string;
}

/** list=embeddedin: Find all pages that transclude the given page. */
export interface ListEmbeddedin {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=embeddedin: Find all pages that transclude the given page. */
export interface OldListEmbeddedin {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** prop=extlinks: Returns all external URLs (not interwikis) from the given pages. */
export interface PropExtlinks {
  /** The address. */
  readonly url: string;
}

/** prop=extlinks: Returns all external URLs (not interwikis) from the given pages. */
export interface OldPropExtlinks {
  /** The address. */
  readonly '*': string;
}

/** prop=extracts: Get plain-text or limited HTML extracts of the given pages. */
export interface PropExtracts {
  /** The beginning of the page, as text or as limited HTML. */
  readonly extract: string;
}

/** prop=extracts: Get plain-text or limited HTML extracts of the given pages. */
export interface OldPropExtracts {
  /** The beginning of the page, as text or as limited HTML. */
  readonly extract: string;
}

/** list=exturlusage: Enumerate pages that contain a given URL. */
export interface ListExturlusage {}

export interface ListExturlusageParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly url: {
    /** The address. */
    readonly url: string;
  };
}

/** list=exturlusage: Enumerate pages that contain a given URL. */
export interface OldListExturlusage {}

export interface OldListExturlusageParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly url: {
    /** The address. */
    readonly url: string;
  };
}

/** list=filearchive: Enumerate all deleted files sequentially. */
export interface ListFilearchive {
  /** The number of it. */
  readonly id: number;
  /** The name. */
  readonly name: string;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** There is no such file. */
  readonly filemissing?: true;
  /** The file is hidden. */
  readonly filehidden?: true;
  /** The comment is hidden. */
  readonly commenthidden?: true;
  /** Who did it is hidden. */
  readonly userhidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface ListFilearchiveParts {
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Who did it. */
    readonly user?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: string;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: string;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly description: {
    /** The comment of the upload. */
    readonly description?: string;
  };
  readonly parseddescription: {
    /** The comment of the upload in HTML. */
    readonly parseddescription?: string;
    /** The comment of the upload. */
    readonly description?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: string;
  };
  readonly archivename: {
    /** The name of the file of an old version. */
    readonly archivename?: string;
  };
}

/** list=filearchive: Enumerate all deleted files sequentially. */
export interface OldListFilearchive {
  /** The number of it. */
  readonly id: number;
  /** The name. */
  readonly name: string;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** There is no such file. */
  readonly filemissing?: '';
  /** The file is hidden. */
  readonly filehidden?: '';
  /** The comment is hidden. */
  readonly commenthidden?: '';
  /** Who did it is hidden. */
  readonly userhidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldListFilearchiveParts {
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** Who did it. */
    readonly user?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: string;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: string;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly description: {
    /** The comment of the upload. */
    readonly description?: string;
  };
  readonly parseddescription: {
    /** The comment of the upload in HTML. */
    readonly parseddescription?: string;
    /** The comment of the upload. */
    readonly description?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: string;
  };
  readonly archivename: {
    /** The name of the file of an old version. */
    readonly archivename?: string;
  };
}

/** meta=filerepoinfo: Describes the repositories that hold the files of the wiki. */
export interface MetaFilerepoinfo {}

export interface MetaFilerepoinfoParts {
  readonly repos: {
    /** Where files come from. */
    readonly repos: readonly {
      /** What the wiki calls it. */
      readonly name?: string;
      /** The name as readers see it. */
      readonly displayname?: string;
      /** The address of its files. */
      readonly rootUrl?: string;
      /** Whether it is that of the wiki itself. */
      readonly local?: boolean;
      /** The address of its files that are shown. */
      readonly url?: string;
      /** The address of its thumbnails. */
      readonly thumbUrl?: string;
      /** Whether names of its files begin with a capital. */
      readonly initialCapital?: boolean;
      /** What the addresses of the pages of its files begin with. */
      readonly descBaseUrl?: string;
      /** Where its wiki has its scripts. */
      readonly scriptDirUrl?: string;
      /** The address of a page of its wiki, with `$1` for the title. */
      readonly articleUrl?: string;
      /** Whether the pages of its files are shown here. */
      readonly fetchDescription?: boolean;
      /** Seconds for which such a page is kept. */
      readonly descriptionCacheExpiry?: number;
      /** The address of its icon. */
      readonly favicon?: string;
      /** Whether the reader may upload to it. */
      readonly canUpload?: boolean;
      readonly [name: string]: unknown;
    }[];
  };
}

/** meta=filerepoinfo: Describes the repositories that hold the files of the wiki. */
export interface OldMetaFilerepoinfo {}

export interface OldMetaFilerepoinfoParts {
  readonly repos: {
    /** Where files come from. */
    readonly repos: readonly {
      /** What the wiki calls it. */
      readonly name?: string;
      /** The name as readers see it. */
      readonly displayname?: string;
      /** The address of its files. */
      readonly rootUrl?: string;
      /** Whether it is that of the wiki itself. */
      readonly local?: '';
      /** The address of its files that are shown. */
      readonly url?: string;
      /** The address of its thumbnails. */
      readonly thumbUrl?: string;
      /** Whether names of its files begin with a capital. */
      readonly initialCapital?: '';
      /** What the addresses of the pages of its files begin with. */
      readonly descBaseUrl?: string;
      /** Where its wiki has its scripts. */
      readonly scriptDirUrl?: string;
      /** The address of a page of its wiki, with `$1` for the title. */
      readonly articleUrl?: string;
      /** Whether the pages of its files are shown here. */
      readonly fetchDescription?: '';
      /** Seconds for which such a page is kept. */
      readonly descriptionCacheExpiry?: number;
      /** The address of its icon. */
      readonly favicon?: string;
      /** Whether the reader may upload to it. */
      readonly canUpload?: '';
      readonly [name: string]: unknown;
    }[];
  };
}

/** prop=fileusage: Find all pages that use the given files. */
export interface PropFileusage {}

export interface PropFileusageParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=fileusage: Find all pages that use the given files. */
export interface OldPropFileusage {}

export interface OldPropFileusageParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** prop=flagged: Get which versions of pages are reviewed. */
export interface PropFlagged {
  /** The reviewed version that is newest. */
  readonly stable_revid?: number;
  /** How well it is reviewed. */
  readonly level?: number;
  /** The name of that level. */
  readonly level_text?: 'stable';
  /** Since when newer versions wait for a review. */
  readonly pending_since?: string;
  /** The right that an edit needs to be reviewed at once. */
  readonly protection_level?: string | null;
  /** When that ends. */
  readonly protection_expiry?: string;
}

/** prop=flagged: Get which versions of pages are reviewed. */
export interface OldPropFlagged {
  /** The reviewed version that is newest. */
  readonly stable_revid?: number;
  /** How well it is reviewed. */
  readonly level?: number;
  /** The name of that level. */
  readonly level_text?: 'stable';
  /** Since when newer versions wait for a review. */
  readonly pending_since?: string;
  /** The right that an edit needs to be reviewed at once. */
  readonly protection_level?: string | null;
  /** When that ends. */
  readonly protection_expiry?: string;
}

/** list=geosearch: List the pages about what is near a place, the nearest first. */
export interface ListGeosearch {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** How far away it is, in metres. */
  readonly dist: number;
  /** Whether the page is about it, rather than mentioning it. */
  readonly primary: boolean;
  /** What kind of thing is there. */
  readonly type?: string;
  /** What is there. */
  readonly name?: string;
  /** How large it is, in metres. */
  readonly dim?: number | string;
  /** The code of the country. */
  readonly country?: string;
  /** The code of the part of the country. */
  readonly region?: string;
  /** The celestial body. */
  readonly globe?: string;
}

/** list=geosearch: List the pages about what is near a place, the nearest first. */
export interface OldListGeosearch {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** How far away it is, in metres. */
  readonly dist: number;
  /** Whether the page is about it, rather than mentioning it. */
  readonly primary?: '';
  /** What kind of thing is there. */
  readonly type?: string;
  /** What is there. */
  readonly name?: string;
  /** How large it is, in metres. */
  readonly dim?: number | string;
  /** The code of the country. */
  readonly country?: string;
  /** The code of the part of the country. */
  readonly region?: string;
  /** The celestial body. */
  readonly globe?: string;
}

/** list=globalallusers: List the accounts that all wikis have in common. */
export interface ListGlobalallusers {
  /** The id that the account has on all wikis. */
  readonly id: number;
  /** The name of the account. */
  readonly name: string;
  /** Its global groups. */
  readonly groups?: readonly string[];
  /** There where this wiki has the account. */
  readonly existslocally?: '';
  /** There where nobody can log in with it. */
  readonly locked?: '';
}

/** list=globalallusers: List the accounts that all wikis have in common. */
export interface OldListGlobalallusers {
  /** The id that the account has on all wikis. */
  readonly id: number;
  /** The name of the account. */
  readonly name: string;
  /** Its global groups. */
  readonly groups?: readonly string[];
  /** There where this wiki has the account. */
  readonly existslocally?: '';
  /** There where nobody can log in with it. */
  readonly locked?: '';
}

/** prop=globalusage: Get which pages of which wikis use a file. */
export interface PropGlobalusage {
  /** The page, with the name that its namespace has there. */
  readonly title: string;
  /** The host of the wiki, or its id. */
  readonly wiki: string;
  /** The address of the page. */
  readonly url?: string;
  /** The id of the page there. */
  readonly pageid?: number;
  /** The namespace of the page there. */
  readonly ns?: number;
}

/** prop=globalusage: Get which pages of which wikis use a file. */
export interface OldPropGlobalusage {
  /** The page, with the name that its namespace has there. */
  readonly title: string;
  /** The host of the wiki, or its id. */
  readonly wiki: string;
  /** The address of the page. */
  readonly url?: string;
  /** The id of the page there. */
  readonly pageid?: number;
  /** The namespace of the page there. */
  readonly ns?: number;
}

/** meta=globaluserinfo: Get information about an account that wikis have in common. */
export interface MetaGlobaluserinfo {
  /** The id of the wiki where it began. */
  readonly home?: string | null;
  /** The id that it has on all wikis. */
  readonly id?: number;
  /** When it was made. */
  readonly registration?: string;
  /** Its name. */
  readonly name?: string;
  /** Nobody can log in with it. */
  readonly locked?: true;
  /** It is shown in no list. */
  readonly hidden?: true;
  /** There is no such account. */
  readonly missing?: true;
}

export interface MetaGlobaluserinfoParts {
  readonly groups: {
    /** Its global groups. */
    readonly groups?: readonly string[];
  };
  readonly rights: {
    /** What these let it do on this wiki. */
    readonly rights?: readonly string[];
  };
  readonly merged: {
    /** The accounts of wikis that it is made of. */
    readonly merged?: readonly {
      /** The id of the wiki. */
      readonly wiki: string;
      /** The server of the wiki. */
      readonly url?: string;
      /** The id that the account has there. */
      readonly id?: number;
      /** When it was merged. */
      readonly timestamp: string;
      /** How it was found to belong to the same person. */
      readonly method: string | null;
      /** How many edits it made there. */
      readonly editcount?: number;
      /** When it was made. */
      readonly registration?: string;
      /** Its groups there. */
      readonly groups?: readonly string[];
      /** There while it is blocked there. */
      readonly blocked?: {
        /** When the block ends. */
        readonly expiry: string | 'infinity';
        /** Why. */
        readonly reason: string;
      };
    }[];
  };
  readonly unattached: {
    /** Accounts of wikis that have the name and are not merged. */
    readonly unattached?: readonly {
      /** The id of the wiki. */
      readonly wiki: string;
      /** How many edits it made there. */
      readonly editcount: number | string;
      /** When it was made. */
      readonly registration: string;
      /** Its groups there. */
      readonly groups?: readonly string[];
      /** There while it is blocked there. */
      readonly blocked?: {
        /** When the block ends. */
        readonly expiry: string | 'infinity';
        /** Why. */
        readonly reason: string;
      };
    }[];
  };
  readonly editcount: {
    /** How many edits it made on all wikis. */
    readonly editcount?: number;
  };
}

/** meta=globaluserinfo: Get information about an account that wikis have in common. */
export interface OldMetaGlobaluserinfo {
  /** The id of the wiki where it began. */
  readonly home?: string | null;
  /** The id that it has on all wikis. */
  readonly id?: number;
  /** When it was made. */
  readonly registration?: string;
  /** Its name. */
  readonly name?: string;
  /** Nobody can log in with it. */
  readonly locked?: '';
  /** It is shown in no list. */
  readonly hidden?: '';
  /** There is no such account. */
  readonly missing?: '';
}

export interface OldMetaGlobaluserinfoParts {
  readonly groups: {
    /** Its global groups. */
    readonly groups?: readonly string[];
  };
  readonly rights: {
    /** What these let it do on this wiki. */
    readonly rights?: readonly string[];
  };
  readonly merged: {
    /** The accounts of wikis that it is made of. */
    readonly merged?: readonly {
      /** The id of the wiki. */
      readonly wiki: string;
      /** The server of the wiki. */
      readonly url?: string;
      /** The id that the account has there. */
      readonly id?: number;
      /** When it was merged. */
      readonly timestamp: string;
      /** How it was found to belong to the same person. */
      readonly method: string | null;
      /** How many edits it made there. */
      readonly editcount?: number;
      /** When it was made. */
      readonly registration?: string;
      /** Its groups there. */
      readonly groups?: readonly string[];
      /** There while it is blocked there. */
      readonly blocked?: {
        /** When the block ends. */
        readonly expiry: string | 'infinity';
        /** Why. */
        readonly reason: string;
      };
    }[];
  };
  readonly unattached: {
    /** Accounts of wikis that have the name and are not merged. */
    readonly unattached?: readonly {
      /** The id of the wiki. */
      readonly wiki: string;
      /** How many edits it made there. */
      readonly editcount: number | string;
      /** When it was made. */
      readonly registration: string;
      /** Its groups there. */
      readonly groups?: readonly string[];
      /** There while it is blocked there. */
      readonly blocked?: {
        /** When the block ends. */
        readonly expiry: string | 'infinity';
        /** Why. */
        readonly reason: string;
      };
    }[];
  };
  readonly editcount: {
    /** How many edits it made on all wikis. */
    readonly editcount?: number;
  };
}

/** prop=imageinfo: Get information about files and their versions. */
export interface PropImageinfo {
  /** The file is hidden. */
  readonly filehidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
  /** There is no such file. */
  readonly filemissing?: true;
}

export interface PropImageinfoParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** The media type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly archivename: {
    /** The name of the file of an old version. */
    readonly archivename?: string;
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly uploadwarning: {
    /** What the upload form says of the file, in HTML. */
    readonly html?: string;
  };
  readonly badfile: {};
}

export interface PropImageinfoBeside {
  /** Where the file is from: `local`, `shared`, or nothing. */
  readonly imagerepository?: string;
  /** Whether the file is not to be shown in pages. */
  readonly badfile?: boolean;
}

/** prop=imageinfo: Get information about files and their versions. */
export interface OldPropImageinfo {
  /** The file is hidden. */
  readonly filehidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
  /** There is no such file. */
  readonly filemissing?: '';
}

export interface OldPropImageinfoParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** The media type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly mediatype: {
    /** What kind of media it is. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly archivename: {
    /** The name of the file of an old version. */
    readonly archivename?: string;
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly uploadwarning: {
    /** What the upload form says of the file, in HTML. */
    readonly html?: string;
  };
  readonly badfile: {};
}

export interface OldPropImageinfoBeside {
  /** Where the file is from: `local`, `shared`, or nothing. */
  readonly imagerepository?: string;
  /** Whether the file is not to be shown in pages. */
  readonly badfile?: '';
}

/** prop=images: Returns all files that are used on the given pages. */
export interface PropImages {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** prop=images: Returns all files that are used on the given pages. */
export interface OldPropImages {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** list=imageusage: Find all pages that use the given file. */
export interface ListImageusage {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=imageusage: Find all pages that use the given file. */
export interface OldListImageusage {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link by way of this redirect. */
  readonly redirlinks?: readonly {
    /** The id of the page. */
    readonly pageid: number;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** prop=info: Basic facts about pages, their protection, and what the reader may do with them. */
export interface PropInfo {
  /** What kind of content it is. */
  readonly contentmodel: string;
  /** The language of the page. */
  readonly pagelanguage: string;
  /** Its standard code. */
  readonly pagelanguagehtmlcode: string;
  /** Its direction: `ltr` or `rtl`. */
  readonly pagelanguagedir: string;
  /** When the page last looked different. */
  readonly touched?: string;
  /** The id of the current revision. */
  readonly lastrevid?: number;
  /** Bytes of the text. */
  readonly length?: number;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Whether it made the page. */
  readonly new?: true;
  /** Whether the reader may do it, or why not, by action. */
  readonly actions?: Readonly<Record<string, boolean | readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly text?: string;
    /** What it says, in HTML. */
    readonly html?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
  }[]>>;
  /** Whether it would make a temporary account, by action. */
  readonly wouldautocreate?: Readonly<Record<string, boolean>>;
}

export interface PropInfoParts {
  readonly protection: {
    /** What only some may do with the page. */
    readonly protection: readonly {
      /** What kind it is of. */
      readonly type: string;
      /** Who may do it. */
      readonly level: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string | 'infinity';
      /** It protects what the page includes, too. */
      readonly cascade?: true;
      /** Where it comes from. */
      readonly source?: string;
    }[];
    /** What the page can be protected from. */
    readonly restrictiontypes: readonly string[];
  };
  readonly watched: {
    /** Whether the reader watches the page. */
    readonly watched: boolean;
    /** Until when. */
    readonly watchlistexpiry?: string;
  };
  readonly watchers: {
    /** How many watch the page. */
    readonly watchers?: number;
  };
  readonly visitingwatchers: {
    /** How many of those who watch the page have seen its last changes. */
    readonly visitingwatchers?: number;
  };
  readonly notificationtimestamp: {
    /** Since when the page has changes that were not seen. */
    readonly notificationtimestamp: string;
  };
  readonly talkid: {
    /** The id of the talk page. */
    readonly talkid?: number;
  };
  readonly subjectid: {
    /** The id of the page that is talked about. */
    readonly subjectid?: number;
  };
  readonly associatedpage: {
    /** The talk page, or of a talk page the page. */
    readonly associatedpage?: string;
  };
  readonly url: {
    /** The address of the page. */
    readonly fullurl: string;
    /** The address of the edit form. */
    readonly editurl: string;
    /** The address of the page that others are to cite. */
    readonly canonicalurl: string;
  };
  readonly readable: {
    /** Whether the reader may read it. */
    readonly readable: boolean;
  };
  readonly preload: {
    /** The text with which a new page begins. */
    readonly preload: string | null;
  };
  readonly preloadcontent: {
    /** The content with which a new page begins. */
    readonly preloadcontent?: {
      /** What kind of content it is. */
      readonly contentmodel: string;
      /** The form in which the text is written. */
      readonly contentformat: string;
      /** The text itself. */
      readonly content: string;
    };
    /** Whether that is what new pages begin with anyway. */
    readonly preloadisdefault?: boolean;
  };
  readonly editintro: {
    /** What is to be read before editing, in HTML, by the key of the message. */
    readonly editintro: Readonly<Record<string, string>>;
  };
  readonly displaytitle: {
    /** The title as the page shows it, in HTML. */
    readonly displaytitle: string;
  };
  readonly varianttitles: {
    /** The title in each variant of the language. */
    readonly varianttitles?: Readonly<Record<string, string>>;
  };
  readonly linkclasses: {
    /** Classes of links to the page. */
    readonly linkclasses?: readonly string[];
  };
}

/** prop=info: Basic facts about pages, their protection, and what the reader may do with them. */
export interface OldPropInfo {
  /** What kind of content it is. */
  readonly contentmodel: string;
  /** The language of the page. */
  readonly pagelanguage: string;
  /** Its standard code. */
  readonly pagelanguagehtmlcode: string;
  /** Its direction: `ltr` or `rtl`. */
  readonly pagelanguagedir: string;
  /** When the page last looked different. */
  readonly touched?: string;
  /** The id of the current revision. */
  readonly lastrevid?: number;
  /** Bytes of the text. */
  readonly length?: number;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Whether it made the page. */
  readonly new?: '';
  /** Whether the reader may do it, or why not, by action. */
  readonly actions?: Readonly<Record<string, '' | readonly {
    /** What it is, for programs. */
    readonly code: string;
    /** What it says, in plain text or wikitext. */
    readonly '*'?: string;
    /** The key of the interface message. */
    readonly key?: string;
    /** The parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** What more there is to know, by code. */
    readonly data?: unknown;
  }[]>> | readonly never[];
  /** Whether it would make a temporary account, by action. */
  readonly wouldautocreate?: Readonly<Record<string, ''>> | readonly never[];
}

export interface OldPropInfoParts {
  readonly protection: {
    /** What only some may do with the page. */
    readonly protection: readonly {
      /** What kind it is of. */
      readonly type: string;
      /** Who may do it. */
      readonly level: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string | 'infinity';
      /** It protects what the page includes, too. */
      readonly cascade?: '';
      /** Where it comes from. */
      readonly source?: string;
    }[];
    /** What the page can be protected from. */
    readonly restrictiontypes: readonly string[];
  };
  readonly watched: {
    /** Whether the reader watches the page. */
    readonly watched?: '';
    /** Until when. */
    readonly watchlistexpiry?: string;
  };
  readonly watchers: {
    /** How many watch the page. */
    readonly watchers?: number;
  };
  readonly visitingwatchers: {
    /** How many of those who watch the page have seen its last changes. */
    readonly visitingwatchers?: number;
  };
  readonly notificationtimestamp: {
    /** Since when the page has changes that were not seen. */
    readonly notificationtimestamp: string;
  };
  readonly talkid: {
    /** The id of the talk page. */
    readonly talkid?: number;
  };
  readonly subjectid: {
    /** The id of the page that is talked about. */
    readonly subjectid?: number;
  };
  readonly associatedpage: {
    /** The talk page, or of a talk page the page. */
    readonly associatedpage?: string;
  };
  readonly url: {
    /** The address of the page. */
    readonly fullurl: string;
    /** The address of the edit form. */
    readonly editurl: string;
    /** The address of the page that others are to cite. */
    readonly canonicalurl: string;
  };
  readonly readable: {
    /** Whether the reader may read it. */
    readonly readable?: '';
  };
  readonly preload: {
    /** The text with which a new page begins. */
    readonly preload: string | null;
  };
  readonly preloadcontent: {
    /** The content with which a new page begins. */
    readonly preloadcontent?: {
      /** What kind of content it is. */
      readonly contentmodel: string;
      /** The form in which the text is written. */
      readonly contentformat: string;
      /** The text itself. */
      readonly '*': string;
    };
    /** Whether that is what new pages begin with anyway. */
    readonly preloadisdefault?: '';
  };
  readonly editintro: {
    /** What is to be read before editing, in HTML, by the key of the message. */
    readonly editintro: Readonly<Record<string, string>>;
  };
  readonly displaytitle: {
    /** The title as the page shows it, in HTML. */
    readonly displaytitle: string;
  };
  readonly varianttitles: {
    /** The title in each variant of the language. */
    readonly varianttitles?: Readonly<Record<string, string>> | readonly never[];
  };
  readonly linkclasses: {
    /** Classes of links to the page. */
    readonly linkclasses?: readonly string[];
  };
}

/** list=iwbacklinks: Find all pages that link to another wiki, or to a page of it. */
export interface ListIwbacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
}

export interface ListIwbacklinksParts {
  readonly iwprefix: {
    /** The prefix of the other wiki. */
    readonly iwprefix: string;
  };
  readonly iwtitle: {
    /** The title there. */
    readonly iwtitle: string;
  };
}

/** list=iwbacklinks: Find all pages that link to another wiki, or to a page of it. */
export interface OldListIwbacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

export interface OldListIwbacklinksParts {
  readonly iwprefix: {
    /** The prefix of the other wiki. */
    readonly iwprefix: string;
  };
  readonly iwtitle: {
    /** The title there. */
    readonly iwtitle: string;
  };
}

/** prop=iwlinks: Returns all interwiki links from the given pages. */
export interface PropIwlinks {
  /** The prefix of the other wiki. */
  readonly prefix: string;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface PropIwlinksParts {
  readonly url: {
    /** The address. */
    readonly url?: string;
  };
}

/** prop=iwlinks: Returns all interwiki links from the given pages. */
export interface OldPropIwlinks {
  /** The prefix of the other wiki. */
  readonly prefix: string;
  /** The title, with its namespace. */
  readonly '*': string;
}

export interface OldPropIwlinksParts {
  readonly url: {
    /** The address. */
    readonly url?: string;
  };
}

/** list=langbacklinks: Find all pages that have a link to a language, or to a page in it. */
export interface ListLangbacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
}

export interface ListLangbacklinksParts {
  readonly lllang: {
    /** The code of the other language. */
    readonly lllang: string;
  };
  readonly lltitle: {
    /** The title there. */
    readonly lltitle: string;
  };
}

/** list=langbacklinks: Find all pages that have a link to a language, or to a page in it. */
export interface OldListLangbacklinks {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

export interface OldListLangbacklinksParts {
  readonly lllang: {
    /** The code of the other language. */
    readonly lllang: string;
  };
  readonly lltitle: {
    /** The title there. */
    readonly lltitle: string;
  };
}

/** prop=langlinks: Returns all interlanguage links from the given pages. */
export interface PropLanglinks {
  /** The code of the language. */
  readonly lang: string;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface PropLanglinksParts {
  readonly url: {
    /** The address. */
    readonly url?: string;
  };
  readonly langname: {
    /** The name of the language. */
    readonly langname: string;
  };
  readonly autonym: {
    /** The name of the language in itself. */
    readonly autonym: string;
  };
}

/** prop=langlinks: Returns all interlanguage links from the given pages. */
export interface OldPropLanglinks {
  /** The code of the language. */
  readonly lang: string;
  /** The title, with its namespace. */
  readonly '*': string;
}

export interface OldPropLanglinksParts {
  readonly url: {
    /** The address. */
    readonly url?: string;
  };
  readonly langname: {
    /** The name of the language. */
    readonly langname: string;
  };
  readonly autonym: {
    /** The name of the language in itself. */
    readonly autonym: string;
  };
}

/** meta=languageinfo: Describes the languages that the wiki knows. */
export type MetaLanguageinfo = Readonly<Record<string, {
  /** The code of the language, skin or error. */
  readonly code?: string;
  /** The standard code of the language. */
  readonly bcp47?: string;
  /** How it is written: `ltr` or `rtl`. */
  readonly dir?: string;
  /** The name of the language in itself. */
  readonly autonym?: string;
  /** The name. */
  readonly name?: string;
  /** Languages whose messages stand in, in this order. */
  readonly fallbacks?: readonly string[];
  /** Its variants. */
  readonly variants?: readonly string[];
  /** What its variants are called, by code. */
  readonly variantnames?: Readonly<Record<string, string>>;
}>>;

/** meta=languageinfo: Describes the languages that the wiki knows. */
export type OldMetaLanguageinfo = Readonly<Record<string, {
  /** The code of the language, skin or error. */
  readonly code?: string;
  /** The standard code of the language. */
  readonly bcp47?: string;
  /** How it is written: `ltr` or `rtl`. */
  readonly dir?: string;
  /** The name of the language in itself. */
  readonly autonym?: string;
  /** The name. */
  readonly name?: string;
  /** Languages whose messages stand in, in this order. */
  readonly fallbacks?: readonly string[];
  /** Its variants. */
  readonly variants?: readonly string[];
  /** What its variants are called, by code. */
  readonly variantnames?: Readonly<Record<string, string>> | readonly never[];
}>>;

/** prop=links: Returns all links from the given pages. */
export interface PropLinks {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** prop=links: Returns all links from the given pages. */
export interface OldPropLinks {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** prop=linkshere: Find all pages that link to the given pages. */
export interface PropLinkshere {}

export interface PropLinkshereParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=linkshere: Find all pages that link to the given pages. */
export interface OldPropLinkshere {}

export interface OldPropLinkshereParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** list=linterrors: List errors in the wikitext of pages. */
export interface ListLinterrors {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the error. */
  readonly lintId: number;
  /** The kind of the error. */
  readonly category: string;
  /** Where it begins and ends in the wikitext, in bytes. */
  readonly location: readonly number[];
  /** The template that it comes from, if it does. */
  readonly templateInfo: Readonly<Record<string, unknown>>;
  /** What else is known of it, by kind. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** list=linterrors: List errors in the wikitext of pages. */
export interface OldListLinterrors {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the error. */
  readonly lintId: number;
  /** The kind of the error. */
  readonly category: string;
  /** Where it begins and ends in the wikitext, in bytes. */
  readonly location: readonly number[];
  /** The template that it comes from, if it does. */
  readonly templateInfo: Readonly<Record<string, unknown>>;
  /** What else is known of it, by kind. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** list=logevents: Get events from logs. */
export interface ListLogevents {
  /** By somebody without an account. */
  readonly anon?: true;
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: true;
  /** Who did it is hidden. */
  readonly userhidden?: true;
  /** The comment is hidden. */
  readonly commenthidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface ListLogeventsParts {
  readonly ids: {
    /** The id of the log entry. */
    readonly logid: number;
    /** The id of the page. */
    readonly pageid?: number;
    /** The id that the page had then. */
    readonly logpage?: number;
    /** The id of the revision. */
    readonly revid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly type: {
    /** What kind it is of. */
    readonly type: string;
    /** What was done. */
    readonly action: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly details: {
    /** Parameters; what they are depends on what they belong to. */
    readonly params?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
}

/** list=logevents: Get events from logs. */
export interface OldListLogevents {
  /** By somebody without an account. */
  readonly anon?: '';
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: '';
  /** Who did it is hidden. */
  readonly userhidden?: '';
  /** The comment is hidden. */
  readonly commenthidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldListLogeventsParts {
  readonly ids: {
    /** The id of the log entry. */
    readonly logid: number;
    /** The id of the page. */
    readonly pageid?: number;
    /** The id that the page had then. */
    readonly logpage?: number;
    /** The id of the revision. */
    readonly revid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly type: {
    /** What kind it is of. */
    readonly type: string;
    /** What was done. */
    readonly action: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly details: {
    /** Parameters; what they are depends on what they belong to. */
    readonly params?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
}

/** list=mystashedfiles: Get a list of files in the current user's upload stash. */
export interface ListMystashedfiles {
  /** The key of an upload that is not published yet. */
  readonly filekey: string;
  /** How far the upload is. */
  readonly status: string;
}

export interface ListMystashedfilesParts {
  readonly size: {
    /** Bytes. */
    readonly size: number;
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** Bits of a colour. */
    readonly bits: number;
  };
  readonly type: {
    /** The media type. */
    readonly mimetype: string | null;
    /** What kind of media it is. */
    readonly mediatype: string | null;
  };
}

/** list=mystashedfiles: Get a list of files in the current user's upload stash. */
export interface OldListMystashedfiles {
  /** The key of an upload that is not published yet. */
  readonly filekey: string;
  /** How far the upload is. */
  readonly status: string;
}

export interface OldListMystashedfilesParts {
  readonly size: {
    /** Bytes. */
    readonly size: number;
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** Bits of a colour. */
    readonly bits: number;
  };
  readonly type: {
    /** The media type. */
    readonly mimetype: string | null;
    /** What kind of media it is. */
    readonly mediatype: string | null;
  };
}

/** list=oldreviewedpages: List pages with versions that wait for a review. */
export interface ListOldreviewedpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly revid: number;
  /** The reviewed version that is newest. */
  readonly stable_revid: number;
  /** Since when newer versions wait for a review. */
  readonly pending_since: string;
  /** How well the reviewed version is reviewed. */
  readonly flagged_level: number;
  /** The name of that level. */
  readonly flagged_level_text: 'stable';
  /** How many bytes longer the page became since. */
  readonly diff_size: number;
}

/** list=oldreviewedpages: List pages with versions that wait for a review. */
export interface OldListOldreviewedpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly revid: number;
  /** The reviewed version that is newest. */
  readonly stable_revid: number;
  /** Since when newer versions wait for a review. */
  readonly pending_since: string;
  /** How well the reviewed version is reviewed. */
  readonly flagged_level: number;
  /** The name of that level. */
  readonly flagged_level_text: 'stable';
  /** How many bytes longer the page became since. */
  readonly diff_size: number;
}

/** prop=pageimages: Get the image that stands for a page, with a thumbnail of it. */
export interface PropPageimages {}

export interface PropPageimagesParts {
  readonly thumbnail: {
    /** A smaller form of it. */
    readonly thumbnail?: {
      /** The address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly original: {
    /** The image as it was uploaded. */
    readonly original?: {
      /** The address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly name: {
    /** The name of the file. */
    readonly pageimage?: string;
  };
}

/** prop=pageimages: Get the image that stands for a page, with a thumbnail of it. */
export interface OldPropPageimages {}

export interface OldPropPageimagesParts {
  readonly thumbnail: {
    /** A smaller form of it. */
    readonly thumbnail?: {
      /** The address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly original: {
    /** The image as it was uploaded. */
    readonly original?: {
      /** The address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly name: {
    /** The name of the file. */
    readonly pageimage?: string;
  };
}

/** list=pagepropnames: List all names of page properties that are in use on the wiki. */
export interface ListPagepropnames {
  /** The name of the property. */
  readonly propname: string;
}

/** list=pagepropnames: List all names of page properties that are in use on the wiki. */
export interface OldListPagepropnames {
  /** The name of the property. */
  readonly propname: string;
}

/** prop=pageprops: Get various page properties defined in the page content. */
export type PropPageprops = Readonly<Record<string, string>>;

/** prop=pageprops: Get various page properties defined in the page content. */
export type OldPropPageprops = Readonly<Record<string, string>>;

/** list=pageswithprop: List all pages that have a given page property. */
export interface ListPageswithprop {}

export interface ListPageswithpropParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly value: {
    /** The value. */
    readonly value: string;
  };
}

/** list=pageswithprop: List all pages that have a given page property. */
export interface OldListPageswithprop {}

export interface OldListPageswithpropParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly value: {
    /** The value. */
    readonly value: string;
  };
}

/** prop=pageterms: Get labels, descriptions and aliases of the items that pages are about. */
export interface PropPageterms {
  /** What is said of the item. */
  readonly terms: {
    /** Other names. */
    readonly alias?: readonly string[];
    /** What the item is. */
    readonly description?: readonly string[];
    /** Its name. */
    readonly label?: readonly string[];
  };
}

/** prop=pageterms: Get labels, descriptions and aliases of the items that pages are about. */
export interface OldPropPageterms {
  /** What is said of the item. */
  readonly terms: {
    /** Other names. */
    readonly alias?: readonly string[];
    /** What the item is. */
    readonly description?: readonly string[];
    /** Its name. */
    readonly label?: readonly string[];
  };
}

/** list=prefixsearch: Find pages by the beginning of their titles. */
export interface ListPrefixsearch {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a special page. */
  readonly special?: true;
  /** The id of the page. */
  readonly pageid?: number;
}

export interface ListPrefixsearchGenerated {
  /** The place among the results. */
  readonly index: number;
}

/** list=prefixsearch: Find pages by the beginning of their titles. */
export interface OldListPrefixsearch {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a special page. */
  readonly special?: '';
  /** The id of the page. */
  readonly pageid?: number;
}

export interface OldListPrefixsearchGenerated {
  /** The place among the results. */
  readonly index: number;
}

/** list=protectedtitles: List all titles protected from creation. */
export interface ListProtectedtitles {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface ListProtectedtitlesParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment: string;
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry: string | 'infinity';
  };
  readonly level: {
    /** Who may do it. */
    readonly level: string;
  };
}

/** list=protectedtitles: List all titles protected from creation. */
export interface OldListProtectedtitles {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface OldListProtectedtitlesParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment: string;
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry: string | 'infinity';
  };
  readonly level: {
    /** Who may do it. */
    readonly level: string;
  };
}

/** list=querypage: Lists the rows of a report: pages, files or titles that something is special about. */
export interface ListQuerypage {
  /** The name of the report. */
  readonly name: string;
  /** The report is switched off. */
  readonly disabled?: true;
  /** The rows were kept from an earlier run. */
  readonly cached?: true;
  /** When they were made. */
  readonly cachedtimestamp?: string;
  /** How many rows are kept at most. */
  readonly maxresults?: number;
  /** The rows. */
  readonly results?: readonly {
    /** What the report sorts by. */
    readonly value?: string;
    /** When it was. */
    readonly timestamp?: string;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** More columns of the row. */
    readonly databaseResult?: Readonly<Record<string, string | null>>;
  }[];
}

/** list=querypage: Lists the rows of a report: pages, files or titles that something is special about. */
export interface OldListQuerypage {
  /** The name of the report. */
  readonly name: string;
  /** The report is switched off. */
  readonly disabled?: '';
  /** The rows were kept from an earlier run. */
  readonly cached?: '';
  /** When they were made. */
  readonly cachedtimestamp?: string;
  /** How many rows are kept at most. */
  readonly maxresults?: number;
  /** The rows. */
  readonly results?: readonly {
    /** What the report sorts by. */
    readonly value?: string;
    /** When it was. */
    readonly timestamp?: string;
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
    /** More columns of the row. */
    readonly databaseResult?: Readonly<Record<string, string | null>> | readonly never[];
  }[];
}

/** list=random: Get a set of random pages. */
export interface ListRandom {
  /** The number of it. */
  readonly id: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: boolean;
}

/** list=random: Get a set of random pages. */
export interface OldListRandom {
  /** The number of it. */
  readonly id: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

/** list=recentchanges: Enumerate recent changes. */
export interface ListRecentchanges {
  /** What kind it is of. */
  readonly type: string;
  /** By somebody without an account. */
  readonly anon?: true;
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: true;
  /** Who did it is hidden. */
  readonly userhidden?: true;
  /** The comment is hidden. */
  readonly commenthidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface ListRecentchangesParts {
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly flags: {
    /** Whether it was done as a bot. */
    readonly bot: boolean;
    /** Whether it made the page. */
    readonly new: boolean;
    /** Whether it was a small change. */
    readonly minor: boolean;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly ids: {
    /** The id of the page. */
    readonly pageid?: number;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before. */
    readonly old_revid?: number;
    /** The id of the change. */
    readonly rcid: number;
  };
  readonly sizes: {
    /** Bytes of the text before the change. */
    readonly oldlen: number;
    /** Bytes of the text after the change. */
    readonly newlen: number;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
  readonly patrolled: {
    /** Whether somebody has looked at it. */
    readonly patrolled: boolean;
    /** Whether somebody should look at it. */
    readonly unpatrolled: boolean;
    /** Whether nobody had to patrol it. */
    readonly autopatrolled: boolean;
  };
  readonly loginfo: {
    /** The id of the log entry. */
    readonly logid?: number;
    /** The type of the log. */
    readonly logtype?: string | null;
    /** The action of the log entry. */
    readonly logaction?: string | null;
    /** The parameters of the log entry; what they are depends on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
  };
}

/** list=recentchanges: Enumerate recent changes. */
export interface OldListRecentchanges {
  /** What kind it is of. */
  readonly type: string;
  /** By somebody without an account. */
  readonly anon?: '';
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: '';
  /** Who did it is hidden. */
  readonly userhidden?: '';
  /** The comment is hidden. */
  readonly commenthidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldListRecentchangesParts {
  readonly user: {
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly flags: {
    /** Whether it was done as a bot. */
    readonly bot?: '';
    /** Whether it made the page. */
    readonly new?: '';
    /** Whether it was a small change. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly ids: {
    /** The id of the page. */
    readonly pageid?: number;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before. */
    readonly old_revid?: number;
    /** The id of the change. */
    readonly rcid: number;
  };
  readonly sizes: {
    /** Bytes of the text before the change. */
    readonly oldlen: number;
    /** Bytes of the text after the change. */
    readonly newlen: number;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
  readonly patrolled: {
    /** Whether somebody has looked at it. */
    readonly patrolled?: '';
    /** Whether somebody should look at it. */
    readonly unpatrolled?: '';
    /** Whether nobody had to patrol it. */
    readonly autopatrolled?: '';
  };
  readonly loginfo: {
    /** The id of the log entry. */
    readonly logid?: number;
    /** The type of the log. */
    readonly logtype?: string | null;
    /** The action of the log entry. */
    readonly logaction?: string | null;
    /** The parameters of the log entry; what they are depends on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
  };
}

/** prop=redirects: Returns all redirects to the given pages. */
export interface PropRedirects {}

export interface PropRedirectsParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** The section that a redirect leads to. */
    readonly fragment?: string;
  };
}

/** prop=redirects: Returns all redirects to the given pages. */
export interface OldPropRedirects {}

export interface OldPropRedirectsParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** The section that a redirect leads to. */
    readonly fragment?: string;
  };
}

/** prop=revisions: Get the current revisions of pages, the revisions of one page, or revisions by id. */
export interface PropRevisions {
  /** What is of single slots, by role. */
  readonly slots?: Readonly<Record<string, {
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text is hidden. */
    readonly texthidden?: true;
    /** The text cannot be found. */
    readonly textmissing?: true;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly content?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: true;
  /** The text is hidden. */
  readonly texthidden?: true;
  /** The text cannot be found. */
  readonly textmissing?: true;
  /** The difference to another revision or text. */
  readonly diff?: {
    /** What was given, or the older side. */
    readonly from?: number | false;
    /** What it became, or the newer side. */
    readonly to?: number;
    /** The difference was not made, since that takes long. */
    readonly notcached?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
    /** The difference, as rows of an HTML table. */
    readonly body?: string | false;
  };
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface PropRevisionsParts {
  readonly ids: {
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was a small change. */
    readonly minor?: boolean;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** Who did it is hidden. */
    readonly userhidden?: true;
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** By a temporary account. */
    readonly temp?: true;
    /** By somebody without an account. */
    readonly anon?: true;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is hidden. */
    readonly sha1hidden?: true;
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** What kind of content it is. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text itself. */
    readonly content?: string;
    /** There is no such section. */
    readonly nosuchsection?: true;
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: true;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** The names of its slots. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: true;
  };
}

/** prop=revisions: Get the current revisions of pages, the revisions of one page, or revisions by id. */
export interface OldPropRevisions {
  /** What is of single slots, by role. */
  readonly slots?: Readonly<Record<string, {
    /** Bytes. */
    readonly size?: number;
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text is hidden. */
    readonly texthidden?: '';
    /** The text cannot be found. */
    readonly textmissing?: '';
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** The text itself. */
    readonly '*'?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: '';
  /** The text is hidden. */
  readonly texthidden?: '';
  /** The text cannot be found. */
  readonly textmissing?: '';
  /** The difference to another revision or text. */
  readonly diff?: {
    /** What was given, or the older side. */
    readonly from?: number;
    /** What it became, or the newer side. */
    readonly to?: number;
    /** The difference was not made, since that takes long. */
    readonly notcached?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
    /** The difference, as rows of an HTML table. */
    readonly '*'?: string;
  };
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldPropRevisionsParts {
  readonly ids: {
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was a small change. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** Who did it. */
    readonly user?: string;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** Who did it is hidden. */
    readonly userhidden?: '';
    /** The id of the account; 0 without one. */
    readonly userid?: number;
    /** By a temporary account. */
    readonly temp?: '';
    /** By somebody without an account. */
    readonly anon?: '';
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is hidden. */
    readonly sha1hidden?: '';
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** What kind of content it is. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** The form in which the text is written. */
    readonly contentformat?: string;
    /** What kind of content it is. */
    readonly contentmodel?: string;
    /** The text itself. */
    readonly '*'?: string;
    /** There is no such section. */
    readonly nosuchsection?: '';
    /** The content cannot be written in the form that was asked for. */
    readonly badcontentformat?: '';
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** The names of its slots. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** What is no wikitext has no such tree. */
    readonly badcontentformatforparsetree?: '';
  };
}

/** list=search: Find pages by the words of their titles or texts. */
export interface ListSearch {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the page. */
  readonly pageid: number;
}

export interface ListSearchParts {
  readonly size: {
    /** Bytes. */
    readonly size: number;
  };
  readonly wordcount: {
    /** How many words the text has. */
    readonly wordcount: number;
  };
  readonly snippet: {
    /** A piece of the text, with marks where it matches. */
    readonly snippet: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly titlesnippet: {
    /** The title, with marks where it matches. */
    readonly titlesnippet: string;
  };
  readonly categorysnippet: {
    /** The category that matches, with marks. */
    readonly categorysnippet: string;
  };
  readonly redirecttitle: {
    /** The redirect that matches. */
    readonly redirecttitle?: string;
  };
  readonly redirectsnippet: {
    /** The redirect that matches, with marks. */
    readonly redirectsnippet?: string;
  };
  readonly sectiontitle: {
    /** The heading that matches. */
    readonly sectiontitle?: string;
  };
  readonly sectionsnippet: {
    /** The heading that matches, with marks. */
    readonly sectionsnippet?: string;
  };
  readonly isfilematch: {
    /** Whether the content of the file matches. */
    readonly isfilematch: boolean;
  };
  readonly extensiondata: {
    /** What extensions add. */
    readonly extensiondata?: Readonly<Record<string, unknown>>;
  };
  readonly score: {};
  readonly hasrelated: {};
}

export interface ListSearchBeside {
  /** The search as a whole. */
  readonly searchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
  /** What was found in wikis that go along with this one, by prefix. */
  readonly additionalsearch?: Readonly<Record<string, readonly {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** The search there as a whole. */
  readonly additionalsearchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
  /** What was found in other wikis, by prefix. */
  readonly interwikisearch?: Readonly<Record<string, readonly {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** The search there as a whole. */
  readonly interwikisearchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
}

export interface ListSearchGenerated {
  /** Bytes. */
  readonly size: number;
  /** How many words the text has. */
  readonly wordcount: number;
  /** A piece of the text, with marks where it matches. */
  readonly snippet: string;
  /** When it was. */
  readonly timestamp: string;
  /** The title, with marks where it matches. */
  readonly titlesnippet: string;
  /** The category that matches, with marks. */
  readonly categorysnippet: string;
  /** The redirect that matches. */
  readonly redirecttitle?: string;
  /** The redirect that matches, with marks. */
  readonly redirectsnippet?: string;
  /** The heading that matches. */
  readonly sectiontitle?: string;
  /** The heading that matches, with marks. */
  readonly sectionsnippet?: string;
  /** Whether the content of the file matches. */
  readonly isfilematch: boolean;
  /** What extensions add. */
  readonly extensiondata?: Readonly<Record<string, unknown>>;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the page. */
  readonly pageid: number;
  /** The place among the results. */
  readonly index: number;
}

/** list=search: Find pages by the words of their titles or texts. */
export interface OldListSearch {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the page. */
  readonly pageid: number;
}

export interface OldListSearchParts {
  readonly size: {
    /** Bytes. */
    readonly size: number;
  };
  readonly wordcount: {
    /** How many words the text has. */
    readonly wordcount: number;
  };
  readonly snippet: {
    /** A piece of the text, with marks where it matches. */
    readonly snippet: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly titlesnippet: {
    /** The title, with marks where it matches. */
    readonly titlesnippet: string;
  };
  readonly categorysnippet: {
    /** The category that matches, with marks. */
    readonly categorysnippet: string;
  };
  readonly redirecttitle: {
    /** The redirect that matches. */
    readonly redirecttitle?: string;
  };
  readonly redirectsnippet: {
    /** The redirect that matches, with marks. */
    readonly redirectsnippet?: string;
  };
  readonly sectiontitle: {
    /** The heading that matches. */
    readonly sectiontitle?: string;
  };
  readonly sectionsnippet: {
    /** The heading that matches, with marks. */
    readonly sectionsnippet?: string;
  };
  readonly isfilematch: {
    /** Whether the content of the file matches. */
    readonly isfilematch?: '';
  };
  readonly extensiondata: {
    /** What extensions add. */
    readonly extensiondata?: Readonly<Record<string, unknown>>;
  };
  readonly score: {};
  readonly hasrelated: {};
}

export interface OldListSearchBeside {
  /** The search as a whole. */
  readonly searchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
  /** What was found in wikis that go along with this one, by prefix. */
  readonly additionalsearch?: Readonly<Record<string, readonly {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** The search there as a whole. */
  readonly additionalsearchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
  /** What was found in other wikis, by prefix. */
  readonly interwikisearch?: Readonly<Record<string, readonly {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** The search there as a whole. */
  readonly interwikisearchinfo?: {
    /** How many there are in all. */
    readonly totalhits?: number;
    /** What was meant, perhaps. */
    readonly suggestion?: string;
    /** The same, with marks where it differs. */
    readonly suggestionsnippet?: string;
    /** What was looked for instead. */
    readonly rewrittenquery?: string;
    /** The same, with marks where it differs. */
    readonly rewrittenquerysnippet?: string;
  };
}

export interface OldListSearchGenerated {
  /** Bytes. */
  readonly size: number;
  /** How many words the text has. */
  readonly wordcount: number;
  /** A piece of the text, with marks where it matches. */
  readonly snippet: string;
  /** When it was. */
  readonly timestamp: string;
  /** The title, with marks where it matches. */
  readonly titlesnippet: string;
  /** The category that matches, with marks. */
  readonly categorysnippet: string;
  /** The redirect that matches. */
  readonly redirecttitle?: string;
  /** The redirect that matches, with marks. */
  readonly redirectsnippet?: string;
  /** The heading that matches. */
  readonly sectiontitle?: string;
  /** The heading that matches, with marks. */
  readonly sectionsnippet?: string;
  /** Whether the content of the file matches. */
  readonly isfilematch?: '';
  /** What extensions add. */
  readonly extensiondata?: Readonly<Record<string, unknown>>;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The id of the page. */
  readonly pageid: number;
  /** The place among the results. */
  readonly index: number;
}

/** meta=siteinfo: What there is to know about the wiki as a whole. */
export interface MetaSiteinfo {}

export interface MetaSiteinfoParts {
  readonly autocreatetempuser: {
    /** How temporary accounts are made. */
    readonly autocreatetempuser: {
      /** Whether who edits without an account is given a temporary one. */
      readonly enabled: boolean;
      readonly [name: string]: unknown;
    };
  };
  readonly autopromote: {
    /** Groups that accounts are in as long as they fulfil the condition. */
    readonly autopromote: Readonly<Record<string, PromotionCondition>>;
  };
  readonly autopromoteonce: {
    /** Groups that accounts join for good when they fulfil the condition, by the event that asks. */
    readonly autopromoteonce: Readonly<Record<string, readonly PromotionCondition[] | Readonly<Record<string, readonly PromotionCondition[] | PromotionCondition>>>>;
  };
  readonly clientlibraries: {
    /** Libraries that run in browsers. */
    readonly clientlibraries: readonly {
      /** The name. */
      readonly name: string;
      /** The version. */
      readonly version: string;
      /** Who wrote it. */
      readonly author?: string;
      /** Its licence. */
      readonly license?: string;
    }[];
  };
  readonly copyuploaddomains: {
    /** Sites from which files may be uploaded by their address. */
    readonly copyuploaddomains: readonly string[];
  };
  readonly dbrepllag: {
    /** How far copies of the database are behind. */
    readonly dbrepllag: readonly {
      /** The name of the database server. */
      readonly host: string;
      /** Seconds that it is behind. */
      readonly lag: number;
    }[];
  };
  readonly defaultoptions: {
    /** The preferences of accounts that changed none. */
    readonly defaultoptions: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly extensions: {
    /** Extensions and skins. */
    readonly extensions: readonly {
      /** What kind it is of. */
      readonly type: string;
      /** The name. */
      readonly name?: string;
      /** The key of the message that is its name. */
      readonly namemsg?: string;
      /** What it is for. */
      readonly description?: string;
      /** The key of the message that describes it. */
      readonly descriptionmsg?: string;
      /** The parameters of that message. */
      readonly descriptionmsgparams?: readonly unknown[];
      /** Who wrote it. */
      readonly author?: string;
      /** The address. */
      readonly url?: string;
      /** The version. */
      readonly version?: string;
      /** The system that keeps its versions. */
      readonly 'vcs-system'?: string;
      /** Which commit it is. */
      readonly 'vcs-version'?: string;
      /** The address of the commit. */
      readonly 'vcs-url'?: string;
      /** When the commit was made. */
      readonly 'vcs-date'?: string;
      /** The name of its licence. */
      readonly 'license-name'?: string;
      /** The address of a page with its licence. */
      readonly license?: string;
      /** The address of a page that names its authors. */
      readonly credits?: string;
    }[];
  };
  readonly extensiontags: {
    /** Tags that extensions add to wikitext. */
    readonly extensiontags: readonly string[];
  };
  readonly fileextensions: {
    /** Files that may be uploaded. */
    readonly fileextensions: readonly {
      /** The end of the name, without the dot. */
      readonly ext: string;
    }[];
  };
  readonly functionhooks: {
    /** Parser functions. */
    readonly functionhooks: readonly string[];
  };
  readonly general: {
    /** Facts about the wiki. */
    readonly general: {
      /** The title of the main page. */
      readonly mainpage: string;
      /** The address of the main page. */
      readonly base: string;
      /** The name of the wiki. */
      readonly sitename: string;
      /** Whether the main page stands at the root of the domain. */
      readonly mainpageisdomainroot?: boolean;
      /** The address of the logo. */
      readonly logo?: string;
      /** The name and version of the software. */
      readonly generator?: string;
      /** The version of PHP. */
      readonly phpversion?: string;
      /** How PHP is tied to its web server. */
      readonly phpsapi?: string;
      /** The kind of the database. */
      readonly dbtype?: string;
      /** The version of the database. */
      readonly dbversion?: string;
      /** Whether administrators list images of other sites that pages may show. */
      readonly imagewhitelistenabled?: boolean;
      /** Whether text is converted between variants of the language. */
      readonly langconversion?: boolean;
      /** Whether links find titles that are written in another variant. */
      readonly linkconversion?: boolean;
      /** Whether the titles of pages are converted, too. */
      readonly titleconversion?: boolean;
      /** Characters before a link that belong to it, as in a character class. */
      readonly linkprefixcharset?: string;
      /** A regular expression for text before a link that belongs to it; empty where none does. */
      readonly linkprefix?: string;
      /** A regular expression for text after a link that belongs to it. */
      readonly linktrail?: string;
      /** Characters that titles may have, as in a character class. */
      readonly legaltitlechars?: string;
      /** Characters that names of accounts may not have. */
      readonly invalidusernamechars?: string;
      /** Whether Arabic and Malayalam are normalized on wikis of all languages. */
      readonly allunicodefixes?: boolean;
      /** Whether Arabic presentation forms are normalized. */
      readonly fixarabicunicode?: boolean;
      /** Whether old forms of Malayalam letters are normalized. */
      readonly fixmalayalamunicode?: boolean;
      /** The commit of the software. */
      readonly 'git-hash'?: string;
      /** The branch of the software. */
      readonly 'git-branch'?: string;
      /** Whether the first letter of a title may be small. */
      readonly case?: 'first-letter' | 'case-sensitive';
      /** The code of the language of the content. */
      readonly lang: string;
      /** Languages whose messages stand in, in this order. */
      readonly fallback?: readonly {
        /** The code of the language, skin or error. */
        readonly code: string;
      }[];
      /** Variants of the language. */
      readonly variants?: readonly {
        /** The code of the language, skin or error. */
        readonly code: string;
        /** The name. */
        readonly name: string;
      }[];
      /** Whether the language is written from right to left. */
      readonly rtl?: boolean;
      /** The encoding of addresses that are not UTF-8. */
      readonly fallback8bitEncoding?: string;
      /** Whether nobody may change anything at present. */
      readonly readonly?: boolean;
      /** Why nobody may. */
      readonly readonlyreason?: string;
      /** Whether programs may edit. */
      readonly writeapi?: boolean;
      /** Bytes that a page may have. */
      readonly maxarticlesize?: number;
      /** The time zone. */
      readonly timezone?: string;
      /** How many minutes the time zone is ahead of UTC. */
      readonly timeoffset?: number;
      /** The address of a page, with `$1` for its title. */
      readonly articlepath: string;
      /** The path of the scripts. */
      readonly scriptpath: string;
      /** The path of index.php. */
      readonly script: string;
      /** The address of a page in a variant, with `$1` for the title and `$2` for the variant; false without. */
      readonly variantarticlepath?: string | boolean;
      /** The address of the server. */
      readonly server: string;
      /** The host of the server. */
      readonly servername?: string;
      /** The id of the wiki. */
      readonly wikiid: string;
      /** What time it is. */
      readonly time: string;
      /** Whether what is expensive is switched off. */
      readonly misermode?: boolean;
      /** Whether files can be uploaded. */
      readonly uploadsenabled?: boolean;
      /** Bytes that an upload may have. */
      readonly maxuploadsize?: number;
      /** Bytes that each piece of an upload in pieces has at least, but the last. */
      readonly minuploadchunksize?: number;
      /** What galleries look like, unless they say otherwise. */
      readonly galleryoptions?: Readonly<Record<string, number | string | boolean>>;
      /** Widths of thumbnails that readers may choose, in pixels. */
      readonly thumblimits?: Readonly<Record<string, number>>;
      /** Sizes of images on the pages of files that readers may choose. */
      readonly imagelimits?: Readonly<Record<string, {
        /** Width in pixels. */
        readonly width: number;
        /** Height in pixels. */
        readonly height: number;
      }>>;
      /** The address of the icon. */
      readonly favicon?: string;
      /** What gives accounts their central ids. */
      readonly centralidlookupprovider?: string;
      /** What else could give them. */
      readonly allcentralidlookupproviders?: readonly string[];
      /** Whether links to wikis in other languages stand beside the text. */
      readonly interwikimagic?: boolean;
      /** Whether ISBN, PMID and RFC with a number become links. */
      readonly magiclinks?: Readonly<Record<string, boolean>>;
      /** How the members of categories are sorted. */
      readonly categorycollation?: string;
      /** Whether search engines are asked not to follow links to other sites. */
      readonly nofollowlinks?: boolean;
      /** Namespaces in which they are not asked. */
      readonly nofollownsexceptions?: readonly number[];
      /** Sites of which they are not asked. */
      readonly nofollowdomainexceptions?: readonly string[];
      /** The window in which links to other sites open; false for the same. */
      readonly externallinktarget?: string | false;
      readonly [name: string]: unknown;
    };
  };
  readonly interwikimap: {
    /** Prefixes of links to other wikis. */
    readonly interwikimap: readonly {
      /** What stands before the colon. */
      readonly prefix: string;
      /** Whether it is of this wiki, or its family. */
      readonly local?: true;
      /** Templates of that wiki can be used here. */
      readonly trans?: true;
      /** The name of the language. */
      readonly language?: string;
      /** The standard code of the language. */
      readonly bcp47?: string;
      /** The prefix leads to this wiki. */
      readonly localinterwiki?: true;
      /** Links with it stand among those to other languages, although it names none. */
      readonly extralanglink?: true;
      /** The code of the language, skin or error. */
      readonly code?: string;
      /** What such links are called. */
      readonly linktext?: string;
      /** The name of the wiki. */
      readonly sitename?: string;
      /** The code to use instead. */
      readonly deprecated?: string;
      /** The address of a page, with `$1` for its title. */
      readonly url: string;
      /** Whether the address begins with `//`, for HTTP and HTTPS. */
      readonly protorel?: boolean;
      /** The id of the wiki. */
      readonly wikiid?: string;
      /** The address of api.php of that wiki. */
      readonly api?: string;
    }[];
  };
  readonly languages: {
    /** Languages that MediaWiki knows. */
    readonly languages: readonly {
      /** The code of the language, skin or error. */
      readonly code: string;
      /** The standard code of the language. */
      readonly bcp47?: string;
      /** The name. */
      readonly name: string;
    }[];
  };
  readonly languagevariants: {
    /** Languages with variants. */
    readonly languagevariants: Readonly<Record<string, Readonly<Record<string, {
      /** Variants that stand in, in this order. */
      readonly fallbacks: readonly string[];
    }>>>>;
  };
  readonly libraries: {
    /** Libraries that run on the server. */
    readonly libraries: readonly {
      /** The name. */
      readonly name: string;
      /** The version. */
      readonly version: string;
      /** Who wrote it. */
      readonly author?: string;
      /** Its licence. */
      readonly license?: string;
    }[];
  };
  readonly magicwords: {
    /** Words that mean something in wikitext. */
    readonly magicwords: readonly {
      /** The name. */
      readonly name: string;
      /** Other names. */
      readonly aliases: readonly string[];
      /** Whether capitals matter. */
      readonly 'case-sensitive': boolean;
    }[];
  };
  readonly namespacealiases: {
    /** Other names of namespaces. */
    readonly namespacealiases: readonly {
      /** The number of the namespace. */
      readonly id: number;
      /** Another name of it. */
      readonly alias: string;
    }[];
  };
  readonly namespaces: {
    /** Namespaces by number. */
    readonly namespaces: Readonly<Record<string, {
      /** The number of it. */
      readonly id: number;
      /** Whether the first letter of a title may be small. */
      readonly case: 'first-letter' | 'case-sensitive';
      /** The name. */
      readonly name: string;
      /** Whether a slash in a title makes a subpage. */
      readonly subpages: boolean;
      /** The name in English. */
      readonly canonical?: string;
      /** Whether its pages count as content. */
      readonly content: boolean;
      /** Whether its pages cannot be included in others. */
      readonly nonincludable: boolean;
      /** The right that editing takes. */
      readonly namespaceprotection?: string;
      /** What kind of content new pages have, where it is not that of other namespaces. */
      readonly defaultcontentmodel?: string;
    }>>;
  };
  readonly protocols: {
    /** How addresses begin that become links. */
    readonly protocols: readonly string[];
  };
  readonly restrictions: {
    /** How pages can be protected. */
    readonly restrictions: {
      /** What pages can be protected from. */
      readonly types: readonly string[];
      /** Who may still do it: rights, or nothing for everybody. */
      readonly levels: readonly string[];
      /** Levels with which what the page includes can be protected, too. */
      readonly cascadinglevels: readonly string[];
      /** Levels that keep from editing only who is new. */
      readonly semiprotectedlevels: readonly string[];
    };
  };
  readonly rightsinfo: {
    /** The licence of the content. */
    readonly rightsinfo: {
      /** The address of the licence. */
      readonly url: string;
      /** The name of the licence. */
      readonly text: string;
    };
  };
  readonly showhooks: {
    /** Hooks of the software that extensions use. */
    readonly showhooks: readonly {
      /** The name. */
      readonly name: string;
      /** The functions that are called. */
      readonly subscribers: readonly string[];
    }[];
  };
  readonly skins: {
    /** What the wiki can look like. */
    readonly skins: readonly {
      /** The code of the language, skin or error. */
      readonly code: string;
      /** The name. */
      readonly name: string;
      /** Readers see it who chose none. */
      readonly default?: true;
      /** Readers cannot choose it. */
      readonly unusable?: true;
    }[];
  };
  readonly specialpagealiases: {
    /** The names of special pages. */
    readonly specialpagealiases: readonly {
      /** The name in English. */
      readonly realname: string;
      /** Other names. */
      readonly aliases: readonly string[];
    }[];
  };
  readonly statistics: {
    /** Counts of what the wiki has. */
    readonly statistics: {
      /** How many pages there are. */
      readonly pages: number;
      /** Pages that count as content. */
      readonly articles: number;
      /** Edits of all time. */
      readonly edits: number;
      /** Files of the wiki. */
      readonly images: number;
      /** Accounts of the wiki. */
      readonly users: number;
      /** Accounts that did something in the last weeks. */
      readonly activeusers: number;
      /** Accounts in the group `sysop`. */
      readonly admins: number;
      /** Tasks that wait. */
      readonly jobs: number;
      readonly [name: string]: unknown;
    };
  };
  readonly uploaddialog: {
    /** What the form for uploads inside the editor looks like. */
    readonly uploaddialog: {
      /** Which further fields the form has. */
      readonly fields?: Readonly<Record<string, boolean>>;
      /** Messages about the licence, for uploads to this wiki and to another one. */
      readonly licensemessages?: Readonly<Record<string, string | readonly string[]>>;
      /** The comment of uploads. */
      readonly comment?: string | Readonly<Record<string, string>>;
      /** The wikitext of the pages of uploads. */
      readonly format?: Readonly<Record<string, string>>;
      readonly [name: string]: unknown;
    };
  };
  readonly usergroups: {
    /** Groups of accounts. */
    readonly usergroups: readonly {
      /** The name. */
      readonly name: string;
      /** What the account, or members of the group, may do. */
      readonly rights: readonly string[];
      /** How many members it has. */
      readonly number?: number;
      /** Groups that members may add others to. */
      readonly add?: readonly string[] | true;
      /** Groups that members may remove others from. */
      readonly remove?: readonly string[] | true;
      /** Groups that members may join. */
      readonly 'add-self'?: readonly string[] | true;
      /** Groups that members may leave. */
      readonly 'remove-self'?: readonly string[] | true;
    }[];
  };
  readonly variables: {
    /** Words of wikitext that stand for a value. */
    readonly variables: readonly string[];
  };
}

/** meta=siteinfo: What there is to know about the wiki as a whole. */
export interface OldMetaSiteinfo {}

export interface OldMetaSiteinfoParts {
  readonly autocreatetempuser: {
    /** How temporary accounts are made. */
    readonly autocreatetempuser: {
      /** Whether who edits without an account is given a temporary one. */
      readonly enabled?: '';
      readonly [name: string]: unknown;
    } | readonly never[];
  };
  readonly autopromote: {
    /** Groups that accounts are in as long as they fulfil the condition. */
    readonly autopromote: Readonly<Record<string, OldPromotionCondition>> | readonly never[];
  };
  readonly autopromoteonce: {
    /** Groups that accounts join for good when they fulfil the condition, by the event that asks. */
    readonly autopromoteonce: Readonly<Record<string, readonly OldPromotionCondition[] | Readonly<Record<string, readonly OldPromotionCondition[] | OldPromotionCondition>> | readonly never[]>> | readonly never[];
  };
  readonly clientlibraries: {
    /** Libraries that run in browsers. */
    readonly clientlibraries: readonly {
      /** The name. */
      readonly name: string;
      /** The version. */
      readonly version: string;
      /** Who wrote it. */
      readonly author?: string;
      /** Its licence. */
      readonly license?: string;
    }[];
  };
  readonly copyuploaddomains: {
    /** Sites from which files may be uploaded by their address. */
    readonly copyuploaddomains: readonly string[];
  };
  readonly dbrepllag: {
    /** How far copies of the database are behind. */
    readonly dbrepllag: readonly {
      /** The name of the database server. */
      readonly host: string;
      /** Seconds that it is behind. */
      readonly lag: number;
    }[];
  };
  readonly defaultoptions: {
    /** The preferences of accounts that changed none. */
    readonly defaultoptions: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly extensions: {
    /** Extensions and skins. */
    readonly extensions: readonly {
      /** What kind it is of. */
      readonly type: string;
      /** The name. */
      readonly name?: string;
      /** The key of the message that is its name. */
      readonly namemsg?: string;
      /** What it is for. */
      readonly description?: string;
      /** The key of the message that describes it. */
      readonly descriptionmsg?: string;
      /** The parameters of that message. */
      readonly descriptionmsgparams?: readonly unknown[];
      /** Who wrote it. */
      readonly author?: string;
      /** The address. */
      readonly url?: string;
      /** The version. */
      readonly version?: string;
      /** The system that keeps its versions. */
      readonly 'vcs-system'?: string;
      /** Which commit it is. */
      readonly 'vcs-version'?: string;
      /** The address of the commit. */
      readonly 'vcs-url'?: string;
      /** When the commit was made. */
      readonly 'vcs-date'?: string;
      /** The name of its licence. */
      readonly 'license-name'?: string;
      /** The address of a page with its licence. */
      readonly license?: string;
      /** The address of a page that names its authors. */
      readonly credits?: string;
    }[];
  };
  readonly extensiontags: {
    /** Tags that extensions add to wikitext. */
    readonly extensiontags: readonly string[];
  };
  readonly fileextensions: {
    /** Files that may be uploaded. */
    readonly fileextensions: readonly {
      /** The end of the name, without the dot. */
      readonly ext: string;
    }[];
  };
  readonly functionhooks: {
    /** Parser functions. */
    readonly functionhooks: readonly string[];
  };
  readonly general: {
    /** Facts about the wiki. */
    readonly general: {
      /** The title of the main page. */
      readonly mainpage: string;
      /** The address of the main page. */
      readonly base: string;
      /** The name of the wiki. */
      readonly sitename: string;
      /** Whether the main page stands at the root of the domain. */
      readonly mainpageisdomainroot?: '';
      /** The address of the logo. */
      readonly logo?: string;
      /** The name and version of the software. */
      readonly generator?: string;
      /** The version of PHP. */
      readonly phpversion?: string;
      /** How PHP is tied to its web server. */
      readonly phpsapi?: string;
      /** The kind of the database. */
      readonly dbtype?: string;
      /** The version of the database. */
      readonly dbversion?: string;
      /** Whether administrators list images of other sites that pages may show. */
      readonly imagewhitelistenabled?: '';
      /** Whether text is converted between variants of the language. */
      readonly langconversion?: '';
      /** Whether links find titles that are written in another variant. */
      readonly linkconversion?: '';
      /** Whether the titles of pages are converted, too. */
      readonly titleconversion?: '';
      /** Characters before a link that belong to it, as in a character class. */
      readonly linkprefixcharset?: string;
      /** A regular expression for text before a link that belongs to it; empty where none does. */
      readonly linkprefix?: string;
      /** A regular expression for text after a link that belongs to it. */
      readonly linktrail?: string;
      /** Characters that titles may have, as in a character class. */
      readonly legaltitlechars?: string;
      /** Characters that names of accounts may not have. */
      readonly invalidusernamechars?: string;
      /** Whether Arabic and Malayalam are normalized on wikis of all languages. */
      readonly allunicodefixes?: '';
      /** Whether Arabic presentation forms are normalized. */
      readonly fixarabicunicode?: '';
      /** Whether old forms of Malayalam letters are normalized. */
      readonly fixmalayalamunicode?: '';
      /** The commit of the software. */
      readonly 'git-hash'?: string;
      /** The branch of the software. */
      readonly 'git-branch'?: string;
      /** Whether the first letter of a title may be small. */
      readonly case?: 'first-letter' | 'case-sensitive';
      /** The code of the language of the content. */
      readonly lang: string;
      /** Languages whose messages stand in, in this order. */
      readonly fallback?: readonly {
        /** The code of the language, skin or error. */
        readonly code: string;
      }[];
      /** Variants of the language. */
      readonly variants?: readonly {
        /** The code of the language, skin or error. */
        readonly code: string;
        /** The name. */
        readonly name: string;
      }[];
      /** Whether the language is written from right to left. */
      readonly rtl?: '';
      /** The encoding of addresses that are not UTF-8. */
      readonly fallback8bitEncoding?: string;
      /** Whether nobody may change anything at present. */
      readonly readonly?: '';
      /** Why nobody may. */
      readonly readonlyreason?: string;
      /** Whether programs may edit. */
      readonly writeapi?: '';
      /** Bytes that a page may have. */
      readonly maxarticlesize?: number;
      /** The time zone. */
      readonly timezone?: string;
      /** How many minutes the time zone is ahead of UTC. */
      readonly timeoffset?: number;
      /** The address of a page, with `$1` for its title. */
      readonly articlepath: string;
      /** The path of the scripts. */
      readonly scriptpath: string;
      /** The path of index.php. */
      readonly script: string;
      /** The address of a page in a variant, with `$1` for the title and `$2` for the variant; false without. */
      readonly variantarticlepath?: string | boolean;
      /** The address of the server. */
      readonly server: string;
      /** The host of the server. */
      readonly servername?: string;
      /** The id of the wiki. */
      readonly wikiid: string;
      /** What time it is. */
      readonly time: string;
      /** Whether what is expensive is switched off. */
      readonly misermode?: '';
      /** Whether files can be uploaded. */
      readonly uploadsenabled?: '';
      /** Bytes that an upload may have. */
      readonly maxuploadsize?: number;
      /** Bytes that each piece of an upload in pieces has at least, but the last. */
      readonly minuploadchunksize?: number;
      /** What galleries look like, unless they say otherwise. */
      readonly galleryoptions?: Readonly<Record<string, number | string | ''>> | readonly never[];
      /** Widths of thumbnails that readers may choose, in pixels. */
      readonly thumblimits?: readonly number[];
      /** Sizes of images on the pages of files that readers may choose. */
      readonly imagelimits?: readonly {
        /** Width in pixels. */
        readonly width: number;
        /** Height in pixels. */
        readonly height: number;
      }[];
      /** The address of the icon. */
      readonly favicon?: string;
      /** What gives accounts their central ids. */
      readonly centralidlookupprovider?: string;
      /** What else could give them. */
      readonly allcentralidlookupproviders?: readonly string[];
      /** Whether links to wikis in other languages stand beside the text. */
      readonly interwikimagic?: '';
      /** Whether ISBN, PMID and RFC with a number become links. */
      readonly magiclinks?: Readonly<Record<string, ''>> | readonly never[];
      /** How the members of categories are sorted. */
      readonly categorycollation?: string;
      /** Whether search engines are asked not to follow links to other sites. */
      readonly nofollowlinks?: '';
      /** Namespaces in which they are not asked. */
      readonly nofollownsexceptions?: readonly number[];
      /** Sites of which they are not asked. */
      readonly nofollowdomainexceptions?: readonly string[];
      /** The window in which links to other sites open; false for the same. */
      readonly externallinktarget?: string;
      readonly [name: string]: unknown;
    };
  };
  readonly interwikimap: {
    /** Prefixes of links to other wikis. */
    readonly interwikimap: readonly {
      /** What stands before the colon. */
      readonly prefix: string;
      /** Whether it is of this wiki, or its family. */
      readonly local?: '';
      /** Templates of that wiki can be used here. */
      readonly trans?: '';
      /** The name of the language. */
      readonly language?: string;
      /** The standard code of the language. */
      readonly bcp47?: string;
      /** The prefix leads to this wiki. */
      readonly localinterwiki?: '';
      /** Links with it stand among those to other languages, although it names none. */
      readonly extralanglink?: '';
      /** The code of the language, skin or error. */
      readonly code?: string;
      /** What such links are called. */
      readonly linktext?: string;
      /** The name of the wiki. */
      readonly sitename?: string;
      /** The code to use instead. */
      readonly deprecated?: string;
      /** The address of a page, with `$1` for its title. */
      readonly url: string;
      /** Whether the address begins with `//`, for HTTP and HTTPS. */
      readonly protorel?: '';
      /** The id of the wiki. */
      readonly wikiid?: string;
      /** The address of api.php of that wiki. */
      readonly api?: string;
    }[];
  };
  readonly languages: {
    /** Languages that MediaWiki knows. */
    readonly languages: readonly {
      /** The code of the language, skin or error. */
      readonly code: string;
      /** The standard code of the language. */
      readonly bcp47?: string;
      /** The name. */
      readonly '*': string;
    }[];
  };
  readonly languagevariants: {
    /** Languages with variants. */
    readonly languagevariants: Readonly<Record<string, Readonly<Record<string, {
      /** Variants that stand in, in this order. */
      readonly fallbacks: readonly string[];
    }>> | readonly never[]>> | readonly never[];
  };
  readonly libraries: {
    /** Libraries that run on the server. */
    readonly libraries: readonly {
      /** The name. */
      readonly name: string;
      /** The version. */
      readonly version: string;
      /** Who wrote it. */
      readonly author?: string;
      /** Its licence. */
      readonly license?: string;
    }[];
  };
  readonly magicwords: {
    /** Words that mean something in wikitext. */
    readonly magicwords: readonly {
      /** The name. */
      readonly name: string;
      /** Other names. */
      readonly aliases: readonly string[];
      /** Whether capitals matter. */
      readonly 'case-sensitive'?: '';
    }[];
  };
  readonly namespacealiases: {
    /** Other names of namespaces. */
    readonly namespacealiases: readonly {
      /** The number of the namespace. */
      readonly id: number;
      /** Another name of it. */
      readonly '*': string;
    }[];
  };
  readonly namespaces: {
    /** Namespaces by number. */
    readonly namespaces: Readonly<Record<string, {
      /** The number of it. */
      readonly id: number;
      /** Whether the first letter of a title may be small. */
      readonly case: 'first-letter' | 'case-sensitive';
      /** The name. */
      readonly '*': string;
      /** Whether a slash in a title makes a subpage. */
      readonly subpages?: '';
      /** The name in English. */
      readonly canonical?: string;
      /** Whether its pages count as content. */
      readonly content?: '';
      /** Whether its pages cannot be included in others. */
      readonly nonincludable?: '';
      /** The right that editing takes. */
      readonly namespaceprotection?: string;
      /** What kind of content new pages have, where it is not that of other namespaces. */
      readonly defaultcontentmodel?: string;
    }>> | readonly never[];
  };
  readonly protocols: {
    /** How addresses begin that become links. */
    readonly protocols: readonly string[];
  };
  readonly restrictions: {
    /** How pages can be protected. */
    readonly restrictions: {
      /** What pages can be protected from. */
      readonly types: readonly string[];
      /** Who may still do it: rights, or nothing for everybody. */
      readonly levels: readonly string[];
      /** Levels with which what the page includes can be protected, too. */
      readonly cascadinglevels: readonly string[];
      /** Levels that keep from editing only who is new. */
      readonly semiprotectedlevels: readonly string[];
    };
  };
  readonly rightsinfo: {
    /** The licence of the content. */
    readonly rightsinfo: {
      /** The address of the licence. */
      readonly url: string;
      /** The name of the licence. */
      readonly text: string;
    };
  };
  readonly showhooks: {
    /** Hooks of the software that extensions use. */
    readonly showhooks: readonly {
      /** The name. */
      readonly name: string;
      /** The functions that are called. */
      readonly subscribers: readonly string[];
    }[];
  };
  readonly skins: {
    /** What the wiki can look like. */
    readonly skins: readonly {
      /** The code of the language, skin or error. */
      readonly code: string;
      /** The name. */
      readonly '*': string;
      /** Readers see it who chose none. */
      readonly default?: '';
      /** Readers cannot choose it. */
      readonly unusable?: '';
    }[];
  };
  readonly specialpagealiases: {
    /** The names of special pages. */
    readonly specialpagealiases: readonly {
      /** The name in English. */
      readonly realname: string;
      /** Other names. */
      readonly aliases: readonly string[];
    }[];
  };
  readonly statistics: {
    /** Counts of what the wiki has. */
    readonly statistics: {
      /** How many pages there are. */
      readonly pages: number;
      /** Pages that count as content. */
      readonly articles: number;
      /** Edits of all time. */
      readonly edits: number;
      /** Files of the wiki. */
      readonly images: number;
      /** Accounts of the wiki. */
      readonly users: number;
      /** Accounts that did something in the last weeks. */
      readonly activeusers: number;
      /** Accounts in the group `sysop`. */
      readonly admins: number;
      /** Tasks that wait. */
      readonly jobs: number;
      readonly [name: string]: unknown;
    };
  };
  readonly uploaddialog: {
    /** What the form for uploads inside the editor looks like. */
    readonly uploaddialog: {
      /** Which further fields the form has. */
      readonly fields?: Readonly<Record<string, ''>> | readonly never[];
      /** Messages about the licence, for uploads to this wiki and to another one. */
      readonly licensemessages?: Readonly<Record<string, string | readonly string[]>> | readonly never[];
      /** The comment of uploads. */
      readonly comment?: string | Readonly<Record<string, string>> | readonly never[];
      /** The wikitext of the pages of uploads. */
      readonly format?: Readonly<Record<string, string>> | readonly never[];
      readonly [name: string]: unknown;
    };
  };
  readonly usergroups: {
    /** Groups of accounts. */
    readonly usergroups: readonly {
      /** The name. */
      readonly name: string;
      /** What the account, or members of the group, may do. */
      readonly rights: readonly string[];
      /** How many members it has. */
      readonly number?: number;
      /** Groups that members may add others to. */
      readonly add?: readonly string[] | '';
      /** Groups that members may remove others from. */
      readonly remove?: readonly string[] | '';
      /** Groups that members may join. */
      readonly 'add-self'?: readonly string[] | '';
      /** Groups that members may leave. */
      readonly 'remove-self'?: readonly string[] | '';
    }[];
  };
  readonly variables: {
    /** Words of wikitext that stand for a value. */
    readonly variables: readonly string[];
  };
}

/** prop=stashimageinfo: Get information about files that were uploaded but not published yet. */
export interface PropStashimageinfo {
  /** The file is hidden. */
  readonly filehidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
  /** There is no such file. */
  readonly filemissing?: true;
}

export interface PropStashimageinfoParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** The media type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** prop=stashimageinfo: Get information about files that were uploaded but not published yet. */
export interface OldPropStashimageinfo {
  /** The file is hidden. */
  readonly filehidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
  /** There is no such file. */
  readonly filemissing?: '';
}

export interface OldPropStashimageinfoParts {
  readonly timestamp: {
    /** When it was. */
    readonly timestamp?: string;
  };
  readonly canonicaltitle: {
    /** The title of the page of the file. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** The address of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Why there is no thumbnail. */
    readonly thumberror?: string;
    /** Addresses for denser screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** The address. */
    readonly url?: string;
    /** The address of the page of the file. */
    readonly descriptionurl?: string;
    /** A short address of the page of the file. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** How many pages the file has. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** The SHA-1 hash, in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** The media type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** The media type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that files of all types have. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** What is known of the file: licence, author and the like. */
    readonly extmetadata?: Readonly<Record<string, {
      /** The value. */
      readonly value: string | number;
      /** Where it comes from. */
      readonly source: string;
      /** Whether it is hidden. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits of a colour. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=tags: List change tags. */
export interface ListTags {
  /** The name. */
  readonly name: string;
}

export interface ListTagsParts {
  readonly displayname: {
    /** The name as readers see it. */
    readonly displayname: string | false;
  };
  readonly description: {
    /** What it is for. */
    readonly description: string;
  };
  readonly hitcount: {
    /** How often it was used. */
    readonly hitcount: number;
  };
  readonly defined: {
    /** Whether the wiki or an extension defines it. */
    readonly defined: boolean;
  };
  readonly source: {
    /** Where it comes from. */
    readonly source: readonly string[];
  };
  readonly active: {
    /** Whether it can be added to edits now. */
    readonly active: boolean;
  };
}

/** list=tags: List change tags. */
export interface OldListTags {
  /** The name. */
  readonly name: string;
}

export interface OldListTagsParts {
  readonly displayname: {
    /** The name as readers see it. */
    readonly displayname?: string;
  };
  readonly description: {
    /** What it is for. */
    readonly description: string;
  };
  readonly hitcount: {
    /** How often it was used. */
    readonly hitcount: number;
  };
  readonly defined: {
    /** Whether the wiki or an extension defines it. */
    readonly defined?: '';
  };
  readonly source: {
    /** Where it comes from. */
    readonly source: readonly string[];
  };
  readonly active: {
    /** Whether it can be added to edits now. */
    readonly active?: '';
  };
}

/** prop=templates: Returns all pages that are transcluded on the given pages. */
export interface PropTemplates {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** prop=templates: Returns all pages that are transcluded on the given pages. */
export interface OldPropTemplates {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

/** meta=tokens: Gets tokens for data-modifying actions. */
export type MetaTokens = Readonly<Record<string, string>>;

/** meta=tokens: Gets tokens for data-modifying actions. */
export type OldMetaTokens = Readonly<Record<string, string>>;

/** list=trackingcategories: Enumerate the categories into which the software puts pages by itself. */
export interface ListTrackingcategories {
  /** The name of the category. */
  readonly category: string;
  /** The key of the message that names it. */
  readonly catid?: string;
}

export interface ListTrackingcategoriesParts {
  readonly size: {
    /** How many members it has. */
    readonly size: number;
    /** How many of them are neither files nor categories. */
    readonly pages: number;
    /** How many files are in it. */
    readonly files: number;
    /** How many categories are in it. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether pages do not show it. */
    readonly hidden: boolean;
  };
}

/** list=trackingcategories: Enumerate the categories into which the software puts pages by itself. */
export interface OldListTrackingcategories {
  /** The name of the category. */
  readonly '*': string;
  /** The key of the message that names it. */
  readonly catid?: string;
}

export interface OldListTrackingcategoriesParts {
  readonly size: {
    /** How many members it has. */
    readonly size: number;
    /** How many of them are neither files nor categories. */
    readonly pages: number;
    /** How many files are in it. */
    readonly files: number;
    /** How many categories are in it. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether pages do not show it. */
    readonly hidden?: '';
  };
}

/** prop=transcludedin: Find all pages that transclude the given pages. */
export interface PropTranscludedin {}

export interface PropTranscludedinParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=transcludedin: Find all pages that transclude the given pages. */
export interface OldPropTranscludedin {}

export interface OldPropTranscludedinParts {
  readonly pageid: {
    /** The id of the page. */
    readonly pageid: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** list=unreviewedpages: List pages of which no version is reviewed. */
export interface ListUnreviewedpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly revid: number;
}

/** list=unreviewedpages: List pages of which no version is reviewed. */
export interface OldListUnreviewedpages {
  /** The id of the page. */
  readonly pageid: number;
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
  /** The newest version. */
  readonly revid: number;
}

/** list=usercontribs: List the edits of users. */
export interface ListUsercontribs {
  /** The text is hidden. */
  readonly texthidden?: true;
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** Who did it. */
  readonly user: string;
  /** Who did it is hidden. */
  readonly userhidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface ListUsercontribsParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly flags: {
    /** Whether it made the page. */
    readonly new: boolean;
    /** Whether it was a small change. */
    readonly minor: boolean;
    /** It is the current revision of the page. */
    readonly top: boolean;
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: true;
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly patrolled: {
    /** Whether somebody has looked at it. */
    readonly patrolled: boolean;
    /** Whether nobody had to patrol it. */
    readonly autopatrolled: boolean;
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly sizediff: {
    /** Bytes that the edit added, or took away. */
    readonly sizediff?: number;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
}

/** list=usercontribs: List the edits of users. */
export interface OldListUsercontribs {
  /** The text is hidden. */
  readonly texthidden?: '';
  /** The id of the account; 0 without one. */
  readonly userid: number;
  /** Who did it. */
  readonly user: string;
  /** Who did it is hidden. */
  readonly userhidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldListUsercontribsParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid: number;
    /** The id of the revision. */
    readonly revid: number;
    /** The id of the revision before it; 0 of the first. */
    readonly parentid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns: number;
    /** The title, with its namespace. */
    readonly title: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly flags: {
    /** Whether it made the page. */
    readonly new?: '';
    /** Whether it was a small change. */
    readonly minor?: '';
    /** It is the current revision of the page. */
    readonly top?: '';
  };
  readonly comment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is hidden. */
    readonly commenthidden?: '';
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly patrolled: {
    /** Whether somebody has looked at it. */
    readonly patrolled?: '';
    /** Whether nobody had to patrol it. */
    readonly autopatrolled?: '';
  };
  readonly size: {
    /** Bytes. */
    readonly size?: number;
  };
  readonly sizediff: {
    /** Bytes that the edit added, or took away. */
    readonly sizediff?: number;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
}

/** meta=userinfo: Get information about the current user. */
export interface MetaUserinfo {
  /** The id of the account; 0 without one. */
  readonly id: number;
  /** The name of the account, or the address. */
  readonly name: string;
  /** The reader has no account. */
  readonly anon?: true;
  /** The account is a temporary one. */
  readonly temp?: true;
}

export interface MetaUserinfoParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: boolean;
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: boolean;
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: boolean;
    /** Whether the blocked may not send mails. */
    readonly blockemail?: boolean;
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: boolean;
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: boolean;
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: boolean;
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: boolean;
      /** Whether the blocked may not send mails. */
      readonly blockemail?: boolean;
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: boolean;
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly hasmsg: {
    /** Whether the talk page of the reader has news. */
    readonly messages: boolean;
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with the times when they end. */
    readonly groupmemberships: readonly {
      /** The group. */
      readonly group: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly changeablegroups: {
    /** Whose members the reader may change. */
    readonly changeablegroups: {
      /** Groups that the reader may add others to. */
      readonly add: readonly string[];
      /** Groups that the reader may remove others from. */
      readonly remove: readonly string[];
      /** Groups that the reader may join. */
      readonly 'add-self': readonly string[];
      /** Groups that the reader may leave. */
      readonly 'remove-self': readonly string[];
    };
  };
  readonly options: {
    /** The preferences of the account. */
    readonly options: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly ratelimits: {
    /** How often what may be done, by action and kind of user. */
    readonly ratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** How often. */
      readonly hits: number;
      /** In how many seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly theoreticalratelimits: {
    /** The same, for somebody who has no right to pass over them. */
    readonly theoreticalratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** How often. */
      readonly hits: number;
      /** In how many seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly email: {
    /** The address of mails. */
    readonly email?: string;
    /** When the address was confirmed. */
    readonly emailauthenticated?: string;
  };
  readonly realname: {
    /** The real name. */
    readonly realname: string;
  };
  readonly acceptlang: {
    /** The languages that the browser asks for. */
    readonly acceptlang: readonly {
      /** How much it is wanted, from 0 to 1. */
      readonly q: number;
      /** The code of the language, skin or error. */
      readonly code: string;
    }[];
  };
  readonly registrationdate: {
    /** When the account was made; null where nobody knows. */
    readonly registrationdate?: string | null;
  };
  readonly unreadcount: {
    /** How many pages have changes that were not seen. */
    readonly unreadcount: number | string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
  readonly latestcontrib: {
    /** When the account last edited. */
    readonly latestcontrib?: string;
  };
  readonly cancreateaccount: {
    /** Whether the reader may make accounts. */
    readonly cancreateaccount: boolean;
    /** Why the reader may not. */
    readonly cancreateaccounterror?: readonly ({
      /** The key of the interface message. */
      readonly message: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The code of the language, skin or error. */
      readonly code: string;
      /** What kind it is of. */
      readonly type: 'error';
    } | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly text?: string;
      /** What it says, in HTML. */
      readonly html?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    })[];
  };
}

/** meta=userinfo: Get information about the current user. */
export interface OldMetaUserinfo {
  /** The id of the account; 0 without one. */
  readonly id: number;
  /** The name of the account, or the address. */
  readonly name: string;
  /** The reader has no account. */
  readonly anon?: '';
  /** The account is a temporary one. */
  readonly temp?: '';
}

export interface OldMetaUserinfoParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: '';
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: '';
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: '';
    /** Whether the blocked may not send mails. */
    readonly blockemail?: '';
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: '';
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: '';
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: '';
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: '';
      /** Whether the blocked may not send mails. */
      readonly blockemail?: '';
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: '';
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly hasmsg: {
    /** Whether the talk page of the reader has news. */
    readonly messages?: '';
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with the times when they end. */
    readonly groupmemberships: readonly {
      /** The group. */
      readonly group: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly changeablegroups: {
    /** Whose members the reader may change. */
    readonly changeablegroups: {
      /** Groups that the reader may add others to. */
      readonly add: readonly string[];
      /** Groups that the reader may remove others from. */
      readonly remove: readonly string[];
      /** Groups that the reader may join. */
      readonly 'add-self': readonly string[];
      /** Groups that the reader may leave. */
      readonly 'remove-self': readonly string[];
    };
  };
  readonly options: {
    /** The preferences of the account. */
    readonly options: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly ratelimits: {
    /** How often what may be done, by action and kind of user. */
    readonly ratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** How often. */
      readonly hits: number;
      /** In how many seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly theoreticalratelimits: {
    /** The same, for somebody who has no right to pass over them. */
    readonly theoreticalratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** How often. */
      readonly hits: number;
      /** In how many seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly email: {
    /** The address of mails. */
    readonly email?: string;
    /** When the address was confirmed. */
    readonly emailauthenticated?: string;
  };
  readonly realname: {
    /** The real name. */
    readonly realname: string;
  };
  readonly acceptlang: {
    /** The languages that the browser asks for. */
    readonly acceptlang: readonly {
      /** How much it is wanted, from 0 to 1. */
      readonly q: number;
      /** The code of the language, skin or error. */
      readonly '*': string;
    }[];
  };
  readonly registrationdate: {
    /** When the account was made; null where nobody knows. */
    readonly registrationdate?: string | null;
  };
  readonly unreadcount: {
    /** How many pages have changes that were not seen. */
    readonly unreadcount: number | string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
  readonly latestcontrib: {
    /** When the account last edited. */
    readonly latestcontrib?: string;
  };
  readonly cancreateaccount: {
    /** Whether the reader may make accounts. */
    readonly cancreateaccount?: '';
    /** Why the reader may not. */
    readonly cancreateaccounterror?: readonly ({
      /** The key of the interface message. */
      readonly message: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The code of the language, skin or error. */
      readonly code: string;
      /** What kind it is of. */
      readonly type: 'error';
    } | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly '*'?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=users: Get information about a list of users. */
export interface ListUsers {
  /** The id of the account; 0 without one. */
  readonly userid?: number;
  /** The name. */
  readonly name?: string;
  /** It is no name of an account. */
  readonly invalid?: true;
  /** There is no such account. */
  readonly missing?: true;
  /** It is an account of the software. */
  readonly systemuser?: true;
  /** Whether it is hidden. */
  readonly hidden?: true;
}

export interface ListUsersParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: boolean;
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: boolean;
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: boolean;
    /** Whether the blocked may not send mails. */
    readonly blockemail?: boolean;
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: boolean;
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: boolean;
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: boolean;
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: boolean;
      /** Whether the blocked may not send mails. */
      readonly blockemail?: boolean;
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: boolean;
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with the times when they end. */
    readonly groupmemberships: readonly {
      /** The group. */
      readonly group: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly registration: {
    /** When the account was made; null where nobody knows. */
    readonly registration: string | null;
  };
  readonly emailable: {
    /** Whether readers may send it mails. */
    readonly emailable: boolean;
  };
  readonly gender: {
    /** The gender that the account prefers. */
    readonly gender: string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
  readonly cancreate: {
    /** Whether an account of this name can be made. */
    readonly cancreate: boolean;
    /** Why it cannot. */
    readonly cancreateerror?: readonly ({
      /** The key of the interface message. */
      readonly message: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The code of the language, skin or error. */
      readonly code: string;
      /** What kind it is of. */
      readonly type: 'error';
    } | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly text?: string;
      /** What it says, in HTML. */
      readonly html?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=users: Get information about a list of users. */
export interface OldListUsers {
  /** The id of the account; 0 without one. */
  readonly userid?: number;
  /** The name. */
  readonly name?: string;
  /** It is no name of an account. */
  readonly invalid?: '';
  /** There is no such account. */
  readonly missing?: '';
  /** It is an account of the software. */
  readonly systemuser?: '';
  /** Whether it is hidden. */
  readonly hidden?: '';
}

export interface OldListUsersParts {
  readonly blockinfo: {
    /** The id of the block; null of several. */
    readonly blockid?: number | null;
    /** Who blocked. */
    readonly blockedby?: string;
    /** The id of the account that blocked. */
    readonly blockedbyid?: number;
    /** Why it was blocked. */
    readonly blockreason?: string;
    /** When it was blocked. */
    readonly blockedtimestamp?: string;
    /** When the block ends, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether it keeps from some pages or namespaces only. */
    readonly blockpartial?: '';
    /** Whether the blocked may not create accounts. */
    readonly blocknocreate?: '';
    /** Whether accounts are exempt from the block. */
    readonly blockanononly?: '';
    /** Whether the blocked may not send mails. */
    readonly blockemail?: '';
    /** Whether the blocked may not edit their talk page. */
    readonly blockowntalk?: '';
    /** When it was blocked, in the language of the reader. */
    readonly blockedtimestampformatted?: string;
    /** When it ends, in the language of the reader. */
    readonly blockexpiryformatted?: string;
    /** When it ends, seen from now. */
    readonly blockexpiryrelative?: string;
    /** The blocks that come together in it. */
    readonly blockcomponents?: readonly {
      /** The id of the block; null of several. */
      readonly blockid?: number | null;
      /** Who blocked. */
      readonly blockedby?: string;
      /** The id of the account that blocked. */
      readonly blockedbyid?: number;
      /** Why it was blocked. */
      readonly blockreason?: string;
      /** When it was blocked. */
      readonly blockedtimestamp?: string;
      /** When the block ends, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether it keeps from some pages or namespaces only. */
      readonly blockpartial?: '';
      /** Whether the blocked may not create accounts. */
      readonly blocknocreate?: '';
      /** Whether accounts are exempt from the block. */
      readonly blockanononly?: '';
      /** Whether the blocked may not send mails. */
      readonly blockemail?: '';
      /** Whether the blocked may not edit their talk page. */
      readonly blockowntalk?: '';
      /** When it was blocked, in the language of the reader. */
      readonly blockedtimestampformatted?: string;
      /** When it ends, in the language of the reader. */
      readonly blockexpiryformatted?: string;
      /** When it ends, seen from now. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with the times when they end. */
    readonly groupmemberships: readonly {
      /** The group. */
      readonly group: string;
      /** When it ends, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups that accounts are in by themselves. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** What the account, or members of the group, may do. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** How many edits the account made. */
    readonly editcount: number;
  };
  readonly registration: {
    /** When the account was made; null where nobody knows. */
    readonly registration: string | null;
  };
  readonly emailable: {
    /** Whether readers may send it mails. */
    readonly emailable?: '';
  };
  readonly gender: {
    /** The gender that the account prefers. */
    readonly gender: string;
  };
  readonly centralids: {
    /** The id of the account by provider of central ids. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account belongs to the central one of that provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether it does on the wiki that was named. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
  readonly cancreate: {
    /** Whether an account of this name can be made. */
    readonly cancreate?: '';
    /** Why it cannot. */
    readonly cancreateerror?: readonly ({
      /** The key of the interface message. */
      readonly message: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The code of the language, skin or error. */
      readonly code: string;
      /** What kind it is of. */
      readonly type: 'error';
    } | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly '*'?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=watchlist: Get recent changes to pages on a watchlist. */
export interface ListWatchlist {
  /** What kind it is of. */
  readonly type: string;
  /** By somebody without an account. */
  readonly anon?: boolean;
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: true;
  /** Who did it is hidden. */
  readonly userhidden?: true;
  /** The comment is hidden. */
  readonly commenthidden?: true;
  /** It is hidden from administrators, too. */
  readonly suppressed?: true;
}

export interface ListWatchlistParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid?: number;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before. */
    readonly old_revid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly flags: {
    /** Whether it was done as a bot. */
    readonly bot: boolean;
    /** Whether it made the page. */
    readonly new: boolean;
    /** Whether it was a small change. */
    readonly minor: boolean;
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string | number;
    /** By a temporary account. */
    readonly temp?: boolean;
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly patrol: {
    /** Whether somebody has looked at it. */
    readonly patrolled: boolean;
    /** Whether somebody should look at it. */
    readonly unpatrolled: boolean;
    /** Whether nobody had to patrol it. */
    readonly autopatrolled: boolean;
  };
  readonly sizes: {
    /** Bytes of the text before the change. */
    readonly oldlen: number;
    /** Bytes of the text after the change. */
    readonly newlen: number;
  };
  readonly notificationtimestamp: {
    /** Since when the page has changes that were not seen. */
    readonly notificationtimestamp: string;
  };
  readonly loginfo: {
    /** The id of the log entry. */
    readonly logid?: number;
    /** The type of the log. */
    readonly logtype?: string | null;
    /** The action of the log entry. */
    readonly logaction?: string | null;
    /** The parameters of the log entry; what they are depends on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
    /** What the log entry says, in HTML. */
    readonly logdisplay?: string;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry: string | 'infinity' | false;
  };
}

/** list=watchlist: Get recent changes to pages on a watchlist. */
export interface OldListWatchlist {
  /** What kind it is of. */
  readonly type: string;
  /** By somebody without an account. */
  readonly anon?: '';
  /** What was done, and to which page, is hidden. */
  readonly actionhidden?: '';
  /** Who did it is hidden. */
  readonly userhidden?: '';
  /** The comment is hidden. */
  readonly commenthidden?: '';
  /** It is hidden from administrators, too. */
  readonly suppressed?: '';
}

export interface OldListWatchlistParts {
  readonly ids: {
    /** The id of the page. */
    readonly pageid?: number;
    /** The id of the revision. */
    readonly revid?: number;
    /** The id of the revision before. */
    readonly old_revid?: number;
  };
  readonly title: {
    /** The number of the namespace. */
    readonly ns?: number;
    /** The title, with its namespace. */
    readonly title?: string;
  };
  readonly flags: {
    /** Whether it was done as a bot. */
    readonly bot?: '';
    /** Whether it made the page. */
    readonly new?: '';
    /** Whether it was a small change. */
    readonly minor?: '';
  };
  readonly user: {
    /** Who did it. */
    readonly user?: string | number;
    /** By a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** The id of the account; 0 without one. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Why it was done, in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Why it was done, in HTML. */
    readonly parsedcomment?: string;
  };
  readonly timestamp: {
    /** When it was. */
    readonly timestamp: string;
  };
  readonly patrol: {
    /** Whether somebody has looked at it. */
    readonly patrolled?: '';
    /** Whether somebody should look at it. */
    readonly unpatrolled?: '';
    /** Whether nobody had to patrol it. */
    readonly autopatrolled?: '';
  };
  readonly sizes: {
    /** Bytes of the text before the change. */
    readonly oldlen: number;
    /** Bytes of the text after the change. */
    readonly newlen: number;
  };
  readonly notificationtimestamp: {
    /** Since when the page has changes that were not seen. */
    readonly notificationtimestamp: string;
  };
  readonly loginfo: {
    /** The id of the log entry. */
    readonly logid?: number;
    /** The type of the log. */
    readonly logtype?: string | null;
    /** The action of the log entry. */
    readonly logaction?: string | null;
    /** The parameters of the log entry; what they are depends on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
    /** What the log entry says, in HTML. */
    readonly logdisplay?: string;
  };
  readonly tags: {
    /** Tags of the change. */
    readonly tags: readonly string[];
  };
  readonly expiry: {
    /** When it ends, or `infinity`. */
    readonly expiry?: string | 'infinity';
  };
}

/** list=watchlistraw: Get all pages on a watchlist. */
export interface ListWatchlistraw {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface ListWatchlistrawParts {
  readonly changed: {
    /** When there was the first change that was not seen. */
    readonly changed?: string;
  };
}

/** list=watchlistraw: Get all pages on a watchlist. */
export interface OldListWatchlistraw {
  /** The number of the namespace. */
  readonly ns: number;
  /** The title, with its namespace. */
  readonly title: string;
}

export interface OldListWatchlistrawParts {
  readonly changed: {
    /** When there was the first change that was not seen. */
    readonly changed?: string;
  };
}

/** action=clientlogin: Log in with the password of an account. */
export interface ActionClientlogin {
  /** How it went. */
  readonly clientlogin: {
    /** Whether the user is logged in, or what comes next. */
    readonly status: 'PASS' | 'FAIL' | 'UI' | 'REDIRECT' | 'RESTART';
    /** The name of the account. */
    readonly username?: string;
    /** What to tell the user. */
    readonly message?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** The same, for programs. */
    readonly messagecode?: string;
    /** Whether another attempt can go on from here. */
    readonly canpreservestate?: boolean;
  };
}

/** action=clientlogin: Log in with the password of an account. */
export interface OldActionClientlogin {
  /** How it went. */
  readonly clientlogin: {
    /** Whether the user is logged in, or what comes next. */
    readonly status: 'PASS' | 'FAIL' | 'UI' | 'REDIRECT' | 'RESTART';
    /** The name of the account. */
    readonly username?: string;
    /** What to tell the user. */
    readonly message?: string | {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
    };
    /** The same, for programs. */
    readonly messagecode?: string;
    /** Whether another attempt can go on from here. */
    readonly canpreservestate?: boolean;
  };
}

/** action=compare: Get the difference between two revisions, pages or texts. */
export interface ActionCompare {
  /** The difference, and what is known of both sides. */
  readonly compare: {
    /** The id of the page; 0 where it is deleted. */
    readonly fromid?: number;
    /** The id of the revision. */
    readonly fromrevid?: number;
    /** The namespace of the page. */
    readonly fromns?: number;
    /** The title of the page. */
    readonly fromtitle?: string;
    /** Bytes of the revision. */
    readonly fromsize?: number;
    /** When the revision was made. */
    readonly fromtimestamp?: string;
    /** Its text is hidden from some. */
    readonly fromtexthidden?: true;
    /** Its author is hidden from some. */
    readonly fromuserhidden?: true;
    /** Who made it. */
    readonly fromuser?: string;
    /** The id of the account; 0 without one. */
    readonly fromuserid?: number;
    /** Its summary is hidden from some. */
    readonly fromcommenthidden?: true;
    /** Its summary. */
    readonly fromcomment?: string;
    /** Its summary as HTML. */
    readonly fromparsedcomment?: string;
    /** What is hidden of it is hidden from administrators, too. */
    readonly fromsuppressed?: true;
    /** Its page is deleted. */
    readonly fromarchive?: true;
    /** The id of the page; 0 where it is deleted. */
    readonly toid?: number;
    /** The id of the revision. */
    readonly torevid?: number;
    /** The namespace of the page. */
    readonly tons?: number;
    /** The title of the page. */
    readonly totitle?: string;
    /** Bytes of the revision. */
    readonly tosize?: number;
    /** When the revision was made. */
    readonly totimestamp?: string;
    /** Its text is hidden from some. */
    readonly totexthidden?: true;
    /** Its author is hidden from some. */
    readonly touserhidden?: true;
    /** Who made it. */
    readonly touser?: string;
    /** The id of the account; 0 without one. */
    readonly touserid?: number;
    /** Its summary is hidden from some. */
    readonly tocommenthidden?: true;
    /** Its summary. */
    readonly tocomment?: string;
    /** Its summary as HTML. */
    readonly toparsedcomment?: string;
    /** What is hidden of it is hidden from administrators, too. */
    readonly tosuppressed?: true;
    /** Its page is deleted. */
    readonly toarchive?: true;
    /** The revision before the side "from". */
    readonly prev?: number;
    /** The revision behind the side "to". */
    readonly next?: number;
    /** Bytes of the differences. */
    readonly diffsize?: number;
    /** The difference of each slot, as rows of an HTML table; false where nothing differs. */
    readonly bodies?: Readonly<Record<string, string | false>>;
    /** The differences, as rows of an HTML table. */
    readonly body?: string;
  } | readonly never[];
}

/** action=compare: Get the difference between two revisions, pages or texts. */
export interface OldActionCompare {
  /** The difference, and what is known of both sides. */
  readonly compare: {
    /** The id of the page; 0 where it is deleted. */
    readonly fromid?: number;
    /** The id of the revision. */
    readonly fromrevid?: number;
    /** The namespace of the page. */
    readonly fromns?: number;
    /** The title of the page. */
    readonly fromtitle?: string;
    /** Bytes of the revision. */
    readonly fromsize?: number;
    /** When the revision was made. */
    readonly fromtimestamp?: string;
    /** Its text is hidden from some. */
    readonly fromtexthidden?: '';
    /** Its author is hidden from some. */
    readonly fromuserhidden?: '';
    /** Who made it. */
    readonly fromuser?: string;
    /** The id of the account; 0 without one. */
    readonly fromuserid?: number;
    /** Its summary is hidden from some. */
    readonly fromcommenthidden?: '';
    /** Its summary. */
    readonly fromcomment?: string;
    /** Its summary as HTML. */
    readonly fromparsedcomment?: string;
    /** What is hidden of it is hidden from administrators, too. */
    readonly fromsuppressed?: '';
    /** Its page is deleted. */
    readonly fromarchive?: '';
    /** The id of the page; 0 where it is deleted. */
    readonly toid?: number;
    /** The id of the revision. */
    readonly torevid?: number;
    /** The namespace of the page. */
    readonly tons?: number;
    /** The title of the page. */
    readonly totitle?: string;
    /** Bytes of the revision. */
    readonly tosize?: number;
    /** When the revision was made. */
    readonly totimestamp?: string;
    /** Its text is hidden from some. */
    readonly totexthidden?: '';
    /** Its author is hidden from some. */
    readonly touserhidden?: '';
    /** Who made it. */
    readonly touser?: string;
    /** The id of the account; 0 without one. */
    readonly touserid?: number;
    /** Its summary is hidden from some. */
    readonly tocommenthidden?: '';
    /** Its summary. */
    readonly tocomment?: string;
    /** Its summary as HTML. */
    readonly toparsedcomment?: string;
    /** What is hidden of it is hidden from administrators, too. */
    readonly tosuppressed?: '';
    /** Its page is deleted. */
    readonly toarchive?: '';
    /** The revision before the side "from". */
    readonly prev?: number;
    /** The revision behind the side "to". */
    readonly next?: number;
    /** Bytes of the differences. */
    readonly diffsize?: number;
    /** The difference of each slot, as rows of an HTML table; false where nothing differs. */
    readonly bodies?: Readonly<Record<string, string>>;
    /** The differences, as rows of an HTML table. */
    readonly '*'?: string;
  } | readonly never[];
}

/** action=expandtemplates: Expands all templates within wikitext. */
export interface ActionExpandtemplates {
  /** The wikitext as an XML tree. */
  readonly parsetree?: string;
  /** What became of the text, and what was met on the way. */
  readonly expandtemplates: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** Categories that the text puts the page into. */
    readonly categories?: readonly {
      /** What the page is sorted by, where the text says that. */
      readonly sortkey: string;
      /** The title of the category, without namespace. */
      readonly category: string;
    }[];
    /** Page properties that the text sets, by name. */
    readonly properties?: Readonly<Record<string, string>>;
    /** Whether the text is another each time. */
    readonly volatile?: boolean;
    /** Seconds after which the text may be another. */
    readonly ttl?: number;
    /** The expanded text. */
    readonly wikitext?: string;
    /** The same, where it stood before there was "prop". */
    readonly '*'?: string;
    /** Modules of the resource loader that a page of it would load. */
    readonly modules?: readonly string[];
    /** Those of which it would load the scripts alone. */
    readonly modulescripts?: readonly string[];
    /** Those of which it would load the styles alone. */
    readonly modulestyles?: readonly string[];
    /** Variables that scripts of a page of it would be given. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** The same as JSON. */
    readonly encodedjsconfigvars?: string;
  } | readonly never[];
}

/** action=expandtemplates: Expands all templates within wikitext. */
export interface OldActionExpandtemplates {
  /** The wikitext as an XML tree. */
  readonly parsetree?: unknown;
  /** What became of the text, and what was met on the way. */
  readonly expandtemplates: {
    /** The wikitext as an XML tree. */
    readonly parsetree?: string;
    /** Categories that the text puts the page into. */
    readonly categories?: readonly {
      /** What the page is sorted by, where the text says that. */
      readonly sortkey: string;
      /** The title of the category, without namespace. */
      readonly '*': string;
    }[];
    /** Page properties that the text sets, by name. */
    readonly properties?: unknown;
    /** Whether the text is another each time. */
    readonly volatile?: '';
    /** Seconds after which the text may be another. */
    readonly ttl?: number;
    /** The expanded text. */
    readonly wikitext?: string;
    /** The same, where it stood before there was "prop". */
    readonly '*'?: string;
    /** Modules of the resource loader that a page of it would load. */
    readonly modules?: readonly string[];
    /** Those of which it would load the scripts alone. */
    readonly modulescripts?: readonly string[];
    /** Those of which it would load the styles alone. */
    readonly modulestyles?: readonly string[];
    /** Variables that scripts of a page of it would be given. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** The same as JSON. */
    readonly encodedjsconfigvars?: string;
  } | readonly never[];
}

/** action=help: Show where the documentation stands. */
export interface ActionHelp {
  /** The help. */
  readonly help: {
    /** The media type. */
    readonly mime: string;
    /** What a browser calls it when it is saved. */
    readonly filename: string;
    /** The text in HTML. */
    readonly help: string;
  };
}

/** action=help: Show where the documentation stands. */
export interface OldActionHelp {
  /** The help. */
  readonly help: {
    /** The media type. */
    readonly mime: string;
    /** What a browser calls it when it is saved. */
    readonly filename: string;
    /** The text in HTML. */
    readonly help: string;
  };
}

/** action=login: Log in and get the cookies of a session. */
export interface ActionLogin {
  /** How it went. */
  readonly login: {
    /** Whether the session is now that of the account. */
    readonly result: 'Success' | 'NeedToken' | 'WrongToken' | 'Failed' | 'Aborted';
    /** Why it is not. */
    readonly reason?: string | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly text?: string;
      /** What it says, in HTML. */
      readonly html?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    };
    /** With `NeedToken`: what to send along. */
    readonly token?: string;
    /** The id of the account. */
    readonly lguserid?: number;
    /** The name of the account. */
    readonly lgusername?: string;
  };
}

/** action=login: Log in and get the cookies of a session. */
export interface OldActionLogin {
  /** How it went. */
  readonly login: {
    /** Whether the session is now that of the account. */
    readonly result: 'Success' | 'NeedToken' | 'WrongToken' | 'Failed' | 'Aborted';
    /** Why it is not. */
    readonly reason?: string | {
      /** What it is, for programs. */
      readonly code: string;
      /** What it says, in plain text or wikitext. */
      readonly '*'?: string;
      /** The key of the interface message. */
      readonly key?: string;
      /** The parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** What more there is to know, by code. */
      readonly data?: unknown;
    };
    /** With `NeedToken`: what to send along. */
    readonly token?: string;
    /** The id of the account. */
    readonly lguserid?: number;
    /** The name of the account. */
    readonly lgusername?: string;
  };
}

/** action=logout: Log out and clear the session. */
export interface ActionLogout {}

/** action=logout: Log out and clear the session. */
export interface OldActionLogout {}

/** action=opensearch: Search the wiki using the OpenSearch protocol. */
export type ActionOpensearch = readonly [
  /** The text. */
  text: string,
  /** The titles. */
  titles: readonly string[],
  /** What the pages are about; empty texts. */
  descriptions: readonly string[],
  /** The addresses of the pages. */
  urls: readonly string[],
];

/** action=opensearch: Search the wiki using the OpenSearch protocol. */
export type OldActionOpensearch = readonly [
  /** The text. */
  text: string,
  /** The titles. */
  titles: readonly string[],
  /** What the pages are about; empty texts. */
  descriptions: readonly string[],
  /** The addresses of the pages. */
  urls: readonly string[],
];

/** action=paraminfo: Obtain information about API modules. */
export interface ActionParaminfo {
  /** What is known of the modules. */
  readonly paraminfo: {
    /** How texts are written. */
    readonly helpformat: string;
    /** The modules that were asked for. */
    readonly modules?: readonly ModuleInfo[];
    /** Modules of `action=query`. */
    readonly querymodules?: readonly {
      /** The name. */
      readonly name: string;
      /** Where it is in the interface. */
      readonly path: string;
      /** Which parameter names it. */
      readonly group?: string;
      /** The class that MediaWiki has for it. */
      readonly classname?: string;
      /** What the names of its parameters begin with. */
      readonly prefix: string;
      /** The extension that it is from, or MediaWiki. */
      readonly source?: string;
      /** What the extension is called. */
      readonly sourcename?: string;
      /** The name of its licence. */
      readonly licensetag?: string;
      /** The address of a page with its licence. */
      readonly licenselink?: string;
      /** What it is for. */
      readonly description?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** It is better not used any more. */
      readonly deprecated?: true;
      /** It is for MediaWiki itself and may change. */
      readonly internal?: true;
      /** It takes the right to read. */
      readonly readrights?: true;
      /** It takes the right to edit by programs. */
      readonly writerights?: true;
      /** Only a POST is answered. */
      readonly mustbeposted?: true;
      /** It can be used as a generator. */
      readonly generator?: true;
      /** Where more about it is written. */
      readonly helpurls: readonly string[];
      /** Requests that show it. */
      readonly examples?: readonly {
        /** The request. */
        readonly query: string;
        /** What it asks for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Its parameters. */
      readonly parameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required: boolean;
        /** It is better not used any more. */
        readonly deprecated?: true;
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: true;
        /** What leaving it out means. */
        readonly default?: string | number | boolean | null;
        /** Whether it takes several values. */
        readonly multi: boolean;
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: true;
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: true;
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: true;
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with values of others in their names. */
      readonly templatedparameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required: boolean;
        /** It is better not used any more. */
        readonly deprecated?: true;
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: true;
        /** What leaving it out means. */
        readonly default?: string | number | boolean | null;
        /** Whether it takes several values. */
        readonly multi: boolean;
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: true;
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: true;
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: true;
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Which other parameters it takes. */
      readonly dynamicparameters?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** Whether it is a list, prop or meta. */
      readonly querytype: string;
    }[];
    /** Formats. */
    readonly formatmodules?: readonly ModuleInfo[];
    /** The entry point itself. */
    readonly mainmodule?: ModuleInfo;
    /** What names pages. */
    readonly pagesetmodule?: {
      /** The class that MediaWiki has for it. */
      readonly classname?: string;
      /** What the names of its parameters begin with. */
      readonly prefix: string;
      /** The extension that it is from, or MediaWiki. */
      readonly source?: string;
      /** What the extension is called. */
      readonly sourcename?: string;
      /** The name of its licence. */
      readonly licensetag?: string;
      /** The address of a page with its licence. */
      readonly licenselink?: string;
      /** What it is for. */
      readonly description?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** It is better not used any more. */
      readonly deprecated?: true;
      /** It is for MediaWiki itself and may change. */
      readonly internal?: true;
      /** It takes the right to read. */
      readonly readrights?: true;
      /** It takes the right to edit by programs. */
      readonly writerights?: true;
      /** Only a POST is answered. */
      readonly mustbeposted?: true;
      /** It can be used as a generator. */
      readonly generator?: true;
      /** Where more about it is written. */
      readonly helpurls: readonly string[];
      /** Requests that show it. */
      readonly examples?: readonly {
        /** The request. */
        readonly query: string;
        /** What it asks for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Its parameters. */
      readonly parameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required: boolean;
        /** It is better not used any more. */
        readonly deprecated?: true;
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: true;
        /** What leaving it out means. */
        readonly default?: string | number | boolean | null;
        /** Whether it takes several values. */
        readonly multi: boolean;
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: true;
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: true;
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: true;
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with values of others in their names. */
      readonly templatedparameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required: boolean;
        /** It is better not used any more. */
        readonly deprecated?: true;
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: true;
        /** What leaving it out means. */
        readonly default?: string | number | boolean | null;
        /** Whether it takes several values. */
        readonly multi: boolean;
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: true;
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: true;
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: true;
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Which other parameters it takes. */
      readonly dynamicparameters?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
    };
  };
}

/** action=paraminfo: Obtain information about API modules. */
export interface OldActionParaminfo {
  /** What is known of the modules. */
  readonly paraminfo: {
    /** How texts are written. */
    readonly helpformat: string;
    /** The modules that were asked for. */
    readonly modules?: readonly OldModuleInfo[];
    /** Modules of `action=query`. */
    readonly querymodules?: readonly {
      /** The name. */
      readonly name: string;
      /** Where it is in the interface. */
      readonly path: string;
      /** Which parameter names it. */
      readonly group?: string;
      /** The class that MediaWiki has for it. */
      readonly classname?: string;
      /** What the names of its parameters begin with. */
      readonly prefix: string;
      /** The extension that it is from, or MediaWiki. */
      readonly source?: string;
      /** What the extension is called. */
      readonly sourcename?: string;
      /** The name of its licence. */
      readonly licensetag?: string;
      /** The address of a page with its licence. */
      readonly licenselink?: string;
      /** What it is for. */
      readonly description?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** It is better not used any more. */
      readonly deprecated?: '';
      /** It is for MediaWiki itself and may change. */
      readonly internal?: '';
      /** It takes the right to read. */
      readonly readrights?: '';
      /** It takes the right to edit by programs. */
      readonly writerights?: '';
      /** Only a POST is answered. */
      readonly mustbeposted?: '';
      /** It can be used as a generator. */
      readonly generator?: '';
      /** Where more about it is written. */
      readonly helpurls: readonly string[];
      /** Requests that show it. */
      readonly examples?: readonly {
        /** The request. */
        readonly query: string;
        /** What it asks for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Its parameters. */
      readonly parameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required?: '';
        /** It is better not used any more. */
        readonly deprecated?: '';
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: '';
        /** What leaving it out means. */
        readonly default?: string | number | '' | null;
        /** Whether it takes several values. */
        readonly multi?: '';
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: '';
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: '';
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: '';
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with values of others in their names. */
      readonly templatedparameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required?: '';
        /** It is better not used any more. */
        readonly deprecated?: '';
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: '';
        /** What leaving it out means. */
        readonly default?: string | number | '' | null;
        /** Whether it takes several values. */
        readonly multi?: '';
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: '';
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: '';
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: '';
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Which other parameters it takes. */
      readonly dynamicparameters?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** Whether it is a list, prop or meta. */
      readonly querytype: string;
    }[];
    /** Formats. */
    readonly formatmodules?: readonly OldModuleInfo[];
    /** The entry point itself. */
    readonly mainmodule?: OldModuleInfo;
    /** What names pages. */
    readonly pagesetmodule?: {
      /** The class that MediaWiki has for it. */
      readonly classname?: string;
      /** What the names of its parameters begin with. */
      readonly prefix: string;
      /** The extension that it is from, or MediaWiki. */
      readonly source?: string;
      /** What the extension is called. */
      readonly sourcename?: string;
      /** The name of its licence. */
      readonly licensetag?: string;
      /** The address of a page with its licence. */
      readonly licenselink?: string;
      /** What it is for. */
      readonly description?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** It is better not used any more. */
      readonly deprecated?: '';
      /** It is for MediaWiki itself and may change. */
      readonly internal?: '';
      /** It takes the right to read. */
      readonly readrights?: '';
      /** It takes the right to edit by programs. */
      readonly writerights?: '';
      /** Only a POST is answered. */
      readonly mustbeposted?: '';
      /** It can be used as a generator. */
      readonly generator?: '';
      /** Where more about it is written. */
      readonly helpurls: readonly string[];
      /** Requests that show it. */
      readonly examples?: readonly {
        /** The request. */
        readonly query: string;
        /** What it asks for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Its parameters. */
      readonly parameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required?: '';
        /** It is better not used any more. */
        readonly deprecated?: '';
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: '';
        /** What leaving it out means. */
        readonly default?: string | number | '' | null;
        /** Whether it takes several values. */
        readonly multi?: '';
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: '';
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: '';
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: '';
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with values of others in their names. */
      readonly templatedparameters: readonly {
        /** Its place in the declaration. */
        readonly index: number;
        /** The name. */
        readonly name: string;
        /** Whose values stand in the name, by the text in braces. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** What it is for. */
        readonly description?: string | readonly {
          /** The key of the interface message. */
          readonly key: string;
          /** Parameters; what they are depends on what they belong to. */
          readonly params: readonly unknown[];
          /** The value that the message is about. */
          readonly forvalue?: string;
        }[];
        /** What values it takes: the kind, or all of them. */
        readonly type: string | readonly (string | number)[];
        /** Whether it must be given. */
        readonly required?: '';
        /** It is better not used any more. */
        readonly deprecated?: '';
        /** It is a secret, which must not stand in a URL. */
        readonly sensitive?: '';
        /** What leaving it out means. */
        readonly default?: string | number | '' | null;
        /** Whether it takes several values. */
        readonly multi?: '';
        /** How many values, without the right `apihighlimits`. */
        readonly lowlimit?: number;
        /** How many values, with the right `apihighlimits`. */
        readonly highlimit?: number;
        /** How many values the reader may give. */
        readonly limit?: number;
        /** A value may be given twice. */
        readonly allowsduplicates?: '';
        /** What stands for all values. */
        readonly allspecifier?: string;
        /** The least number. */
        readonly min?: number;
        /** The greatest number, without the right `apihighlimits`. */
        readonly max?: number;
        /** The greatest number, with the right `apihighlimits`. */
        readonly highmax?: number;
        /** Other numbers are errors; they would be made to fit, else. */
        readonly enforcerange?: '';
        /** How many bytes the text may have. */
        readonly maxbytes?: number;
        /** How many characters the text may have. */
        readonly maxchars?: number;
        /** How users may be named. */
        readonly subtypes?: readonly string[];
        /** Namespaces besides those of pages. */
        readonly extranamespaces?: readonly number[];
        /** There must be such a page. */
        readonly mustExist?: '';
        /** Of which kind the token must be. */
        readonly tokentype?: string;
        /** The paths of the modules that its values name. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** What the parameters of those modules begin with besides. */
        readonly submoduleparamprefix?: string;
        /** Values that are better not used any more. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values that are for MediaWiki itself. */
        readonly internalvalues?: readonly (string | number)[];
        /** What more there is to know. */
        readonly info?: readonly {
          /** The name. */
          readonly name: string;
          /** What it says. */
          readonly text?: string | readonly {
            /** The key of the interface message. */
            readonly key: string;
            /** Parameters; what they are depends on what they belong to. */
            readonly params: readonly unknown[];
            /** The value that the message is about. */
            readonly forvalue?: string;
          }[];
          /** What it is about. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Which other parameters it takes. */
      readonly dynamicparameters?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
    };
  };
}

/** action=parse: Parses content and tells what came of it. */
export interface ActionParse {
  /** What became of the text, and what was met on the way. */
  readonly parse: {
    /** The page on which the text stands. */
    readonly title?: string;
    /** Its id; 0 where there is none. */
    readonly pageid?: number;
    /** The text is hidden from most readers. */
    readonly textdeleted?: true;
    /** The text is hidden from nearly all readers. */
    readonly textsuppressed?: true;
    /** The revision whose text it is. */
    readonly revid?: number;
    /** Redirects that were followed. */
    readonly redirects?: readonly {
      /** The redirect. */
      readonly from: string;
      /** Where it leads. */
      readonly to: string;
      /** To which section. */
      readonly tofragment?: string;
    }[];
    /** The text as HTML; with "onlypst" as it would be saved. */
    readonly text?: string;
    /** The summary as HTML. */
    readonly parsedsummary?: string;
    /** The same page in other languages. */
    readonly langlinks?: readonly {
      /** The code of the language. */
      readonly lang: string;
      /** The address of the page. */
      readonly url?: string;
      /** The name of the language in that of the reader. */
      readonly langname?: string;
      /** The name of the language in itself. */
      readonly autonym?: string;
      /** The title of the page there. */
      readonly title: string;
    }[];
    /** Categories that the text puts the page into. */
    readonly categories?: readonly {
      /** What the page is sorted by, where the text says that. */
      readonly sortkey: string;
      /** The title of the category, without namespace. */
      readonly category: string;
      /** It has no page. */
      readonly missing?: true;
      /** Readers are not shown it. */
      readonly hidden?: true;
    }[];
    /** The same as HTML. */
    readonly categorieshtml?: string;
    /** Pages that the text links. */
    readonly links?: readonly {
      /** The namespace. */
      readonly ns: number;
      /** Whether there is such a page. */
      readonly exists: boolean;
      /** The title. */
      readonly title: string;
    }[];
    /** Pages that the text includes. */
    readonly templates?: readonly {
      /** The namespace. */
      readonly ns: number;
      /** Whether there is such a page. */
      readonly exists: boolean;
      /** The title. */
      readonly title: string;
    }[];
    /** Files that the text shows or links to. */
    readonly images?: readonly string[];
    /** Addresses that the text links. */
    readonly externallinks?: readonly string[];
    /** The headings. */
    readonly sections?: readonly {
      /** How deep it is in the table of contents. */
      readonly toclevel: number;
      /** The level of the heading, 1 to 6. */
      readonly level: string;
      /** The heading as HTML. */
      readonly line: string;
      /** Its number in the table of contents. */
      readonly number: string;
      /** Which section of that text it is, with "T-" before it where the page includes it; empty where nobody can tell. */
      readonly index: string;
      /** The page whose text has the heading. */
      readonly fromtitle: string | false;
      /** Characters of the text before it. */
      readonly byteoffset: number | null;
      /** The id of the heading. */
      readonly anchor: string;
      /** The same for links. */
      readonly linkAnchor: string;
    }[];
    /** The headings in another form. */
    readonly tocdata?: {
      /** The headings. */
      readonly sections: readonly {
        /** How deep it is in the table of contents. */
        readonly tocLevel: number;
        /** The level of the heading, 1 to 6. */
        readonly hLevel: number;
        /** The heading as HTML. */
        readonly line: string;
        /** Its number in the table of contents. */
        readonly number: string;
        /** Which section of that text it is, with "T-" before it where the page includes it; left out where nobody can tell. */
        readonly index?: string;
        /** The page whose text has the heading. */
        readonly fromTitle?: string;
        /** Characters of the text before it. */
        readonly codepointOffset?: number;
        /** The id of the heading. */
        readonly anchor: string;
      }[];
      /** What extensions add. */
      readonly extensionData: readonly string[];
    } | null;
    /** Whether the page has a table of contents. */
    readonly showtoc?: boolean;
    /** What a preview would warn of. */
    readonly parsewarnings?: readonly string[];
    /** The same as HTML. */
    readonly parsewarningshtml?: readonly string[];
    /** The title as the page shows it, as HTML. */
    readonly displaytitle?: string;
    /** What stands below the title. */
    readonly subtitle?: string;
    /** What the head of the document needs. */
    readonly headitems?: readonly string[];
    /** What a document begins with, up to its body. */
    readonly headhtml?: string;
    /** Modules of the resource loader that a page of it would load. */
    readonly modules?: readonly string[];
    /** Those of which it would load the scripts alone. */
    readonly modulescripts?: readonly string[];
    /** Those of which it would load the styles alone. */
    readonly modulestyles?: readonly string[];
    /** Variables that scripts of a page of it would be given. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** The same as JSON. */
    readonly encodedjsconfigvars?: string;
    /** What stands beside the title of the page, as HTML, by its name. */
    readonly indicators?: Readonly<Record<string, string>>;
    /** Pages of other wikis that the text links. */
    readonly iwlinks?: readonly {
      /** The prefix of the wiki. */
      readonly prefix: string;
      /** The address of the page. */
      readonly url?: string;
      /** The title with its prefix. */
      readonly title: string;
    }[];
    /** The text that was parsed. */
    readonly wikitext?: string;
    /** The text as it would be saved. */
    readonly psttext?: string;
    /** Page properties that the text sets, by name. */
    readonly properties?: Readonly<Record<string, string>>;
    /** What the page took of each limit ("name"): "0" is what it took, "1" the limit. */
    readonly limitreportdata?: readonly (Readonly<Record<string, string | number | boolean>>)[];
    /** The same as HTML. */
    readonly limitreporthtml?: string;
    /** The structure of the text as XML. */
    readonly parsetree?: string;
  };
}

/** action=parse: Parses content and tells what came of it. */
export interface OldActionParse {
  /** What became of the text, and what was met on the way. */
  readonly parse: {
    /** The page on which the text stands. */
    readonly title?: string;
    /** Its id; 0 where there is none. */
    readonly pageid?: number;
    /** The text is hidden from most readers. */
    readonly textdeleted?: '';
    /** The text is hidden from nearly all readers. */
    readonly textsuppressed?: '';
    /** The revision whose text it is. */
    readonly revid?: number;
    /** Redirects that were followed. */
    readonly redirects?: readonly {
      /** The redirect. */
      readonly from: string;
      /** Where it leads. */
      readonly to: string;
      /** To which section. */
      readonly tofragment?: string;
    }[];
    /** The text as HTML; with "onlypst" as it would be saved. */
    readonly text?: unknown;
    /** The summary as HTML. */
    readonly parsedsummary?: unknown;
    /** The same page in other languages. */
    readonly langlinks?: readonly {
      /** The code of the language. */
      readonly lang: string;
      /** The address of the page. */
      readonly url?: string;
      /** The name of the language in that of the reader. */
      readonly langname?: string;
      /** The name of the language in itself. */
      readonly autonym?: string;
      /** The title of the page there. */
      readonly '*': string;
    }[];
    /** Categories that the text puts the page into. */
    readonly categories?: readonly {
      /** What the page is sorted by, where the text says that. */
      readonly sortkey: string;
      /** The title of the category, without namespace. */
      readonly '*': string;
      /** It has no page. */
      readonly missing?: '';
      /** Readers are not shown it. */
      readonly hidden?: '';
    }[];
    /** The same as HTML. */
    readonly categorieshtml?: unknown;
    /** Pages that the text links. */
    readonly links?: readonly {
      /** The namespace. */
      readonly ns: number;
      /** Whether there is such a page. */
      readonly exists?: '';
      /** The title. */
      readonly '*': string;
    }[];
    /** Pages that the text includes. */
    readonly templates?: readonly {
      /** The namespace. */
      readonly ns: number;
      /** Whether there is such a page. */
      readonly exists?: '';
      /** The title. */
      readonly '*': string;
    }[];
    /** Files that the text shows or links to. */
    readonly images?: readonly string[];
    /** Addresses that the text links. */
    readonly externallinks?: readonly string[];
    /** The headings. */
    readonly sections?: readonly {
      /** How deep it is in the table of contents. */
      readonly toclevel: number;
      /** The level of the heading, 1 to 6. */
      readonly level: string;
      /** The heading as HTML. */
      readonly line: string;
      /** Its number in the table of contents. */
      readonly number: string;
      /** Which section of that text it is, with "T-" before it where the page includes it; empty where nobody can tell. */
      readonly index: string;
      /** The page whose text has the heading. */
      readonly fromtitle?: string;
      /** Characters of the text before it. */
      readonly byteoffset: number | null;
      /** The id of the heading. */
      readonly anchor: string;
      /** The same for links. */
      readonly linkAnchor: string;
    }[];
    /** The headings in another form. */
    readonly tocdata?: {
      /** The headings. */
      readonly sections: readonly {
        /** How deep it is in the table of contents. */
        readonly tocLevel: number;
        /** The level of the heading, 1 to 6. */
        readonly hLevel: number;
        /** The heading as HTML. */
        readonly line: string;
        /** Its number in the table of contents. */
        readonly number: string;
        /** Which section of that text it is, with "T-" before it where the page includes it; left out where nobody can tell. */
        readonly index?: string;
        /** The page whose text has the heading. */
        readonly fromTitle?: string;
        /** Characters of the text before it. */
        readonly codepointOffset?: number;
        /** The id of the heading. */
        readonly anchor: string;
      }[];
      /** What extensions add. */
      readonly extensionData: readonly string[];
    } | null;
    /** Whether the page has a table of contents. */
    readonly showtoc?: '';
    /** What a preview would warn of. */
    readonly parsewarnings?: readonly string[];
    /** The same as HTML. */
    readonly parsewarningshtml?: readonly string[];
    /** The title as the page shows it, as HTML. */
    readonly displaytitle?: string;
    /** What stands below the title. */
    readonly subtitle?: string;
    /** What the head of the document needs. */
    readonly headitems?: readonly string[];
    /** What a document begins with, up to its body. */
    readonly headhtml?: unknown;
    /** Modules of the resource loader that a page of it would load. */
    readonly modules?: readonly string[];
    /** Those of which it would load the scripts alone. */
    readonly modulescripts?: readonly string[];
    /** Those of which it would load the styles alone. */
    readonly modulestyles?: readonly string[];
    /** Variables that scripts of a page of it would be given. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** The same as JSON. */
    readonly encodedjsconfigvars?: string;
    /** What stands beside the title of the page, as HTML, by its name. */
    readonly indicators?: Readonly<Record<string, string>> | readonly never[];
    /** Pages of other wikis that the text links. */
    readonly iwlinks?: readonly {
      /** The prefix of the wiki. */
      readonly prefix: string;
      /** The address of the page. */
      readonly url?: string;
      /** The title with its prefix. */
      readonly '*': string;
    }[];
    /** The text that was parsed. */
    readonly wikitext?: unknown;
    /** The text as it would be saved. */
    readonly psttext?: unknown;
    /** Page properties that the text sets, by name. */
    readonly properties?: unknown;
    /** What the page took of each limit ("name"): "0" is what it took, "1" the limit. */
    readonly limitreportdata?: readonly (Readonly<Record<string, string | number | ''>>)[];
    /** The same as HTML. */
    readonly limitreporthtml?: unknown;
    /** The structure of the text as XML. */
    readonly parsetree?: unknown;
  };
}

/** action=sitematrix: List the wikis of this server, by language and family. */
export interface ActionSitematrix {
  /** Languages with their wikis, by number, and what stands beside them. */
  readonly sitematrix: {
    /** How many wikis there are. */
    readonly count: number;
    /** Wikis of no language and family. */
    readonly specials?: readonly {
      /** The address. */
      readonly url?: string;
      /** The name of its database. */
      readonly dbname?: string;
      /** The family of wikis that it belongs to. */
      readonly code?: string;
      /** The code of the language. */
      readonly lang?: string;
      /** The name of the wiki. */
      readonly sitename?: string;
      /** Nobody may edit it. */
      readonly closed?: true;
      /** Only accounts may read it. */
      readonly private?: true;
      /** Everybody may read it, and only its accounts edit it. */
      readonly fishbowl?: true;
    }[];
    readonly [name: string]: unknown;
  };
}

/** action=sitematrix: List the wikis of this server, by language and family. */
export interface OldActionSitematrix {
  /** Languages with their wikis, by number, and what stands beside them. */
  readonly sitematrix: {
    /** How many wikis there are. */
    readonly count: number;
    /** Wikis of no language and family. */
    readonly specials?: readonly {
      /** The address. */
      readonly url?: string;
      /** The name of its database. */
      readonly dbname?: string;
      /** The family of wikis that it belongs to. */
      readonly code?: string;
      /** The code of the language. */
      readonly lang?: string;
      /** The name of the wiki. */
      readonly sitename?: string;
      /** Nobody may edit it. */
      readonly closed?: '';
      /** Only accounts may read it. */
      readonly private?: '';
      /** Everybody may read it, and only its accounts edit it. */
      readonly fishbowl?: '';
    }[];
    readonly [name: string]: unknown;
  };
}

export interface MetadataItem {
  /** The name. */
  readonly name: string | number;
  /** The value. */
  readonly value: string | number | boolean | null | readonly MetadataItem[];
}

export interface OldMetadataItem {
  /** The name. */
  readonly name: string | number;
  /** The value. */
  readonly value: string | number | boolean | null | readonly OldMetadataItem[];
}

export interface PromotionCondition {
  readonly [name: string]: string | readonly unknown[] | PromotionCondition;
}

export interface OldPromotionCondition {
  readonly [name: string]: string | readonly unknown[] | OldPromotionCondition;
}

export interface ModuleInfo {
  /** The name. */
  readonly name: string;
  /** Where it is in the interface. */
  readonly path: string;
  /** Which parameter names it. */
  readonly group?: string;
  /** The class that MediaWiki has for it. */
  readonly classname?: string;
  /** What the names of its parameters begin with. */
  readonly prefix: string;
  /** The extension that it is from, or MediaWiki. */
  readonly source?: string;
  /** What the extension is called. */
  readonly sourcename?: string;
  /** The name of its licence. */
  readonly licensetag?: string;
  /** The address of a page with its licence. */
  readonly licenselink?: string;
  /** What it is for. */
  readonly description?: string | readonly {
    /** The key of the interface message. */
    readonly key: string;
    /** Parameters; what they are depends on what they belong to. */
    readonly params: readonly unknown[];
    /** The value that the message is about. */
    readonly forvalue?: string;
  }[];
  /** It is better not used any more. */
  readonly deprecated?: true;
  /** It is for MediaWiki itself and may change. */
  readonly internal?: true;
  /** It takes the right to read. */
  readonly readrights?: true;
  /** It takes the right to edit by programs. */
  readonly writerights?: true;
  /** Only a POST is answered. */
  readonly mustbeposted?: true;
  /** It can be used as a generator. */
  readonly generator?: true;
  /** Where more about it is written. */
  readonly helpurls: readonly string[];
  /** Requests that show it. */
  readonly examples?: readonly {
    /** The request. */
    readonly query: string;
    /** What it asks for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
  }[];
  /** Its parameters. */
  readonly parameters: readonly {
    /** Its place in the declaration. */
    readonly index: number;
    /** The name. */
    readonly name: string;
    /** Whose values stand in the name, by the text in braces. */
    readonly templatevars?: Readonly<Record<string, string>>;
    /** What it is for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
    /** What values it takes: the kind, or all of them. */
    readonly type: string | readonly (string | number)[];
    /** Whether it must be given. */
    readonly required: boolean;
    /** It is better not used any more. */
    readonly deprecated?: true;
    /** It is a secret, which must not stand in a URL. */
    readonly sensitive?: true;
    /** What leaving it out means. */
    readonly default?: string | number | boolean | null;
    /** Whether it takes several values. */
    readonly multi: boolean;
    /** How many values, without the right `apihighlimits`. */
    readonly lowlimit?: number;
    /** How many values, with the right `apihighlimits`. */
    readonly highlimit?: number;
    /** How many values the reader may give. */
    readonly limit?: number;
    /** A value may be given twice. */
    readonly allowsduplicates?: true;
    /** What stands for all values. */
    readonly allspecifier?: string;
    /** The least number. */
    readonly min?: number;
    /** The greatest number, without the right `apihighlimits`. */
    readonly max?: number;
    /** The greatest number, with the right `apihighlimits`. */
    readonly highmax?: number;
    /** Other numbers are errors; they would be made to fit, else. */
    readonly enforcerange?: true;
    /** How many bytes the text may have. */
    readonly maxbytes?: number;
    /** How many characters the text may have. */
    readonly maxchars?: number;
    /** How users may be named. */
    readonly subtypes?: readonly string[];
    /** Namespaces besides those of pages. */
    readonly extranamespaces?: readonly number[];
    /** There must be such a page. */
    readonly mustExist?: true;
    /** Of which kind the token must be. */
    readonly tokentype?: string;
    /** The paths of the modules that its values name. */
    readonly submodules?: Readonly<Record<string, string>>;
    /** What the parameters of those modules begin with besides. */
    readonly submoduleparamprefix?: string;
    /** Values that are better not used any more. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values that are for MediaWiki itself. */
    readonly internalvalues?: readonly (string | number)[];
    /** What more there is to know. */
    readonly info?: readonly {
      /** The name. */
      readonly name: string;
      /** What it says. */
      readonly text?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** What it is about. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Parameters with values of others in their names. */
  readonly templatedparameters: readonly {
    /** Its place in the declaration. */
    readonly index: number;
    /** The name. */
    readonly name: string;
    /** Whose values stand in the name, by the text in braces. */
    readonly templatevars?: Readonly<Record<string, string>>;
    /** What it is for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
    /** What values it takes: the kind, or all of them. */
    readonly type: string | readonly (string | number)[];
    /** Whether it must be given. */
    readonly required: boolean;
    /** It is better not used any more. */
    readonly deprecated?: true;
    /** It is a secret, which must not stand in a URL. */
    readonly sensitive?: true;
    /** What leaving it out means. */
    readonly default?: string | number | boolean | null;
    /** Whether it takes several values. */
    readonly multi: boolean;
    /** How many values, without the right `apihighlimits`. */
    readonly lowlimit?: number;
    /** How many values, with the right `apihighlimits`. */
    readonly highlimit?: number;
    /** How many values the reader may give. */
    readonly limit?: number;
    /** A value may be given twice. */
    readonly allowsduplicates?: true;
    /** What stands for all values. */
    readonly allspecifier?: string;
    /** The least number. */
    readonly min?: number;
    /** The greatest number, without the right `apihighlimits`. */
    readonly max?: number;
    /** The greatest number, with the right `apihighlimits`. */
    readonly highmax?: number;
    /** Other numbers are errors; they would be made to fit, else. */
    readonly enforcerange?: true;
    /** How many bytes the text may have. */
    readonly maxbytes?: number;
    /** How many characters the text may have. */
    readonly maxchars?: number;
    /** How users may be named. */
    readonly subtypes?: readonly string[];
    /** Namespaces besides those of pages. */
    readonly extranamespaces?: readonly number[];
    /** There must be such a page. */
    readonly mustExist?: true;
    /** Of which kind the token must be. */
    readonly tokentype?: string;
    /** The paths of the modules that its values name. */
    readonly submodules?: Readonly<Record<string, string>>;
    /** What the parameters of those modules begin with besides. */
    readonly submoduleparamprefix?: string;
    /** Values that are better not used any more. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values that are for MediaWiki itself. */
    readonly internalvalues?: readonly (string | number)[];
    /** What more there is to know. */
    readonly info?: readonly {
      /** The name. */
      readonly name: string;
      /** What it says. */
      readonly text?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** What it is about. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Which other parameters it takes. */
  readonly dynamicparameters?: string | readonly {
    /** The key of the interface message. */
    readonly key: string;
    /** Parameters; what they are depends on what they belong to. */
    readonly params: readonly unknown[];
    /** The value that the message is about. */
    readonly forvalue?: string;
  }[];
}

export interface OldModuleInfo {
  /** The name. */
  readonly name: string;
  /** Where it is in the interface. */
  readonly path: string;
  /** Which parameter names it. */
  readonly group?: string;
  /** The class that MediaWiki has for it. */
  readonly classname?: string;
  /** What the names of its parameters begin with. */
  readonly prefix: string;
  /** The extension that it is from, or MediaWiki. */
  readonly source?: string;
  /** What the extension is called. */
  readonly sourcename?: string;
  /** The name of its licence. */
  readonly licensetag?: string;
  /** The address of a page with its licence. */
  readonly licenselink?: string;
  /** What it is for. */
  readonly description?: string | readonly {
    /** The key of the interface message. */
    readonly key: string;
    /** Parameters; what they are depends on what they belong to. */
    readonly params: readonly unknown[];
    /** The value that the message is about. */
    readonly forvalue?: string;
  }[];
  /** It is better not used any more. */
  readonly deprecated?: '';
  /** It is for MediaWiki itself and may change. */
  readonly internal?: '';
  /** It takes the right to read. */
  readonly readrights?: '';
  /** It takes the right to edit by programs. */
  readonly writerights?: '';
  /** Only a POST is answered. */
  readonly mustbeposted?: '';
  /** It can be used as a generator. */
  readonly generator?: '';
  /** Where more about it is written. */
  readonly helpurls: readonly string[];
  /** Requests that show it. */
  readonly examples?: readonly {
    /** The request. */
    readonly query: string;
    /** What it asks for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
  }[];
  /** Its parameters. */
  readonly parameters: readonly {
    /** Its place in the declaration. */
    readonly index: number;
    /** The name. */
    readonly name: string;
    /** Whose values stand in the name, by the text in braces. */
    readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
    /** What it is for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
    /** What values it takes: the kind, or all of them. */
    readonly type: string | readonly (string | number)[];
    /** Whether it must be given. */
    readonly required?: '';
    /** It is better not used any more. */
    readonly deprecated?: '';
    /** It is a secret, which must not stand in a URL. */
    readonly sensitive?: '';
    /** What leaving it out means. */
    readonly default?: string | number | '' | null;
    /** Whether it takes several values. */
    readonly multi?: '';
    /** How many values, without the right `apihighlimits`. */
    readonly lowlimit?: number;
    /** How many values, with the right `apihighlimits`. */
    readonly highlimit?: number;
    /** How many values the reader may give. */
    readonly limit?: number;
    /** A value may be given twice. */
    readonly allowsduplicates?: '';
    /** What stands for all values. */
    readonly allspecifier?: string;
    /** The least number. */
    readonly min?: number;
    /** The greatest number, without the right `apihighlimits`. */
    readonly max?: number;
    /** The greatest number, with the right `apihighlimits`. */
    readonly highmax?: number;
    /** Other numbers are errors; they would be made to fit, else. */
    readonly enforcerange?: '';
    /** How many bytes the text may have. */
    readonly maxbytes?: number;
    /** How many characters the text may have. */
    readonly maxchars?: number;
    /** How users may be named. */
    readonly subtypes?: readonly string[];
    /** Namespaces besides those of pages. */
    readonly extranamespaces?: readonly number[];
    /** There must be such a page. */
    readonly mustExist?: '';
    /** Of which kind the token must be. */
    readonly tokentype?: string;
    /** The paths of the modules that its values name. */
    readonly submodules?: Readonly<Record<string, string>> | readonly never[];
    /** What the parameters of those modules begin with besides. */
    readonly submoduleparamprefix?: string;
    /** Values that are better not used any more. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values that are for MediaWiki itself. */
    readonly internalvalues?: readonly (string | number)[];
    /** What more there is to know. */
    readonly info?: readonly {
      /** The name. */
      readonly name: string;
      /** What it says. */
      readonly text?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** What it is about. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Parameters with values of others in their names. */
  readonly templatedparameters: readonly {
    /** Its place in the declaration. */
    readonly index: number;
    /** The name. */
    readonly name: string;
    /** Whose values stand in the name, by the text in braces. */
    readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
    /** What it is for. */
    readonly description?: string | readonly {
      /** The key of the interface message. */
      readonly key: string;
      /** Parameters; what they are depends on what they belong to. */
      readonly params: readonly unknown[];
      /** The value that the message is about. */
      readonly forvalue?: string;
    }[];
    /** What values it takes: the kind, or all of them. */
    readonly type: string | readonly (string | number)[];
    /** Whether it must be given. */
    readonly required?: '';
    /** It is better not used any more. */
    readonly deprecated?: '';
    /** It is a secret, which must not stand in a URL. */
    readonly sensitive?: '';
    /** What leaving it out means. */
    readonly default?: string | number | '' | null;
    /** Whether it takes several values. */
    readonly multi?: '';
    /** How many values, without the right `apihighlimits`. */
    readonly lowlimit?: number;
    /** How many values, with the right `apihighlimits`. */
    readonly highlimit?: number;
    /** How many values the reader may give. */
    readonly limit?: number;
    /** A value may be given twice. */
    readonly allowsduplicates?: '';
    /** What stands for all values. */
    readonly allspecifier?: string;
    /** The least number. */
    readonly min?: number;
    /** The greatest number, without the right `apihighlimits`. */
    readonly max?: number;
    /** The greatest number, with the right `apihighlimits`. */
    readonly highmax?: number;
    /** Other numbers are errors; they would be made to fit, else. */
    readonly enforcerange?: '';
    /** How many bytes the text may have. */
    readonly maxbytes?: number;
    /** How many characters the text may have. */
    readonly maxchars?: number;
    /** How users may be named. */
    readonly subtypes?: readonly string[];
    /** Namespaces besides those of pages. */
    readonly extranamespaces?: readonly number[];
    /** There must be such a page. */
    readonly mustExist?: '';
    /** Of which kind the token must be. */
    readonly tokentype?: string;
    /** The paths of the modules that its values name. */
    readonly submodules?: Readonly<Record<string, string>> | readonly never[];
    /** What the parameters of those modules begin with besides. */
    readonly submoduleparamprefix?: string;
    /** Values that are better not used any more. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values that are for MediaWiki itself. */
    readonly internalvalues?: readonly (string | number)[];
    /** What more there is to know. */
    readonly info?: readonly {
      /** The name. */
      readonly name: string;
      /** What it says. */
      readonly text?: string | readonly {
        /** The key of the interface message. */
        readonly key: string;
        /** Parameters; what they are depends on what they belong to. */
        readonly params: readonly unknown[];
        /** The value that the message is about. */
        readonly forvalue?: string;
      }[];
      /** What it is about. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Which other parameters it takes. */
  readonly dynamicparameters?: string | readonly {
    /** The key of the interface message. */
    readonly key: string;
    /** Parameters; what they are depends on what they belong to. */
    readonly params: readonly unknown[];
    /** The value that the message is about. */
    readonly forvalue?: string;
  }[];
}

/** The query modules, by name. Declare those of others by merging. */

export interface QueryModules {
  /** List the filters of edits. */
  readonly abusefilters: {
    readonly group: 'list';
    readonly prefix: 'abf';
    readonly key: 'abusefilters';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListAbusefiltersParams;
    readonly defaults: 'id' | 'description' | 'actions' | 'status';
    readonly always: ListAbusefilters;
    readonly parts: ListAbusefiltersParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAbusefilters;
    readonly oldParts: OldListAbusefiltersParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List what filters of edits caught. */
  readonly abuselog: {
    readonly group: 'list';
    readonly prefix: 'afl';
    readonly key: 'abuselog';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListAbuselogParams;
    readonly defaults: 'ids' | 'user' | 'title' | 'action' | 'result' | 'timestamp' | 'hidden' | 'revid';
    readonly always: ListAbuselog;
    readonly parts: ListAbuselogParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAbuselog;
    readonly oldParts: OldListAbuselogParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all categories. */
  readonly allcategories: {
    readonly group: 'list';
    readonly prefix: 'ac';
    readonly key: 'allcategories';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllcategoriesParams;
    readonly defaults: never;
    readonly always: ListAllcategories;
    readonly parts: ListAllcategoriesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllcategories;
    readonly oldParts: OldListAllcategoriesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all deleted revisions of a user, or of pages. */
  readonly alldeletedrevisions: {
    readonly group: 'list';
    readonly prefix: 'adr';
    readonly key: 'alldeletedrevisions';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAlldeletedrevisionsParams;
    readonly defaults: 'ids' | 'timestamp' | 'flags' | 'comment' | 'user';
    readonly always: ListAlldeletedrevisions;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAlldeletedrevisions;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all file usages, including non-existing files. */
  readonly allfileusages: {
    readonly group: 'list';
    readonly prefix: 'af';
    readonly key: 'allfileusages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllfileusagesParams;
    readonly defaults: 'title';
    readonly always: ListAllfileusages;
    readonly parts: ListAllfileusagesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllfileusages;
    readonly oldParts: OldListAllfileusagesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all files sequentially. */
  readonly allimages: {
    readonly group: 'list';
    readonly prefix: 'ai';
    readonly key: 'allimages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllimagesParams;
    readonly defaults: 'timestamp' | 'url';
    readonly always: ListAllimages;
    readonly parts: ListAllimagesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllimages;
    readonly oldParts: OldListAllimagesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all links that point to a given namespace. */
  readonly alllinks: {
    readonly group: 'list';
    readonly prefix: 'al';
    readonly key: 'alllinks';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAlllinksParams;
    readonly defaults: 'title';
    readonly always: ListAlllinks;
    readonly parts: ListAlllinksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAlllinks;
    readonly oldParts: OldListAlllinksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** The texts of the interface, with the changes that this wiki made. */
  readonly allmessages: {
    readonly group: 'meta';
    readonly prefix: 'am';
    readonly key: 'allmessages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaAllmessagesParams;
    readonly defaults: never;
    readonly always: MetaAllmessages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaAllmessages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all pages sequentially in a given namespace. */
  readonly allpages: {
    readonly group: 'list';
    readonly prefix: 'ap';
    readonly key: 'allpages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllpagesParams;
    readonly defaults: never;
    readonly always: ListAllpages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllpages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all redirects to a namespace. */
  readonly allredirects: {
    readonly group: 'list';
    readonly prefix: 'ar';
    readonly key: 'allredirects';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllredirectsParams;
    readonly defaults: 'title';
    readonly always: ListAllredirects;
    readonly parts: ListAllredirectsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllredirects;
    readonly oldParts: OldListAllredirectsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List the revisions of all pages. */
  readonly allrevisions: {
    readonly group: 'list';
    readonly prefix: 'arv';
    readonly key: 'allrevisions';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAllrevisionsParams;
    readonly defaults: 'ids' | 'timestamp' | 'flags' | 'comment' | 'user';
    readonly always: ListAllrevisions;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllrevisions;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all transclusions of pages of a namespace, including non-existing pages. */
  readonly alltransclusions: {
    readonly group: 'list';
    readonly prefix: 'at';
    readonly key: 'alltransclusions';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListAlltransclusionsParams;
    readonly defaults: 'title';
    readonly always: ListAlltransclusions;
    readonly parts: ListAlltransclusionsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAlltransclusions;
    readonly oldParts: OldListAlltransclusionsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all accounts. */
  readonly allusers: {
    readonly group: 'list';
    readonly prefix: 'au';
    readonly key: 'allusers';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListAllusersParams;
    readonly defaults: never;
    readonly always: ListAllusers;
    readonly parts: ListAllusersParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListAllusers;
    readonly oldParts: OldListAllusersParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** What a client has to ask of a user for logging in, creating an account and the like. */
  readonly authmanagerinfo: {
    readonly group: 'meta';
    readonly prefix: 'ami';
    readonly key: 'authmanagerinfo';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaAuthmanagerinfoParams;
    readonly defaults: never;
    readonly always: MetaAuthmanagerinfo;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaAuthmanagerinfo;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that link to the given page. */
  readonly backlinks: {
    readonly group: 'list';
    readonly prefix: 'bl';
    readonly key: 'backlinks';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListBacklinksParams;
    readonly defaults: never;
    readonly always: ListBacklinks;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListBacklinks;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all blocks of accounts and addresses. */
  readonly blocks: {
    readonly group: 'list';
    readonly prefix: 'bk';
    readonly key: 'blocks';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListBlocksParams;
    readonly defaults: 'id' | 'user' | 'by' | 'timestamp' | 'expiry' | 'reason' | 'flags';
    readonly always: ListBlocks;
    readonly parts: ListBlocksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListBlocks;
    readonly oldParts: OldListBlocksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all categories the pages belong to. */
  readonly categories: {
    readonly group: 'prop';
    readonly prefix: 'cl';
    readonly key: 'categories';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropCategoriesParams;
    readonly defaults: never;
    readonly always: PropCategories;
    readonly parts: PropCategoriesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropCategories;
    readonly oldParts: OldPropCategoriesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** How many members the given categories have. */
  readonly categoryinfo: {
    readonly group: 'prop';
    readonly prefix: 'ci';
    readonly key: 'categoryinfo';
    readonly placement: 'object';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropCategoryinfoParams;
    readonly defaults: never;
    readonly always: PropCategoryinfo;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropCategoryinfo;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all pages in a given category. */
  readonly categorymembers: {
    readonly group: 'list';
    readonly prefix: 'cm';
    readonly key: 'categorymembers';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListCategorymembersParams;
    readonly defaults: 'ids' | 'title';
    readonly always: ListCategorymembers;
    readonly parts: ListCategorymembersParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListCategorymembers;
    readonly oldParts: OldListCategorymembersParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get icons of Codex, the design system of Wikimedia. */
  readonly codexicons: {
    readonly group: 'list';
    readonly prefix: '';
    readonly key: 'codexicons';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListCodexiconsParams;
    readonly defaults: never;
    readonly always: ListCodexicons;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListCodexicons;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List pages of which is set who may review them, or which version is shown. */
  readonly configuredpages: {
    readonly group: 'list';
    readonly prefix: 'cp';
    readonly key: 'configuredpages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListConfiguredpagesParams;
    readonly defaults: never;
    readonly always: ListConfiguredpages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListConfiguredpages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List the accounts that contributed to a page, and count the contributors without account. */
  readonly contributors: {
    readonly group: 'prop';
    readonly prefix: 'pc';
    readonly key: 'contributors';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropContributorsParams;
    readonly defaults: never;
    readonly always: PropContributors;
    readonly parts: Record<never, never>;
    readonly beside: PropContributorsBeside;
    readonly generated: unknown;
    readonly oldAlways: OldPropContributors;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: OldPropContributorsBeside;
    readonly oldGenerated: unknown;
  };
  /** Get the coordinates of the given pages. */
  readonly coordinates: {
    readonly group: 'prop';
    readonly prefix: 'co';
    readonly key: 'coordinates';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropCoordinatesParams;
    readonly defaults: 'globe';
    readonly always: PropCoordinates;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropCoordinates;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get the deleted revisions of pages, or deleted revisions by id. */
  readonly deletedrevisions: {
    readonly group: 'prop';
    readonly prefix: 'drv';
    readonly key: 'deletedrevisions';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropDeletedrevisionsParams;
    readonly defaults: 'ids' | 'timestamp' | 'flags' | 'comment' | 'user';
    readonly always: PropDeletedrevisions;
    readonly parts: PropDeletedrevisionsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropDeletedrevisions;
    readonly oldParts: OldPropDeletedrevisionsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List deleted revisions of titles, of a user, or of a namespace. */
  readonly deletedrevs: {
    readonly group: 'list';
    readonly prefix: 'dr';
    readonly key: 'deletedrevs';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListDeletedrevsParams;
    readonly defaults: 'user' | 'comment';
    readonly always: ListDeletedrevs;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListDeletedrevs;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get a short description of each page, in the language of the wiki. */
  readonly description: {
    readonly group: 'prop';
    readonly prefix: 'desc';
    readonly key: 'description';
    readonly placement: 'spread';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropDescriptionParams;
    readonly defaults: never;
    readonly always: PropDescription;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropDescription;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all files with the same content as the given files, by their hashes. */
  readonly duplicatefiles: {
    readonly group: 'prop';
    readonly prefix: 'df';
    readonly key: 'duplicatefiles';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropDuplicatefilesParams;
    readonly defaults: never;
    readonly always: PropDuplicatefiles;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropDuplicatefiles;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that transclude the given page. */
  readonly embeddedin: {
    readonly group: 'list';
    readonly prefix: 'ei';
    readonly key: 'embeddedin';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListEmbeddedinParams;
    readonly defaults: never;
    readonly always: ListEmbeddedin;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListEmbeddedin;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all external URLs (not interwikis) from the given pages. */
  readonly extlinks: {
    readonly group: 'prop';
    readonly prefix: 'el';
    readonly key: 'extlinks';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropExtlinksParams;
    readonly defaults: never;
    readonly always: PropExtlinks;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropExtlinks;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get plain-text or limited HTML extracts of the given pages. */
  readonly extracts: {
    readonly group: 'prop';
    readonly prefix: 'ex';
    readonly key: 'extracts';
    readonly placement: 'spread';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropExtractsParams;
    readonly defaults: never;
    readonly always: PropExtracts;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropExtracts;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate pages that contain a given URL. */
  readonly exturlusage: {
    readonly group: 'list';
    readonly prefix: 'eu';
    readonly key: 'exturlusage';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListExturlusageParams;
    readonly defaults: 'ids' | 'title' | 'url';
    readonly always: ListExturlusage;
    readonly parts: ListExturlusageParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListExturlusage;
    readonly oldParts: OldListExturlusageParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate all deleted files sequentially. */
  readonly filearchive: {
    readonly group: 'list';
    readonly prefix: 'fa';
    readonly key: 'filearchive';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListFilearchiveParams;
    readonly defaults: 'timestamp';
    readonly always: ListFilearchive;
    readonly parts: ListFilearchiveParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListFilearchive;
    readonly oldParts: OldListFilearchiveParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Describes the repositories that hold the files of the wiki. */
  readonly filerepoinfo: {
    readonly group: 'meta';
    readonly prefix: 'fri';
    readonly key: 'filerepoinfo';
    readonly placement: 'spread';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaFilerepoinfoParams;
    readonly defaults: never;
    readonly always: MetaFilerepoinfo;
    readonly parts: MetaFilerepoinfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaFilerepoinfo;
    readonly oldParts: OldMetaFilerepoinfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that use the given files. */
  readonly fileusage: {
    readonly group: 'prop';
    readonly prefix: 'fu';
    readonly key: 'fileusage';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropFileusageParams;
    readonly defaults: 'pageid' | 'title' | 'redirect';
    readonly always: PropFileusage;
    readonly parts: PropFileusageParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropFileusage;
    readonly oldParts: OldPropFileusageParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get which versions of pages are reviewed. */
  readonly flagged: {
    readonly group: 'prop';
    readonly prefix: '';
    readonly key: 'flagged';
    readonly placement: 'object';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropFlaggedParams;
    readonly defaults: never;
    readonly always: PropFlagged;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropFlagged;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List the pages about what is near a place, the nearest first. */
  readonly geosearch: {
    readonly group: 'list';
    readonly prefix: 'gs';
    readonly key: 'geosearch';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListGeosearchParams;
    readonly defaults: 'globe';
    readonly always: ListGeosearch;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListGeosearch;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List the accounts that all wikis have in common. */
  readonly globalallusers: {
    readonly group: 'list';
    readonly prefix: 'agu';
    readonly key: 'globalallusers';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListGlobalallusersParams;
    readonly defaults: never;
    readonly always: ListGlobalallusers;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListGlobalallusers;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get which pages of which wikis use a file. */
  readonly globalusage: {
    readonly group: 'prop';
    readonly prefix: 'gu';
    readonly key: 'globalusage';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropGlobalusageParams;
    readonly defaults: 'url';
    readonly always: PropGlobalusage;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropGlobalusage;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get information about an account that wikis have in common. */
  readonly globaluserinfo: {
    readonly group: 'meta';
    readonly prefix: 'gui';
    readonly key: 'globaluserinfo';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaGlobaluserinfoParams;
    readonly defaults: never;
    readonly always: MetaGlobaluserinfo;
    readonly parts: MetaGlobaluserinfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaGlobaluserinfo;
    readonly oldParts: OldMetaGlobaluserinfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get information about files and their versions. */
  readonly imageinfo: {
    readonly group: 'prop';
    readonly prefix: 'ii';
    readonly key: 'imageinfo';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropImageinfoParams;
    readonly defaults: 'timestamp' | 'user';
    readonly always: PropImageinfo;
    readonly parts: PropImageinfoParts;
    readonly beside: PropImageinfoBeside;
    readonly generated: unknown;
    readonly oldAlways: OldPropImageinfo;
    readonly oldParts: OldPropImageinfoParts;
    readonly oldBeside: OldPropImageinfoBeside;
    readonly oldGenerated: unknown;
  };
  /** Returns all files that are used on the given pages. */
  readonly images: {
    readonly group: 'prop';
    readonly prefix: 'im';
    readonly key: 'images';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropImagesParams;
    readonly defaults: never;
    readonly always: PropImages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropImages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that use the given file. */
  readonly imageusage: {
    readonly group: 'list';
    readonly prefix: 'iu';
    readonly key: 'imageusage';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListImageusageParams;
    readonly defaults: never;
    readonly always: ListImageusage;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListImageusage;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Basic facts about pages, their protection, and what the reader may do with them. */
  readonly info: {
    readonly group: 'prop';
    readonly prefix: 'in';
    readonly key: 'info';
    readonly placement: 'spread';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropInfoParams;
    readonly defaults: never;
    readonly always: PropInfo;
    readonly parts: PropInfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropInfo;
    readonly oldParts: OldPropInfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that link to another wiki, or to a page of it. */
  readonly iwbacklinks: {
    readonly group: 'list';
    readonly prefix: 'iwbl';
    readonly key: 'iwbacklinks';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListIwbacklinksParams;
    readonly defaults: never;
    readonly always: ListIwbacklinks;
    readonly parts: ListIwbacklinksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListIwbacklinks;
    readonly oldParts: OldListIwbacklinksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all interwiki links from the given pages. */
  readonly iwlinks: {
    readonly group: 'prop';
    readonly prefix: 'iw';
    readonly key: 'iwlinks';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropIwlinksParams;
    readonly defaults: never;
    readonly always: PropIwlinks;
    readonly parts: PropIwlinksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropIwlinks;
    readonly oldParts: OldPropIwlinksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that have a link to a language, or to a page in it. */
  readonly langbacklinks: {
    readonly group: 'list';
    readonly prefix: 'lbl';
    readonly key: 'langbacklinks';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListLangbacklinksParams;
    readonly defaults: never;
    readonly always: ListLangbacklinks;
    readonly parts: ListLangbacklinksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListLangbacklinks;
    readonly oldParts: OldListLangbacklinksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all interlanguage links from the given pages. */
  readonly langlinks: {
    readonly group: 'prop';
    readonly prefix: 'll';
    readonly key: 'langlinks';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropLanglinksParams;
    readonly defaults: never;
    readonly always: PropLanglinks;
    readonly parts: PropLanglinksParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropLanglinks;
    readonly oldParts: OldPropLanglinksParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Describes the languages that the wiki knows. */
  readonly languageinfo: {
    readonly group: 'meta';
    readonly prefix: 'li';
    readonly key: 'languageinfo';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaLanguageinfoParams;
    readonly defaults: 'code';
    readonly always: MetaLanguageinfo;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaLanguageinfo;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all links from the given pages. */
  readonly links: {
    readonly group: 'prop';
    readonly prefix: 'pl';
    readonly key: 'links';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropLinksParams;
    readonly defaults: never;
    readonly always: PropLinks;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropLinks;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that link to the given pages. */
  readonly linkshere: {
    readonly group: 'prop';
    readonly prefix: 'lh';
    readonly key: 'linkshere';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropLinkshereParams;
    readonly defaults: 'pageid' | 'title' | 'redirect';
    readonly always: PropLinkshere;
    readonly parts: PropLinkshereParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropLinkshere;
    readonly oldParts: OldPropLinkshereParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List errors in the wikitext of pages. */
  readonly linterrors: {
    readonly group: 'list';
    readonly prefix: 'lnt';
    readonly key: 'linterrors';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListLinterrorsParams;
    readonly defaults: never;
    readonly always: ListLinterrors;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListLinterrors;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get events from logs. */
  readonly logevents: {
    readonly group: 'list';
    readonly prefix: 'le';
    readonly key: 'logevents';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListLogeventsParams;
    readonly defaults: 'ids' | 'title' | 'type' | 'user' | 'timestamp' | 'comment' | 'details';
    readonly always: ListLogevents;
    readonly parts: ListLogeventsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListLogevents;
    readonly oldParts: OldListLogeventsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get a list of files in the current user's upload stash. */
  readonly mystashedfiles: {
    readonly group: 'list';
    readonly prefix: 'msf';
    readonly key: 'mystashedfiles';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListMystashedfilesParams;
    readonly defaults: never;
    readonly always: ListMystashedfiles;
    readonly parts: ListMystashedfilesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListMystashedfiles;
    readonly oldParts: OldListMystashedfilesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List pages with versions that wait for a review. */
  readonly oldreviewedpages: {
    readonly group: 'list';
    readonly prefix: 'or';
    readonly key: 'oldreviewedpages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListOldreviewedpagesParams;
    readonly defaults: never;
    readonly always: ListOldreviewedpages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListOldreviewedpages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get the image that stands for a page, with a thumbnail of it. */
  readonly pageimages: {
    readonly group: 'prop';
    readonly prefix: 'pi';
    readonly key: 'pageimages';
    readonly placement: 'spread';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropPageimagesParams;
    readonly defaults: 'thumbnail' | 'name';
    readonly always: PropPageimages;
    readonly parts: PropPageimagesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropPageimages;
    readonly oldParts: OldPropPageimagesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all names of page properties that are in use on the wiki. */
  readonly pagepropnames: {
    readonly group: 'list';
    readonly prefix: 'ppn';
    readonly key: 'pagepropnames';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListPagepropnamesParams;
    readonly defaults: never;
    readonly always: ListPagepropnames;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListPagepropnames;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get various page properties defined in the page content. */
  readonly pageprops: {
    readonly group: 'prop';
    readonly prefix: 'pp';
    readonly key: 'pageprops';
    readonly placement: 'object';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropPagepropsParams;
    readonly defaults: never;
    readonly always: PropPageprops;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropPageprops;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List all pages that have a given page property. */
  readonly pageswithprop: {
    readonly group: 'list';
    readonly prefix: 'pwp';
    readonly key: 'pageswithprop';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListPageswithpropParams;
    readonly defaults: 'ids' | 'title';
    readonly always: ListPageswithprop;
    readonly parts: ListPageswithpropParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListPageswithprop;
    readonly oldParts: OldListPageswithpropParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get labels, descriptions and aliases of the items that pages are about. */
  readonly pageterms: {
    readonly group: 'prop';
    readonly prefix: 'wbpt';
    readonly key: 'pageterms';
    readonly placement: 'spread';
    readonly at: 'page';
    readonly generator: false;
    readonly params: PropPagetermsParams;
    readonly defaults: never;
    readonly always: PropPageterms;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropPageterms;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find pages by the beginning of their titles. */
  readonly prefixsearch: {
    readonly group: 'list';
    readonly prefix: 'ps';
    readonly key: 'prefixsearch';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListPrefixsearchParams;
    readonly defaults: never;
    readonly always: ListPrefixsearch;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: ListPrefixsearchGenerated;
    readonly oldAlways: OldListPrefixsearch;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: OldListPrefixsearchGenerated;
  };
  /** List all titles protected from creation. */
  readonly protectedtitles: {
    readonly group: 'list';
    readonly prefix: 'pt';
    readonly key: 'protectedtitles';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListProtectedtitlesParams;
    readonly defaults: 'timestamp' | 'level';
    readonly always: ListProtectedtitles;
    readonly parts: ListProtectedtitlesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListProtectedtitles;
    readonly oldParts: OldListProtectedtitlesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Lists the rows of a report: pages, files or titles that something is special about. */
  readonly querypage: {
    readonly group: 'list';
    readonly prefix: 'qp';
    readonly key: 'querypage';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListQuerypageParams;
    readonly defaults: never;
    readonly always: ListQuerypage;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListQuerypage;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get a set of random pages. */
  readonly random: {
    readonly group: 'list';
    readonly prefix: 'rn';
    readonly key: 'random';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListRandomParams;
    readonly defaults: never;
    readonly always: ListRandom;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListRandom;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate recent changes. */
  readonly recentchanges: {
    readonly group: 'list';
    readonly prefix: 'rc';
    readonly key: 'recentchanges';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListRecentchangesParams;
    readonly defaults: 'title' | 'timestamp' | 'ids';
    readonly always: ListRecentchanges;
    readonly parts: ListRecentchangesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListRecentchanges;
    readonly oldParts: OldListRecentchangesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all redirects to the given pages. */
  readonly redirects: {
    readonly group: 'prop';
    readonly prefix: 'rd';
    readonly key: 'redirects';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropRedirectsParams;
    readonly defaults: 'pageid' | 'title';
    readonly always: PropRedirects;
    readonly parts: PropRedirectsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropRedirects;
    readonly oldParts: OldPropRedirectsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get the current revisions of pages, the revisions of one page, or revisions by id. */
  readonly revisions: {
    readonly group: 'prop';
    readonly prefix: 'rv';
    readonly key: 'revisions';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropRevisionsParams;
    readonly defaults: 'ids' | 'timestamp' | 'flags' | 'comment' | 'user';
    readonly always: PropRevisions;
    readonly parts: PropRevisionsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropRevisions;
    readonly oldParts: OldPropRevisionsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find pages by the words of their titles or texts. */
  readonly search: {
    readonly group: 'list';
    readonly prefix: 'sr';
    readonly key: 'search';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListSearchParams;
    readonly defaults: never;
    readonly always: ListSearch;
    readonly parts: ListSearchParts;
    readonly beside: ListSearchBeside;
    readonly generated: ListSearchGenerated;
    readonly oldAlways: OldListSearch;
    readonly oldParts: OldListSearchParts;
    readonly oldBeside: OldListSearchBeside;
    readonly oldGenerated: OldListSearchGenerated;
  };
  /** What there is to know about the wiki as a whole. */
  readonly siteinfo: {
    readonly group: 'meta';
    readonly prefix: 'si';
    readonly key: 'siteinfo';
    readonly placement: 'spread';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaSiteinfoParams;
    readonly defaults: 'general';
    readonly always: MetaSiteinfo;
    readonly parts: MetaSiteinfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaSiteinfo;
    readonly oldParts: OldMetaSiteinfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get information about files that were uploaded but not published yet. */
  readonly stashimageinfo: {
    readonly group: 'prop';
    readonly prefix: 'sii';
    readonly key: 'stashimageinfo';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: PropStashimageinfoParams;
    readonly defaults: 'timestamp' | 'url';
    readonly always: PropStashimageinfo;
    readonly parts: PropStashimageinfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropStashimageinfo;
    readonly oldParts: OldPropStashimageinfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List change tags. */
  readonly tags: {
    readonly group: 'list';
    readonly prefix: 'tg';
    readonly key: 'tags';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListTagsParams;
    readonly defaults: never;
    readonly always: ListTags;
    readonly parts: ListTagsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListTags;
    readonly oldParts: OldListTagsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Returns all pages that are transcluded on the given pages. */
  readonly templates: {
    readonly group: 'prop';
    readonly prefix: 'tl';
    readonly key: 'templates';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropTemplatesParams;
    readonly defaults: never;
    readonly always: PropTemplates;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropTemplates;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Gets tokens for data-modifying actions. */
  readonly tokens: {
    readonly group: 'meta';
    readonly prefix: '';
    readonly key: 'tokens';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaTokensParams;
    readonly defaults: never;
    readonly always: MetaTokens;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaTokens;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Enumerate the categories into which the software puts pages by itself. */
  readonly trackingcategories: {
    readonly group: 'list';
    readonly prefix: 'tc';
    readonly key: 'trackingcategories';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListTrackingcategoriesParams;
    readonly defaults: never;
    readonly always: ListTrackingcategories;
    readonly parts: ListTrackingcategoriesParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListTrackingcategories;
    readonly oldParts: OldListTrackingcategoriesParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Find all pages that transclude the given pages. */
  readonly transcludedin: {
    readonly group: 'prop';
    readonly prefix: 'ti';
    readonly key: 'transcludedin';
    readonly placement: 'list';
    readonly at: 'page';
    readonly generator: true;
    readonly params: PropTranscludedinParams;
    readonly defaults: 'pageid' | 'title' | 'redirect';
    readonly always: PropTranscludedin;
    readonly parts: PropTranscludedinParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldPropTranscludedin;
    readonly oldParts: OldPropTranscludedinParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List pages of which no version is reviewed. */
  readonly unreviewedpages: {
    readonly group: 'list';
    readonly prefix: 'ur';
    readonly key: 'unreviewedpages';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListUnreviewedpagesParams;
    readonly defaults: never;
    readonly always: ListUnreviewedpages;
    readonly parts: Record<never, never>;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListUnreviewedpages;
    readonly oldParts: Record<never, never>;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** List the edits of users. */
  readonly usercontribs: {
    readonly group: 'list';
    readonly prefix: 'uc';
    readonly key: 'usercontribs';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListUsercontribsParams;
    readonly defaults: 'ids' | 'title' | 'timestamp' | 'comment' | 'size' | 'flags';
    readonly always: ListUsercontribs;
    readonly parts: ListUsercontribsParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListUsercontribs;
    readonly oldParts: OldListUsercontribsParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get information about the current user. */
  readonly userinfo: {
    readonly group: 'meta';
    readonly prefix: 'ui';
    readonly key: 'userinfo';
    readonly placement: 'object';
    readonly at: 'query';
    readonly generator: false;
    readonly params: MetaUserinfoParams;
    readonly defaults: never;
    readonly always: MetaUserinfo;
    readonly parts: MetaUserinfoParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldMetaUserinfo;
    readonly oldParts: OldMetaUserinfoParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get information about a list of users. */
  readonly users: {
    readonly group: 'list';
    readonly prefix: 'us';
    readonly key: 'users';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: false;
    readonly params: ListUsersParams;
    readonly defaults: never;
    readonly always: ListUsers;
    readonly parts: ListUsersParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListUsers;
    readonly oldParts: OldListUsersParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get recent changes to pages on a watchlist. */
  readonly watchlist: {
    readonly group: 'list';
    readonly prefix: 'wl';
    readonly key: 'watchlist';
    readonly placement: 'list';
    readonly at: 'query';
    readonly generator: true;
    readonly params: ListWatchlistParams;
    readonly defaults: 'ids' | 'title' | 'flags';
    readonly always: ListWatchlist;
    readonly parts: ListWatchlistParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListWatchlist;
    readonly oldParts: OldListWatchlistParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
  /** Get all pages on a watchlist. */
  readonly watchlistraw: {
    readonly group: 'list';
    readonly prefix: 'wr';
    readonly key: 'watchlistraw';
    readonly placement: 'list';
    readonly at: 'response';
    readonly generator: true;
    readonly params: ListWatchlistrawParams;
    readonly defaults: never;
    readonly always: ListWatchlistraw;
    readonly parts: ListWatchlistrawParts;
    readonly beside: unknown;
    readonly generated: unknown;
    readonly oldAlways: OldListWatchlistraw;
    readonly oldParts: OldListWatchlistrawParts;
    readonly oldBeside: unknown;
    readonly oldGenerated: unknown;
  };
}

/** The actions, by name; action=query is told by its modules. */

export interface Actions {
  readonly clientlogin: { readonly params: ActionClientloginParams; readonly result: ActionClientlogin; readonly oldResult: OldActionClientlogin };
  readonly compare: { readonly params: ActionCompareParams; readonly result: ActionCompare; readonly oldResult: OldActionCompare };
  readonly expandtemplates: { readonly params: ActionExpandtemplatesParams; readonly result: ActionExpandtemplates; readonly oldResult: OldActionExpandtemplates };
  readonly help: { readonly params: ActionHelpParams; readonly result: ActionHelp; readonly oldResult: OldActionHelp };
  readonly login: { readonly params: ActionLoginParams; readonly result: ActionLogin; readonly oldResult: OldActionLogin };
  readonly logout: { readonly params: ActionLogoutParams; readonly result: ActionLogout; readonly oldResult: OldActionLogout };
  readonly opensearch: { readonly params: ActionOpensearchParams; readonly result: ActionOpensearch; readonly oldResult: OldActionOpensearch };
  readonly paraminfo: { readonly params: ActionParaminfoParams; readonly result: ActionParaminfo; readonly oldResult: OldActionParaminfo };
  readonly parse: { readonly params: ActionParseParams; readonly result: ActionParse; readonly oldResult: OldActionParse };
  readonly sitematrix: { readonly params: ActionSitematrixParams; readonly result: ActionSitematrix; readonly oldResult: OldActionSitematrix };
}
