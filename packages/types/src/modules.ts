// Written by `pnpm sync` from the declarations of the modules.
/** Several values of a parameter: a string with values separated by |, an array or a set. */
export type Several<V extends string | number> = V | (string & {}) | readonly V[] | ReadonlySet<V>;
/** True if present, with any value. */
export type Flag = boolean | 1 | '1' | '';
/** A number of results; "max": the maximum for this client. */
export type Limit = number | 'max' | (string & {});
/** A time in ISO 8601, or in another format that MediaWiki accepts. */
export type Moment = string | Date;

/** Fields that every response can have. */
export interface OldResponse {
  /** The data of these pages is complete. Continuation returns other pages. */
  readonly batchcomplete?: '';
  /** Parameters that continue the query. */
  readonly continue?: Readonly<Record<string, string | number>>;
  /** With `rawcontinue`: parameters that continue the query, by module. */
  readonly 'query-continue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** With `rawcontinue`: parameters that select the same pages again, by module. */
  readonly 'query-noncontinue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Effective limits for `max`, by module. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Warnings by module, or as a list with `errorformat`. */
  readonly warnings?: Readonly<Record<string, {
    /** Warnings, one per line. */
    readonly '*': string;
  }>> | readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly '*'?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
    /** Path of the module that returned the message. */
    readonly module: string;
  }[];
  /** Error of the request. */
  readonly error?: {
    /** Machine-readable error code. */
    readonly code: string;
    /** Text of the error. */
    readonly info: string;
    /** Reference to the documentation. */
    readonly '*': string;
    readonly [name: string]: unknown;
  };
  /** Errors of the request, with `errorformat`. */
  readonly errors?: readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly '*'?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
    /** Path of the module that returned the message. */
    readonly module: string;
  }[];
  /** Reference to the documentation, with `errors`. */
  readonly '*'?: string;
  /** Value of the parameter `requestid`. */
  readonly requestid?: string;
  /** Name of the responding host. */
  readonly servedby?: string;
  /** Time of the response. */
  readonly curtimestamp?: string;
  /** Language of messages in the result. */
  readonly uselang?: string;
  /** Language of warnings and errors. */
  readonly errorlang?: string;
}

/** Fields of `query` that no module returns. */
export interface OldQueryFacts {
  /** Requested titles that were normalized. */
  readonly normalized?: readonly {
    /** Whether `from` is percent-encoded, because it is not valid Unicode. */
    readonly fromencoded?: '';
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
  }[];
  /** Requested titles that were converted to another language variant. */
  readonly converted?: readonly {
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
  }[];
  /** Requested titles of other wikis. */
  readonly interwiki?: readonly {
    /** Title with namespace. */
    readonly title: string;
    /** Interwiki prefix. */
    readonly iw: string;
    /** URL. */
    readonly url?: string;
  }[];
  /** Redirects that the request followed. */
  readonly redirects?: readonly {
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
    /** Target section. */
    readonly tofragment?: string;
    /** Interwiki prefix of the target. */
    readonly tointerwiki?: string;
    readonly [name: string]: unknown;
  }[];
  /** Requested revisions that do not exist. */
  readonly badrevids?: Readonly<Record<string, {
    /** Revision ID. */
    readonly revid: number;
    /** It does not exist. */
    readonly missing?: '';
  }>> | readonly never[] | readonly {
    /** Revision ID. */
    readonly revid: number;
    /** It does not exist. */
    readonly missing?: '';
  }[];
  /** With `indexpageids`: ids of all pages. */
  readonly pageids?: readonly string[];
}

/** Fields of every page. */
export interface OldPageFacts {
  /** Id of the page. Absent for missing pages. */
  readonly pageid?: number;
  /** Namespace number. */
  readonly ns?: number;
  /** Title with namespace. */
  readonly title?: string;
  /** The page does not exist. */
  readonly missing?: '';
  /** The title is known without a page: a shared file or a message of the software. */
  readonly known?: '';
  /** The title is in the Special or Media namespace. */
  readonly special?: '';
  /** The title is invalid. */
  readonly invalid?: '';
  /** Reason why the title is invalid. */
  readonly invalidreason?: string | {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly '*'?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
  };
}

/** Fields that every response can have. */
export interface Response {
  /** The data of these pages is complete. Continuation returns other pages. */
  readonly batchcomplete?: true;
  /** Parameters that continue the query. */
  readonly continue?: Readonly<Record<string, string | number>>;
  /** With `rawcontinue`: parameters that continue the query, by module. */
  readonly 'query-continue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** With `rawcontinue`: parameters that select the same pages again, by module. */
  readonly 'query-noncontinue'?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  /** Effective limits for `max`, by module. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Warnings by module, or as a list with `errorformat`. */
  readonly warnings?: Readonly<Record<string, {
    /** Warnings, one per line. */
    readonly warnings: string;
  }>> | readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly text?: string;
    /** Text of the message in HTML. */
    readonly html?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
    /** Path of the module that returned the message. */
    readonly module: string;
  }[];
  /** Error of the request. */
  readonly error?: {
    /** Machine-readable error code. */
    readonly code: string;
    /** Text of the error. */
    readonly info: string;
    /** Reference to the documentation. */
    readonly docref: string;
    readonly [name: string]: unknown;
  };
  /** Errors of the request, with `errorformat`. */
  readonly errors?: readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly text?: string;
    /** Text of the message in HTML. */
    readonly html?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
    /** Path of the module that returned the message. */
    readonly module: string;
  }[];
  /** Reference to the documentation, with `errors`. */
  readonly docref?: string;
  /** Value of the parameter `requestid`. */
  readonly requestid?: string;
  /** Name of the responding host. */
  readonly servedby?: string;
  /** Time of the response. */
  readonly curtimestamp?: string;
  /** Language of messages in the result. */
  readonly uselang?: string;
  /** Language of warnings and errors. */
  readonly errorlang?: string;
}

/** Fields of `query` that no module returns. */
export interface QueryFacts {
  /** Requested titles that were normalized. */
  readonly normalized?: readonly {
    /** Whether `from` is percent-encoded, because it is not valid Unicode. */
    readonly fromencoded: boolean;
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
  }[];
  /** Requested titles that were converted to another language variant. */
  readonly converted?: readonly {
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
  }[];
  /** Requested titles of other wikis. */
  readonly interwiki?: readonly {
    /** Title with namespace. */
    readonly title: string;
    /** Interwiki prefix. */
    readonly iw: string;
    /** URL. */
    readonly url?: string;
  }[];
  /** Redirects that the request followed. */
  readonly redirects?: readonly {
    /** Original value, or older side. */
    readonly from: string;
    /** Result, or newer side. */
    readonly to: string;
    /** Target section. */
    readonly tofragment?: string;
    /** Interwiki prefix of the target. */
    readonly tointerwiki?: string;
    readonly [name: string]: unknown;
  }[];
  /** Requested revisions that do not exist. */
  readonly badrevids?: Readonly<Record<string, {
    /** Revision ID. */
    readonly revid: number;
    /** It does not exist. */
    readonly missing?: true;
  }>> | readonly {
    /** Revision ID. */
    readonly revid: number;
    /** It does not exist. */
    readonly missing?: true;
  }[];
  /** With `indexpageids`: ids of all pages. */
  readonly pageids?: readonly string[];
}

/** Fields of every page. */
export interface PageFacts {
  /** Id of the page. Absent for missing pages. */
  readonly pageid?: number;
  /** Namespace number. */
  readonly ns?: number;
  /** Title with namespace. */
  readonly title?: string;
  /** The page does not exist. */
  readonly missing?: true;
  /** The title is known without a page: a shared file or a message of the software. */
  readonly known?: true;
  /** The title is in the Special or Media namespace. */
  readonly special?: true;
  /** The title is invalid. */
  readonly invalid?: true;
  /** Reason why the title is invalid. */
  readonly invalidreason?: string | {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly text?: string;
    /** Text of the message in HTML. */
    readonly html?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
  };
}

/** Parameters. Run an action and write its result in a format. */
export interface MainParams {
  /** Action to run. */
  readonly action?: string | undefined;
  /** Output format. */
  readonly format?: string | undefined;
  /** Fail with the error `maxlag` if the replication lag exceeds this number of seconds. */
  readonly maxlag?: number | undefined;
  /** Set `s-maxage` in the `Cache-Control` header, in seconds. Error responses are not cached. */
  readonly smaxage?: number | undefined;
  /** Set `max-age` in the `Cache-Control` header, in seconds. Error responses are not cached. */
  readonly maxage?: number | undefined;
  /** Fail unless the user is anonymous (`anon`), logged in (`user`) or has the `bot` right (`bot`). */
  readonly assert?: 'anon' | 'user' | 'bot' | undefined;
  /** Fail unless this is the name of the current user. */
  readonly assertuser?: string | undefined;
  /** Arbitrary value that the response repeats. */
  readonly requestid?: string | undefined;
  /** Add the name of the responding host to the response. */
  readonly servedby?: Flag | undefined;
  /** Add the current time to the response. */
  readonly curtimestamp?: Flag | undefined;
  /** Add the languages of `uselang` and `errorlang` to the response. */
  readonly responselanginfo?: Flag | undefined;
  /** Origin of a cross-origin request. `*` makes the request anonymous. */
  readonly origin?: string | undefined;
  /** Language of messages: a code, `user` or `content`. */
  readonly uselang?: string | undefined;
  /** Language variant. */
  readonly variant?: string | undefined;
  /** Format of warnings and errors. `bc` is the format of MediaWiki before 1.29. */
  readonly errorformat?: 'plaintext' | 'wikitext' | 'html' | 'raw' | 'none' | 'bc' | undefined;
  /** Language of warnings and errors: a code, `uselang` or `content`. */
  readonly errorlang?: string | undefined;
  /** Use the wiki's customized messages for errors. */
  readonly errorsuselocal?: Flag | undefined;
}

/** Parameters of action=query. Fetch data from and about the wiki. */
export interface ActionQueryParams {
  /** Page properties to return. */
  readonly prop?: Several<'categories' | 'categoryinfo' | 'contributors' | 'coordinates' | 'deletedrevisions' | 'description' | 'duplicatefiles' | 'extlinks' | 'extracts' | 'fileusage' | 'flagged' | 'globalusage' | 'imageinfo' | 'images' | 'info' | 'iwlinks' | 'langlinks' | 'links' | 'linkshere' | 'pageimages' | 'pageprops' | 'pageterms' | 'redirects' | 'revisions' | 'stashimageinfo' | 'templates' | 'transcludedin'> | undefined;
  /** Lists to return. */
  readonly list?: Several<'abusefilters' | 'abuselog' | 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'allusers' | 'backlinks' | 'blocks' | 'categorymembers' | 'codexicons' | 'configuredpages' | 'embeddedin' | 'exturlusage' | 'filearchive' | 'geosearch' | 'globalallusers' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'linterrors' | 'logevents' | 'mystashedfiles' | 'oldreviewedpages' | 'pagepropnames' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'search' | 'tags' | 'trackingcategories' | 'unreviewedpages' | 'usercontribs' | 'users' | 'watchlist' | 'watchlistraw' | 'deletedrevs'> | undefined;
  /** Metadata to return. */
  readonly meta?: Several<'allmessages' | 'authmanagerinfo' | 'filerepoinfo' | 'globaluserinfo' | 'languageinfo' | 'siteinfo' | 'tokens' | 'userinfo'> | undefined;
  /** Add the list `pageids` with the ids of all pages. */
  readonly indexpageids?: Flag | undefined;
  /** Add an XML export of the current revisions. */
  readonly export?: Flag | undefined;
  /** Return the XML export alone, without the API response. Requires `export`. */
  readonly exportnowrap?: Flag | undefined;
  /** Schema version of the XML export. */
  readonly exportschema?: '0.10' | '0.11' | undefined;
  /** Return the address of titles on other wikis. */
  readonly iwurl?: Flag | undefined;
  /** Continue value of the previous response. */
  readonly continue?: string | undefined;
  /** Return `query-continue` instead of `continue`. */
  readonly rawcontinue?: Flag | undefined;
  /** Titles of the pages to query. */
  readonly titles?: Several<string> | undefined;
  /** Ids of the pages to query. */
  readonly pageids?: Several<number> | undefined;
  /** Ids of the revisions to query. */
  readonly revids?: Several<number> | undefined;
  /** Query module that generates the pages. */
  readonly generator?: 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'backlinks' | 'categories' | 'categorymembers' | 'configuredpages' | 'deletedrevisions' | 'duplicatefiles' | 'embeddedin' | 'exturlusage' | 'fileusage' | 'geosearch' | 'images' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'links' | 'linkshere' | 'oldreviewedpages' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'templates' | 'trackingcategories' | 'transcludedin' | 'unreviewedpages' | 'watchlist' | 'watchlistraw' | undefined;
  /** Follow the redirects among the selected pages, including those of a generator. */
  readonly redirects?: Flag | undefined;
  /** Convert titles to the language variant of an existing page. */
  readonly converttitles?: Flag | undefined;
}

/** Parameters of action=clientlogin. Log in interactively with a user name and an account password. */
export interface ActionClientloginParams {
  /** Restrict the login to these requests, named by the `id` from `meta=authmanagerinfo`. */
  readonly loginrequests?: Several<string> | undefined;
  /** Format of the messages in the response. */
  readonly loginmessageformat?: 'html' | 'wikitext' | 'raw' | 'none' | undefined;
  /** Return the fields of all requests as one list. */
  readonly loginmergerequestfields?: Flag | undefined;
  /** Keep the state of a failed login for another attempt. */
  readonly loginpreservestate?: Flag | undefined;
  /** Address that an external login service returns to. */
  readonly loginreturnurl?: string | undefined;
  /** Resume a login that asked for further input. */
  readonly logincontinue?: Flag | undefined;
}

/** Parameters of action=compare. Compare two revisions, pages or texts and return the diff. */
export interface ActionCompareParams {
  /** Title of the page to compare. */
  readonly fromtitle?: string | undefined;
  /** Id of the page to compare. */
  readonly fromid?: number | undefined;
  /** Id of the revision to compare. */
  readonly fromrev?: number | undefined;
  /** Slots to replace by the texts of this request. A listed slot without a text is removed. */
  readonly fromslots?: Several<string> | undefined;
  /** Text of the slot. */
  [name: `fromtext-${string}`]: string | undefined;
  /** Section that the text replaces. The rest of the slot comes from the revision. */
  [name: `fromsection-${string}`]: string | undefined;
  /** Content format of the slot text. */
  [name: `fromcontentformat-${string}`]: string | undefined;
  /** Content model of the slot text. Default: the model of the revision or page. */
  [name: `fromcontentmodel-${string}`]: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Apply the pre-save transform to the given texts. */
  readonly frompst?: Flag | undefined;
  /** Text of the main slot. @deprecated */
  readonly fromtext?: string | undefined;
  /** Content format of `text`. @deprecated */
  readonly fromcontentformat?: string | undefined;
  /** Content model of `text`. @deprecated */
  readonly fromcontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Compare only this section of the main slot. @deprecated */
  readonly fromsection?: string | undefined;
  /** Title of the page to compare. */
  readonly totitle?: string | undefined;
  /** Id of the page to compare. */
  readonly toid?: number | undefined;
  /** Id of the revision to compare. */
  readonly torev?: number | undefined;
  /** Compare the `from` revision with the previous, next or current revision of its page. */
  readonly torelative?: 'cur' | 'next' | 'prev' | undefined;
  /** Slots to replace by the texts of this request. A listed slot without a text is removed. */
  readonly toslots?: Several<string> | undefined;
  /** Text of the slot. */
  [name: `totext-${string}`]: string | undefined;
  /** Section that the text replaces. The rest of the slot comes from the revision. */
  [name: `tosection-${string}`]: string | undefined;
  /** Content format of the slot text. */
  [name: `tocontentformat-${string}`]: string | undefined;
  /** Content model of the slot text. Default: the model of the revision or page. */
  [name: `tocontentmodel-${string}`]: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Apply the pre-save transform to the given texts. */
  readonly topst?: Flag | undefined;
  /** Text of the main slot. @deprecated */
  readonly totext?: string | undefined;
  /** Content format of `text`. @deprecated */
  readonly tocontentformat?: string | undefined;
  /** Content model of `text`. @deprecated */
  readonly tocontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Compare only this section of the main slot. @deprecated */
  readonly tosection?: string | undefined;
  /** Data to return: the diff, its size, the adjacent revision ids, and metadata of both sides. */
  readonly prop?: Several<'diff' | 'diffsize' | 'rel' | 'ids' | 'title' | 'user' | 'comment' | 'parsedcomment' | 'size' | 'timestamp'> | undefined;
  /** Return a separate diff for each of these slots. Default: one diff of all slots. */
  readonly slots?: Several<string> | undefined;
  /** Format of the diff. */
  readonly difftype?: 'table' | 'unified' | undefined;
}

/** Parameters of action=expandtemplates. Expand all templates in a wikitext. */
export interface ActionExpandtemplatesParams {
  /** Title used as the context of the text. Default: `API`. */
  readonly title?: string | undefined;
  /** Wikitext to expand. */
  readonly text: string;
  /** Revision that `{{REVISIONID}}` and similar variables refer to. */
  readonly revid?: number | undefined;
  /** Data to return. Default: the expanded text in the deprecated format. */
  readonly prop?: Several<'wikitext' | 'categories' | 'properties' | 'volatile' | 'ttl' | 'modules' | 'jsconfigvars' | 'encodedjsconfigvars' | 'parsetree'> | undefined;
  /** Keep HTML comments in the output. */
  readonly includecomments?: Flag | undefined;
  /** Return the merge strategies of configuration variables. There are none, so this has no effect. */
  readonly showstrategykeys?: Flag | undefined;
  /** Return the parse tree in XML. @deprecated */
  readonly generatexml?: Flag | undefined;
}

/** Parameters of action=help. List the installed modules with a link to the documentation. */
export interface ActionHelpParams {
  /** Module paths to show help for. Ignored: the page always lists all modules. */
  readonly modules?: Several<string> | undefined;
  /** Show the help of submodules. Ignored. */
  readonly submodules?: Flag | undefined;
  /** Show the help of submodules at all depths. Ignored. */
  readonly recursivesubmodules?: Flag | undefined;
  /** Return the help page as a field of a normal API response. */
  readonly wrap?: Flag | undefined;
  /** Add a table of contents. Ignored. */
  readonly toc?: Flag | undefined;
}

/** Parameters of action=login. Log in with a bot password or an account password. */
export interface ActionLoginParams {
  /** User name; for a bot password in the form `Name@app`. */
  readonly lgname?: string | undefined;
  /** Account password or bot password. */
  readonly lgpassword?: string | undefined;
  /** Ignored. The wiki has a single login domain. */
  readonly lgdomain?: string | undefined;
  /** Login token from `meta=tokens` with `type=login`. */
  readonly lgtoken?: string | undefined;
}

/** Parameters of action=logout. Log out and end the current session. */
export interface ActionLogoutParams {

}

/** Parameters of action=opensearch. Suggest titles that begin with a text, in OpenSearch format. */
export interface ActionOpensearchParams {
  /** Beginning of the titles, optionally with a namespace prefix. */
  readonly search: string;
  /** Namespaces to search. A namespace prefix in the search text takes precedence. */
  readonly namespace?: Several<number | '*'> | undefined;
  /** Number of titles to return. */
  readonly limit?: Limit | undefined;
  /** Has no effect. @deprecated */
  readonly suggest?: Flag | undefined;
  /** `return` lists redirects, `resolve` lists their targets and can return fewer titles. Default: `return` for JSON, `resolve` for XML. */
  readonly redirects?: 'return' | 'resolve' | undefined;
  /** Output format. */
  readonly format?: 'json' | 'jsonfm' | 'xml' | 'xmlfm' | undefined;
  /** Fail if there are warnings. The JSON format cannot contain them. */
  readonly warningsaserror?: Flag | undefined;
}

/** Parameters of action=paraminfo. Describe the parameters of API modules. */
export interface ActionParaminfoParams {
  /** Module paths: an action, a format, `main`, or a submodule such as `query+allpages`. `+*` selects all direct submodules, `+**` submodules at all depths. */
  readonly modules?: Several<string> | undefined;
  /** Format of the descriptions. */
  readonly helpformat?: 'html' | 'none' | 'raw' | 'wikitext' | undefined;
  /** Names of query modules. Use `modules` instead. @deprecated */
  readonly querymodules?: Several<string> | undefined;
  /** Describe the main module. Use `modules=main` instead. @deprecated */
  readonly mainmodule?: string | undefined;
  /** Describe the parameters that select pages. @deprecated */
  readonly pagesetmodule?: string | undefined;
  /** Names of output formats. Use `modules` instead. @deprecated */
  readonly formatmodules?: Several<string> | undefined;
}

/** Parameters of action=parse. Parse a page, a revision or a wikitext and return HTML and metadata. */
export interface ActionParseParams {
  /** Title used as the context of the text. Default: `API`. */
  readonly title?: string | undefined;
  /** Text to parse. */
  readonly text?: string | undefined;
  /** Revision that `{{REVISIONID}}` and similar variables refer to. */
  readonly revid?: number | undefined;
  /** Edit summary to parse. */
  readonly summary?: string | undefined;
  /** Title of the page to parse. */
  readonly page?: string | undefined;
  /** Id of the page to parse. */
  readonly pageid?: number | undefined;
  /** Follow the redirect if `page` or `pageid` names one. */
  readonly redirects?: Flag | undefined;
  /** Id of the revision to parse. */
  readonly oldid?: number | undefined;
  /** Data to return. */
  readonly prop?: Several<'text' | 'langlinks' | 'categories' | 'links' | 'templates' | 'images' | 'externallinks' | 'sections' | 'tocdata' | 'displaytitle' | 'iwlinks' | 'properties' | 'parsewarnings' | 'categorieshtml' | 'headhtml' | 'headitems' | 'subtitle' | 'parsewarningshtml' | 'indicators' | 'modules' | 'jsconfigvars' | 'encodedjsconfigvars' | 'limitreportdata' | 'limitreporthtml' | 'revid' | 'wikitext' | 'parsetree'> | undefined;
  /** Classes of the element around the HTML. An empty value omits the element. */
  readonly wrapoutputclass?: string | undefined;
  /** Parse as for a page view. Has no effect. */
  readonly usearticle?: Flag | undefined;
  /** Apply the pre-save transform to `text` before parsing it. */
  readonly pst?: Flag | undefined;
  /** Return the text after the pre-save transform without parsing it. */
  readonly onlypst?: Flag | undefined;
  /** Include language links from extensions. There are none, so this has no effect. @deprecated */
  readonly effectivelanglinks?: Flag | undefined;
  /** Number of the section to parse. `new` adds `sectiontitle` as a heading to the text. */
  readonly section?: string | undefined;
  /** Heading of the new section. */
  readonly sectiontitle?: string | undefined;
  /** Use `disablelimitreport` instead. @deprecated */
  readonly disablepp?: Flag | undefined;
  /** Omit the limit report from the HTML. Has no effect, as the HTML never contains one. */
  readonly disablelimitreport?: Flag | undefined;
  /** Omit section edit links. */
  readonly disableeditsection?: Flag | undefined;
  /** Keep repeated style sheets. Has no effect. */
  readonly disablestylededuplication?: Flag | undefined;
  /** Return the merge strategies of configuration variables. There are none, so this has no effect. */
  readonly showstrategykeys?: Flag | undefined;
  /** Return the parse tree in XML. @deprecated */
  readonly generatexml?: Flag | undefined;
  /** Parse as for an edit preview. */
  readonly preview?: Flag | undefined;
  /** Parse as for the edit preview of a section. */
  readonly sectionpreview?: Flag | undefined;
  /** Omit the table of contents. */
  readonly disabletoc?: Flag | undefined;
  /** Skin to render for. Some skins place the table of contents outside the page. */
  readonly useskin?: string | undefined;
  /** Content format of `text`. */
  readonly contentformat?: string | undefined;
  /** Content model of `text`. Default: the model of the page. */
  readonly contentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
}

/** Parameters of action=sitematrix. List the wikis of the wiki farm by language and family. */
export interface ActionSitematrixParams {
  /** Include wikis of languages, special wikis, or both. */
  readonly smtype?: Several<'special' | 'language'> | undefined;
  /** Include only wikis with one of these states. */
  readonly smstate?: Several<'all' | 'closed' | 'private' | 'fishbowl' | 'nonglobal'> | undefined;
  /** Language properties to return. */
  readonly smlangprop?: Several<'code' | 'name' | 'site' | 'dir' | 'localname'> | undefined;
  /** Wiki properties to return. */
  readonly smsiteprop?: Several<'url' | 'dbname' | 'code' | 'lang' | 'sitename'> | undefined;
  /** Number of languages and special wikis to return. */
  readonly smlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly smcontinue?: string | undefined;
}

/** Parameters of format=json. Write the response as JSON. */
export interface FormatJsonParams {
  /** Name of a JavaScript function to wrap the output in. The request then runs with the rights of an anonymous user. */
  readonly callback?: string | undefined;
  /** Write non-ASCII characters unescaped (`formatversion=1`). */
  readonly utf8?: Flag | undefined;
  /** Escape non-ASCII characters (`formatversion=2`). */
  readonly ascii?: Flag | undefined;
  /** `1` is the compatible format, `2` and `latest` the modern one. */
  readonly formatversion?: '1' | '2' | 'latest' | undefined;
}

/** Parameters of format=jsonfm. Write the response as an HTML page with formatted JSON. */
export interface FormatJsonfmParams {
  /** Accepted for compatibility. The request then runs with the rights of an anonymous user. */
  readonly callback?: string | undefined;
  /** Write non-ASCII characters unescaped (`formatversion=1`). */
  readonly utf8?: Flag | undefined;
  /** Escape non-ASCII characters (`formatversion=2`). */
  readonly ascii?: Flag | undefined;
  /** `1` is the compatible format, `2` and `latest` the modern one. */
  readonly formatversion?: '1' | '2' | 'latest' | undefined;
  /** Return the HTML and its style modules in a JSON object. */
  readonly wrappedhtml?: Flag | undefined;
}

/** Parameters of format=none. Write an empty response body. */
export interface FormatNoneParams {

}

/** Parameters of format=xml. Write the response as XML. */
export interface FormatXmlParams {
  /** Title of a page with an XSL style sheet. Ignored. */
  readonly xslt?: string | undefined;
  /** Declare the XML namespace of the elements. */
  readonly includexmlnamespace?: Flag | undefined;
}

/** Parameters of format=xmlfm. Write the response as an HTML page with formatted XML. */
export interface FormatXmlfmParams {
  /** Title of a page with an XSL style sheet. Ignored. */
  readonly xslt?: string | undefined;
  /** Declare the XML namespace of the elements. */
  readonly includexmlnamespace?: Flag | undefined;
  /** Return the HTML and its style modules in a JSON object. */
  readonly wrappedhtml?: Flag | undefined;
}

/** Parameters of list=abusefilters. List abuse filters. */
export interface ListAbusefiltersParams {
  /** Filter number to start at. */
  readonly abfstartid?: number | undefined;
  /** Filter number to end at. */
  readonly abfendid?: number | undefined;
  /** Sort direction of the filter numbers. */
  readonly abfdir?: 'older' | 'newer' | undefined;
  /** Include or exclude filters by status. */
  readonly abfshow?: Several<'enabled' | '!enabled' | 'deleted' | '!deleted' | 'private' | '!private' | 'protected' | '!protected'> | undefined;
  /** Number of filters to return. */
  readonly abflimit?: Limit | undefined;
  /** Properties to return. */
  readonly abfprop?: Several<'id' | 'description' | 'pattern' | 'actions' | 'hits' | 'comments' | 'lasteditor' | 'lastedittime' | 'status' | 'private' | 'protected'> | undefined;
}

/** Parameters of list=abuselog. List actions that matched an abuse filter. */
export interface ListAbuselogParams {
  /** Id of the only entry to return. */
  readonly afllogid?: number | undefined;
  /** Time to start at. */
  readonly aflstart?: Moment | undefined;
  /** Time to end at. */
  readonly aflend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly afldir?: 'newer' | 'older' | undefined;
  /** Include only entries about actions of this user. */
  readonly afluser?: string | undefined;
  /** Include only entries about this page. */
  readonly afltitle?: string | undefined;
  /** Include only matches of these filters. Global filters have the prefix `global-`. */
  readonly aflfilter?: Several<string> | undefined;
  /** Number of entries to return. */
  readonly afllimit?: Limit | undefined;
  /** Properties to return. */
  readonly aflprop?: Several<'ids' | 'filter' | 'user' | 'title' | 'action' | 'details' | 'result' | 'timestamp' | 'hidden' | 'revid'> | undefined;
}

/** Parameters of list=globalallusers. List global accounts by name. */
export interface ListGlobalallusersParams {
  /** Account name to start at. */
  readonly agufrom?: string | undefined;
  /** Account name to end at. */
  readonly aguto?: string | undefined;
  /** Include only accounts with this name prefix. */
  readonly aguprefix?: string | undefined;
  /** Sort direction. */
  readonly agudir?: 'ascending' | 'descending' | undefined;
  /** Include only members of these global groups. */
  readonly agugroup?: Several<string> | undefined;
  /** Exclude members of these global groups. */
  readonly aguexcludegroup?: Several<string> | undefined;
  /** Properties to return in addition to the id and name. */
  readonly aguprop?: Several<'lockinfo' | 'groups' | 'existslocally'> | undefined;
  /** Number of accounts to return. */
  readonly agulimit?: Limit | undefined;
  /** Exclude accounts that are not temporary. */
  readonly aguexcludenamed?: Flag | undefined;
  /** Exclude temporary accounts. */
  readonly aguexcludetemp?: Flag | undefined;
}

/** Parameters of meta=globaluserinfo. Return the global account of a user with its groups and local accounts. */
export interface MetaGlobaluserinfoParams {
  /** Account name. Default: the current user. */
  readonly guiuser?: string | undefined;
  /** Global account id, as an alternative to the name. */
  readonly guiid?: number | undefined;
  /** Properties to return in addition to the basic data. */
  readonly guiprop?: Several<'groups' | 'rights' | 'merged' | 'unattached' | 'editcount'> | undefined;
}

/** Parameters of list=configuredpages. List pages with their own review settings. */
export interface ListConfiguredpagesParams {
  /** Page id to start at. */
  readonly cpstart?: number | undefined;
  /** Page id to end at. */
  readonly cpend?: number | undefined;
  /** Sort direction of the page ids: `newer` is ascending, `older` descending. */
  readonly cpdir?: 'newer' | 'older' | undefined;
  /** Include only pages in these namespaces. */
  readonly cpnamespace?: Several<number | '*'> | undefined;
  /** Include only pages with this default version. */
  readonly cpdefault?: 'latest' | 'stable' | undefined;
  /** Include only pages with this autoreview restriction. */
  readonly cpautoreview?: string | undefined;
  /** Number of pages to return. */
  readonly cplimit?: Limit | undefined;
}

/** Parameters of list=oldreviewedpages. List pages with edits that await review. */
export interface ListOldreviewedpagesParams {
  /** Time to start at. */
  readonly orstart?: Moment | undefined;
  /** Time to end at. */
  readonly orend?: Moment | undefined;
  /** Sort direction by waiting time: `newer` returns the longest waits first, `older` the shortest. */
  readonly ordir?: 'newer' | 'older' | undefined;
  /** Include only pages whose size changed by at most this many bytes. */
  readonly ormaxsize?: number | undefined;
  /** Include only pages on your watchlist. */
  readonly orfilterwatched?: 'watched' | 'all' | undefined;
  /** Include only pages in these namespaces. */
  readonly ornamespace?: Several<number | '*'> | undefined;
  /** Include only members of this category. Write the name with underscores. */
  readonly orcategory?: string | undefined;
  /** Include or exclude redirects. */
  readonly orfilterredir?: 'redirects' | 'nonredirects' | 'all' | undefined;
  /** Number of pages to return. */
  readonly orlimit?: Limit | undefined;
}

/** Parameters of list=unreviewedpages. List pages without a reviewed revision. */
export interface ListUnreviewedpagesParams {
  /** Title to start at, with underscores. */
  readonly urstart?: string | undefined;
  /** Title to end at, with underscores. */
  readonly urend?: string | undefined;
  /** Sort direction. */
  readonly urdir?: 'ascending' | 'descending' | undefined;
  /** Include only pages in these namespaces. */
  readonly urnamespace?: Several<number | '*'> | undefined;
  /** Include or exclude redirects. */
  readonly urfilterredir?: 'redirects' | 'nonredirects' | 'all' | undefined;
  /** Include pages that are reviewed below this quality level. */
  readonly urfilterlevel?: number | undefined;
  /** Number of pages to return. */
  readonly urlimit?: Limit | undefined;
}

/** Parameters of prop=flagged. Return the review status of pages. */
export interface PropFlaggedParams {

}

/** Parameters of list=geosearch. List pages with coordinates in an area, nearest first. */
export interface ListGeosearchParams {
  /** Center of the search: latitude and longitude, separated by a pipe. */
  readonly gscoord?: string | undefined;
  /** Page whose coordinates are the center of the search. The page itself is not listed. */
  readonly gspage?: string | undefined;
  /** Bounding box: north, west, south and east limits, separated by pipes. */
  readonly gsbbox?: string | undefined;
  /** Search radius in meters. */
  readonly gsradius?: number | undefined;
  /** Maximum size of the object in meters. */
  readonly gsmaxdim?: number | undefined;
  /** Sort order. */
  readonly gssort?: 'distance' | 'relevance' | undefined;
  /** Number of pages to return. */
  readonly gslimit?: Limit | undefined;
  /** Celestial body. */
  readonly gsglobe?: 'earth' | 'moon' | 'mars' | 'venus' | undefined;
  /** Include only pages in these namespaces. */
  readonly gsnamespace?: Several<number | '*'> | undefined;
  /** Properties to return. */
  readonly gsprop?: Several<'type' | 'name' | 'dim' | 'country' | 'region' | 'globe'> | undefined;
  /** Coordinates to return: primary, secondary or all. */
  readonly gsprimary?: 'primary' | 'secondary' | 'all' | undefined;
}

/** Parameters of prop=coordinates. Return the coordinates of pages. */
export interface PropCoordinatesParams {
  /** Number of coordinates to return. */
  readonly colimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly cocontinue?: string | undefined;
  /** Properties to return. */
  readonly coprop?: Several<'type' | 'name' | 'dim' | 'country' | 'region' | 'globe'> | undefined;
  /** Coordinates to return: primary, secondary or all. */
  readonly coprimary?: 'primary' | 'secondary' | 'all' | undefined;
  /** Return the distance in meters from this point: latitude and longitude, separated by a pipe. */
  readonly codistancefrompoint?: string | undefined;
  /** Page whose coordinates are the origin of the returned distances in meters. */
  readonly codistancefrompage?: string | undefined;
}

/** Parameters of prop=globalusage. List pages on all wikis that use a file. */
export interface PropGlobalusageParams {
  /** Properties to return in addition to the title and wiki. */
  readonly guprop?: Several<'url' | 'pageid' | 'namespace'> | undefined;
  /** Number of uses to return, up to 500. */
  readonly gulimit?: Limit | undefined;
  /** Include only pages in these namespaces. */
  readonly gunamespace?: Several<number | '*'> | undefined;
  /** Include only pages of the wikis with these ids. */
  readonly gusite?: Several<string> | undefined;
  /** Continue value of the previous response. */
  readonly gucontinue?: string | undefined;
  /** Exclude pages of this wiki. */
  readonly gufilterlocal?: Flag | undefined;
}

/** Parameters of list=linterrors. List markup errors of pages, as recorded by Linter. */
export interface ListLinterrorsParams {
  /** Include only errors of these categories. */
  readonly lntcategories?: Several<'deletable-table-tag' | 'duplicate-ids' | 'html5-misnesting' | 'misc-tidy-replacement-issues' | 'multiline-html-table-in-list' | 'multiple-unclosed-formatting-tags' | 'pwrap-bug-workaround' | 'self-closed-tag' | 'tidy-font-bug' | 'tidy-whitespace-bug' | 'unclosed-quotes-in-heading' | 'bogus-image-options' | 'fostered' | 'misnested-tag' | 'multi-colon-escape' | 'wikilink-in-extlink' | 'empty-heading' | 'missing-end-tag' | 'missing-end-tag-in-heading' | 'night-mode-unaware-background-color' | 'obsolete-tag' | 'stripped-tag' | 'fostered-transparent' | 'large-tables'> | undefined;
  /** Number of errors to return. */
  readonly lntlimit?: Limit | undefined;
  /** Include only pages in these namespaces. */
  readonly lntnamespace?: Several<number | '*'> | undefined;
  /** Include only pages with these ids. */
  readonly lntpageid?: Several<number> | undefined;
  /** Include only the page of this title. */
  readonly lnttitle?: string | undefined;
  /** Error id to start at. */
  readonly lntfrom?: number | undefined;
}

/** Parameters of prop=pageimages. Return the representative image of each page, with a thumbnail. */
export interface PropPageimagesParams {
  /** Image properties to return. */
  readonly piprop?: Several<'thumbnail' | 'original' | 'name'> | undefined;
  /** Maximum thumbnail width in pixels. */
  readonly pithumbsize?: number | undefined;
  /** Number of pages to return images for. */
  readonly pilimit?: Limit | undefined;
  /** Allow only images with a free license, or any image. */
  readonly pilicense?: 'free' | 'any' | undefined;
  /** Continue value of the previous response. */
  readonly picontinue?: number | undefined;
  /** Language of multilingual SVG images. */
  readonly pilangcode?: string | undefined;
}

/** Parameters of prop=description. Return the short description of each page in the content language. */
export interface PropDescriptionParams {
  /** Continue value of the previous response. */
  readonly desccontinue?: number | undefined;
  /** Preferred source: `local` (the page) or `central` (the repository). Only local descriptions are available here. */
  readonly descprefersource?: 'local' | 'central' | undefined;
}

/** Parameters of prop=extracts. Return extracts of pages in plain text or limited HTML. */
export interface PropExtractsParams {
  /** Length of the extract in characters, rounded up to a whole word. */
  readonly exchars?: number | undefined;
  /** Length of the extract in sentences. */
  readonly exsentences?: number | undefined;
  /** Number of extracts. Only one can be returned without `exintro`. */
  readonly exlimit?: Limit | undefined;
  /** Return only the text before the first heading. */
  readonly exintro?: Flag | undefined;
  /** Return plain text without HTML. */
  readonly explaintext?: Flag | undefined;
  /** Format of headings in plain text: `plain`, `wiki` (between equals signs) or `raw` (with markers and level). */
  readonly exsectionformat?: 'plain' | 'wiki' | 'raw' | undefined;
  /** Continue value of the previous response. */
  readonly excontinue?: number | undefined;
}

/** Parameters of prop=pageterms. Return labels, descriptions and aliases of the items linked to pages. */
export interface PropPagetermsParams {
  /** Continue value of the previous response. */
  readonly wbptcontinue?: number | undefined;
  /** Types of terms to return. */
  readonly wbptterms?: Several<'alias' | 'description' | 'label'> | undefined;
}

/** Parameters of list=allcategories. List all categories. */
export interface ListAllcategoriesParams {
  /** Category name to start at. */
  readonly acfrom?: string | undefined;
  /** Continue value of the previous response. */
  readonly accontinue?: string | undefined;
  /** Category name to end at. */
  readonly acto?: string | undefined;
  /** Include only categories with this name prefix. */
  readonly acprefix?: string | undefined;
  /** Sort direction. */
  readonly acdir?: 'ascending' | 'descending' | undefined;
  /** Minimum number of members. */
  readonly acmin?: number | undefined;
  /** Maximum number of members. */
  readonly acmax?: number | undefined;
  /** Number of categories to return. */
  readonly aclimit?: Limit | undefined;
  /** Properties of each category: size (numbers of members by kind), hidden (whether it is hidden on pages). */
  readonly acprop?: Several<'size' | 'hidden'> | undefined;
}

/** Parameters of list=alldeletedrevisions. List deleted revisions by user or by title. */
export interface ListAlldeletedrevisionsParams {
  /** Revision properties to return. */
  readonly adrprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Slots to return. Default: the main slot, in a deprecated format. */
  readonly adrslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `adrcontentformat-${string}`]: string | undefined;
  /** Number of revisions to return. At most 50 (500 for bots) with content, and 1 with parsed content. */
  readonly adrlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly adrexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly adrgeneratexml?: Flag | undefined;
  /** Return the content of a single revision as HTML. @deprecated */
  readonly adrparse?: Flag | undefined;
  /** Return only the content of this section. */
  readonly adrsection?: string | undefined;
  /** Compare each revision with another one: an id, `prev`, `next` or `cur`. @deprecated */
  readonly adrdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly adrdifftotext?: string | undefined;
  /** Apply a pre-save transform to the text before the comparison. @deprecated */
  readonly adrdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly adrcontentformat?: string | undefined;
  /** Include only revisions of this user, ordered by time. Without `adruser`, revisions are ordered by title. */
  readonly adruser?: string | undefined;
  /** Include only revisions of pages in these namespaces. */
  readonly adrnamespace?: Several<number | '*'> | undefined;
  /** Time to start at. */
  readonly adrstart?: Moment | undefined;
  /** Time to end at. */
  readonly adrend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly adrdir?: 'newer' | 'older' | undefined;
  /** Title to start at. */
  readonly adrfrom?: string | undefined;
  /** Title to end at. */
  readonly adrto?: string | undefined;
  /** Include only pages with this title prefix. */
  readonly adrprefix?: string | undefined;
  /** Exclude revisions of this user. */
  readonly adrexcludeuser?: string | undefined;
  /** Include only revisions with this tag. */
  readonly adrtag?: string | undefined;
  /** Continue value of the previous response. */
  readonly adrcontinue?: string | undefined;
  /** As a generator, return titles instead of revisions. */
  readonly adrgeneratetitles?: Flag | undefined;
}

/** Parameters of list=allfileusages. List uses of files, including missing files. */
export interface ListAllfileusagesParams {
  /** Continue value of the previous response. */
  readonly afcontinue?: string | undefined;
  /** Title to start at. */
  readonly affrom?: string | undefined;
  /** Title to end at. */
  readonly afto?: string | undefined;
  /** Include only titles with this prefix. */
  readonly afprefix?: string | undefined;
  /** Return each title once. Cannot be combined with properties of single links. */
  readonly afunique?: Flag | undefined;
  /** Properties to return. */
  readonly afprop?: Several<'ids' | 'title'> | undefined;
  /** Number of links to return. */
  readonly aflimit?: Limit | undefined;
  /** Sort direction. */
  readonly afdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allimages. List all files by name or upload time. */
export interface ListAllimagesParams {
  /** Sort key of the list. */
  readonly aisort?: 'name' | 'timestamp' | undefined;
  /** Sort direction. */
  readonly aidir?: 'ascending' | 'descending' | 'newer' | 'older' | undefined;
  /** File name to start at. Requires `aisort=name`. */
  readonly aifrom?: string | undefined;
  /** File name to end at. Requires `aisort=name`. */
  readonly aito?: string | undefined;
  /** Continue value of the previous response. */
  readonly aicontinue?: string | undefined;
  /** Upload time to start at. Requires `aisort=timestamp`. */
  readonly aistart?: Moment | undefined;
  /** Upload time to end at. Requires `aisort=timestamp`. */
  readonly aiend?: Moment | undefined;
  /** File properties to return. */
  readonly aiprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'mediatype' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'bitdepth' | 'badfile'> | undefined;
  /** Include only files with this name prefix. Requires `aisort=name`. */
  readonly aiprefix?: string | undefined;
  /** Minimum file size in bytes. */
  readonly aiminsize?: number | undefined;
  /** Maximum file size in bytes. */
  readonly aimaxsize?: number | undefined;
  /** Include only files with this SHA-1 hash in hexadecimal. */
  readonly aisha1?: string | undefined;
  /** Include only files with this SHA-1 hash in base 36. */
  readonly aisha1base36?: string | undefined;
  /** Include only files uploaded by this user. Requires `aisort=timestamp`. */
  readonly aiuser?: string | undefined;
  /** Include or exclude files uploaded by bots. Requires `aisort=timestamp`. */
  readonly aifilterbots?: 'all' | 'bots' | 'nobots' | undefined;
  /** Include only files of these MIME types. */
  readonly aimime?: Several<string> | undefined;
  /** Number of files to return. */
  readonly ailimit?: Limit | undefined;
}

/** Parameters of list=alllinks. List link targets in a namespace, including missing pages. */
export interface ListAlllinksParams {
  /** Continue value of the previous response. */
  readonly alcontinue?: string | undefined;
  /** Title to start at. */
  readonly alfrom?: string | undefined;
  /** Title to end at. */
  readonly alto?: string | undefined;
  /** Include only titles with this prefix. */
  readonly alprefix?: string | undefined;
  /** Return each title once. Cannot be combined with properties of single links. */
  readonly alunique?: Flag | undefined;
  /** Properties to return. */
  readonly alprop?: Several<'ids' | 'title'> | undefined;
  /** Namespace to list. */
  readonly alnamespace?: number | undefined;
  /** Number of links to return. */
  readonly allimit?: Limit | undefined;
  /** Sort direction. */
  readonly aldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allpages. List the pages of a namespace by title. */
export interface ListAllpagesParams {
  /** Title to start at. */
  readonly apfrom?: string | undefined;
  /** Continue value of the previous response. */
  readonly apcontinue?: string | undefined;
  /** Title to end at. */
  readonly apto?: string | undefined;
  /** Include only titles with this prefix. */
  readonly apprefix?: string | undefined;
  /** Namespace to list. */
  readonly apnamespace?: number | undefined;
  /** Include or exclude redirects. */
  readonly apfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Include or exclude pages that have language links. */
  readonly apfilterlanglinks?: 'withlanglinks' | 'withoutlanglinks' | 'all' | undefined;
  /** Minimum page size in bytes. */
  readonly apminsize?: number | undefined;
  /** Maximum page size in bytes. */
  readonly apmaxsize?: number | undefined;
  /** Include only pages with a protection of these types. */
  readonly apprtype?: Several<string> | undefined;
  /** Include only these protection levels. Requires `apprtype`. */
  readonly apprlevel?: Several<string> | undefined;
  /** Include or exclude cascading protection. Requires `apprtype`. */
  readonly apprfiltercascade?: 'cascading' | 'noncascading' | 'all' | undefined;
  /** Include only protected pages whose protection does or does not expire. `all` has no effect. */
  readonly apprexpiry?: 'indefinite' | 'definite' | 'all' | undefined;
  /** Number of pages to return. */
  readonly aplimit?: Limit | undefined;
  /** Sort direction. */
  readonly apdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allredirects. List targets of redirects in a namespace. */
export interface ListAllredirectsParams {
  /** Continue value of the previous response. */
  readonly arcontinue?: string | undefined;
  /** Title to start at. */
  readonly arfrom?: string | undefined;
  /** Title to end at. */
  readonly arto?: string | undefined;
  /** Include only titles with this prefix. */
  readonly arprefix?: string | undefined;
  /** Return each title once. Cannot be combined with properties of single links. */
  readonly arunique?: Flag | undefined;
  /** Properties to return. */
  readonly arprop?: Several<'ids' | 'title' | 'fragment' | 'interwiki'> | undefined;
  /** Namespace to list. */
  readonly arnamespace?: number | undefined;
  /** Number of links to return. */
  readonly arlimit?: Limit | undefined;
  /** Sort direction. */
  readonly ardir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allrevisions. List revisions of all pages by time. */
export interface ListAllrevisionsParams {
  /** Revision properties to return. */
  readonly arvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Slots to return. Default: the main slot, in a deprecated format. */
  readonly arvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `arvcontentformat-${string}`]: string | undefined;
  /** Number of revisions to return. At most 50 (500 for bots) with content, and 1 with parsed content. */
  readonly arvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly arvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly arvgeneratexml?: Flag | undefined;
  /** Return the content of a single revision as HTML. @deprecated */
  readonly arvparse?: Flag | undefined;
  /** Return only the content of this section. */
  readonly arvsection?: string | undefined;
  /** Compare each revision with another one: an id, `prev`, `next` or `cur`. @deprecated */
  readonly arvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly arvdifftotext?: string | undefined;
  /** Apply a pre-save transform to the text before the comparison. @deprecated */
  readonly arvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly arvcontentformat?: string | undefined;
  /** Include only revisions of this user. */
  readonly arvuser?: string | undefined;
  /** Include only revisions of pages in these namespaces. */
  readonly arvnamespace?: Several<number | '*'> | undefined;
  /** Time to start at. */
  readonly arvstart?: Moment | undefined;
  /** Time to end at. */
  readonly arvend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly arvdir?: 'newer' | 'older' | undefined;
  /** Exclude revisions of this user. */
  readonly arvexcludeuser?: string | undefined;
  /** Continue value of the previous response. */
  readonly arvcontinue?: string | undefined;
  /** As a generator, return pages instead of revisions. */
  readonly arvgeneratetitles?: Flag | undefined;
}

/** Parameters of list=alltransclusions. List transcluded titles of a namespace, including missing pages. */
export interface ListAlltransclusionsParams {
  /** Continue value of the previous response. */
  readonly atcontinue?: string | undefined;
  /** Title to start at. */
  readonly atfrom?: string | undefined;
  /** Title to end at. */
  readonly atto?: string | undefined;
  /** Include only titles with this prefix. */
  readonly atprefix?: string | undefined;
  /** Return each title once. Cannot be combined with properties of single links. */
  readonly atunique?: Flag | undefined;
  /** Properties to return. */
  readonly atprop?: Several<'ids' | 'title'> | undefined;
  /** Namespace to list. */
  readonly atnamespace?: number | undefined;
  /** Number of links to return. */
  readonly atlimit?: Limit | undefined;
  /** Sort direction. */
  readonly atdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=allusers. List user accounts by name. */
export interface ListAllusersParams {
  /** Account name to start at. */
  readonly aufrom?: string | undefined;
  /** Account name to end at. */
  readonly auto?: string | undefined;
  /** Include only accounts with this name prefix. */
  readonly auprefix?: string | undefined;
  /** Sort direction. */
  readonly audir?: 'ascending' | 'descending' | undefined;
  /** Include only members of at least one of these groups. */
  readonly augroup?: Several<string> | undefined;
  /** Exclude members of these groups. */
  readonly auexcludegroup?: Several<string> | undefined;
  /** Include only accounts whose explicit groups grant one of these rights. */
  readonly aurights?: Several<string> | undefined;
  /** Account properties to return. */
  readonly auprop?: Several<'blockinfo' | 'groups' | 'implicitgroups' | 'rights' | 'editcount' | 'registration' | 'centralids'> | undefined;
  /** Number of accounts to return. */
  readonly aulimit?: Limit | undefined;
  /** Include only accounts with at least one edit. */
  readonly auwitheditsonly?: Flag | undefined;
  /** Include only accounts with recent activity. */
  readonly auactiveusers?: Flag | undefined;
  /** Id of a wiki. With `centralids`, return whether the account is attached to that wiki. */
  readonly auattachedwiki?: string | undefined;
  /** Exclude accounts that are not temporary. */
  readonly auexcludenamed?: Flag | undefined;
  /** Exclude temporary accounts. */
  readonly auexcludetemp?: Flag | undefined;
}

/** Parameters of list=backlinks. List pages that link to a page. */
export interface ListBacklinksParams {
  /** Title of the link target. */
  readonly bltitle?: string | undefined;
  /** Page id of the link target. */
  readonly blpageid?: number | undefined;
  /** Continue value of the previous response. */
  readonly blcontinue?: string | undefined;
  /** Namespaces of the linking pages. */
  readonly blnamespace?: Several<number | '*'> | undefined;
  /** Sort direction. */
  readonly bldir?: 'ascending' | 'descending' | undefined;
  /** Include or exclude redirects. With `redirect`, `nonredirects` applies to the second level only. */
  readonly blfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Number of pages to return. Default: 10. With `redirect`, at most half the usual maximum per level. */
  readonly bllimit?: Limit | undefined;
  /** Also return the pages that link to redirects among the results. */
  readonly blredirect?: Flag | undefined;
}

/** Parameters of list=blocks. List active blocks of accounts and addresses. */
export interface ListBlocksParams {
  /** Time to start at. */
  readonly bkstart?: Moment | undefined;
  /** Time to end at. */
  readonly bkend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly bkdir?: 'newer' | 'older' | undefined;
  /** Include only blocks with these ids. */
  readonly bkids?: Several<number> | undefined;
  /** Include only blocks of exactly these accounts, addresses or ranges. */
  readonly bkusers?: Several<string> | undefined;
  /** Include only blocks that apply to this address or to the complete range. */
  readonly bkip?: string | undefined;
  /** Number of blocks to return. */
  readonly bklimit?: Limit | undefined;
  /** Block properties to return. */
  readonly bkprop?: Several<'id' | 'user' | 'userid' | 'by' | 'byid' | 'timestamp' | 'expiry' | 'reason' | 'parsedreason' | 'range' | 'flags' | 'restrictions'> | undefined;
  /** Include or exclude (`!`) blocks by target type. `temp` selects blocks that expire. */
  readonly bkshow?: Several<'account' | '!account' | 'temp' | '!temp' | 'ip' | '!ip' | 'range' | '!range'> | undefined;
  /** Continue value of the previous response. */
  readonly bkcontinue?: string | undefined;
}

/** Parameters of list=categorymembers. List the pages, subcategories and files in a category. */
export interface ListCategorymembersParams {
  /** Title of the category, including the namespace. */
  readonly cmtitle?: string | undefined;
  /** Id of the category page. */
  readonly cmpageid?: number | undefined;
  /** Properties to return. */
  readonly cmprop?: Several<'ids' | 'title' | 'sortkey' | 'sortkeyprefix' | 'type' | 'timestamp'> | undefined;
  /** Include only pages in these namespaces. */
  readonly cmnamespace?: Several<number | '*'> | undefined;
  /** Member types to include. Ignored with `cmsort=timestamp`. */
  readonly cmtype?: Several<'page' | 'subcat' | 'file'> | undefined;
  /** Continue value of the previous response. */
  readonly cmcontinue?: string | undefined;
  /** Number of pages to return. */
  readonly cmlimit?: Limit | undefined;
  /** Sort key of the list. */
  readonly cmsort?: 'sortkey' | 'timestamp' | undefined;
  /** Sort direction. */
  readonly cmdir?: 'asc' | 'desc' | 'ascending' | 'descending' | 'newer' | 'older' | undefined;
  /** Time to start at. Used only with `cmsort=timestamp`. */
  readonly cmstart?: Moment | undefined;
  /** Time to end at. Used only with `cmsort=timestamp`. */
  readonly cmend?: Moment | undefined;
  /** Sort key to start at, in hexadecimal. Used only with `cmsort=sortkey`. */
  readonly cmstarthexsortkey?: string | undefined;
  /** Sort key to end at, in hexadecimal. Used only with `cmsort=sortkey`. */
  readonly cmendhexsortkey?: string | undefined;
  /** Sort key prefix to start at. Takes precedence over `cmstarthexsortkey`. */
  readonly cmstartsortkeyprefix?: string | undefined;
  /** Sort key prefix to end before. Takes precedence over `cmendhexsortkey`. */
  readonly cmendsortkeyprefix?: string | undefined;
  /** Use `cmstarthexsortkey` instead. @deprecated */
  readonly cmstartsortkey?: string | undefined;
  /** Use `cmendhexsortkey` instead. @deprecated */
  readonly cmendsortkey?: string | undefined;
}

/** Parameters of list=codexicons. Return icons of the Codex design system. */
export interface ListCodexiconsParams {
  /** Names of the icons. */
  readonly names: Several<'cdxIconAdd' | 'cdxIconAlert' | 'cdxIconAlignCenter' | 'cdxIconAlignLeft' | 'cdxIconAlignRight' | 'cdxIconAppearance' | 'cdxIconArrowDown' | 'cdxIconArrowNext' | 'cdxIconArrowPrevious' | 'cdxIconArrowUp' | 'cdxIconArticle' | 'cdxIconArticleAdd' | 'cdxIconArticleCheck' | 'cdxIconArticleDisambiguation' | 'cdxIconArticleNotFound' | 'cdxIconArticleRedirect' | 'cdxIconArticleSearch' | 'cdxIconArticles' | 'cdxIconArticlesSearch' | 'cdxIconAttachment' | 'cdxIconBell' | 'cdxIconBellOutline' | 'cdxIconBigger' | 'cdxIconBlock' | 'cdxIconBold' | 'cdxIconBook' | 'cdxIconBookmark' | 'cdxIconBookmarkList' | 'cdxIconBookmarkOutline' | 'cdxIconBright' | 'cdxIconBrowser' | 'cdxIconCalendar' | 'cdxIconCamera' | 'cdxIconCancel' | 'cdxIconChart' | 'cdxIconCheck' | 'cdxIconCheckAll' | 'cdxIconClear' | 'cdxIconClock' | 'cdxIconClose' | 'cdxIconCode' | 'cdxIconCollapse' | 'cdxIconConfigure' | 'cdxIconCopy' | 'cdxIconCut' | 'cdxIconDatabase' | 'cdxIconDie' | 'cdxIconDoubleChevronEnd' | 'cdxIconDoubleChevronStart' | 'cdxIconDownTriangle' | 'cdxIconDownload' | 'cdxIconDraggable' | 'cdxIconEdit' | 'cdxIconEditLock' | 'cdxIconEditUndo' | 'cdxIconEllipsis' | 'cdxIconError' | 'cdxIconExitFullscreen' | 'cdxIconExpand' | 'cdxIconEye' | 'cdxIconEyeClosed' | 'cdxIconFeedback' | 'cdxIconFlag' | 'cdxIconFolderPlaceholder' | 'cdxIconFullscreen' | 'cdxIconFunction' | 'cdxIconFunctionArgument' | 'cdxIconFunnel' | 'cdxIconGlobe' | 'cdxIconHalfBright' | 'cdxIconHalfStar' | 'cdxIconHand' | 'cdxIconHeart' | 'cdxIconHelp' | 'cdxIconHelpNotice' | 'cdxIconHieroglyph' | 'cdxIconHighlight' | 'cdxIconHistory' | 'cdxIconHome' | 'cdxIconImage' | 'cdxIconImageAdd' | 'cdxIconImageBroken' | 'cdxIconImageGallery' | 'cdxIconImageLayoutBasic' | 'cdxIconImageLayoutFrame' | 'cdxIconImageLayoutFrameless' | 'cdxIconImageLayoutThumbnail' | 'cdxIconImageLock' | 'cdxIconIndent' | 'cdxIconInfo' | 'cdxIconInfoFilled' | 'cdxIconInstance' | 'cdxIconItalic' | 'cdxIconJournal' | 'cdxIconKey' | 'cdxIconKeyboard' | 'cdxIconLabFlask' | 'cdxIconLanguage' | 'cdxIconLargerText' | 'cdxIconLayout' | 'cdxIconLightbulb' | 'cdxIconLink' | 'cdxIconLinkExternal' | 'cdxIconLinkSecure' | 'cdxIconListBullet' | 'cdxIconListNumbered' | 'cdxIconLiteral' | 'cdxIconLock' | 'cdxIconLogIn' | 'cdxIconLogOut' | 'cdxIconLogoCC' | 'cdxIconLogoCodex' | 'cdxIconLogoMediaWiki' | 'cdxIconLogoMetaWiki' | 'cdxIconLogoWikibooks' | 'cdxIconLogoWikidata' | 'cdxIconLogoWikifunctions' | 'cdxIconLogoWikimedia' | 'cdxIconLogoWikimediaCommons' | 'cdxIconLogoWikimediaDiscovery' | 'cdxIconLogoWikinews' | 'cdxIconLogoWikipedia' | 'cdxIconLogoWikiquote' | 'cdxIconLogoWikisource' | 'cdxIconLogoWikispecies' | 'cdxIconLogoWikiversity' | 'cdxIconLogoWikivoyage' | 'cdxIconLogoWiktionary' | 'cdxIconMap' | 'cdxIconMapPin' | 'cdxIconMapPinAdd' | 'cdxIconMapTrail' | 'cdxIconMarkup' | 'cdxIconMathematics' | 'cdxIconMathematicsDisplayBlock' | 'cdxIconMathematicsDisplayDefault' | 'cdxIconMathematicsDisplayInline' | 'cdxIconMenu' | 'cdxIconMerge' | 'cdxIconMessage' | 'cdxIconMoon' | 'cdxIconMove' | 'cdxIconMoveFirst' | 'cdxIconMoveLast' | 'cdxIconMusicalScore' | 'cdxIconNetwork' | 'cdxIconNetworkOff' | 'cdxIconNewWindow' | 'cdxIconNewline' | 'cdxIconNewspaper' | 'cdxIconNext' | 'cdxIconNoWikitext' | 'cdxIconNotBright' | 'cdxIconNotice' | 'cdxIconOngoingConversation' | 'cdxIconOutdent' | 'cdxIconOutline' | 'cdxIconPageSettings' | 'cdxIconPalette' | 'cdxIconPaste' | 'cdxIconPause' | 'cdxIconPlay' | 'cdxIconPower' | 'cdxIconPrevious' | 'cdxIconPrinter' | 'cdxIconPushPin' | 'cdxIconPuzzle' | 'cdxIconQrCode' | 'cdxIconQuotes' | 'cdxIconRecentChanges' | 'cdxIconRedo' | 'cdxIconReference' | 'cdxIconReferenceExisting' | 'cdxIconReferences' | 'cdxIconReload' | 'cdxIconRestore' | 'cdxIconRobot' | 'cdxIconSandbox' | 'cdxIconSearch' | 'cdxIconSearchCaseSensitive' | 'cdxIconSearchDiacritics' | 'cdxIconSearchRegularExpression' | 'cdxIconSettings' | 'cdxIconShare' | 'cdxIconSignature' | 'cdxIconSmaller' | 'cdxIconSmallerText' | 'cdxIconSortVertical' | 'cdxIconSpecialCharacter' | 'cdxIconSpecialPages' | 'cdxIconSpeechBubble' | 'cdxIconSpeechBubbleAdd' | 'cdxIconSpeechBubbles' | 'cdxIconStar' | 'cdxIconStop' | 'cdxIconStrikethrough' | 'cdxIconSubscript' | 'cdxIconSubtract' | 'cdxIconSuccess' | 'cdxIconSuperscript' | 'cdxIconTable' | 'cdxIconTableAddColumnAfter' | 'cdxIconTableAddColumnBefore' | 'cdxIconTableAddRowAfter' | 'cdxIconTableAddRowBefore' | 'cdxIconTableCaption' | 'cdxIconTableMergeCells' | 'cdxIconTableMoveColumnAfter' | 'cdxIconTableMoveColumnBefore' | 'cdxIconTableMoveRowAfter' | 'cdxIconTableMoveRowBefore' | 'cdxIconTag' | 'cdxIconTemplateAdd' | 'cdxIconTextDirLTR' | 'cdxIconTextDirRTL' | 'cdxIconTextFlow' | 'cdxIconTextStyle' | 'cdxIconTextSummary' | 'cdxIconTrash' | 'cdxIconTray' | 'cdxIconUnBlock' | 'cdxIconUnFlag' | 'cdxIconUnLink' | 'cdxIconUnLock' | 'cdxIconUnStar' | 'cdxIconUnderline' | 'cdxIconUndo' | 'cdxIconUpTriangle' | 'cdxIconUpdate' | 'cdxIconUpload' | 'cdxIconUserActive' | 'cdxIconUserAdd' | 'cdxIconUserAnonymous' | 'cdxIconUserAvatar' | 'cdxIconUserAvatarOutline' | 'cdxIconUserContributions' | 'cdxIconUserGroup' | 'cdxIconUserRights' | 'cdxIconUserTalk' | 'cdxIconUserTemporary' | 'cdxIconUserTemporaryLocation' | 'cdxIconViewCompact' | 'cdxIconViewDetails' | 'cdxIconVisionSimulator' | 'cdxIconVolumeDown' | 'cdxIconVolumeOff' | 'cdxIconVolumeUp' | 'cdxIconWatchlist' | 'cdxIconWikitext' | 'cdxIconWindow' | 'cdxIconZoomIn' | 'cdxIconZoomOut' | '*'>;
}

/** Parameters of list=deletedrevs. List deleted revisions by title, user or namespace. */
export interface ListDeletedrevsParams {
  /** Time to start at. */
  readonly drstart?: Moment | undefined;
  /** Time to end at. */
  readonly drend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly drdir?: 'newer' | 'older' | undefined;
  /** Title to start at. */
  readonly drfrom?: string | undefined;
  /** Title to end at. */
  readonly drto?: string | undefined;
  /** Include only pages with this title prefix. */
  readonly drprefix?: string | undefined;
  /** Return one revision per page. */
  readonly drunique?: Flag | undefined;
  /** Namespace to list. */
  readonly drnamespace?: number | undefined;
  /** Include only revisions with this tag. */
  readonly drtag?: string | undefined;
  /** Include only revisions of this user. */
  readonly druser?: string | undefined;
  /** Exclude revisions of this user. */
  readonly drexcludeuser?: string | undefined;
  /** Revision properties to return. */
  readonly drprop?: Several<'revid' | 'parentid' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'minor' | 'len' | 'sha1' | 'content' | 'token' | 'tags'> | undefined;
  /** Number of revisions to return. With content at most 50, or 500 with `apihighlimits`. */
  readonly drlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly drcontinue?: string | undefined;
}

/** Parameters of list=embeddedin. List pages that transclude a page. */
export interface ListEmbeddedinParams {
  /** Title of the link target. */
  readonly eititle?: string | undefined;
  /** Page id of the link target. */
  readonly eipageid?: number | undefined;
  /** Continue value of the previous response. */
  readonly eicontinue?: string | undefined;
  /** Namespaces of the linking pages. */
  readonly einamespace?: Several<number | '*'> | undefined;
  /** Sort direction. */
  readonly eidir?: 'ascending' | 'descending' | undefined;
  /** Include or exclude redirects. With `redirect`, `nonredirects` applies to the second level only. */
  readonly eifilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Number of pages to return. Default: 10. With `redirect`, at most half the usual maximum per level. */
  readonly eilimit?: Limit | undefined;
}

/** Parameters of list=exturlusage. List pages with external links that match an address. */
export interface ListExturlusageParams {
  /** Properties to return. */
  readonly euprop?: Several<'ids' | 'title' | 'url'> | undefined;
  /** Continue value of the previous response. */
  readonly eucontinue?: string | undefined;
  /** Protocol of the address. Default: `http` and `https` if a query is given. */
  readonly euprotocol?: string | undefined;
  /** Address to search for, without the protocol. Leave empty for any external link. */
  readonly euquery?: string | undefined;
  /** Namespaces of the linking pages. */
  readonly eunamespace?: Several<number | '*'> | undefined;
  /** Number of pages to return. */
  readonly eulimit?: Limit | undefined;
  /** Expand protocol-relative addresses. @deprecated */
  readonly euexpandurl?: Flag | undefined;
}

/** Parameters of list=filearchive. List deleted files by name. */
export interface ListFilearchiveParams {
  /** File name to start at. */
  readonly fafrom?: string | undefined;
  /** File name to end at. */
  readonly fato?: string | undefined;
  /** Include only files with this name prefix. */
  readonly faprefix?: string | undefined;
  /** Sort direction. */
  readonly fadir?: 'ascending' | 'descending' | undefined;
  /** Include only files with this SHA-1 hash in hexadecimal. */
  readonly fasha1?: string | undefined;
  /** Include only files with this SHA-1 hash in base 36. */
  readonly fasha1base36?: string | undefined;
  /** File properties to return. */
  readonly faprop?: Several<'sha1' | 'timestamp' | 'user' | 'size' | 'dimensions' | 'description' | 'parseddescription' | 'mime' | 'mediatype' | 'metadata' | 'bitdepth' | 'archivename'> | undefined;
  /** Number of files to return. */
  readonly falimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly facontinue?: string | undefined;
}

/** Parameters of list=imageusage. List pages that use a file. */
export interface ListImageusageParams {
  /** Title of the link target. */
  readonly iutitle?: string | undefined;
  /** Page id of the link target. */
  readonly iupageid?: number | undefined;
  /** Continue value of the previous response. */
  readonly iucontinue?: string | undefined;
  /** Namespaces of the linking pages. */
  readonly iunamespace?: Several<number | '*'> | undefined;
  /** Sort direction. */
  readonly iudir?: 'ascending' | 'descending' | undefined;
  /** Include or exclude redirects. With `redirect`, `nonredirects` applies to the second level only. */
  readonly iufilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Number of pages to return. Default: 10. With `redirect`, at most half the usual maximum per level. */
  readonly iulimit?: Limit | undefined;
  /** Also return the pages that link to redirects among the results. */
  readonly iuredirect?: Flag | undefined;
}

/** Parameters of list=iwbacklinks. List pages with interwiki links to a wiki or to one of its pages. */
export interface ListIwbacklinksParams {
  /** Prefix for the interwiki. */
  readonly iwblprefix?: string | undefined;
  /** Title on the other wiki. Requires `iwblprefix`. */
  readonly iwbltitle?: string | undefined;
  /** Continue value of the previous response. */
  readonly iwblcontinue?: string | undefined;
  /** Number of pages to return. */
  readonly iwbllimit?: Limit | undefined;
  /** Properties to return. */
  readonly iwblprop?: Several<'iwprefix' | 'iwtitle'> | undefined;
  /** Sort direction. */
  readonly iwbldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=langbacklinks. List pages with language links to a language or to one of its pages. */
export interface ListLangbacklinksParams {
  /** Language for the language link. */
  readonly lbllang?: string | undefined;
  /** Title on the other wiki. Requires `lbllang`. */
  readonly lbltitle?: string | undefined;
  /** Continue value of the previous response. */
  readonly lblcontinue?: string | undefined;
  /** Number of pages to return. */
  readonly lbllimit?: Limit | undefined;
  /** Properties to return. */
  readonly lblprop?: Several<'lllang' | 'lltitle'> | undefined;
  /** Sort direction. */
  readonly lbldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=logevents. List log entries by time. */
export interface ListLogeventsParams {
  /** Properties to return. */
  readonly leprop?: Several<'ids' | 'title' | 'type' | 'user' | 'userid' | 'timestamp' | 'comment' | 'parsedcomment' | 'details' | 'tags'> | undefined;
  /** Include only entries of this log type. */
  readonly letype?: string | undefined;
  /** Include only entries of this action. Takes precedence over `letype`. */
  readonly leaction?: string | undefined;
  /** Time to start at. */
  readonly lestart?: Moment | undefined;
  /** Time to end at. */
  readonly leend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly ledir?: 'newer' | 'older' | undefined;
  /** Include only entries of actions by this user. */
  readonly leuser?: string | undefined;
  /** Include only entries with these ids. */
  readonly leids?: Several<number> | undefined;
  /** Include only entries about this page. */
  readonly letitle?: string | undefined;
  /** Include only entries about pages in this namespace. */
  readonly lenamespace?: number | undefined;
  /** Include only entries about pages with this title prefix. */
  readonly leprefix?: string | undefined;
  /** Include only entries with this tag. */
  readonly letag?: string | undefined;
  /** Number of entries to return. */
  readonly lelimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly lecontinue?: string | undefined;
}

/** Parameters of list=mystashedfiles. List your own stashed uploads. */
export interface ListMystashedfilesParams {
  /** File properties to return. */
  readonly msfprop?: Several<'size' | 'type'> | undefined;
  /** Number of files to return. */
  readonly msflimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly msfcontinue?: string | undefined;
}

/** Parameters of list=pagepropnames. List the names of all page properties in use. */
export interface ListPagepropnamesParams {
  /** Continue value of the previous response. */
  readonly ppncontinue?: string | undefined;
  /** Number of names to return. */
  readonly ppnlimit?: Limit | undefined;
}

/** Parameters of list=pageswithprop. List pages that set a page property. */
export interface ListPageswithpropParams {
  /** Name of the page property. `list=pagepropnames` lists the names in use. */
  readonly pwppropname: string;
  /** Properties to return. */
  readonly pwpprop?: Several<'ids' | 'title' | 'value'> | undefined;
  /** Continue value of the previous response. */
  readonly pwpcontinue?: string | undefined;
  /** Number of pages to return. */
  readonly pwplimit?: Limit | undefined;
  /** Sort direction of the page ids. */
  readonly pwpdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of list=prefixsearch. Find pages by title prefix. */
export interface ListPrefixsearchParams {
  /** Beginning of the titles, optionally with a namespace prefix. */
  readonly pssearch: string;
  /** Namespaces to search. A namespace prefix in the search text takes precedence. */
  readonly psnamespace?: Several<number | '*'> | undefined;
  /** Number of pages to return. */
  readonly pslimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly psoffset?: number | undefined;
}

/** Parameters of list=protectedtitles. List titles with creation protection. */
export interface ListProtectedtitlesParams {
  /** Include only titles in these namespaces. */
  readonly ptnamespace?: Several<number | '*'> | undefined;
  /** Include only titles with these protection levels. */
  readonly ptlevel?: Several<string> | undefined;
  /** Number of titles to return. */
  readonly ptlimit?: Limit | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly ptdir?: 'newer' | 'older' | undefined;
  /** Protection time to start at. */
  readonly ptstart?: Moment | undefined;
  /** Protection time to end at. */
  readonly ptend?: Moment | undefined;
  /** Protection properties to return. */
  readonly ptprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'expiry' | 'level'> | undefined;
  /** Continue value of the previous response. */
  readonly ptcontinue?: string | undefined;
}

/** Parameters of list=querypage. List the rows of a maintenance report, such as orphaned or wanted pages. */
export interface ListQuerypageParams {
  /** Name of the report. */
  readonly qppage: string;
  /** Continue value of the previous response. */
  readonly qpoffset?: number | undefined;
  /** Number of rows to return. */
  readonly qplimit?: Limit | undefined;
}

/** Parameters of list=random. Return random pages. */
export interface ListRandomParams {
  /** Include only pages in these namespaces. */
  readonly rnnamespace?: Several<number | '*'> | undefined;
  /** Include or exclude redirects. Default: `nonredirects`. */
  readonly rnfilterredir?: 'all' | 'redirects' | 'nonredirects' | undefined;
  /** Minimum page size in bytes. */
  readonly rnminsize?: number | undefined;
  /** Maximum page size in bytes. */
  readonly rnmaxsize?: number | undefined;
  /** Include only pages with this content model. */
  readonly rncontentmodel?: 'wikitext' | 'javascript' | 'json' | 'css' | 'text' | 'vue' | 'unknown' | undefined;
  /** Use `rnfilterredir=redirects` instead. @deprecated */
  readonly rnredirect?: Flag | undefined;
  /** Number of pages to return. */
  readonly rnlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly rncontinue?: string | undefined;
}

/** Parameters of list=recentchanges. List recent changes by time. */
export interface ListRecentchangesParams {
  /** Time to start at. */
  readonly rcstart?: Moment | undefined;
  /** Time to end at. */
  readonly rcend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly rcdir?: 'newer' | 'older' | undefined;
  /** Include only changes in these namespaces. */
  readonly rcnamespace?: Several<number | '*'> | undefined;
  /** Include only changes by this user. */
  readonly rcuser?: string | undefined;
  /** Exclude changes by this user. */
  readonly rcexcludeuser?: string | undefined;
  /** Include only changes with this tag. */
  readonly rctag?: string | undefined;
  /** Properties to return. */
  readonly rcprop?: Several<'user' | 'userid' | 'comment' | 'parsedcomment' | 'flags' | 'timestamp' | 'title' | 'ids' | 'sizes' | 'redirect' | 'patrolled' | 'loginfo' | 'tags' | 'sha1'> | undefined;
  /** Include or exclude (`!`) changes with these properties. */
  readonly rcshow?: Several<'minor' | '!minor' | 'bot' | '!bot' | 'anon' | '!anon' | 'redirect' | '!redirect' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'unpatrolled'> | undefined;
  /** Number of changes to return. */
  readonly rclimit?: Limit | undefined;
  /** Types of changes to include. */
  readonly rctype?: Several<'edit' | 'new' | 'log' | 'external' | 'categorize'> | undefined;
  /** Include only changes that created the current revision of their page. */
  readonly rctoponly?: Flag | undefined;
  /** Include only changes of this page. */
  readonly rctitle?: string | undefined;
  /** Continue value of the previous response. */
  readonly rccontinue?: string | undefined;
  /** As a generator, return revisions instead of titles. */
  readonly rcgeneraterevisions?: Flag | undefined;
  /** Include only changes of this slot. */
  readonly rcslot?: string | undefined;
}

/** Parameters of list=search. Search page titles or texts. */
export interface ListSearchParams {
  /** Search text. Its syntax depends on the search backend. */
  readonly srsearch: string;
  /** Namespaces to search. A namespace prefix in the search text takes precedence. */
  readonly srnamespace?: Several<number | '*'> | undefined;
  /** Number of pages to return. */
  readonly srlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly sroffset?: number | undefined;
  /** Ranking profile, if the search backend has several. */
  readonly srqiprofile?: string | undefined;
  /** Search titles, texts, or a single page with a nearly equal title. Default: titles if the backend supports them, otherwise texts. */
  readonly srwhat?: 'title' | 'text' | 'nearmatch' | undefined;
  /** Metadata of the search to return. Default: all; none as a generator. */
  readonly srinfo?: Several<'totalhits' | 'suggestion' | 'rewrittenquery'> | undefined;
  /** Page properties to return. Default: size, word count, timestamp and snippet; none as a generator. */
  readonly srprop?: Several<'size' | 'wordcount' | 'snippet' | 'timestamp' | 'titlesnippet' | 'categorysnippet' | 'redirecttitle' | 'redirectsnippet' | 'sectiontitle' | 'sectionsnippet' | 'isfilematch' | 'extensiondata' | 'score' | 'hasrelated'> | undefined;
  /** Include results from other wikis if the backend supports them. */
  readonly srinterwiki?: Flag | undefined;
  /** Allow the backend to replace the query by a better one. */
  readonly srenablerewrites?: Flag | undefined;
  /** Sort order of the results. */
  readonly srsort?: string | undefined;
}

/** Parameters of list=tags. List change tags by name. */
export interface ListTagsParams {
  /** Continue value of the previous response. */
  readonly tgcontinue?: string | undefined;
  /** Number of tags to return. */
  readonly tglimit?: Limit | undefined;
  /** Tag properties to return. */
  readonly tgprop?: Several<'displayname' | 'description' | 'hitcount' | 'defined' | 'source' | 'active'> | undefined;
}

/** Parameters of list=trackingcategories. List tracking categories, which the software assigns to pages automatically. */
export interface ListTrackingcategoriesParams {
  /** Continue value of the previous response. */
  readonly tccontinue?: string | undefined;
  /** Include only the categories of these message keys, such as `broken-file-category`. */
  readonly tctrackingcatname?: Several<string> | undefined;
  /** Minimum number of members. */
  readonly tcmin?: number | undefined;
  /** Maximum number of members. */
  readonly tcmax?: number | undefined;
  /** Number of categories to return. */
  readonly tclimit?: Limit | undefined;
  /** Properties of each category: size (numbers of members by kind), hidden (whether it is hidden on pages). */
  readonly tcprop?: Several<'size' | 'hidden'> | undefined;
}

/** Parameters of list=usercontribs. List edits by user, user prefix or address range. */
export interface ListUsercontribsParams {
  /** Number of edits to return. */
  readonly uclimit?: Limit | undefined;
  /** Time to start at. */
  readonly ucstart?: Moment | undefined;
  /** Time to end at. */
  readonly ucend?: Moment | undefined;
  /** Continue value of the previous response. */
  readonly uccontinue?: string | undefined;
  /** Names of the users. */
  readonly ucuser?: Several<string> | undefined;
  /** Ids of the users. */
  readonly ucuserids?: Several<number> | undefined;
  /** Include edits of all users with this name prefix. */
  readonly ucuserprefix?: string | undefined;
  /** Include edits from all addresses in this range. */
  readonly uciprange?: string | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly ucdir?: 'newer' | 'older' | undefined;
  /** Include only edits of pages in these namespaces. */
  readonly ucnamespace?: Several<number | '*'> | undefined;
  /** Edit properties to return. */
  readonly ucprop?: Several<'ids' | 'title' | 'timestamp' | 'flags' | 'comment' | 'parsedcomment' | 'patrolled' | 'size' | 'sizediff' | 'tags'> | undefined;
  /** Include or exclude (`!`) edits with these properties. */
  readonly ucshow?: Several<'minor' | '!minor' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'top' | '!top' | 'new' | '!new'> | undefined;
  /** Include only edits with this tag. */
  readonly uctag?: string | undefined;
  /** Include only edits that are the current revision of their page. @deprecated */
  readonly uctoponly?: Flag | undefined;
}

/** Parameters of list=users. Return properties of user accounts. */
export interface ListUsersParams {
  /** Properties to return. */
  readonly usprop?: Several<'blockinfo' | 'groups' | 'groupmemberships' | 'implicitgroups' | 'rights' | 'editcount' | 'registration' | 'emailable' | 'gender' | 'centralids' | 'cancreate'> | undefined;
  /** Id of a wiki. With `centralids`, return whether the account is attached to that wiki. */
  readonly usattachedwiki?: string | undefined;
  /** Names of the accounts. */
  readonly ususers?: Several<string> | undefined;
  /** Ids of the accounts. */
  readonly ususerids?: Several<number> | undefined;
}

/** Parameters of list=watchlist. List recent changes to watched pages. */
export interface ListWatchlistParams {
  /** Include all changes of a page instead of its latest one. */
  readonly wlallrev?: Flag | undefined;
  /** Time to start at. */
  readonly wlstart?: Moment | undefined;
  /** Time to end at. */
  readonly wlend?: Moment | undefined;
  /** Include only changes in these namespaces. */
  readonly wlnamespace?: Several<number | '*'> | undefined;
  /** Include only changes by this user. */
  readonly wluser?: string | undefined;
  /** Exclude changes by this user. */
  readonly wlexcludeuser?: string | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly wldir?: 'newer' | 'older' | undefined;
  /** Number of changes to return. */
  readonly wllimit?: Limit | undefined;
  /** Properties to return. */
  readonly wlprop?: Several<'ids' | 'title' | 'flags' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'timestamp' | 'patrol' | 'sizes' | 'notificationtimestamp' | 'loginfo' | 'tags' | 'expiry'> | undefined;
  /** Include or exclude (`!`) changes with these properties. `unread` selects changes that the owner has not visited. */
  readonly wlshow?: Several<'minor' | '!minor' | 'bot' | '!bot' | 'anon' | '!anon' | 'patrolled' | '!patrolled' | 'autopatrolled' | '!autopatrolled' | 'unread' | '!unread'> | undefined;
  /** Types of changes to include. */
  readonly wltype?: Several<'edit' | 'new' | 'log' | 'external' | 'categorize'> | undefined;
  /** Owner of the watchlist, together with the token. Default: your own watchlist. */
  readonly wlowner?: string | undefined;
  /** The watchlist token in the preferences of the owner. */
  readonly wltoken?: string | undefined;
  /** Continue value of the previous response. */
  readonly wlcontinue?: string | undefined;
}

/** Parameters of list=watchlistraw. List all pages on a watchlist. */
export interface ListWatchlistrawParams {
  /** Continue value of the previous response. */
  readonly wrcontinue?: string | undefined;
  /** Include only pages in these namespaces. */
  readonly wrnamespace?: Several<number | '*'> | undefined;
  /** Number of pages to return. */
  readonly wrlimit?: Limit | undefined;
  /** Properties to return in addition to the title. */
  readonly wrprop?: Several<'changed'> | undefined;
  /** Include or exclude (`!`) pages with unvisited changes. */
  readonly wrshow?: Several<'changed' | '!changed'> | undefined;
  /** Owner of the watchlist, together with the token. Default: your own watchlist. */
  readonly wrowner?: string | undefined;
  /** The watchlist token in the preferences of the owner. */
  readonly wrtoken?: string | undefined;
  /** Sort direction. */
  readonly wrdir?: 'ascending' | 'descending' | undefined;
  /** Title to start at, including the namespace. */
  readonly wrfromtitle?: string | undefined;
  /** Title to end at, including the namespace. */
  readonly wrtotitle?: string | undefined;
}

/** Parameters of meta=allmessages. List interface messages with the customizations of the wiki. */
export interface MetaAllmessagesParams {
  /** Keys of the messages. `*` selects all. */
  readonly ammessages?: Several<string> | undefined;
  /** `default` returns the default text of customized messages. */
  readonly amprop?: Several<'default'> | undefined;
  /** Expand templates, plural forms and gender forms. */
  readonly amenableparser?: Flag | undefined;
  /** Omit the texts of the messages. */
  readonly amnocontent?: Flag | undefined;
  /** With all messages, include customized messages that exist only in the content language. */
  readonly amincludelocal?: Flag | undefined;
  /** Values for the parameters `$1`, `$2` and so on. */
  readonly amargs?: Several<string> | undefined;
  /** Include only keys that contain this text. */
  readonly amfilter?: string | undefined;
  /** Include only messages with a page on this wiki, or only those without one. */
  readonly amcustomised?: 'all' | 'modified' | 'unmodified' | undefined;
  /** Language of the messages. Default: the language of the request. */
  readonly amlang?: string | undefined;
  /** Key to start at. */
  readonly amfrom?: string | undefined;
  /** Key to end at. */
  readonly amto?: string | undefined;
  /** Title used as the context of the parser. Default: `API`. */
  readonly amtitle?: string | undefined;
  /** Include only keys with this prefix. */
  readonly amprefix?: string | undefined;
}

/** Parameters of meta=authmanagerinfo. Return the form fields for login, account creation and password changes. */
export interface MetaAuthmanagerinfoParams {
  /** Name of an operation. Return whether it requires a new login. */
  readonly amisecuritysensitiveoperation?: string | undefined;
  /** Action whose authentication requests to return. */
  readonly amirequestsfor?: 'login' | 'login-continue' | 'create' | 'create-continue' | 'link' | 'link-continue' | 'change' | 'remove' | 'unlink' | undefined;
  /** Return the fields of all requests as one list. */
  readonly amimergerequestfields?: Flag | undefined;
  /** Format of the messages. */
  readonly amimessageformat?: 'html' | 'wikitext' | 'raw' | 'none' | undefined;
}

/** Parameters of meta=filerepoinfo. List the file repositories of the wiki. */
export interface MetaFilerepoinfoParams {
  /** Repository properties to return. Default: all. */
  readonly friprop?: Several<string> | undefined;
}

/** Parameters of meta=languageinfo. List the languages that MediaWiki supports. */
export interface MetaLanguageinfoParams {
  /** Language properties to return. `name` uses the language of the request if known, `autonym` the language itself. */
  readonly liprop?: Several<'code' | 'bcp47' | 'dir' | 'autonym' | 'name' | 'variantnames' | 'fallbacks' | 'variants'> | undefined;
  /** Language codes of MediaWiki. `*` selects all. */
  readonly licode?: Several<string> | undefined;
  /** Continue value of the previous response. */
  readonly licontinue?: string | undefined;
}

/** Parameters of meta=siteinfo. Return site configuration, statistics and other facts about the wiki. */
export interface MetaSiteinfoParams {
  /** Sections to return. Sections without data are omitted. */
  readonly siprop?: Several<'autocreatetempuser' | 'autopromote' | 'autopromoteonce' | 'clientlibraries' | 'copyuploaddomains' | 'dbrepllag' | 'defaultoptions' | 'extensions' | 'extensiontags' | 'fileextensions' | 'functionhooks' | 'general' | 'interwikimap' | 'languages' | 'languagevariants' | 'libraries' | 'magicwords' | 'namespacealiases' | 'namespaces' | 'protocols' | 'restrictions' | 'rightsinfo' | 'showhooks' | 'skins' | 'specialpagealiases' | 'statistics' | 'uploaddialog' | 'usergroups' | 'variables'> | undefined;
  /** Filter `interwikimap` by whether the wiki belongs to the same family. */
  readonly sifilteriw?: 'local' | '!local' | undefined;
  /** Return the lag of all database servers in `dbrepllag`, not only the highest one. */
  readonly sishowalldb?: Flag | undefined;
  /** Return the number of members of each group in `usergroups`. */
  readonly sinumberingroup?: Flag | undefined;
  /** Language of language and skin names, if they are known. */
  readonly siinlanguagecode?: string | undefined;
}

/** Parameters of meta=tokens. Return tokens for requests that change data or log in. */
export interface MetaTokensParams {
  /** Types of tokens to return. */
  readonly type?: Several<'createaccount' | 'csrf' | 'login' | 'patrol' | 'rollback' | 'userrights' | 'watch' | '*'> | undefined;
}

/** Parameters of meta=userinfo. Return properties and rights of the current user. */
export interface MetaUserinfoParams {
  /** Properties to return. */
  readonly uiprop?: Several<'blockinfo' | 'hasmsg' | 'groups' | 'groupmemberships' | 'implicitgroups' | 'rights' | 'changeablegroups' | 'options' | 'editcount' | 'ratelimits' | 'theoreticalratelimits' | 'email' | 'realname' | 'acceptlang' | 'registrationdate' | 'unreadcount' | 'centralids' | 'latestcontrib' | 'cancreateaccount' | '*'> | undefined;
  /** Id of a wiki. With `centralids`, return whether the user is attached to that wiki. */
  readonly uiattachedwiki?: string | undefined;
}

/** Parameters of prop=categories. List the categories of pages. */
export interface PropCategoriesParams {
  /** Category properties to return. */
  readonly clprop?: Several<'sortkey' | 'timestamp' | 'hidden'> | undefined;
  /** Include only hidden categories, or only visible ones (`!hidden`). */
  readonly clshow?: Several<'hidden' | '!hidden'> | undefined;
  /** Number of categories to return. */
  readonly cllimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly clcontinue?: string | undefined;
  /** Include only these categories. */
  readonly clcategories?: Several<string> | undefined;
  /** Sort direction. */
  readonly cldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=categoryinfo. Return the member counts of categories. */
export interface PropCategoryinfoParams {
  /** Continue value of the previous response. */
  readonly cicontinue?: string | undefined;
}

/** Parameters of prop=contributors. List the accounts that edited pages and count anonymous contributors. */
export interface PropContributorsParams {
  /** Include only members of these explicit groups. */
  readonly pcgroup?: Several<string> | undefined;
  /** Exclude members of these explicit groups. */
  readonly pcexcludegroup?: Several<string> | undefined;
  /** Include only users whose explicit groups grant these rights. */
  readonly pcrights?: Several<string> | undefined;
  /** Exclude users whose explicit groups grant these rights. */
  readonly pcexcluderights?: Several<string> | undefined;
  /** Number of contributors to return. */
  readonly pclimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly pccontinue?: string | undefined;
}

/** Parameters of prop=deletedrevisions. Return deleted revisions of pages, or deleted revisions by id. */
export interface PropDeletedrevisionsParams {
  /** Revision properties to return. */
  readonly drvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Slots to return. Default: the main slot, in a deprecated format. */
  readonly drvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `drvcontentformat-${string}`]: string | undefined;
  /** Number of revisions to return. At most 50 (500 for bots) with content, and 1 with parsed content. */
  readonly drvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly drvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly drvgeneratexml?: Flag | undefined;
  /** Return the content of a single revision as HTML. @deprecated */
  readonly drvparse?: Flag | undefined;
  /** Return only the content of this section. */
  readonly drvsection?: string | undefined;
  /** Compare each revision with another one: an id, `prev`, `next` or `cur`. @deprecated */
  readonly drvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly drvdifftotext?: string | undefined;
  /** Apply a pre-save transform to the text before the comparison. @deprecated */
  readonly drvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly drvcontentformat?: string | undefined;
  /** Time to start at. Ignored for revisions selected by id. */
  readonly drvstart?: Moment | undefined;
  /** Time to end at. Ignored for revisions selected by id. */
  readonly drvend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly drvdir?: 'newer' | 'older' | undefined;
  /** Include only revisions with this tag. */
  readonly drvtag?: string | undefined;
  /** Include only revisions of this user. */
  readonly drvuser?: string | undefined;
  /** Exclude revisions of this user. */
  readonly drvexcludeuser?: string | undefined;
  /** Continue value of the previous response. */
  readonly drvcontinue?: string | undefined;
}

/** Parameters of prop=duplicatefiles. List duplicates of files by content hash. */
export interface PropDuplicatefilesParams {
  /** Number of duplicates to return. */
  readonly dflimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly dfcontinue?: string | undefined;
  /** Sort direction. */
  readonly dfdir?: 'ascending' | 'descending' | undefined;
  /** Include only files of the local repository. */
  readonly dflocalonly?: Flag | undefined;
}

/** Parameters of prop=extlinks. List the external links of pages. */
export interface PropExtlinksParams {
  /** Number of links to return. */
  readonly ellimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly elcontinue?: string | undefined;
  /** Protocol of the address. Default: `http` and `https` if a query is given. */
  readonly elprotocol?: string | undefined;
  /** Address to search for, without the protocol. Use it to test whether a page links there. */
  readonly elquery?: string | undefined;
  /** Expand protocol-relative addresses. @deprecated */
  readonly elexpandurl?: Flag | undefined;
}

/** Parameters of prop=fileusage. List the pages where files are used. */
export interface PropFileusageParams {
  /** Properties to return. */
  readonly fuprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Include only pages in these namespaces. */
  readonly funamespace?: Several<number | '*'> | undefined;
  /** Include or exclude (`!`) pages with these properties. */
  readonly fushow?: Several<'redirect' | '!redirect'> | undefined;
  /** Number of links to return. */
  readonly fulimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly fucontinue?: string | undefined;
}

/** Parameters of prop=imageinfo. Return properties of files and their versions. */
export interface PropImageinfoParams {
  /** Version properties to return. */
  readonly iiprop?: Several<'timestamp' | 'user' | 'userid' | 'comment' | 'parsedcomment' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'thumbmime' | 'mediatype' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'archivename' | 'bitdepth' | 'uploadwarning' | 'badfile'> | undefined;
  /** Number of versions per file. */
  readonly iilimit?: Limit | undefined;
  /** Exclude versions newer than this time. */
  readonly iistart?: Moment | undefined;
  /** Exclude versions older than this time. */
  readonly iiend?: Moment | undefined;
  /** Return a thumbnail of this width. At most 50 per response. */
  readonly iiurlwidth?: number | undefined;
  /** Return a thumbnail of this height. The width can limit it further. */
  readonly iiurlheight?: number | undefined;
  /** Format of the metadata: `latest`, or `1` for lists flattened to text. */
  readonly iimetadataversion?: string | undefined;
  /** Language of the extended metadata. Text from the wiki itself is not translated. */
  readonly iiextmetadatalanguage?: string | undefined;
  /** Return the extended metadata in all languages. */
  readonly iiextmetadatamultilang?: Flag | undefined;
  /** Names of the extended metadata to return. */
  readonly iiextmetadatafilter?: Several<string> | undefined;
  /** Further parameters of the type: "page3-120px" for documents, "langde-120px" for drawings. */
  readonly iiurlparam?: string | undefined;
  /** Page that embeds the files. It determines `badfile` and the language of SVG images. */
  readonly iibadfilecontexttitle?: string | undefined;
  /** Continue value of the previous response. */
  readonly iicontinue?: string | undefined;
  /** Include only files of the local repository. */
  readonly iilocalonly?: Flag | undefined;
}

/** Parameters of prop=images. List the files used on pages. */
export interface PropImagesParams {
  /** Number of links to return. */
  readonly imlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly imcontinue?: string | undefined;
  /** Include only these files. Use it to test whether a page uses a file. */
  readonly imimages?: Several<string> | undefined;
  /** Sort direction. */
  readonly imdir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=info. Return basic properties, protection and permissions of pages. */
export interface PropInfoParams {
  /** Properties to return in addition to the basic ones. */
  readonly inprop?: Several<'protection' | 'watched' | 'watchers' | 'visitingwatchers' | 'notificationtimestamp' | 'talkid' | 'subjectid' | 'associatedpage' | 'url' | 'readable' | 'preload' | 'preloadcontent' | 'editintro' | 'displaytitle' | 'varianttitles' | 'linkclasses'> | undefined;
  /** Page used as the context of `linkclasses`. */
  readonly inlinkcontext?: string | undefined;
  /** Actions whose permission to test, by the name of the required right. */
  readonly intestactions?: Several<string> | undefined;
  /** Detail of the results: `boolean` for true or false, `full` for reasons, `quick` for reasons without expensive checks. */
  readonly intestactionsdetail?: 'boolean' | 'full' | 'quick' | undefined;
  /** Return whether the tested actions would create a temporary account. */
  readonly intestactionsautocreate?: Flag | undefined;
  /** Title of the page whose content to preload. */
  readonly inpreloadcustom?: string | undefined;
  /** Values for `$1`, `$2` and so on in the preloaded text. */
  readonly inpreloadparams?: Several<string> | undefined;
  /** Preload content for a new section. */
  readonly inpreloadnewsection?: Flag | undefined;
  /** Whether to frame the introduction messages. */
  readonly ineditintrostyle?: 'lessframes' | 'moreframes' | undefined;
  /** Keys of introduction messages to omit. */
  readonly ineditintroskip?: Several<string> | undefined;
  /** Title of the page to show as an introduction. */
  readonly ineditintrocustom?: string | undefined;
  /** Continue value of the previous response. */
  readonly incontinue?: string | undefined;
}

/** Parameters of prop=iwlinks. List the interwiki links on pages. */
export interface PropIwlinksParams {
  /** Link properties to return. */
  readonly iwprop?: Several<'url'> | undefined;
  /** Include only links with this interwiki prefix. */
  readonly iwprefix?: string | undefined;
  /** Title on the other wiki. Requires `iwprefix`. */
  readonly iwtitle?: string | undefined;
  /** Sort direction. */
  readonly iwdir?: 'ascending' | 'descending' | undefined;
  /** Number of links to return. */
  readonly iwlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly iwcontinue?: string | undefined;
  /** Return the address of each link. Use `iwprop=url` instead. @deprecated */
  readonly iwurl?: Flag | undefined;
}

/** Parameters of prop=langlinks. List the language links of pages. */
export interface PropLanglinksParams {
  /** Link properties to return. */
  readonly llprop?: Several<'url' | 'langname' | 'autonym'> | undefined;
  /** Include only links to this language code. */
  readonly lllang?: string | undefined;
  /** Title on the other wiki. Requires `lllang`. */
  readonly lltitle?: string | undefined;
  /** Sort direction. */
  readonly lldir?: 'ascending' | 'descending' | undefined;
  /** Language of the language names. */
  readonly llinlanguagecode?: string | undefined;
  /** Number of links to return. */
  readonly lllimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly llcontinue?: string | undefined;
  /** Return the address of each link. Use `llprop=url` instead. @deprecated */
  readonly llurl?: Flag | undefined;
}

/** Parameters of prop=links. List the internal links on pages. */
export interface PropLinksParams {
  /** Include only links to these namespaces. */
  readonly plnamespace?: Several<number | '*'> | undefined;
  /** Number of links to return. */
  readonly pllimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly plcontinue?: string | undefined;
  /** Include only links to these titles. Use it to test whether a page links to a title. */
  readonly pltitles?: Several<string> | undefined;
  /** Sort direction. */
  readonly pldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=linkshere. List the pages that link to titles. */
export interface PropLinkshereParams {
  /** Properties to return. */
  readonly lhprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Include only pages in these namespaces. */
  readonly lhnamespace?: Several<number | '*'> | undefined;
  /** Include or exclude (`!`) pages with these properties. */
  readonly lhshow?: Several<'redirect' | '!redirect'> | undefined;
  /** Number of links to return. */
  readonly lhlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly lhcontinue?: string | undefined;
}

/** Parameters of prop=pageprops. Return page properties, such as the display title or the default sort key. */
export interface PropPagepropsParams {
  /** Continue value of the previous response. */
  readonly ppcontinue?: string | undefined;
  /** Include only these properties. Use it to test whether a page sets a property. */
  readonly ppprop?: Several<string> | undefined;
}

/** Parameters of prop=redirects. List redirects to pages. */
export interface PropRedirectsParams {
  /** Properties to return. */
  readonly rdprop?: Several<'pageid' | 'title' | 'fragment'> | undefined;
  /** Include only pages in these namespaces. */
  readonly rdnamespace?: Several<number | '*'> | undefined;
  /** Include or exclude (`!`) pages with these properties. */
  readonly rdshow?: Several<'fragment' | '!fragment'> | undefined;
  /** Number of links to return. */
  readonly rdlimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly rdcontinue?: string | undefined;
}

/** Parameters of prop=revisions. Return current revisions of pages, the history of a page, or revisions by id. */
export interface PropRevisionsParams {
  /** Revision properties to return. */
  readonly rvprop?: Several<'ids' | 'flags' | 'timestamp' | 'user' | 'userid' | 'size' | 'slotsize' | 'sha1' | 'slotsha1' | 'contentmodel' | 'comment' | 'parsedcomment' | 'content' | 'tags' | 'roles' | 'parsetree'> | undefined;
  /** Slots to return. Default: the main slot, in a deprecated format. */
  readonly rvslots?: Several<string> | undefined;
  /** Format of the content of a slot. */
  [name: `rvcontentformat-${string}`]: string | undefined;
  /** Number of revisions to return. At most 50 (500 for bots) with content, and 1 with parsed content. */
  readonly rvlimit?: Limit | undefined;
  /** Expand templates in the content. @deprecated */
  readonly rvexpandtemplates?: Flag | undefined;
  /** Add the parse tree of the content as XML. @deprecated */
  readonly rvgeneratexml?: Flag | undefined;
  /** Return the content of a single revision as HTML. @deprecated */
  readonly rvparse?: Flag | undefined;
  /** Return only the content of this section. */
  readonly rvsection?: string | undefined;
  /** Compare each revision with another one: an id, `prev`, `next` or `cur`. @deprecated */
  readonly rvdiffto?: string | undefined;
  /** Compare each revision with this text. @deprecated */
  readonly rvdifftotext?: string | undefined;
  /** Apply a pre-save transform to the text before the comparison. @deprecated */
  readonly rvdifftotextpst?: Flag | undefined;
  /** Format of the content and of the text to compare with. @deprecated */
  readonly rvcontentformat?: string | undefined;
  /** Revision id to start at. The revision can be deleted or belong to another page. */
  readonly rvstartid?: number | undefined;
  /** Revision id to end at. The revision can be deleted or belong to another page. */
  readonly rvendid?: number | undefined;
  /** Time to start at. */
  readonly rvstart?: Moment | undefined;
  /** Time to end at. */
  readonly rvend?: Moment | undefined;
  /** Sort direction: `newer` returns the oldest entries first and needs a start before the end, `older` the newest first. */
  readonly rvdir?: 'newer' | 'older' | undefined;
  /** Include only revisions of this user. */
  readonly rvuser?: string | undefined;
  /** Exclude revisions of this user. */
  readonly rvexcludeuser?: string | undefined;
  /** Include only revisions with this tag. */
  readonly rvtag?: string | undefined;
  /** Continue value of the previous response. */
  readonly rvcontinue?: string | undefined;
}

/** Parameters of prop=stashimageinfo. Return properties of stashed files. */
export interface PropStashimageinfoParams {
  /** Keys of your stashed files. */
  readonly siifilekey?: Several<string> | undefined;
  /** Use `siifilekey` instead. @deprecated */
  readonly siisessionkey?: Several<string> | undefined;
  /** File properties to return. */
  readonly siiprop?: Several<'timestamp' | 'canonicaltitle' | 'url' | 'size' | 'dimensions' | 'sha1' | 'mime' | 'thumbmime' | 'metadata' | 'commonmetadata' | 'extmetadata' | 'bitdepth' | 'badfile'> | undefined;
  /** Return a thumbnail of this width. At most 50 per response. */
  readonly siiurlwidth?: number | undefined;
  /** Return a thumbnail of this height. The width can limit it further. */
  readonly siiurlheight?: number | undefined;
  /** Further parameters of the type: "page3-120px" for documents, "langde-120px" for drawings. */
  readonly siiurlparam?: string | undefined;
}

/** Parameters of prop=templates. List the pages transcluded on pages. */
export interface PropTemplatesParams {
  /** Include only links to these namespaces. */
  readonly tlnamespace?: Several<number | '*'> | undefined;
  /** Number of links to return. */
  readonly tllimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly tlcontinue?: string | undefined;
  /** Include only these templates. Use it to test whether a page transcludes a template. */
  readonly tltemplates?: Several<string> | undefined;
  /** Sort direction. */
  readonly tldir?: 'ascending' | 'descending' | undefined;
}

/** Parameters of prop=transcludedin. List the pages that transclude titles. */
export interface PropTranscludedinParams {
  /** Properties to return. */
  readonly tiprop?: Several<'pageid' | 'title' | 'redirect'> | undefined;
  /** Include only pages in these namespaces. */
  readonly tinamespace?: Several<number | '*'> | undefined;
  /** Include or exclude (`!`) pages with these properties. */
  readonly tishow?: Several<'redirect' | '!redirect'> | undefined;
  /** Number of links to return. */
  readonly tilimit?: Limit | undefined;
  /** Continue value of the previous response. */
  readonly ticontinue?: string | undefined;
}

/** Parameters. Select the pages of a request. */
export interface PageSetParams {
  /** Titles of the pages to query. */
  readonly titles?: Several<string> | undefined;
  /** Ids of the pages to query. */
  readonly pageids?: Several<number> | undefined;
  /** Ids of the revisions to query. */
  readonly revids?: Several<number> | undefined;
  /** Query module that generates the pages. */
  readonly generator?: 'allcategories' | 'alldeletedrevisions' | 'allfileusages' | 'allimages' | 'alllinks' | 'allpages' | 'allredirects' | 'allrevisions' | 'alltransclusions' | 'backlinks' | 'categories' | 'categorymembers' | 'configuredpages' | 'deletedrevisions' | 'duplicatefiles' | 'embeddedin' | 'exturlusage' | 'fileusage' | 'geosearch' | 'images' | 'imageusage' | 'iwbacklinks' | 'langbacklinks' | 'links' | 'linkshere' | 'oldreviewedpages' | 'pageswithprop' | 'prefixsearch' | 'protectedtitles' | 'querypage' | 'random' | 'recentchanges' | 'redirects' | 'revisions' | 'search' | 'templates' | 'trackingcategories' | 'transcludedin' | 'unreviewedpages' | 'watchlist' | 'watchlistraw' | undefined;
  /** Follow the redirects among the selected pages, including those of a generator. */
  readonly redirects?: Flag | undefined;
  /** Convert titles to the language variant of an existing page. */
  readonly converttitles?: Flag | undefined;
}

/** list=abusefilters: List abuse filters. */
export interface ListAbusefilters {}

/** list=abusefilters: fields by value of `prop`. */
export interface ListAbusefiltersParts {
  readonly id: {
    /** Number of the filter. */
    readonly id: number;
  };
  readonly description: {
    /** Short description of the filter. */
    readonly description: string;
  };
  readonly pattern: {
    /** Conditions of the filter. */
    readonly pattern?: string;
  };
  readonly actions: {
    /** Actions of the filter, separated by commas. */
    readonly actions: string;
  };
  readonly hits: {
    /** Number of hits. */
    readonly hits: number;
  };
  readonly comments: {
    /** Comments of the filter editors. */
    readonly comments?: string;
  };
  readonly lasteditor: {
    /** User who last changed the filter. */
    readonly lasteditor?: string;
  };
  readonly lastedittime: {
    /** Time of the last change. */
    readonly lastedittime: string;
  };
  readonly status: {
    /** The filter is enabled. */
    readonly enabled?: '';
    /** The filter is marked as deleted. */
    readonly deleted?: '';
  };
  readonly private: {
    /** The filter is private. */
    readonly private?: '';
  };
  readonly protected: {
    /** The filter uses protected variables. */
    readonly protected?: '';
  };
}

/** list=abusefilters: List abuse filters. */
export interface OldListAbusefilters {}

/** list=abusefilters: fields by value of `prop`. */
export interface OldListAbusefiltersParts {
  readonly id: {
    /** Number of the filter. */
    readonly id: number;
  };
  readonly description: {
    /** Short description of the filter. */
    readonly description: string;
  };
  readonly pattern: {
    /** Conditions of the filter. */
    readonly pattern?: string;
  };
  readonly actions: {
    /** Actions of the filter, separated by commas. */
    readonly actions: string;
  };
  readonly hits: {
    /** Number of hits. */
    readonly hits: number;
  };
  readonly comments: {
    /** Comments of the filter editors. */
    readonly comments?: string;
  };
  readonly lasteditor: {
    /** User who last changed the filter. */
    readonly lasteditor?: string;
  };
  readonly lastedittime: {
    /** Time of the last change. */
    readonly lastedittime: string;
  };
  readonly status: {
    /** The filter is enabled. */
    readonly enabled?: '';
    /** The filter is marked as deleted. */
    readonly deleted?: '';
  };
  readonly private: {
    /** The filter is private. */
    readonly private?: '';
  };
  readonly protected: {
    /** The filter uses protected variables. */
    readonly protected?: '';
  };
}

/** list=abuselog: List actions that matched an abuse filter. */
export interface ListAbuselog {}

/** list=abuselog: fields by value of `prop`. */
export interface ListAbuselogParts {
  readonly ids: {
    /** Id of the log entry. */
    readonly id: number;
    /** Number of the filter; global filters have the prefix `global-`. */
    readonly filter_id: string;
  };
  readonly filter: {
    /** Description of the filter. */
    readonly filter: string;
  };
  readonly user: {
    /** User name. */
    readonly user: string;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly action: {
    /** Action of the user that matched the filter. */
    readonly action: string;
  };
  readonly details: {
    /** Values of the filter variables. */
    readonly details: Readonly<Record<string, unknown>> | readonly unknown[];
  };
  readonly result: {
    /** Actions that the filter took, separated by commas. */
    readonly result: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is suppressed. */
    readonly hidden: boolean;
  };
  readonly revid: {
    /** Id of the resulting revision; empty if the user cannot see it. Absent if no revision resulted. */
    readonly revid?: number | '';
  };
}

/** list=abuselog: List actions that matched an abuse filter. */
export interface OldListAbuselog {}

/** list=abuselog: fields by value of `prop`. */
export interface OldListAbuselogParts {
  readonly ids: {
    /** Id of the log entry. */
    readonly id: number;
    /** Number of the filter; global filters have the prefix `global-`. */
    readonly filter_id: string;
  };
  readonly filter: {
    /** Description of the filter. */
    readonly filter: string;
  };
  readonly user: {
    /** User name. */
    readonly user: string;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly action: {
    /** Action of the user that matched the filter. */
    readonly action: string;
  };
  readonly details: {
    /** Values of the filter variables. */
    readonly details: Readonly<Record<string, unknown>> | readonly unknown[];
  };
  readonly result: {
    /** Actions that the filter took, separated by commas. */
    readonly result: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is suppressed. */
    readonly hidden?: '';
  };
  readonly revid: {
    /** Id of the resulting revision; empty if the user cannot see it. Absent if no revision resulted. */
    readonly revid?: number | '';
  };
}

/** list=allcategories: List all categories. */
export interface ListAllcategories {
  /** Name of the category. */
  readonly category: string;
}

/** list=allcategories: fields by value of `prop`. */
export interface ListAllcategoriesParts {
  readonly size: {
    /** Number of members. */
    readonly size: number;
    /** Number of pages, without files and subcategories. */
    readonly pages: number;
    /** Number of files. */
    readonly files: number;
    /** Number of subcategories. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether it is hidden on pages. */
    readonly hidden: boolean;
  };
}

/** list=allcategories: List all categories. */
export interface OldListAllcategories {
  /** Name of the category. */
  readonly '*': string;
}

/** list=allcategories: fields by value of `prop`. */
export interface OldListAllcategoriesParts {
  readonly size: {
    /** Number of members. */
    readonly size: number;
    /** Number of pages, without files and subcategories. */
    readonly pages: number;
    /** Number of files. */
    readonly files: number;
    /** Number of subcategories. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether it is hidden on pages. */
    readonly hidden?: '';
  };
}

/** list=alldeletedrevisions: List deleted revisions by user or by title. */
export interface ListAlldeletedrevisions {
  /** Page ID. */
  readonly pageid: number;
  /** Revisions. */
  readonly revisions: readonly ({
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** Whether it was marked as minor. */
    readonly minor?: boolean;
    /** Time. */
    readonly timestamp?: string;
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly content?: string;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Slot roles. */
    readonly roles?: readonly string[];
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: true;
    /** Slots by role. */
    readonly slots?: Readonly<Record<string, {
      /** Size in bytes. */
      readonly size?: number;
      /** The hash is suppressed. */
      readonly sha1hidden?: true;
      /** SHA-1 hash in hexadecimal digits. */
      readonly sha1?: string;
      /** Content model. */
      readonly contentmodel?: string;
      /** The text is suppressed. */
      readonly texthidden?: true;
      /** The text is missing. */
      readonly textmissing?: true;
      /** The section does not exist. */
      readonly nosuchsection?: true;
      /** The content does not support the requested format. */
      readonly badcontentformat?: true;
      /** Serialization format of the text. */
      readonly contentformat?: string;
      /** Text. */
      readonly content?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: true;
    /** The text is suppressed. */
    readonly texthidden?: true;
    /** The text is missing. */
    readonly textmissing?: true;
    /** Difference to another revision or text. */
    readonly diff?: {
      /** Original value, or older side. */
      readonly from?: number | false;
      /** Result, or newer side. */
      readonly to?: number;
      /** The difference was not computed because it is expensive. */
      readonly notcached?: true;
      /** The content does not support the requested format. */
      readonly badcontentformat?: true;
      /** Difference as HTML table rows. */
      readonly body?: string | false;
    };
    /** Also hidden from administrators. */
    readonly suppressed?: true;
  } | readonly never[])[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=alldeletedrevisions: List deleted revisions by user or by title. */
export interface OldListAlldeletedrevisions {
  /** Page ID. */
  readonly pageid: number;
  /** Revisions. */
  readonly revisions: readonly ({
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** Whether it was marked as minor. */
    readonly minor?: '';
    /** Time. */
    readonly timestamp?: string;
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly '*'?: string;
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Slot roles. */
    readonly roles?: readonly string[];
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: '';
    /** Slots by role. */
    readonly slots?: Readonly<Record<string, {
      /** Size in bytes. */
      readonly size?: number;
      /** The hash is suppressed. */
      readonly sha1hidden?: '';
      /** SHA-1 hash in hexadecimal digits. */
      readonly sha1?: string;
      /** Content model. */
      readonly contentmodel?: string;
      /** The text is suppressed. */
      readonly texthidden?: '';
      /** The text is missing. */
      readonly textmissing?: '';
      /** The section does not exist. */
      readonly nosuchsection?: '';
      /** The content does not support the requested format. */
      readonly badcontentformat?: '';
      /** Serialization format of the text. */
      readonly contentformat?: string;
      /** Text. */
      readonly '*'?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: '';
    /** The text is suppressed. */
    readonly texthidden?: '';
    /** The text is missing. */
    readonly textmissing?: '';
    /** Difference to another revision or text. */
    readonly diff?: {
      /** Original value, or older side. */
      readonly from?: number;
      /** Result, or newer side. */
      readonly to?: number;
      /** The difference was not computed because it is expensive. */
      readonly notcached?: '';
      /** The content does not support the requested format. */
      readonly badcontentformat?: '';
      /** Difference as HTML table rows. */
      readonly '*'?: string;
    };
    /** Also hidden from administrators. */
    readonly suppressed?: '';
  } | readonly never[])[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allfileusages: List uses of files, including missing files. */
export interface ListAllfileusages {}

/** list=allfileusages: fields by value of `prop`. */
export interface ListAllfileusagesParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** list=allfileusages: List uses of files, including missing files. */
export interface OldListAllfileusages {}

/** list=allfileusages: fields by value of `prop`. */
export interface OldListAllfileusagesParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** list=allimages: List all files by name or upload time. */
export interface ListAllimages {
  /** Name. */
  readonly name: string;
  /** The file is suppressed. */
  readonly filehidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
  /** The file does not exist. */
  readonly filemissing?: true;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allimages: fields by value of `prop`. */
export interface ListAllimagesParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=allimages: List all files by name or upload time. */
export interface OldListAllimages {
  /** Name. */
  readonly name: string;
  /** The file is suppressed. */
  readonly filehidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
  /** The file does not exist. */
  readonly filemissing?: '';
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allimages: fields by value of `prop`. */
export interface OldListAllimagesParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=alllinks: List link targets in a namespace, including missing pages. */
export interface ListAlllinks {}

/** list=alllinks: fields by value of `prop`. */
export interface ListAlllinksParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** list=alllinks: List link targets in a namespace, including missing pages. */
export interface OldListAlllinks {}

/** list=alllinks: fields by value of `prop`. */
export interface OldListAlllinksParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** meta=allmessages: List interface messages with the customizations of the wiki. */
export interface MetaAllmessages {
  /** Key as requested. */
  readonly name: string;
  /** Key in normalized form. */
  readonly normalizedname: string;
  /** The wiki overrides the message. */
  readonly customised?: true;
  /** The message does not exist. */
  readonly missing?: true;
  /** Text. */
  readonly content?: string;
  /** The software does not define the message. */
  readonly defaultmissing?: true;
  /** Default text of the message. */
  readonly default?: string;
}

/** meta=allmessages: List interface messages with the customizations of the wiki. */
export interface OldMetaAllmessages {
  /** Key as requested. */
  readonly name: string;
  /** Key in normalized form. */
  readonly normalizedname: string;
  /** The wiki overrides the message. */
  readonly customised?: '';
  /** The message does not exist. */
  readonly missing?: '';
  /** Text. */
  readonly '*'?: string;
  /** The software does not define the message. */
  readonly defaultmissing?: '';
  /** Default text of the message. */
  readonly default?: string;
}

/** list=allpages: List the pages of a namespace by title. */
export interface ListAllpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allpages: List the pages of a namespace by title. */
export interface OldListAllpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allredirects: List targets of redirects in a namespace. */
export interface ListAllredirects {}

/** list=allredirects: fields by value of `prop`. */
export interface ListAllredirectsParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** Target section of a redirect. */
    readonly fragment?: string;
  };
  readonly interwiki: {
    /** Interwiki prefix. */
    readonly interwiki?: string;
  };
}

/** list=allredirects: List targets of redirects in a namespace. */
export interface OldListAllredirects {}

/** list=allredirects: fields by value of `prop`. */
export interface OldListAllredirectsParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** Target section of a redirect. */
    readonly fragment?: string;
  };
  readonly interwiki: {
    /** Interwiki prefix. */
    readonly interwiki?: string;
  };
}

/** list=allrevisions: List revisions of all pages by time. */
export interface ListAllrevisions {
  /** Page ID. */
  readonly pageid: number;
  /** Revisions. */
  readonly revisions: readonly ({
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** Whether it was marked as minor. */
    readonly minor?: boolean;
    /** Time. */
    readonly timestamp?: string;
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly content?: string;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Slot roles. */
    readonly roles?: readonly string[];
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: true;
    /** Slots by role. */
    readonly slots?: Readonly<Record<string, {
      /** Size in bytes. */
      readonly size?: number;
      /** The hash is suppressed. */
      readonly sha1hidden?: true;
      /** SHA-1 hash in hexadecimal digits. */
      readonly sha1?: string;
      /** Content model. */
      readonly contentmodel?: string;
      /** The text is suppressed. */
      readonly texthidden?: true;
      /** The text is missing. */
      readonly textmissing?: true;
      /** The section does not exist. */
      readonly nosuchsection?: true;
      /** The content does not support the requested format. */
      readonly badcontentformat?: true;
      /** Serialization format of the text. */
      readonly contentformat?: string;
      /** Text. */
      readonly content?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: true;
    /** The text is suppressed. */
    readonly texthidden?: true;
    /** The text is missing. */
    readonly textmissing?: true;
    /** Difference to another revision or text. */
    readonly diff?: {
      /** Original value, or older side. */
      readonly from?: number | false;
      /** Result, or newer side. */
      readonly to?: number;
      /** The difference was not computed because it is expensive. */
      readonly notcached?: true;
      /** The content does not support the requested format. */
      readonly badcontentformat?: true;
      /** Difference as HTML table rows. */
      readonly body?: string | false;
    };
    /** Also hidden from administrators. */
    readonly suppressed?: true;
  } | readonly never[])[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=allrevisions: List revisions of all pages by time. */
export interface OldListAllrevisions {
  /** Page ID. */
  readonly pageid: number;
  /** Revisions. */
  readonly revisions: readonly ({
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** Whether it was marked as minor. */
    readonly minor?: '';
    /** Time. */
    readonly timestamp?: string;
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly '*'?: string;
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Slot roles. */
    readonly roles?: readonly string[];
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: '';
    /** Slots by role. */
    readonly slots?: Readonly<Record<string, {
      /** Size in bytes. */
      readonly size?: number;
      /** The hash is suppressed. */
      readonly sha1hidden?: '';
      /** SHA-1 hash in hexadecimal digits. */
      readonly sha1?: string;
      /** Content model. */
      readonly contentmodel?: string;
      /** The text is suppressed. */
      readonly texthidden?: '';
      /** The text is missing. */
      readonly textmissing?: '';
      /** The section does not exist. */
      readonly nosuchsection?: '';
      /** The content does not support the requested format. */
      readonly badcontentformat?: '';
      /** Serialization format of the text. */
      readonly contentformat?: string;
      /** Text. */
      readonly '*'?: string;
    }>>;
    /** The slots cannot be read. */
    readonly slotsmissing?: '';
    /** The text is suppressed. */
    readonly texthidden?: '';
    /** The text is missing. */
    readonly textmissing?: '';
    /** Difference to another revision or text. */
    readonly diff?: {
      /** Original value, or older side. */
      readonly from?: number;
      /** Result, or newer side. */
      readonly to?: number;
      /** The difference was not computed because it is expensive. */
      readonly notcached?: '';
      /** The content does not support the requested format. */
      readonly badcontentformat?: '';
      /** Difference as HTML table rows. */
      readonly '*'?: string;
    };
    /** Also hidden from administrators. */
    readonly suppressed?: '';
  } | readonly never[])[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=alltransclusions: List transcluded titles of a namespace, including missing pages. */
export interface ListAlltransclusions {}

/** list=alltransclusions: fields by value of `prop`. */
export interface ListAlltransclusionsParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** list=alltransclusions: List transcluded titles of a namespace, including missing pages. */
export interface OldListAlltransclusions {}

/** list=alltransclusions: fields by value of `prop`. */
export interface OldListAlltransclusionsParts {
  readonly ids: {
    /** ID of the linking page. */
    readonly fromid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
}

/** list=allusers: List user accounts by name. */
export interface ListAllusers {
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** Name. */
  readonly name: string;
  /** Whether it is suppressed. */
  readonly hidden?: true;
  /** Number of recent actions. */
  readonly recentactions?: number;
}

/** list=allusers: fields by value of `prop`. */
export interface ListAllusersParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: boolean;
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: boolean;
    /** Whether the block exempts accounts. */
    readonly blockanononly?: boolean;
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: boolean;
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: boolean;
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: boolean;
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: boolean;
      /** Whether the block exempts accounts. */
      readonly blockanononly?: boolean;
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: boolean;
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: boolean;
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly registration: {
    /** Registration time; null if unknown. */
    readonly registration: string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
}

/** list=allusers: List user accounts by name. */
export interface OldListAllusers {
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** Name. */
  readonly name: string;
  /** Whether it is suppressed. */
  readonly hidden?: '';
  /** Number of recent actions. */
  readonly recentactions?: number;
}

/** list=allusers: fields by value of `prop`. */
export interface OldListAllusersParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: '';
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: '';
    /** Whether the block exempts accounts. */
    readonly blockanononly?: '';
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: '';
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: '';
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: '';
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: '';
      /** Whether the block exempts accounts. */
      readonly blockanononly?: '';
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: '';
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: '';
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly registration: {
    /** Registration time; null if unknown. */
    readonly registration: string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
}

/** meta=authmanagerinfo: Return the form fields for login, account creation and password changes. */
export interface MetaAuthmanagerinfo {
  /** Whether the session allows a login with a password. */
  readonly canauthenticatenow: boolean;
  /** Whether accounts can be created. */
  readonly cancreateaccounts: boolean;
  /** Whether accounts can be linked to external accounts. */
  readonly canlinkaccounts: boolean;
  /** `ok`, `reauth` (log in again first) or `fail` (login is impossible). */
  readonly securitysensitiveoperationstatus?: string;
  /** Whether a failed attempt left a stored state. */
  readonly haspreservedstate?: boolean;
  /** Whether the stored state identifies the user. */
  readonly hasprimarypreservedstate?: boolean;
  /** User name in the stored state. */
  readonly preservedusername?: string;
  /** Authentication requests, each with its form fields. */
  readonly requests?: readonly {
    /** Id of the request for the `requests` parameter. */
    readonly id: string;
    /** Further data, depending on the type of request. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** `required`, `primary-required` (one of several alternatives) or `optional`. */
    readonly required: string;
    /** Provider of the request. */
    readonly provider?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Account that the request refers to. */
    readonly account?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Form fields by parameter name. */
    readonly fields?: Readonly<Record<string, {
      /** Type. */
      readonly type: string;
      /** Label. */
      readonly label?: string | {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
      };
      /** Help text of the field. */
      readonly help?: string | {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
      };
      /** Whether the field is optional. */
      readonly optional: boolean;
      /** Whether the value is secret and must not appear in a URL. */
      readonly sensitive: boolean;
    }>>;
  }[];
  /** Form fields by parameter name. */
  readonly fields?: Readonly<Record<string, {
    /** Type. */
    readonly type: string;
    /** Label. */
    readonly label?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Help text of the field. */
    readonly help?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Whether the field is optional. */
    readonly optional: boolean;
    /** Whether the value is secret and must not appear in a URL. */
    readonly sensitive: boolean;
  }>>;
}

/** meta=authmanagerinfo: Return the form fields for login, account creation and password changes. */
export interface OldMetaAuthmanagerinfo {
  /** Whether the session allows a login with a password. */
  readonly canauthenticatenow?: '';
  /** Whether accounts can be created. */
  readonly cancreateaccounts?: '';
  /** Whether accounts can be linked to external accounts. */
  readonly canlinkaccounts?: '';
  /** `ok`, `reauth` (log in again first) or `fail` (login is impossible). */
  readonly securitysensitiveoperationstatus?: string;
  /** Whether a failed attempt left a stored state. */
  readonly haspreservedstate?: '';
  /** Whether the stored state identifies the user. */
  readonly hasprimarypreservedstate?: '';
  /** User name in the stored state. */
  readonly preservedusername?: string;
  /** Authentication requests, each with its form fields. */
  readonly requests?: readonly {
    /** Id of the request for the `requests` parameter. */
    readonly id: string;
    /** Further data, depending on the type of request. */
    readonly metadata: Readonly<Record<string, unknown>>;
    /** `required`, `primary-required` (one of several alternatives) or `optional`. */
    readonly required: string;
    /** Provider of the request. */
    readonly provider?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Account that the request refers to. */
    readonly account?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Form fields by parameter name. */
    readonly fields?: Readonly<Record<string, {
      /** Type. */
      readonly type: string;
      /** Label. */
      readonly label?: string | {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
      };
      /** Help text of the field. */
      readonly help?: string | {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
      };
      /** Whether the field is optional. */
      readonly optional?: '';
      /** Whether the value is secret and must not appear in a URL. */
      readonly sensitive?: '';
    }>>;
  }[];
  /** Form fields by parameter name. */
  readonly fields?: Readonly<Record<string, {
    /** Type. */
    readonly type: string;
    /** Label. */
    readonly label?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Help text of the field. */
    readonly help?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Whether the field is optional. */
    readonly optional?: '';
    /** Whether the value is secret and must not appear in a URL. */
    readonly sensitive?: '';
  }>>;
}

/** list=backlinks: List pages that link to a page. */
export interface ListBacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=backlinks: List pages that link to a page. */
export interface OldListBacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** list=blocks: List active blocks of accounts and addresses. */
export interface ListBlocks {}

/** list=blocks: fields by value of `prop`. */
export interface ListBlocksParts {
  readonly id: {
    /** ID. */
    readonly id: number;
  };
  readonly user: {
    /** Blocked account, address or range. */
    readonly user?: string;
  };
  readonly userid: {
    /** Id of the blocked account; 0 if the target is an address. */
    readonly userid?: number;
  };
  readonly by: {
    /** User who placed the block. */
    readonly by?: string;
  };
  readonly byid: {
    /** ID of the account that placed the block. */
    readonly byid?: number;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry: string | 'infinity';
    /** Duration in the user's language. */
    readonly 'duration-l10n'?: string;
  };
  readonly reason: {
    /** Reason. */
    readonly reason: string;
  };
  readonly parsedreason: {
    /** Reason of the block in HTML. */
    readonly parsedreason: string;
  };
  readonly range: {
    /** First IP address in hexadecimal digits. */
    readonly rangestart?: string;
    /** Last IP address in hexadecimal digits. */
    readonly rangeend?: string;
  };
  readonly flags: {
    /** Whether it is an autoblock. */
    readonly automatic: boolean;
    /** Whether the block exempts accounts. */
    readonly anononly: boolean;
    /** Whether the block prevents creating accounts. */
    readonly nocreate: boolean;
    /** Whether the block includes IP addresses of the account. */
    readonly autoblock: boolean;
    /** Whether the block prevents sending e-mails. */
    readonly noemail: boolean;
    /** Whether it is suppressed. */
    readonly hidden: boolean;
    /** Whether the blocked user can edit the own talk page. */
    readonly allowusertalk: boolean;
    /** Whether the block is limited to some pages or namespaces. */
    readonly partial: boolean;
  };
  readonly restrictions: {
    /** Pages, namespaces and actions of a partial block. */
    readonly restrictions: {
      /** Blocked pages. */
      readonly pages?: readonly {
        /** ID. */
        readonly id: number;
        /** Namespace ID. */
        readonly ns?: number;
        /** Title with namespace. */
        readonly title?: string;
      }[];
      /** Numbers of the blocked namespaces. */
      readonly namespaces?: readonly number[];
      /** Blocked actions; false for actions with an unknown name. */
      readonly actions?: readonly (string | false)[];
    } | readonly never[];
  };
}

/** list=blocks: List active blocks of accounts and addresses. */
export interface OldListBlocks {}

/** list=blocks: fields by value of `prop`. */
export interface OldListBlocksParts {
  readonly id: {
    /** ID. */
    readonly id: number;
  };
  readonly user: {
    /** Blocked account, address or range. */
    readonly user?: string;
  };
  readonly userid: {
    /** Id of the blocked account; 0 if the target is an address. */
    readonly userid?: number;
  };
  readonly by: {
    /** User who placed the block. */
    readonly by?: string;
  };
  readonly byid: {
    /** ID of the account that placed the block. */
    readonly byid?: number;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry: string | 'infinity';
    /** Duration in the user's language. */
    readonly 'duration-l10n'?: string;
  };
  readonly reason: {
    /** Reason. */
    readonly reason: string;
  };
  readonly parsedreason: {
    /** Reason of the block in HTML. */
    readonly parsedreason: string;
  };
  readonly range: {
    /** First IP address in hexadecimal digits. */
    readonly rangestart?: string;
    /** Last IP address in hexadecimal digits. */
    readonly rangeend?: string;
  };
  readonly flags: {
    /** Whether it is an autoblock. */
    readonly automatic?: '';
    /** Whether the block exempts accounts. */
    readonly anononly?: '';
    /** Whether the block prevents creating accounts. */
    readonly nocreate?: '';
    /** Whether the block includes IP addresses of the account. */
    readonly autoblock?: '';
    /** Whether the block prevents sending e-mails. */
    readonly noemail?: '';
    /** Whether it is suppressed. */
    readonly hidden?: '';
    /** Whether the blocked user can edit the own talk page. */
    readonly allowusertalk?: '';
    /** Whether the block is limited to some pages or namespaces. */
    readonly partial?: '';
  };
  readonly restrictions: {
    /** Pages, namespaces and actions of a partial block. */
    readonly restrictions: {
      /** Blocked pages. */
      readonly pages?: readonly {
        /** ID. */
        readonly id: number;
        /** Namespace ID. */
        readonly ns?: number;
        /** Title with namespace. */
        readonly title?: string;
      }[];
      /** Numbers of the blocked namespaces. */
      readonly namespaces?: readonly number[];
      /** Blocked actions; false for actions with an unknown name. */
      readonly actions?: readonly string[];
    } | readonly never[];
  };
}

/** prop=categories: List the categories of pages. */
export interface PropCategories {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=categories: fields by value of `prop`. */
export interface PropCategoriesParts {
  readonly sortkey: {
    /** Sort key in hexadecimal digits. */
    readonly sortkey: string;
    /** Sort key that the page sets. */
    readonly sortkeyprefix: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is suppressed. */
    readonly hidden: boolean;
  };
}

/** prop=categories: List the categories of pages. */
export interface OldPropCategories {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=categories: fields by value of `prop`. */
export interface OldPropCategoriesParts {
  readonly sortkey: {
    /** Sort key in hexadecimal digits. */
    readonly sortkey: string;
    /** Sort key that the page sets. */
    readonly sortkeyprefix: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly hidden: {
    /** Whether it is suppressed. */
    readonly hidden?: '';
  };
}

/** prop=categoryinfo: Return the member counts of categories. */
export interface PropCategoryinfo {
  /** Number of members. */
  readonly size: number;
  /** Number of pages, without files and subcategories. */
  readonly pages: number;
  /** Number of files. */
  readonly files: number;
  /** Number of subcategories. */
  readonly subcats: number;
  /** Whether it is suppressed. */
  readonly hidden: boolean;
}

/** prop=categoryinfo: Return the member counts of categories. */
export interface OldPropCategoryinfo {
  /** Number of members. */
  readonly size: number;
  /** Number of pages, without files and subcategories. */
  readonly pages: number;
  /** Number of files. */
  readonly files: number;
  /** Number of subcategories. */
  readonly subcats: number;
  /** Whether it is suppressed. */
  readonly hidden?: '';
}

/** list=categorymembers: List the pages, subcategories and files in a category. */
export interface ListCategorymembers {}

/** list=categorymembers: fields by value of `prop`. */
export interface ListCategorymembersParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly sortkey: {
    /** Sort key in hexadecimal digits. */
    readonly sortkey: string;
  };
  readonly sortkeyprefix: {
    /** Sort key that the page sets. */
    readonly sortkeyprefix: string;
  };
  readonly type: {
    /** Type. */
    readonly type: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
}

/** list=categorymembers: List the pages, subcategories and files in a category. */
export interface OldListCategorymembers {}

/** list=categorymembers: fields by value of `prop`. */
export interface OldListCategorymembersParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly sortkey: {
    /** Sort key in hexadecimal digits. */
    readonly sortkey: string;
  };
  readonly sortkeyprefix: {
    /** Sort key that the page sets. */
    readonly sortkeyprefix: string;
  };
  readonly type: {
    /** Type. */
    readonly type: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
}

/** list=codexicons: Return icons of the Codex design system. */
export type ListCodexicons = Readonly<Record<string, string | {
  /** Path for left-to-right text. */
  readonly ltr?: string;
  /** Path for right-to-left text. */
  readonly rtl?: string;
  /** Whether right-to-left text mirrors the icon. */
  readonly shouldFlip?: boolean;
  /** Languages that do not mirror the icon. */
  readonly shouldFlipExceptions?: readonly string[];
  /** Paths by language code. */
  readonly langCodeMap?: Readonly<Record<string, string>>;
  /** Path for all other languages and directions. */
  readonly default?: string;
}>>;

/** list=codexicons: Return icons of the Codex design system. */
export type OldListCodexicons = Readonly<Record<string, string | {
  /** Path for left-to-right text. */
  readonly ltr?: string;
  /** Path for right-to-left text. */
  readonly rtl?: string;
  /** Whether right-to-left text mirrors the icon. */
  readonly shouldFlip?: '';
  /** Languages that do not mirror the icon. */
  readonly shouldFlipExceptions?: readonly string[];
  /** Paths by language code. */
  readonly langCodeMap?: Readonly<Record<string, string>> | readonly never[];
  /** Path for all other languages and directions. */
  readonly default?: string;
}>>;

/** list=configuredpages: List pages with their own review settings. */
export interface ListConfiguredpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly last_revid: number;
  /** Id of the latest reviewed revision; 0 if there is none. */
  readonly stable_revid: number;
  /** 1 if readers see the reviewed version by default. */
  readonly stable_is_default: number;
  /** Right required for automatic review of an edit. */
  readonly autoreview: string | null;
  /** Expiry of the settings. */
  readonly expiry: string;
}

/** list=configuredpages: List pages with their own review settings. */
export interface OldListConfiguredpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly last_revid: number;
  /** Id of the latest reviewed revision; 0 if there is none. */
  readonly stable_revid: number;
  /** 1 if readers see the reviewed version by default. */
  readonly stable_is_default: number;
  /** Right required for automatic review of an edit. */
  readonly autoreview: string | null;
  /** Expiry of the settings. */
  readonly expiry: string;
}

/** prop=contributors: List the accounts that edited pages and count anonymous contributors. */
export interface PropContributors {
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** Name. */
  readonly name: string;
}

/** prop=contributors: fields next to the records. */
export interface PropContributorsBeside {
  /** Number of contributors without an account. */
  readonly anoncontributors?: number;
}

/** prop=contributors: List the accounts that edited pages and count anonymous contributors. */
export interface OldPropContributors {
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** Name. */
  readonly name: string;
}

/** prop=contributors: fields next to the records. */
export interface OldPropContributorsBeside {
  /** Number of contributors without an account. */
  readonly anoncontributors?: number;
}

/** prop=coordinates: Return the coordinates of pages. */
export interface PropCoordinates {
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Whether the coordinates are those of the page's subject. */
  readonly primary: boolean;
  /** Type of the object. */
  readonly type?: string;
  /** Name of the object. */
  readonly name?: string;
  /** Size of the object in meters. */
  readonly dim?: number | string;
  /** Country code. */
  readonly country?: string;
  /** Region code within the country. */
  readonly region?: string;
  /** Celestial body. */
  readonly globe?: string;
  /** Distance in metres. */
  readonly dist?: number;
}

/** prop=coordinates: Return the coordinates of pages. */
export interface OldPropCoordinates {
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Whether the coordinates are those of the page's subject. */
  readonly primary?: '';
  /** Type of the object. */
  readonly type?: string;
  /** Name of the object. */
  readonly name?: string;
  /** Size of the object in meters. */
  readonly dim?: number | string;
  /** Country code. */
  readonly country?: string;
  /** Region code within the country. */
  readonly region?: string;
  /** Celestial body. */
  readonly globe?: string;
  /** Distance in metres. */
  readonly dist?: number;
}

/** prop=deletedrevisions: Return deleted revisions of pages, or deleted revisions by id. */
export interface PropDeletedrevisions {
  /** Slots by role. */
  readonly slots?: Readonly<Record<string, {
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The text is suppressed. */
    readonly texthidden?: true;
    /** The text is missing. */
    readonly textmissing?: true;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly content?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: true;
  /** The text is suppressed. */
  readonly texthidden?: true;
  /** The text is missing. */
  readonly textmissing?: true;
  /** Difference to another revision or text. */
  readonly diff?: {
    /** Original value, or older side. */
    readonly from?: number | false;
    /** Result, or newer side. */
    readonly to?: number;
    /** The difference was not computed because it is expensive. */
    readonly notcached?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Difference as HTML table rows. */
    readonly body?: string | false;
  };
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** prop=deletedrevisions: fields by value of `prop`. */
export interface PropDeletedrevisionsParts {
  readonly ids: {
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was marked as minor. */
    readonly minor?: boolean;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** Content model. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** Text. */
    readonly content?: string;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** Slot roles. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: true;
  };
}

/** prop=deletedrevisions: Return deleted revisions of pages, or deleted revisions by id. */
export interface OldPropDeletedrevisions {
  /** Slots by role. */
  readonly slots?: Readonly<Record<string, {
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The text is suppressed. */
    readonly texthidden?: '';
    /** The text is missing. */
    readonly textmissing?: '';
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly '*'?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: '';
  /** The text is suppressed. */
  readonly texthidden?: '';
  /** The text is missing. */
  readonly textmissing?: '';
  /** Difference to another revision or text. */
  readonly diff?: {
    /** Original value, or older side. */
    readonly from?: number;
    /** Result, or newer side. */
    readonly to?: number;
    /** The difference was not computed because it is expensive. */
    readonly notcached?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Difference as HTML table rows. */
    readonly '*'?: string;
  };
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** prop=deletedrevisions: fields by value of `prop`. */
export interface OldPropDeletedrevisionsParts {
  readonly ids: {
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was marked as minor. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** Content model. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** Text. */
    readonly '*'?: string;
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** Slot roles. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: '';
  };
}

/** list=deletedrevs: List deleted revisions by title, user or namespace. */
export interface ListDeletedrevs {
  /** Revisions. */
  readonly revisions: readonly {
    /** Time. */
    readonly timestamp: string;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Whether it was marked as minor. */
    readonly minor?: boolean;
    /** Size of the text in bytes. */
    readonly len?: string | null;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** The text is suppressed. */
    readonly texthidden?: true;
    /** Text. */
    readonly text?: string;
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Also hidden from administrators. */
    readonly suppressed?: true;
  }[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Token for changes. */
  readonly token?: string;
}

/** list=deletedrevs: List deleted revisions by title, user or namespace. */
export interface OldListDeletedrevs {
  /** Revisions. */
  readonly revisions: readonly {
    /** Time. */
    readonly timestamp: string;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
    /** Whether it was marked as minor. */
    readonly minor?: '';
    /** Size of the text in bytes. */
    readonly len?: string | null;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** The text is suppressed. */
    readonly texthidden?: '';
    /** Text. */
    readonly '*'?: string;
    /** Change tags. */
    readonly tags?: readonly string[];
    /** Also hidden from administrators. */
    readonly suppressed?: '';
  }[];
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Token for changes. */
  readonly token?: string;
}

/** prop=description: Return the short description of each page in the content language. */
export interface PropDescription {
  /** Description of the page. */
  readonly description: string;
  /** Source of the description. */
  readonly descriptionsource?: 'local';
}

/** prop=description: Return the short description of each page in the content language. */
export interface OldPropDescription {
  /** Description of the page. */
  readonly description: string;
  /** Source of the description. */
  readonly descriptionsource?: 'local';
}

/** prop=duplicatefiles: List duplicates of files by content hash. */
export interface PropDuplicatefiles {
  /** Name. */
  readonly name: string;
  /** Time. */
  readonly timestamp: string;
  /** Whether it is from a shared repository. */
  readonly shared: boolean;
  /** User name. */
  readonly user?: string;
}

/** prop=duplicatefiles: List duplicates of files by content hash. */
export interface OldPropDuplicatefiles {
  /** Name. */
  readonly name: string;
  /** Time. */
  readonly timestamp: string;
  /** Whether it is from a shared repository. */
  readonly shared?: '';
  /** User name. */
  readonly user?: string;
}

/** list=embeddedin: List pages that transclude a page. */
export interface ListEmbeddedin {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=embeddedin: List pages that transclude a page. */
export interface OldListEmbeddedin {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** prop=extlinks: List the external links of pages. */
export interface PropExtlinks {
  /** URL. */
  readonly url: string;
}

/** prop=extlinks: List the external links of pages. */
export interface OldPropExtlinks {
  /** URL. */
  readonly '*': string;
}

/** prop=extracts: Return extracts of pages in plain text or limited HTML. */
export interface PropExtracts {
  /** Extract of the page in plain text or limited HTML. */
  readonly extract: string;
}

/** prop=extracts: Return extracts of pages in plain text or limited HTML. */
export interface OldPropExtracts {
  /** Extract of the page in plain text or limited HTML. */
  readonly extract: string;
}

/** list=exturlusage: List pages with external links that match an address. */
export interface ListExturlusage {}

/** list=exturlusage: fields by value of `prop`. */
export interface ListExturlusageParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly url: {
    /** URL. */
    readonly url: string;
  };
}

/** list=exturlusage: List pages with external links that match an address. */
export interface OldListExturlusage {}

/** list=exturlusage: fields by value of `prop`. */
export interface OldListExturlusageParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly url: {
    /** URL. */
    readonly url: string;
  };
}

/** list=filearchive: List deleted files by name. */
export interface ListFilearchive {
  /** ID. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** The file does not exist. */
  readonly filemissing?: true;
  /** The file is suppressed. */
  readonly filehidden?: true;
  /** The comment is suppressed. */
  readonly commenthidden?: true;
  /** The user is suppressed. */
  readonly userhidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** list=filearchive: fields by value of `prop`. */
export interface ListFilearchiveParts {
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** User name. */
    readonly user?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: string;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: string;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly description: {
    /** Upload comment in wikitext. */
    readonly description?: string;
  };
  readonly parseddescription: {
    /** Upload comment in HTML. */
    readonly parseddescription?: string;
    /** Upload comment in wikitext. */
    readonly description?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: string;
  };
  readonly archivename: {
    /** File name of an old version. */
    readonly archivename?: string;
  };
}

/** list=filearchive: List deleted files by name. */
export interface OldListFilearchive {
  /** ID. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** The file does not exist. */
  readonly filemissing?: '';
  /** The file is suppressed. */
  readonly filehidden?: '';
  /** The comment is suppressed. */
  readonly commenthidden?: '';
  /** The user is suppressed. */
  readonly userhidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** list=filearchive: fields by value of `prop`. */
export interface OldListFilearchiveParts {
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** User name. */
    readonly user?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: string;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: string;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Height in pixels. */
    readonly height?: string;
    /** Width in pixels. */
    readonly width?: string;
  };
  readonly description: {
    /** Upload comment in wikitext. */
    readonly description?: string;
  };
  readonly parseddescription: {
    /** Upload comment in HTML. */
    readonly parseddescription?: string;
    /** Upload comment in wikitext. */
    readonly description?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: string;
  };
  readonly archivename: {
    /** File name of an old version. */
    readonly archivename?: string;
  };
}

/** meta=filerepoinfo: List the file repositories of the wiki. */
export interface MetaFilerepoinfo {}

/** meta=filerepoinfo: fields by value of `prop`. */
export interface MetaFilerepoinfoParts {
  readonly repos: {
    /** File repositories, the local one last. */
    readonly repos: readonly {
      /** Internal name of the repository. */
      readonly name?: string;
      /** Display name. */
      readonly displayname?: string;
      /** Root address of the files. */
      readonly rootUrl?: string;
      /** Whether the repository belongs to this wiki. */
      readonly local?: boolean;
      /** Address of the public files. */
      readonly url?: string;
      /** Address of the thumbnails. */
      readonly thumbUrl?: string;
      /** Whether file names begin with a capital letter. */
      readonly initialCapital?: boolean;
      /** Base address of the file pages. */
      readonly descBaseUrl?: string;
      /** Address of the scripts of its wiki. */
      readonly scriptDirUrl?: string;
      /** Address pattern of its wiki pages, with `$1` for the title. */
      readonly articleUrl?: string;
      /** Whether file pages are shown on this wiki. */
      readonly fetchDescription?: boolean;
      /** Cache lifetime of file pages in seconds. */
      readonly descriptionCacheExpiry?: number;
      /** Address of the favicon. */
      readonly favicon?: string;
      /** Whether the user can upload to the repository. */
      readonly canUpload?: boolean;
      readonly [name: string]: unknown;
    }[];
  };
}

/** meta=filerepoinfo: List the file repositories of the wiki. */
export interface OldMetaFilerepoinfo {}

/** meta=filerepoinfo: fields by value of `prop`. */
export interface OldMetaFilerepoinfoParts {
  readonly repos: {
    /** File repositories, the local one last. */
    readonly repos: readonly {
      /** Internal name of the repository. */
      readonly name?: string;
      /** Display name. */
      readonly displayname?: string;
      /** Root address of the files. */
      readonly rootUrl?: string;
      /** Whether the repository belongs to this wiki. */
      readonly local?: '';
      /** Address of the public files. */
      readonly url?: string;
      /** Address of the thumbnails. */
      readonly thumbUrl?: string;
      /** Whether file names begin with a capital letter. */
      readonly initialCapital?: '';
      /** Base address of the file pages. */
      readonly descBaseUrl?: string;
      /** Address of the scripts of its wiki. */
      readonly scriptDirUrl?: string;
      /** Address pattern of its wiki pages, with `$1` for the title. */
      readonly articleUrl?: string;
      /** Whether file pages are shown on this wiki. */
      readonly fetchDescription?: '';
      /** Cache lifetime of file pages in seconds. */
      readonly descriptionCacheExpiry?: number;
      /** Address of the favicon. */
      readonly favicon?: string;
      /** Whether the user can upload to the repository. */
      readonly canUpload?: '';
      readonly [name: string]: unknown;
    }[];
  };
}

/** prop=fileusage: List the pages where files are used. */
export interface PropFileusage {}

/** prop=fileusage: fields by value of `prop`. */
export interface PropFileusageParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=fileusage: List the pages where files are used. */
export interface OldPropFileusage {}

/** prop=fileusage: fields by value of `prop`. */
export interface OldPropFileusageParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** prop=flagged: Return the review status of pages. */
export interface PropFlagged {
  /** Id of the latest reviewed revision. */
  readonly stable_revid?: number;
  /** Quality level of the review. */
  readonly level?: number;
  /** Name of the quality level. */
  readonly level_text?: 'stable';
  /** Time since which newer revisions await review. */
  readonly pending_since?: string;
  /** Right required for automatic review of an edit. */
  readonly protection_level?: string | null;
  /** Expiry of the restriction. */
  readonly protection_expiry?: string;
}

/** prop=flagged: Return the review status of pages. */
export interface OldPropFlagged {
  /** Id of the latest reviewed revision. */
  readonly stable_revid?: number;
  /** Quality level of the review. */
  readonly level?: number;
  /** Name of the quality level. */
  readonly level_text?: 'stable';
  /** Time since which newer revisions await review. */
  readonly pending_since?: string;
  /** Right required for automatic review of an edit. */
  readonly protection_level?: string | null;
  /** Expiry of the restriction. */
  readonly protection_expiry?: string;
}

/** list=geosearch: List pages with coordinates in an area, nearest first. */
export interface ListGeosearch {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Distance in metres. */
  readonly dist: number;
  /** Whether the coordinates are those of the page's subject. */
  readonly primary: boolean;
  /** Type of the object. */
  readonly type?: string;
  /** Name of the object. */
  readonly name?: string;
  /** Size of the object in meters. */
  readonly dim?: number | string;
  /** Country code. */
  readonly country?: string;
  /** Region code within the country. */
  readonly region?: string;
  /** Celestial body. */
  readonly globe?: string;
}

/** list=geosearch: List pages with coordinates in an area, nearest first. */
export interface OldListGeosearch {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Latitude in degrees. */
  readonly lat: number;
  /** Longitude in degrees. */
  readonly lon: number;
  /** Distance in metres. */
  readonly dist: number;
  /** Whether the coordinates are those of the page's subject. */
  readonly primary?: '';
  /** Type of the object. */
  readonly type?: string;
  /** Name of the object. */
  readonly name?: string;
  /** Size of the object in meters. */
  readonly dim?: number | string;
  /** Country code. */
  readonly country?: string;
  /** Region code within the country. */
  readonly region?: string;
  /** Celestial body. */
  readonly globe?: string;
}

/** list=globalallusers: List global accounts by name. */
export interface ListGlobalallusers {
  /** Global id of the account. */
  readonly id: number;
  /** Name of the account. */
  readonly name: string;
  /** Global groups of the account. */
  readonly groups?: readonly string[];
  /** Present if the account exists on this wiki. */
  readonly existslocally?: '';
  /** Present if the account is locked. */
  readonly locked?: '';
}

/** list=globalallusers: List global accounts by name. */
export interface OldListGlobalallusers {
  /** Global id of the account. */
  readonly id: number;
  /** Name of the account. */
  readonly name: string;
  /** Global groups of the account. */
  readonly groups?: readonly string[];
  /** Present if the account exists on this wiki. */
  readonly existslocally?: '';
  /** Present if the account is locked. */
  readonly locked?: '';
}

/** prop=globalusage: List pages on all wikis that use a file. */
export interface PropGlobalusage {
  /** Page title, with the namespace name of that wiki. */
  readonly title: string;
  /** Host name or id of the wiki. */
  readonly wiki: string;
  /** Address of the page. */
  readonly url?: string;
  /** Id of the page on that wiki. */
  readonly pageid?: number;
  /** Namespace number on that wiki. */
  readonly ns?: number;
}

/** prop=globalusage: List pages on all wikis that use a file. */
export interface OldPropGlobalusage {
  /** Page title, with the namespace name of that wiki. */
  readonly title: string;
  /** Host name or id of the wiki. */
  readonly wiki: string;
  /** Address of the page. */
  readonly url?: string;
  /** Id of the page on that wiki. */
  readonly pageid?: number;
  /** Namespace number on that wiki. */
  readonly ns?: number;
}

/** meta=globaluserinfo: Return the global account of a user with its groups and local accounts. */
export interface MetaGlobaluserinfo {
  /** Id of the home wiki. */
  readonly home?: string | null;
  /** Global id of the account. */
  readonly id?: number;
  /** Registration time. */
  readonly registration?: string;
  /** Name of the account. */
  readonly name?: string;
  /** The account is locked. */
  readonly locked?: true;
  /** The account name is hidden. */
  readonly hidden?: true;
  /** The account does not exist. */
  readonly missing?: true;
}

/** meta=globaluserinfo: fields by value of `prop`. */
export interface MetaGlobaluserinfoParts {
  readonly groups: {
    /** Global groups of the account. */
    readonly groups?: readonly string[];
  };
  readonly rights: {
    /** Global rights of the account on this wiki. */
    readonly rights?: readonly string[];
  };
  readonly merged: {
    /** Local accounts attached to the global account. */
    readonly merged?: readonly {
      /** Id of the wiki. */
      readonly wiki: string;
      /** Address of the wiki. */
      readonly url?: string;
      /** Local id of the account. */
      readonly id?: number;
      /** Time when the account was attached. */
      readonly timestamp: string;
      /** Method by which the account was attached. */
      readonly method: string | null;
      /** Number of edits on that wiki. */
      readonly editcount?: number;
      /** Registration time. */
      readonly registration?: string;
      /** Groups of the account on that wiki. */
      readonly groups?: readonly string[];
      /** Present while the account is blocked on that wiki. */
      readonly blocked?: {
        /** End of the block. */
        readonly expiry: string | 'infinity';
        /** Reason. */
        readonly reason: string;
      };
    }[];
  };
  readonly unattached: {
    /** Local accounts of the same name that are not attached. */
    readonly unattached?: readonly {
      /** Id of the wiki. */
      readonly wiki: string;
      /** Number of edits on that wiki. */
      readonly editcount: number | string;
      /** Registration time. */
      readonly registration: string;
      /** Groups of the account on that wiki. */
      readonly groups?: readonly string[];
      /** Present while the account is blocked on that wiki. */
      readonly blocked?: {
        /** End of the block. */
        readonly expiry: string | 'infinity';
        /** Reason. */
        readonly reason: string;
      };
    }[];
  };
  readonly editcount: {
    /** Number of edits on all wikis. */
    readonly editcount?: number;
  };
}

/** meta=globaluserinfo: Return the global account of a user with its groups and local accounts. */
export interface OldMetaGlobaluserinfo {
  /** Id of the home wiki. */
  readonly home?: string | null;
  /** Global id of the account. */
  readonly id?: number;
  /** Registration time. */
  readonly registration?: string;
  /** Name of the account. */
  readonly name?: string;
  /** The account is locked. */
  readonly locked?: '';
  /** The account name is hidden. */
  readonly hidden?: '';
  /** The account does not exist. */
  readonly missing?: '';
}

/** meta=globaluserinfo: fields by value of `prop`. */
export interface OldMetaGlobaluserinfoParts {
  readonly groups: {
    /** Global groups of the account. */
    readonly groups?: readonly string[];
  };
  readonly rights: {
    /** Global rights of the account on this wiki. */
    readonly rights?: readonly string[];
  };
  readonly merged: {
    /** Local accounts attached to the global account. */
    readonly merged?: readonly {
      /** Id of the wiki. */
      readonly wiki: string;
      /** Address of the wiki. */
      readonly url?: string;
      /** Local id of the account. */
      readonly id?: number;
      /** Time when the account was attached. */
      readonly timestamp: string;
      /** Method by which the account was attached. */
      readonly method: string | null;
      /** Number of edits on that wiki. */
      readonly editcount?: number;
      /** Registration time. */
      readonly registration?: string;
      /** Groups of the account on that wiki. */
      readonly groups?: readonly string[];
      /** Present while the account is blocked on that wiki. */
      readonly blocked?: {
        /** End of the block. */
        readonly expiry: string | 'infinity';
        /** Reason. */
        readonly reason: string;
      };
    }[];
  };
  readonly unattached: {
    /** Local accounts of the same name that are not attached. */
    readonly unattached?: readonly {
      /** Id of the wiki. */
      readonly wiki: string;
      /** Number of edits on that wiki. */
      readonly editcount: number | string;
      /** Registration time. */
      readonly registration: string;
      /** Groups of the account on that wiki. */
      readonly groups?: readonly string[];
      /** Present while the account is blocked on that wiki. */
      readonly blocked?: {
        /** End of the block. */
        readonly expiry: string | 'infinity';
        /** Reason. */
        readonly reason: string;
      };
    }[];
  };
  readonly editcount: {
    /** Number of edits on all wikis. */
    readonly editcount?: number;
  };
}

/** prop=imageinfo: Return properties of files and their versions. */
export interface PropImageinfo {
  /** The file is suppressed. */
  readonly filehidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
  /** The file does not exist. */
  readonly filemissing?: true;
}

/** prop=imageinfo: fields by value of `prop`. */
export interface PropImageinfoParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** MIME type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly archivename: {
    /** File name of an old version. */
    readonly archivename?: string;
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly uploadwarning: {
    /** Warning of the upload form about the file, in HTML. */
    readonly html?: string;
  };
  readonly badfile: {};
}

/** prop=imageinfo: fields next to the records. */
export interface PropImageinfoBeside {
  /** Repository of the file: `local`, `shared`, or empty. */
  readonly imagerepository?: string;
  /** Whether pages must not show the file. */
  readonly badfile?: boolean;
}

/** prop=imageinfo: Return properties of files and their versions. */
export interface OldPropImageinfo {
  /** The file is suppressed. */
  readonly filehidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
  /** The file does not exist. */
  readonly filemissing?: '';
}

/** prop=imageinfo: fields by value of `prop`. */
export interface OldPropImageinfoParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** MIME type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly mediatype: {
    /** Media type in MediaWiki's classification. */
    readonly mediatype?: string | null;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly archivename: {
    /** File name of an old version. */
    readonly archivename?: string;
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly uploadwarning: {
    /** Warning of the upload form about the file, in HTML. */
    readonly html?: string;
  };
  readonly badfile: {};
}

/** prop=imageinfo: fields next to the records. */
export interface OldPropImageinfoBeside {
  /** Repository of the file: `local`, `shared`, or empty. */
  readonly imagerepository?: string;
  /** Whether pages must not show the file. */
  readonly badfile?: '';
}

/** prop=images: List the files used on pages. */
export interface PropImages {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=images: List the files used on pages. */
export interface OldPropImages {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=imageusage: List pages that use a file. */
export interface ListImageusage {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: true;
  }[];
}

/** list=imageusage: List pages that use a file. */
export interface OldListImageusage {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Pages that link through this redirect. */
  readonly redirlinks?: readonly {
    /** Page ID. */
    readonly pageid: number;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** It is a redirect. */
    readonly redirect?: '';
  }[];
}

/** prop=info: Return basic properties, protection and permissions of pages. */
export interface PropInfo {
  /** Content model. */
  readonly contentmodel: string;
  /** Language of the page. */
  readonly pagelanguage: string;
  /** HTML language code of the page. */
  readonly pagelanguagehtmlcode: string;
  /** Text direction of the page: `ltr` or `rtl`. */
  readonly pagelanguagedir: string;
  /** Time of the last change in appearance. */
  readonly touched?: string;
  /** ID of the current revision. */
  readonly lastrevid?: number;
  /** Size of the text in bytes. */
  readonly length?: number;
  /** It is a redirect. */
  readonly redirect?: true;
  /** Whether it created the page. */
  readonly new?: true;
  /** Permissions by action: true or false, or the reasons for denial. */
  readonly actions?: Readonly<Record<string, boolean | readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly text?: string;
    /** Text of the message in HTML. */
    readonly html?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
  }[]>>;
  /** Whether the action would create a temporary account, by action. */
  readonly wouldautocreate?: Readonly<Record<string, boolean>>;
}

/** prop=info: fields by value of `prop`. */
export interface PropInfoParts {
  readonly protection: {
    /** Protections of the page. */
    readonly protection: readonly {
      /** Type. */
      readonly type: string;
      /** Required group or right. */
      readonly level: string;
      /** End time, or `infinity`. */
      readonly expiry: string | 'infinity';
      /** Whether protection includes transcluded pages. */
      readonly cascade?: true;
      /** Source. */
      readonly source?: string;
    }[];
    /** Supported types of protection. */
    readonly restrictiontypes: readonly string[];
  };
  readonly watched: {
    /** Whether the user watches the page. */
    readonly watched: boolean;
    /** End of watching. */
    readonly watchlistexpiry?: string;
  };
  readonly watchers: {
    /** Number of watchers. */
    readonly watchers?: number;
  };
  readonly visitingwatchers: {
    /** Number of watchers who have seen recent changes. */
    readonly visitingwatchers?: number;
  };
  readonly notificationtimestamp: {
    /** Time of the first unseen change. */
    readonly notificationtimestamp: string;
  };
  readonly talkid: {
    /** ID of the talk page. */
    readonly talkid?: number;
  };
  readonly subjectid: {
    /** ID of the subject page. */
    readonly subjectid?: number;
  };
  readonly associatedpage: {
    /** The talk page of a page, or the page of a talk page. */
    readonly associatedpage?: string;
  };
  readonly url: {
    /** URL of the page. */
    readonly fullurl: string;
    /** URL of the edit form. */
    readonly editurl: string;
    /** Canonical URL of the page. */
    readonly canonicalurl: string;
  };
  readonly readable: {
    /** Whether the user can read the page. */
    readonly readable: boolean;
  };
  readonly preload: {
    /** Initial text of a new page. */
    readonly preload: string | null;
  };
  readonly preloadcontent: {
    /** Initial content of a new page. */
    readonly preloadcontent?: {
      /** Content model. */
      readonly contentmodel: string;
      /** Serialization format of the text. */
      readonly contentformat: string;
      /** Text. */
      readonly content: string;
    };
    /** Whether the preloaded content is the default. */
    readonly preloadisdefault?: boolean;
  };
  readonly editintro: {
    /** Edit notices in HTML, by message key. */
    readonly editintro: Readonly<Record<string, string>>;
  };
  readonly displaytitle: {
    /** Displayed title in HTML. */
    readonly displaytitle: string;
  };
  readonly varianttitles: {
    /** Title in each language variant. */
    readonly varianttitles?: Readonly<Record<string, string>>;
  };
  readonly linkclasses: {
    /** CSS classes of links to the page. */
    readonly linkclasses?: readonly string[];
  };
}

/** prop=info: Return basic properties, protection and permissions of pages. */
export interface OldPropInfo {
  /** Content model. */
  readonly contentmodel: string;
  /** Language of the page. */
  readonly pagelanguage: string;
  /** HTML language code of the page. */
  readonly pagelanguagehtmlcode: string;
  /** Text direction of the page: `ltr` or `rtl`. */
  readonly pagelanguagedir: string;
  /** Time of the last change in appearance. */
  readonly touched?: string;
  /** ID of the current revision. */
  readonly lastrevid?: number;
  /** Size of the text in bytes. */
  readonly length?: number;
  /** It is a redirect. */
  readonly redirect?: '';
  /** Whether it created the page. */
  readonly new?: '';
  /** Permissions by action: true or false, or the reasons for denial. */
  readonly actions?: Readonly<Record<string, '' | readonly {
    /** Machine-readable code. */
    readonly code: string;
    /** Text of the message, plain or in wikitext. */
    readonly '*'?: string;
    /** Key of the interface message. */
    readonly key?: string;
    /** Parameters of the interface message. */
    readonly params?: readonly unknown[];
    /** Further data, depending on the code. */
    readonly data?: unknown;
  }[]>> | readonly never[];
  /** Whether the action would create a temporary account, by action. */
  readonly wouldautocreate?: Readonly<Record<string, ''>> | readonly never[];
}

/** prop=info: fields by value of `prop`. */
export interface OldPropInfoParts {
  readonly protection: {
    /** Protections of the page. */
    readonly protection: readonly {
      /** Type. */
      readonly type: string;
      /** Required group or right. */
      readonly level: string;
      /** End time, or `infinity`. */
      readonly expiry: string | 'infinity';
      /** Whether protection includes transcluded pages. */
      readonly cascade?: '';
      /** Source. */
      readonly source?: string;
    }[];
    /** Supported types of protection. */
    readonly restrictiontypes: readonly string[];
  };
  readonly watched: {
    /** Whether the user watches the page. */
    readonly watched?: '';
    /** End of watching. */
    readonly watchlistexpiry?: string;
  };
  readonly watchers: {
    /** Number of watchers. */
    readonly watchers?: number;
  };
  readonly visitingwatchers: {
    /** Number of watchers who have seen recent changes. */
    readonly visitingwatchers?: number;
  };
  readonly notificationtimestamp: {
    /** Time of the first unseen change. */
    readonly notificationtimestamp: string;
  };
  readonly talkid: {
    /** ID of the talk page. */
    readonly talkid?: number;
  };
  readonly subjectid: {
    /** ID of the subject page. */
    readonly subjectid?: number;
  };
  readonly associatedpage: {
    /** The talk page of a page, or the page of a talk page. */
    readonly associatedpage?: string;
  };
  readonly url: {
    /** URL of the page. */
    readonly fullurl: string;
    /** URL of the edit form. */
    readonly editurl: string;
    /** Canonical URL of the page. */
    readonly canonicalurl: string;
  };
  readonly readable: {
    /** Whether the user can read the page. */
    readonly readable?: '';
  };
  readonly preload: {
    /** Initial text of a new page. */
    readonly preload: string | null;
  };
  readonly preloadcontent: {
    /** Initial content of a new page. */
    readonly preloadcontent?: {
      /** Content model. */
      readonly contentmodel: string;
      /** Serialization format of the text. */
      readonly contentformat: string;
      /** Text. */
      readonly '*': string;
    };
    /** Whether the preloaded content is the default. */
    readonly preloadisdefault?: '';
  };
  readonly editintro: {
    /** Edit notices in HTML, by message key. */
    readonly editintro: Readonly<Record<string, string>>;
  };
  readonly displaytitle: {
    /** Displayed title in HTML. */
    readonly displaytitle: string;
  };
  readonly varianttitles: {
    /** Title in each language variant. */
    readonly varianttitles?: Readonly<Record<string, string>> | readonly never[];
  };
  readonly linkclasses: {
    /** CSS classes of links to the page. */
    readonly linkclasses?: readonly string[];
  };
}

/** list=iwbacklinks: List pages with interwiki links to a wiki or to one of its pages. */
export interface ListIwbacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
}

/** list=iwbacklinks: fields by value of `prop`. */
export interface ListIwbacklinksParts {
  readonly iwprefix: {
    /** Interwiki prefix. */
    readonly iwprefix: string;
  };
  readonly iwtitle: {
    /** Title on the other wiki. */
    readonly iwtitle: string;
  };
}

/** list=iwbacklinks: List pages with interwiki links to a wiki or to one of its pages. */
export interface OldListIwbacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

/** list=iwbacklinks: fields by value of `prop`. */
export interface OldListIwbacklinksParts {
  readonly iwprefix: {
    /** Interwiki prefix. */
    readonly iwprefix: string;
  };
  readonly iwtitle: {
    /** Title on the other wiki. */
    readonly iwtitle: string;
  };
}

/** prop=iwlinks: List the interwiki links on pages. */
export interface PropIwlinks {
  /** Interwiki prefix. */
  readonly prefix: string;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=iwlinks: fields by value of `prop`. */
export interface PropIwlinksParts {
  readonly url: {
    /** URL. */
    readonly url?: string;
  };
}

/** prop=iwlinks: List the interwiki links on pages. */
export interface OldPropIwlinks {
  /** Interwiki prefix. */
  readonly prefix: string;
  /** Title with namespace. */
  readonly '*': string;
}

/** prop=iwlinks: fields by value of `prop`. */
export interface OldPropIwlinksParts {
  readonly url: {
    /** URL. */
    readonly url?: string;
  };
}

/** list=langbacklinks: List pages with language links to a language or to one of its pages. */
export interface ListLangbacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: true;
}

/** list=langbacklinks: fields by value of `prop`. */
export interface ListLangbacklinksParts {
  readonly lllang: {
    /** Code of the other language. */
    readonly lllang: string;
  };
  readonly lltitle: {
    /** Title in the other language. */
    readonly lltitle: string;
  };
}

/** list=langbacklinks: List pages with language links to a language or to one of its pages. */
export interface OldListLangbacklinks {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

/** list=langbacklinks: fields by value of `prop`. */
export interface OldListLangbacklinksParts {
  readonly lllang: {
    /** Code of the other language. */
    readonly lllang: string;
  };
  readonly lltitle: {
    /** Title in the other language. */
    readonly lltitle: string;
  };
}

/** prop=langlinks: List the language links of pages. */
export interface PropLanglinks {
  /** Language code. */
  readonly lang: string;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=langlinks: fields by value of `prop`. */
export interface PropLanglinksParts {
  readonly url: {
    /** URL. */
    readonly url?: string;
  };
  readonly langname: {
    /** Language name. */
    readonly langname: string;
  };
  readonly autonym: {
    /** Language name in that language itself. */
    readonly autonym: string;
  };
}

/** prop=langlinks: List the language links of pages. */
export interface OldPropLanglinks {
  /** Language code. */
  readonly lang: string;
  /** Title with namespace. */
  readonly '*': string;
}

/** prop=langlinks: fields by value of `prop`. */
export interface OldPropLanglinksParts {
  readonly url: {
    /** URL. */
    readonly url?: string;
  };
  readonly langname: {
    /** Language name. */
    readonly langname: string;
  };
  readonly autonym: {
    /** Language name in that language itself. */
    readonly autonym: string;
  };
}

/** meta=languageinfo: List the languages that MediaWiki supports. */
export type MetaLanguageinfo = Readonly<Record<string, {
  /** Code of the language, skin or error. */
  readonly code?: string;
  /** BCP 47 code of the language. */
  readonly bcp47?: string;
  /** Writing direction: `ltr` or `rtl`. */
  readonly dir?: string;
  /** Language name in that language itself. */
  readonly autonym?: string;
  /** Name. */
  readonly name?: string;
  /** Fallback languages in order. */
  readonly fallbacks?: readonly string[];
  /** Codes of the language variants. */
  readonly variants?: readonly string[];
  /** Names of the variants by code. */
  readonly variantnames?: Readonly<Record<string, string>>;
}>>;

/** meta=languageinfo: List the languages that MediaWiki supports. */
export type OldMetaLanguageinfo = Readonly<Record<string, {
  /** Code of the language, skin or error. */
  readonly code?: string;
  /** BCP 47 code of the language. */
  readonly bcp47?: string;
  /** Writing direction: `ltr` or `rtl`. */
  readonly dir?: string;
  /** Language name in that language itself. */
  readonly autonym?: string;
  /** Name. */
  readonly name?: string;
  /** Fallback languages in order. */
  readonly fallbacks?: readonly string[];
  /** Codes of the language variants. */
  readonly variants?: readonly string[];
  /** Names of the variants by code. */
  readonly variantnames?: Readonly<Record<string, string>> | readonly never[];
}>>;

/** prop=links: List the internal links on pages. */
export interface PropLinks {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=links: List the internal links on pages. */
export interface OldPropLinks {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=linkshere: List the pages that link to titles. */
export interface PropLinkshere {}

/** prop=linkshere: fields by value of `prop`. */
export interface PropLinkshereParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=linkshere: List the pages that link to titles. */
export interface OldPropLinkshere {}

/** prop=linkshere: fields by value of `prop`. */
export interface OldPropLinkshereParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** list=linterrors: List markup errors of pages, as recorded by Linter. */
export interface ListLinterrors {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the error. */
  readonly lintId: number;
  /** Category of the error. */
  readonly category: string;
  /** Start and end of the error in the wikitext, in bytes. */
  readonly location: readonly number[];
  /** Template that causes the error, if any. */
  readonly templateInfo: Readonly<Record<string, unknown>>;
  /** Further data, depending on the category. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** list=linterrors: List markup errors of pages, as recorded by Linter. */
export interface OldListLinterrors {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the error. */
  readonly lintId: number;
  /** Category of the error. */
  readonly category: string;
  /** Start and end of the error in the wikitext, in bytes. */
  readonly location: readonly number[];
  /** Template that causes the error, if any. */
  readonly templateInfo: Readonly<Record<string, unknown>>;
  /** Further data, depending on the category. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** list=logevents: List log entries by time. */
export interface ListLogevents {
  /** Made without an account. */
  readonly anon?: true;
  /** The action and its target are suppressed. */
  readonly actionhidden?: true;
  /** The user is suppressed. */
  readonly userhidden?: true;
  /** The comment is suppressed. */
  readonly commenthidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** list=logevents: fields by value of `prop`. */
export interface ListLogeventsParts {
  readonly ids: {
    /** ID of the log entry. */
    readonly logid: number;
    /** Page ID. */
    readonly pageid?: number;
    /** Page ID at the time of the log entry. */
    readonly logpage?: number;
    /** Revision ID. */
    readonly revid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly type: {
    /** Type. */
    readonly type: string;
    /** Logged action. */
    readonly action: string;
  };
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly details: {
    /** Parameters, which depend on the type. */
    readonly params?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
}

/** list=logevents: List log entries by time. */
export interface OldListLogevents {
  /** Made without an account. */
  readonly anon?: '';
  /** The action and its target are suppressed. */
  readonly actionhidden?: '';
  /** The user is suppressed. */
  readonly userhidden?: '';
  /** The comment is suppressed. */
  readonly commenthidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** list=logevents: fields by value of `prop`. */
export interface OldListLogeventsParts {
  readonly ids: {
    /** ID of the log entry. */
    readonly logid: number;
    /** Page ID. */
    readonly pageid?: number;
    /** Page ID at the time of the log entry. */
    readonly logpage?: number;
    /** Revision ID. */
    readonly revid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly type: {
    /** Type. */
    readonly type: string;
    /** Logged action. */
    readonly action: string;
  };
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly details: {
    /** Parameters, which depend on the type. */
    readonly params?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
}

/** list=mystashedfiles: List your own stashed uploads. */
export interface ListMystashedfiles {
  /** Key of an unpublished upload. */
  readonly filekey: string;
  /** Status of the upload. */
  readonly status: string;
}

/** list=mystashedfiles: fields by value of `prop`. */
export interface ListMystashedfilesParts {
  readonly size: {
    /** Size in bytes. */
    readonly size: number;
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** Color depth in bits. */
    readonly bits: number;
  };
  readonly type: {
    /** MIME type. */
    readonly mimetype: string | null;
    /** Media type in MediaWiki's classification. */
    readonly mediatype: string | null;
  };
}

/** list=mystashedfiles: List your own stashed uploads. */
export interface OldListMystashedfiles {
  /** Key of an unpublished upload. */
  readonly filekey: string;
  /** Status of the upload. */
  readonly status: string;
}

/** list=mystashedfiles: fields by value of `prop`. */
export interface OldListMystashedfilesParts {
  readonly size: {
    /** Size in bytes. */
    readonly size: number;
    /** Width in pixels. */
    readonly width: number;
    /** Height in pixels. */
    readonly height: number;
    /** Color depth in bits. */
    readonly bits: number;
  };
  readonly type: {
    /** MIME type. */
    readonly mimetype: string | null;
    /** Media type in MediaWiki's classification. */
    readonly mediatype: string | null;
  };
}

/** list=oldreviewedpages: List pages with edits that await review. */
export interface ListOldreviewedpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly revid: number;
  /** Id of the latest reviewed revision. */
  readonly stable_revid: number;
  /** Time since which newer revisions await review. */
  readonly pending_since: string;
  /** Quality level of the reviewed revision. */
  readonly flagged_level: number;
  /** Name of the quality level. */
  readonly flagged_level_text: 'stable';
  /** Size change in bytes since the review. */
  readonly diff_size: number;
}

/** list=oldreviewedpages: List pages with edits that await review. */
export interface OldListOldreviewedpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly revid: number;
  /** Id of the latest reviewed revision. */
  readonly stable_revid: number;
  /** Time since which newer revisions await review. */
  readonly pending_since: string;
  /** Quality level of the reviewed revision. */
  readonly flagged_level: number;
  /** Name of the quality level. */
  readonly flagged_level_text: 'stable';
  /** Size change in bytes since the review. */
  readonly diff_size: number;
}

/** prop=pageimages: Return the representative image of each page, with a thumbnail. */
export interface PropPageimages {}

/** prop=pageimages: fields by value of `prop`. */
export interface PropPageimagesParts {
  readonly thumbnail: {
    /** Thumbnail of the image. */
    readonly thumbnail?: {
      /** Address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly original: {
    /** Original image. */
    readonly original?: {
      /** Address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly name: {
    /** Name of the file. */
    readonly pageimage?: string;
  };
}

/** prop=pageimages: Return the representative image of each page, with a thumbnail. */
export interface OldPropPageimages {}

/** prop=pageimages: fields by value of `prop`. */
export interface OldPropPageimagesParts {
  readonly thumbnail: {
    /** Thumbnail of the image. */
    readonly thumbnail?: {
      /** Address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly original: {
    /** Original image. */
    readonly original?: {
      /** Address of the image. */
      readonly source: string;
      /** Width in pixels. */
      readonly width: number;
      /** Height in pixels. */
      readonly height: number;
    };
  };
  readonly name: {
    /** Name of the file. */
    readonly pageimage?: string;
  };
}

/** list=pagepropnames: List the names of all page properties in use. */
export interface ListPagepropnames {
  /** Name of the page property. */
  readonly propname: string;
}

/** list=pagepropnames: List the names of all page properties in use. */
export interface OldListPagepropnames {
  /** Name of the page property. */
  readonly propname: string;
}

/** prop=pageprops: Return page properties, such as the display title or the default sort key. */
export type PropPageprops = Readonly<Record<string, string>>;

/** prop=pageprops: Return page properties, such as the display title or the default sort key. */
export type OldPropPageprops = Readonly<Record<string, string>>;

/** list=pageswithprop: List pages that set a page property. */
export interface ListPageswithprop {}

/** list=pageswithprop: fields by value of `prop`. */
export interface ListPageswithpropParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly value: {
    /** Value. */
    readonly value: string;
  };
}

/** list=pageswithprop: List pages that set a page property. */
export interface OldListPageswithprop {}

/** list=pageswithprop: fields by value of `prop`. */
export interface OldListPageswithpropParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly value: {
    /** Value. */
    readonly value: string;
  };
}

/** prop=pageterms: Return labels, descriptions and aliases of the items linked to pages. */
export interface PropPageterms {
  /** Terms of the item, by type. */
  readonly terms: {
    /** Aliases. */
    readonly alias?: readonly string[];
    /** Descriptions. */
    readonly description?: readonly string[];
    /** Labels. */
    readonly label?: readonly string[];
  };
}

/** prop=pageterms: Return labels, descriptions and aliases of the items linked to pages. */
export interface OldPropPageterms {
  /** Terms of the item, by type. */
  readonly terms: {
    /** Aliases. */
    readonly alias?: readonly string[];
    /** Descriptions. */
    readonly description?: readonly string[];
    /** Labels. */
    readonly label?: readonly string[];
  };
}

/** list=prefixsearch: Find pages by title prefix. */
export interface ListPrefixsearch {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** The page is a special page. */
  readonly special?: true;
  /** Page ID. */
  readonly pageid?: number;
}

/** list=prefixsearch: fields of the pages as a generator. */
export interface ListPrefixsearchGenerated {
  /** Position in the results. */
  readonly index: number;
}

/** list=prefixsearch: Find pages by title prefix. */
export interface OldListPrefixsearch {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** The page is a special page. */
  readonly special?: '';
  /** Page ID. */
  readonly pageid?: number;
}

/** list=prefixsearch: fields of the pages as a generator. */
export interface OldListPrefixsearchGenerated {
  /** Position in the results. */
  readonly index: number;
}

/** list=protectedtitles: List titles with creation protection. */
export interface ListProtectedtitles {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=protectedtitles: fields by value of `prop`. */
export interface ListProtectedtitlesParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment: string;
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry: string | 'infinity';
  };
  readonly level: {
    /** Required group or right. */
    readonly level: string;
  };
}

/** list=protectedtitles: List titles with creation protection. */
export interface OldListProtectedtitles {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=protectedtitles: fields by value of `prop`. */
export interface OldListProtectedtitlesParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment: string;
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry: string | 'infinity';
  };
  readonly level: {
    /** Required group or right. */
    readonly level: string;
  };
}

/** list=querypage: List the rows of a maintenance report, such as orphaned or wanted pages. */
export interface ListQuerypage {
  /** Name of the report. */
  readonly name: string;
  /** The report is disabled. */
  readonly disabled?: true;
  /** The rows come from a cache. */
  readonly cached?: true;
  /** Time of the cached rows. */
  readonly cachedtimestamp?: string;
  /** Maximum number of cached rows. */
  readonly maxresults?: number;
  /** Rows of the report. */
  readonly results?: readonly {
    /** Sort value of the row. */
    readonly value?: string;
    /** Time. */
    readonly timestamp?: string;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** Other columns of the row. */
    readonly databaseResult?: Readonly<Record<string, string | null>>;
  }[];
}

/** list=querypage: List the rows of a maintenance report, such as orphaned or wanted pages. */
export interface OldListQuerypage {
  /** Name of the report. */
  readonly name: string;
  /** The report is disabled. */
  readonly disabled?: '';
  /** The rows come from a cache. */
  readonly cached?: '';
  /** Time of the cached rows. */
  readonly cachedtimestamp?: string;
  /** Maximum number of cached rows. */
  readonly maxresults?: number;
  /** Rows of the report. */
  readonly results?: readonly {
    /** Sort value of the row. */
    readonly value?: string;
    /** Time. */
    readonly timestamp?: string;
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
    /** Other columns of the row. */
    readonly databaseResult?: Readonly<Record<string, string | null>> | readonly never[];
  }[];
}

/** list=random: Return random pages. */
export interface ListRandom {
  /** ID. */
  readonly id: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: boolean;
}

/** list=random: Return random pages. */
export interface OldListRandom {
  /** ID. */
  readonly id: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** It is a redirect. */
  readonly redirect?: '';
}

/** list=recentchanges: List recent changes by time. */
export interface ListRecentchanges {
  /** Type. */
  readonly type: string;
  /** Made without an account. */
  readonly anon?: true;
  /** The action and its target are suppressed. */
  readonly actionhidden?: true;
  /** The user is suppressed. */
  readonly userhidden?: true;
  /** The comment is suppressed. */
  readonly commenthidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** list=recentchanges: fields by value of `prop`. */
export interface ListRecentchangesParts {
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly flags: {
    /** Whether it was marked as a bot action. */
    readonly bot: boolean;
    /** Whether it created the page. */
    readonly new: boolean;
    /** Whether it was marked as minor. */
    readonly minor: boolean;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly ids: {
    /** Page ID. */
    readonly pageid?: number;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision. */
    readonly old_revid?: number;
    /** ID of the recent change. */
    readonly rcid: number;
  };
  readonly sizes: {
    /** Size of the text before the change, in bytes. */
    readonly oldlen: number;
    /** Size of the text after the change, in bytes. */
    readonly newlen: number;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
  readonly patrolled: {
    /** Whether it was patrolled. */
    readonly patrolled: boolean;
    /** Whether it should be patrolled. */
    readonly unpatrolled: boolean;
    /** Whether it was patrolled automatically. */
    readonly autopatrolled: boolean;
  };
  readonly loginfo: {
    /** ID of the log entry. */
    readonly logid?: number;
    /** Log type. */
    readonly logtype?: string | null;
    /** Action of the log entry. */
    readonly logaction?: string | null;
    /** Parameters of the log entry, which depend on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
  };
}

/** list=recentchanges: List recent changes by time. */
export interface OldListRecentchanges {
  /** Type. */
  readonly type: string;
  /** Made without an account. */
  readonly anon?: '';
  /** The action and its target are suppressed. */
  readonly actionhidden?: '';
  /** The user is suppressed. */
  readonly userhidden?: '';
  /** The comment is suppressed. */
  readonly commenthidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** list=recentchanges: fields by value of `prop`. */
export interface OldListRecentchangesParts {
  readonly user: {
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly flags: {
    /** Whether it was marked as a bot action. */
    readonly bot?: '';
    /** Whether it created the page. */
    readonly new?: '';
    /** Whether it was marked as minor. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly ids: {
    /** Page ID. */
    readonly pageid?: number;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision. */
    readonly old_revid?: number;
    /** ID of the recent change. */
    readonly rcid: number;
  };
  readonly sizes: {
    /** Size of the text before the change, in bytes. */
    readonly oldlen: number;
    /** Size of the text after the change, in bytes. */
    readonly newlen: number;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
  readonly patrolled: {
    /** Whether it was patrolled. */
    readonly patrolled?: '';
    /** Whether it should be patrolled. */
    readonly unpatrolled?: '';
    /** Whether it was patrolled automatically. */
    readonly autopatrolled?: '';
  };
  readonly loginfo: {
    /** ID of the log entry. */
    readonly logid?: number;
    /** Log type. */
    readonly logtype?: string | null;
    /** Action of the log entry. */
    readonly logaction?: string | null;
    /** Parameters of the log entry, which depend on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
  };
}

/** prop=redirects: List redirects to pages. */
export interface PropRedirects {}

/** prop=redirects: fields by value of `prop`. */
export interface PropRedirectsParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** Target section of a redirect. */
    readonly fragment?: string;
  };
}

/** prop=redirects: List redirects to pages. */
export interface OldPropRedirects {}

/** prop=redirects: fields by value of `prop`. */
export interface OldPropRedirectsParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly fragment: {
    /** Target section of a redirect. */
    readonly fragment?: string;
  };
}

/** prop=revisions: Return current revisions of pages, the history of a page, or revisions by id. */
export interface PropRevisions {
  /** Slots by role. */
  readonly slots?: Readonly<Record<string, {
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The text is suppressed. */
    readonly texthidden?: true;
    /** The text is missing. */
    readonly textmissing?: true;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly content?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: true;
  /** The text is suppressed. */
  readonly texthidden?: true;
  /** The text is missing. */
  readonly textmissing?: true;
  /** Difference to another revision or text. */
  readonly diff?: {
    /** Original value, or older side. */
    readonly from?: number | false;
    /** Result, or newer side. */
    readonly to?: number;
    /** The difference was not computed because it is expensive. */
    readonly notcached?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
    /** Difference as HTML table rows. */
    readonly body?: string | false;
  };
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** prop=revisions: fields by value of `prop`. */
export interface PropRevisionsParts {
  readonly ids: {
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was marked as minor. */
    readonly minor?: boolean;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly userid: {
    /** The user is suppressed. */
    readonly userhidden?: true;
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Made by a temporary account. */
    readonly temp?: true;
    /** Made without an account. */
    readonly anon?: true;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is suppressed. */
    readonly sha1hidden?: true;
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** Content model. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** Text. */
    readonly content?: string;
    /** The section does not exist. */
    readonly nosuchsection?: true;
    /** The content does not support the requested format. */
    readonly badcontentformat?: true;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** Slot roles. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: true;
  };
}

/** prop=revisions: Return current revisions of pages, the history of a page, or revisions by id. */
export interface OldPropRevisions {
  /** Slots by role. */
  readonly slots?: Readonly<Record<string, {
    /** Size in bytes. */
    readonly size?: number;
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** The text is suppressed. */
    readonly texthidden?: '';
    /** The text is missing. */
    readonly textmissing?: '';
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Text. */
    readonly '*'?: string;
  }>>;
  /** The slots cannot be read. */
  readonly slotsmissing?: '';
  /** The text is suppressed. */
  readonly texthidden?: '';
  /** The text is missing. */
  readonly textmissing?: '';
  /** Difference to another revision or text. */
  readonly diff?: {
    /** Original value, or older side. */
    readonly from?: number;
    /** Result, or newer side. */
    readonly to?: number;
    /** The difference was not computed because it is expensive. */
    readonly notcached?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
    /** Difference as HTML table rows. */
    readonly '*'?: string;
  };
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** prop=revisions: fields by value of `prop`. */
export interface OldPropRevisionsParts {
  readonly ids: {
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly flags: {
    /** Whether it was marked as minor. */
    readonly minor?: '';
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly user: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** User name. */
    readonly user?: string;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly userid: {
    /** The user is suppressed. */
    readonly userhidden?: '';
    /** Account ID; 0 without an account. */
    readonly userid?: number;
    /** Made by a temporary account. */
    readonly temp?: '';
    /** Made without an account. */
    readonly anon?: '';
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly slotsize: {};
  readonly sha1: {
    /** The hash is suppressed. */
    readonly sha1hidden?: '';
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly slotsha1: {};
  readonly contentmodel: {
    /** Content model. */
    readonly contentmodel?: string;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly content: {
    /** Serialization format of the text. */
    readonly contentformat?: string;
    /** Content model. */
    readonly contentmodel?: string;
    /** Text. */
    readonly '*'?: string;
    /** The section does not exist. */
    readonly nosuchsection?: '';
    /** The content does not support the requested format. */
    readonly badcontentformat?: '';
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly roles: {
    /** Slot roles. */
    readonly roles?: readonly string[];
  };
  readonly parsetree: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Only wikitext has a parse tree. */
    readonly badcontentformatforparsetree?: '';
  };
}

/** list=search: Search page titles or texts. */
export interface ListSearch {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Page ID. */
  readonly pageid: number;
}

/** list=search: fields by value of `prop`. */
export interface ListSearchParts {
  readonly size: {
    /** Size in bytes. */
    readonly size: number;
  };
  readonly wordcount: {
    /** Number of words in the text. */
    readonly wordcount: number;
  };
  readonly snippet: {
    /** Excerpt with highlighted matches. */
    readonly snippet: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly titlesnippet: {
    /** Title with highlighted matches. */
    readonly titlesnippet: string;
  };
  readonly categorysnippet: {
    /** Matching category with highlights. */
    readonly categorysnippet: string;
  };
  readonly redirecttitle: {
    /** Matching redirect. */
    readonly redirecttitle?: string;
  };
  readonly redirectsnippet: {
    /** Matching redirect title with highlighted words. */
    readonly redirectsnippet?: string;
  };
  readonly sectiontitle: {
    /** Matching heading. */
    readonly sectiontitle?: string;
  };
  readonly sectionsnippet: {
    /** Matching heading with highlights. */
    readonly sectionsnippet?: string;
  };
  readonly isfilematch: {
    /** Whether the content of the file matches. */
    readonly isfilematch: boolean;
  };
  readonly extensiondata: {
    /** Data of extensions. */
    readonly extensiondata?: Readonly<Record<string, unknown>>;
  };
  readonly score: {};
  readonly hasrelated: {};
}

/** list=search: fields next to the records. */
export interface ListSearchBeside {
  /** Metadata of the search. */
  readonly searchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
  /** Results from associated wikis, by interwiki prefix. */
  readonly additionalsearch?: Readonly<Record<string, readonly {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** Metadata of that search. */
  readonly additionalsearchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
  /** Results from other wikis, by interwiki prefix. */
  readonly interwikisearch?: Readonly<Record<string, readonly {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** Metadata of that search. */
  readonly interwikisearchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
}

/** list=search: fields of the pages as a generator. */
export interface ListSearchGenerated {
  /** Size in bytes. */
  readonly size: number;
  /** Number of words in the text. */
  readonly wordcount: number;
  /** Excerpt with highlighted matches. */
  readonly snippet: string;
  /** Time. */
  readonly timestamp: string;
  /** Title with highlighted matches. */
  readonly titlesnippet: string;
  /** Matching category with highlights. */
  readonly categorysnippet: string;
  /** Matching redirect. */
  readonly redirecttitle?: string;
  /** Matching redirect title with highlighted words. */
  readonly redirectsnippet?: string;
  /** Matching heading. */
  readonly sectiontitle?: string;
  /** Matching heading with highlights. */
  readonly sectionsnippet?: string;
  /** Whether the content of the file matches. */
  readonly isfilematch: boolean;
  /** Data of extensions. */
  readonly extensiondata?: Readonly<Record<string, unknown>>;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Page ID. */
  readonly pageid: number;
  /** Position in the results. */
  readonly index: number;
}

/** list=search: Search page titles or texts. */
export interface OldListSearch {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Page ID. */
  readonly pageid: number;
}

/** list=search: fields by value of `prop`. */
export interface OldListSearchParts {
  readonly size: {
    /** Size in bytes. */
    readonly size: number;
  };
  readonly wordcount: {
    /** Number of words in the text. */
    readonly wordcount: number;
  };
  readonly snippet: {
    /** Excerpt with highlighted matches. */
    readonly snippet: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly titlesnippet: {
    /** Title with highlighted matches. */
    readonly titlesnippet: string;
  };
  readonly categorysnippet: {
    /** Matching category with highlights. */
    readonly categorysnippet: string;
  };
  readonly redirecttitle: {
    /** Matching redirect. */
    readonly redirecttitle?: string;
  };
  readonly redirectsnippet: {
    /** Matching redirect title with highlighted words. */
    readonly redirectsnippet?: string;
  };
  readonly sectiontitle: {
    /** Matching heading. */
    readonly sectiontitle?: string;
  };
  readonly sectionsnippet: {
    /** Matching heading with highlights. */
    readonly sectionsnippet?: string;
  };
  readonly isfilematch: {
    /** Whether the content of the file matches. */
    readonly isfilematch?: '';
  };
  readonly extensiondata: {
    /** Data of extensions. */
    readonly extensiondata?: Readonly<Record<string, unknown>>;
  };
  readonly score: {};
  readonly hasrelated: {};
}

/** list=search: fields next to the records. */
export interface OldListSearchBeside {
  /** Metadata of the search. */
  readonly searchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
  /** Results from associated wikis, by interwiki prefix. */
  readonly additionalsearch?: Readonly<Record<string, readonly {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** Metadata of that search. */
  readonly additionalsearchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
  /** Results from other wikis, by interwiki prefix. */
  readonly interwikisearch?: Readonly<Record<string, readonly {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title: string;
    readonly [name: string]: unknown;
  }[]>>;
  /** Metadata of that search. */
  readonly interwikisearchinfo?: {
    /** Total number of results. */
    readonly totalhits?: number;
    /** Suggested query. */
    readonly suggestion?: string;
    /** Query with the changes highlighted. */
    readonly suggestionsnippet?: string;
    /** Query that was used instead. */
    readonly rewrittenquery?: string;
    /** Query with the changes highlighted. */
    readonly rewrittenquerysnippet?: string;
  };
}

/** list=search: fields of the pages as a generator. */
export interface OldListSearchGenerated {
  /** Size in bytes. */
  readonly size: number;
  /** Number of words in the text. */
  readonly wordcount: number;
  /** Excerpt with highlighted matches. */
  readonly snippet: string;
  /** Time. */
  readonly timestamp: string;
  /** Title with highlighted matches. */
  readonly titlesnippet: string;
  /** Matching category with highlights. */
  readonly categorysnippet: string;
  /** Matching redirect. */
  readonly redirecttitle?: string;
  /** Matching redirect title with highlighted words. */
  readonly redirectsnippet?: string;
  /** Matching heading. */
  readonly sectiontitle?: string;
  /** Matching heading with highlights. */
  readonly sectionsnippet?: string;
  /** Whether the content of the file matches. */
  readonly isfilematch?: '';
  /** Data of extensions. */
  readonly extensiondata?: Readonly<Record<string, unknown>>;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Page ID. */
  readonly pageid: number;
  /** Position in the results. */
  readonly index: number;
}

/** meta=siteinfo: Return site configuration, statistics and other facts about the wiki. */
export interface MetaSiteinfo {}

/** meta=siteinfo: fields by value of `prop`. */
export interface MetaSiteinfoParts {
  readonly autocreatetempuser: {
    /** Configuration of temporary accounts. */
    readonly autocreatetempuser: {
      /** Whether anonymous edits create a temporary account. */
      readonly enabled: boolean;
      readonly [name: string]: unknown;
    };
  };
  readonly autopromote: {
    /** Groups with automatic membership, and the condition for each. */
    readonly autopromote: Readonly<Record<string, PromotionCondition>>;
  };
  readonly autopromoteonce: {
    /** Groups that accounts join permanently when a condition is met, by triggering event. */
    readonly autopromoteonce: Readonly<Record<string, readonly PromotionCondition[] | Readonly<Record<string, readonly PromotionCondition[] | PromotionCondition>>>>;
  };
  readonly clientlibraries: {
    /** Libraries that run in the browser. */
    readonly clientlibraries: readonly {
      /** Name. */
      readonly name: string;
      /** Version. */
      readonly version: string;
      /** Authors. */
      readonly author?: string;
      /** License. */
      readonly license?: string;
    }[];
  };
  readonly copyuploaddomains: {
    /** Domains from which files can be uploaded by address. */
    readonly copyuploaddomains: readonly string[];
  };
  readonly dbrepllag: {
    /** Replication lag of the database servers. */
    readonly dbrepllag: readonly {
      /** Name of the database server. */
      readonly host: string;
      /** Replication lag in seconds. */
      readonly lag: number;
    }[];
  };
  readonly defaultoptions: {
    /** Default user preferences. */
    readonly defaultoptions: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly extensions: {
    /** Installed extensions and skins. */
    readonly extensions: readonly {
      /** Type. */
      readonly type: string;
      /** Name. */
      readonly name?: string;
      /** Message key of the name. */
      readonly namemsg?: string;
      /** Description. */
      readonly description?: string;
      /** Message key of the description. */
      readonly descriptionmsg?: string;
      /** Parameters of the description message. */
      readonly descriptionmsgparams?: readonly unknown[];
      /** Authors. */
      readonly author?: string;
      /** URL. */
      readonly url?: string;
      /** Version. */
      readonly version?: string;
      /** Version control system. */
      readonly 'vcs-system'?: string;
      /** Commit hash. */
      readonly 'vcs-version'?: string;
      /** Address of the commit. */
      readonly 'vcs-url'?: string;
      /** Time of the commit. */
      readonly 'vcs-date'?: string;
      /** Name of the license. */
      readonly 'license-name'?: string;
      /** Address of the license text. */
      readonly license?: string;
      /** Address of the credits page. */
      readonly credits?: string;
    }[];
  };
  readonly extensiontags: {
    /** Extension tags of the wikitext parser. */
    readonly extensiontags: readonly string[];
  };
  readonly fileextensions: {
    /** File types that can be uploaded. */
    readonly fileextensions: readonly {
      /** File extension without the dot. */
      readonly ext: string;
    }[];
  };
  readonly functionhooks: {
    /** Parser functions. */
    readonly functionhooks: readonly string[];
  };
  readonly general: {
    /** General site configuration. */
    readonly general: {
      /** Title of the main page. */
      readonly mainpage: string;
      /** URL of the main page. */
      readonly base: string;
      /** Name of the wiki. */
      readonly sitename: string;
      /** Whether the main page is at the root of the domain. */
      readonly mainpageisdomainroot?: boolean;
      /** Address of the logo. */
      readonly logo?: string;
      /** Name and version of the software. */
      readonly generator?: string;
      /** PHP version. */
      readonly phpversion?: string;
      /** PHP interface to the web server. */
      readonly phpsapi?: string;
      /** Type of the database. */
      readonly dbtype?: string;
      /** Version of the database. */
      readonly dbversion?: string;
      /** Whether administrators maintain a list of external images that pages can embed. */
      readonly imagewhitelistenabled?: boolean;
      /** Whether content is converted between language variants. */
      readonly langconversion?: boolean;
      /** Whether links resolve titles in other language variants. */
      readonly linkconversion?: boolean;
      /** Whether page titles are converted between language variants. */
      readonly titleconversion?: boolean;
      /** Character class for link prefixes. */
      readonly linkprefixcharset?: string;
      /** Regular expression for text before a link that becomes part of it; empty if unsupported. */
      readonly linkprefix?: string;
      /** Regular expression for text after a link that becomes part of it. */
      readonly linktrail?: string;
      /** Character class of legal title characters. */
      readonly legaltitlechars?: string;
      /** Characters that user names cannot contain. */
      readonly invalidusernamechars?: string;
      /** Whether Arabic and Malayalam text is normalized in all languages. */
      readonly allunicodefixes?: boolean;
      /** Whether Arabic presentation forms are normalized. */
      readonly fixarabicunicode?: boolean;
      /** Whether legacy Malayalam letters are normalized. */
      readonly fixmalayalamunicode?: boolean;
      /** Commit hash of the software. */
      readonly 'git-hash'?: string;
      /** Branch of the software. */
      readonly 'git-branch'?: string;
      /** Whether the first letter of titles is case-sensitive. */
      readonly case?: 'first-letter' | 'case-sensitive';
      /** Content language code. */
      readonly lang: string;
      /** Fallback languages in order. */
      readonly fallback?: readonly {
        /** Code of the language, skin or error. */
        readonly code: string;
      }[];
      /** Variants of the content language. */
      readonly variants?: readonly {
        /** Code of the language, skin or error. */
        readonly code: string;
        /** Name. */
        readonly name: string;
      }[];
      /** Whether the content language is written from right to left. */
      readonly rtl?: boolean;
      /** Encoding of URLs that are not UTF-8. */
      readonly fallback8bitEncoding?: string;
      /** Whether the wiki is read-only. */
      readonly readonly?: boolean;
      /** Reason for the read-only state. */
      readonly readonlyreason?: string;
      /** Whether the API can edit. */
      readonly writeapi?: boolean;
      /** Maximum page size in bytes. */
      readonly maxarticlesize?: number;
      /** Time zone. */
      readonly timezone?: string;
      /** Offset of the time zone from UTC in minutes. */
      readonly timeoffset?: number;
      /** URL path of pages, with `$1` for the title. */
      readonly articlepath: string;
      /** URL path of the scripts. */
      readonly scriptpath: string;
      /** Path of index.php. */
      readonly script: string;
      /** Address pattern of pages in a variant, with `$1` for the title and `$2` for the variant; false if unsupported. */
      readonly variantarticlepath?: string | boolean;
      /** URL of the server. */
      readonly server: string;
      /** Host name of the server. */
      readonly servername?: string;
      /** ID of the wiki. */
      readonly wikiid: string;
      /** Current time. */
      readonly time: string;
      /** Whether expensive features are disabled. */
      readonly misermode?: boolean;
      /** Whether uploads are enabled. */
      readonly uploadsenabled?: boolean;
      /** Maximum upload size in bytes. */
      readonly maxuploadsize?: number;
      /** Minimum size in bytes of each chunk except the last. */
      readonly minuploadchunksize?: number;
      /** Default options of image galleries. */
      readonly galleryoptions?: Readonly<Record<string, number | string | boolean>>;
      /** Thumbnail widths in pixels that users can choose. */
      readonly thumblimits?: Readonly<Record<string, number>>;
      /** Image size limits for file pages that users can choose. */
      readonly imagelimits?: Readonly<Record<string, {
        /** Width in pixels. */
        readonly width: number;
        /** Height in pixels. */
        readonly height: number;
      }>>;
      /** Address of the favicon. */
      readonly favicon?: string;
      /** Provider of central account ids. */
      readonly centralidlookupprovider?: string;
      /** All available providers of central account ids. */
      readonly allcentralidlookupproviders?: readonly string[];
      /** Whether interlanguage links appear next to the text. */
      readonly interwikimagic?: boolean;
      /** Whether ISBN, PMID and RFC numbers become links. */
      readonly magiclinks?: Readonly<Record<string, boolean>>;
      /** Collation of category members. */
      readonly categorycollation?: string;
      /** Whether external links have `rel="nofollow"`. */
      readonly nofollowlinks?: boolean;
      /** Namespaces exempt from `nofollow`. */
      readonly nofollownsexceptions?: readonly number[];
      /** Domains exempt from `nofollow`. */
      readonly nofollowdomainexceptions?: readonly string[];
      /** Target window of external links; false for the same window. */
      readonly externallinktarget?: string | false;
      readonly [name: string]: unknown;
    };
  };
  readonly interwikimap: {
    /** Interwiki prefixes. */
    readonly interwikimap: readonly {
      /** Interwiki prefix. */
      readonly prefix: string;
      /** Whether it belongs to this wiki or its wiki family. */
      readonly local?: true;
      /** Templates of that wiki can be transcluded. */
      readonly trans?: true;
      /** Language name. */
      readonly language?: string;
      /** BCP 47 code of the language. */
      readonly bcp47?: string;
      /** The prefix refers to this wiki. */
      readonly localinterwiki?: true;
      /** Links with this prefix appear among the language links although it is not a language code. */
      readonly extralanglink?: true;
      /** Code of the language, skin or error. */
      readonly code?: string;
      /** Display text of the links. */
      readonly linktext?: string;
      /** Name of the wiki. */
      readonly sitename?: string;
      /** Preferred language code. */
      readonly deprecated?: string;
      /** Address pattern of the pages, with `$1` for the title. */
      readonly url: string;
      /** Whether the address is protocol-relative. */
      readonly protorel?: boolean;
      /** ID of the wiki. */
      readonly wikiid?: string;
      /** Address of the api.php of that wiki. */
      readonly api?: string;
    }[];
  };
  readonly languages: {
    /** Languages that MediaWiki supports. */
    readonly languages: readonly {
      /** Code of the language, skin or error. */
      readonly code: string;
      /** BCP 47 code of the language. */
      readonly bcp47?: string;
      /** Name. */
      readonly name: string;
    }[];
  };
  readonly languagevariants: {
    /** Languages that have variants. */
    readonly languagevariants: Readonly<Record<string, Readonly<Record<string, {
      /** Fallback variants in order. */
      readonly fallbacks: readonly string[];
    }>>>>;
  };
  readonly libraries: {
    /** Libraries that run on the server. */
    readonly libraries: readonly {
      /** Name. */
      readonly name: string;
      /** Version. */
      readonly version: string;
      /** Authors. */
      readonly author?: string;
      /** License. */
      readonly license?: string;
    }[];
  };
  readonly magicwords: {
    /** Magic words of the wikitext parser. */
    readonly magicwords: readonly {
      /** Name. */
      readonly name: string;
      /** Alternative names. */
      readonly aliases: readonly string[];
      /** Whether the word is case-sensitive. */
      readonly 'case-sensitive': boolean;
    }[];
  };
  readonly namespacealiases: {
    /** Aliases of namespaces. */
    readonly namespacealiases: readonly {
      /** Namespace number. */
      readonly id: number;
      /** Alias of the namespace. */
      readonly alias: string;
    }[];
  };
  readonly namespaces: {
    /** Namespaces by ID. */
    readonly namespaces: Readonly<Record<string, {
      /** ID. */
      readonly id: number;
      /** Whether the first letter of titles is case-sensitive. */
      readonly case: 'first-letter' | 'case-sensitive';
      /** Name. */
      readonly name: string;
      /** Whether subpages are enabled. */
      readonly subpages: boolean;
      /** English name. */
      readonly canonical?: string;
      /** Whether its pages count as content. */
      readonly content: boolean;
      /** Whether its pages cannot be transcluded. */
      readonly nonincludable: boolean;
      /** Right required to edit. */
      readonly namespaceprotection?: string;
      /** Content model of new pages, if it differs from the default. */
      readonly defaultcontentmodel?: string;
    }>>;
  };
  readonly protocols: {
    /** Protocols that external links can use. */
    readonly protocols: readonly string[];
  };
  readonly restrictions: {
    /** Types and levels of page protection. */
    readonly restrictions: {
      /** Actions that protection can restrict. */
      readonly types: readonly string[];
      /** Protection levels; empty for no restriction. */
      readonly levels: readonly string[];
      /** Levels that allow cascading protection. */
      readonly cascadinglevels: readonly string[];
      /** Levels of semi-protection. */
      readonly semiprotectedlevels: readonly string[];
    };
  };
  readonly rightsinfo: {
    /** License of the content. */
    readonly rightsinfo: {
      /** Address of the license. */
      readonly url: string;
      /** Name of the license. */
      readonly text: string;
    };
  };
  readonly showhooks: {
    /** Hooks with registered functions. */
    readonly showhooks: readonly {
      /** Name. */
      readonly name: string;
      /** Functions registered for the hook. */
      readonly subscribers: readonly string[];
    }[];
  };
  readonly skins: {
    /** Installed skins. */
    readonly skins: readonly {
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Name. */
      readonly name: string;
      /** Default skin. */
      readonly default?: true;
      /** Users cannot choose the skin. */
      readonly unusable?: true;
    }[];
  };
  readonly specialpagealiases: {
    /** Names of special pages. */
    readonly specialpagealiases: readonly {
      /** English name. */
      readonly realname: string;
      /** Alternative names. */
      readonly aliases: readonly string[];
    }[];
  };
  readonly statistics: {
    /** Site statistics. */
    readonly statistics: {
      /** Number of pages. */
      readonly pages: number;
      /** Number of content pages. */
      readonly articles: number;
      /** Total number of edits. */
      readonly edits: number;
      /** Number of files. */
      readonly images: number;
      /** Number of accounts. */
      readonly users: number;
      /** Number of accounts with recent actions. */
      readonly activeusers: number;
      /** Number of accounts in the group `sysop`. */
      readonly admins: number;
      /** Number of waiting jobs. */
      readonly jobs: number;
      readonly [name: string]: unknown;
    };
  };
  readonly uploaddialog: {
    /** Configuration of the upload dialog in the editor. */
    readonly uploaddialog: {
      /** Additional form fields. */
      readonly fields?: Readonly<Record<string, boolean>>;
      /** License messages for local and foreign uploads. */
      readonly licensemessages?: Readonly<Record<string, string | readonly string[]>>;
      /** Comment of the uploads. */
      readonly comment?: string | Readonly<Record<string, string>>;
      /** Wikitext of the file pages. */
      readonly format?: Readonly<Record<string, string>>;
      readonly [name: string]: unknown;
    };
  };
  readonly usergroups: {
    /** User groups with their rights. */
    readonly usergroups: readonly {
      /** Name. */
      readonly name: string;
      /** Rights of the account or of group members. */
      readonly rights: readonly string[];
      /** Number of members. */
      readonly number?: number;
      /** Groups that members can add others to. */
      readonly add?: readonly string[] | true;
      /** Groups that members can remove others from. */
      readonly remove?: readonly string[] | true;
      /** Groups that members can add themselves to. */
      readonly 'add-self'?: readonly string[] | true;
      /** Groups that members can leave. */
      readonly 'remove-self'?: readonly string[] | true;
    }[];
  };
  readonly variables: {
    /** Variables of the wikitext parser. */
    readonly variables: readonly string[];
  };
}

/** meta=siteinfo: Return site configuration, statistics and other facts about the wiki. */
export interface OldMetaSiteinfo {}

/** meta=siteinfo: fields by value of `prop`. */
export interface OldMetaSiteinfoParts {
  readonly autocreatetempuser: {
    /** Configuration of temporary accounts. */
    readonly autocreatetempuser: {
      /** Whether anonymous edits create a temporary account. */
      readonly enabled?: '';
      readonly [name: string]: unknown;
    } | readonly never[];
  };
  readonly autopromote: {
    /** Groups with automatic membership, and the condition for each. */
    readonly autopromote: Readonly<Record<string, OldPromotionCondition>> | readonly never[];
  };
  readonly autopromoteonce: {
    /** Groups that accounts join permanently when a condition is met, by triggering event. */
    readonly autopromoteonce: Readonly<Record<string, readonly OldPromotionCondition[] | Readonly<Record<string, readonly OldPromotionCondition[] | OldPromotionCondition>> | readonly never[]>> | readonly never[];
  };
  readonly clientlibraries: {
    /** Libraries that run in the browser. */
    readonly clientlibraries: readonly {
      /** Name. */
      readonly name: string;
      /** Version. */
      readonly version: string;
      /** Authors. */
      readonly author?: string;
      /** License. */
      readonly license?: string;
    }[];
  };
  readonly copyuploaddomains: {
    /** Domains from which files can be uploaded by address. */
    readonly copyuploaddomains: readonly string[];
  };
  readonly dbrepllag: {
    /** Replication lag of the database servers. */
    readonly dbrepllag: readonly {
      /** Name of the database server. */
      readonly host: string;
      /** Replication lag in seconds. */
      readonly lag: number;
    }[];
  };
  readonly defaultoptions: {
    /** Default user preferences. */
    readonly defaultoptions: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly extensions: {
    /** Installed extensions and skins. */
    readonly extensions: readonly {
      /** Type. */
      readonly type: string;
      /** Name. */
      readonly name?: string;
      /** Message key of the name. */
      readonly namemsg?: string;
      /** Description. */
      readonly description?: string;
      /** Message key of the description. */
      readonly descriptionmsg?: string;
      /** Parameters of the description message. */
      readonly descriptionmsgparams?: readonly unknown[];
      /** Authors. */
      readonly author?: string;
      /** URL. */
      readonly url?: string;
      /** Version. */
      readonly version?: string;
      /** Version control system. */
      readonly 'vcs-system'?: string;
      /** Commit hash. */
      readonly 'vcs-version'?: string;
      /** Address of the commit. */
      readonly 'vcs-url'?: string;
      /** Time of the commit. */
      readonly 'vcs-date'?: string;
      /** Name of the license. */
      readonly 'license-name'?: string;
      /** Address of the license text. */
      readonly license?: string;
      /** Address of the credits page. */
      readonly credits?: string;
    }[];
  };
  readonly extensiontags: {
    /** Extension tags of the wikitext parser. */
    readonly extensiontags: readonly string[];
  };
  readonly fileextensions: {
    /** File types that can be uploaded. */
    readonly fileextensions: readonly {
      /** File extension without the dot. */
      readonly ext: string;
    }[];
  };
  readonly functionhooks: {
    /** Parser functions. */
    readonly functionhooks: readonly string[];
  };
  readonly general: {
    /** General site configuration. */
    readonly general: {
      /** Title of the main page. */
      readonly mainpage: string;
      /** URL of the main page. */
      readonly base: string;
      /** Name of the wiki. */
      readonly sitename: string;
      /** Whether the main page is at the root of the domain. */
      readonly mainpageisdomainroot?: '';
      /** Address of the logo. */
      readonly logo?: string;
      /** Name and version of the software. */
      readonly generator?: string;
      /** PHP version. */
      readonly phpversion?: string;
      /** PHP interface to the web server. */
      readonly phpsapi?: string;
      /** Type of the database. */
      readonly dbtype?: string;
      /** Version of the database. */
      readonly dbversion?: string;
      /** Whether administrators maintain a list of external images that pages can embed. */
      readonly imagewhitelistenabled?: '';
      /** Whether content is converted between language variants. */
      readonly langconversion?: '';
      /** Whether links resolve titles in other language variants. */
      readonly linkconversion?: '';
      /** Whether page titles are converted between language variants. */
      readonly titleconversion?: '';
      /** Character class for link prefixes. */
      readonly linkprefixcharset?: string;
      /** Regular expression for text before a link that becomes part of it; empty if unsupported. */
      readonly linkprefix?: string;
      /** Regular expression for text after a link that becomes part of it. */
      readonly linktrail?: string;
      /** Character class of legal title characters. */
      readonly legaltitlechars?: string;
      /** Characters that user names cannot contain. */
      readonly invalidusernamechars?: string;
      /** Whether Arabic and Malayalam text is normalized in all languages. */
      readonly allunicodefixes?: '';
      /** Whether Arabic presentation forms are normalized. */
      readonly fixarabicunicode?: '';
      /** Whether legacy Malayalam letters are normalized. */
      readonly fixmalayalamunicode?: '';
      /** Commit hash of the software. */
      readonly 'git-hash'?: string;
      /** Branch of the software. */
      readonly 'git-branch'?: string;
      /** Whether the first letter of titles is case-sensitive. */
      readonly case?: 'first-letter' | 'case-sensitive';
      /** Content language code. */
      readonly lang: string;
      /** Fallback languages in order. */
      readonly fallback?: readonly {
        /** Code of the language, skin or error. */
        readonly code: string;
      }[];
      /** Variants of the content language. */
      readonly variants?: readonly {
        /** Code of the language, skin or error. */
        readonly code: string;
        /** Name. */
        readonly name: string;
      }[];
      /** Whether the content language is written from right to left. */
      readonly rtl?: '';
      /** Encoding of URLs that are not UTF-8. */
      readonly fallback8bitEncoding?: string;
      /** Whether the wiki is read-only. */
      readonly readonly?: '';
      /** Reason for the read-only state. */
      readonly readonlyreason?: string;
      /** Whether the API can edit. */
      readonly writeapi?: '';
      /** Maximum page size in bytes. */
      readonly maxarticlesize?: number;
      /** Time zone. */
      readonly timezone?: string;
      /** Offset of the time zone from UTC in minutes. */
      readonly timeoffset?: number;
      /** URL path of pages, with `$1` for the title. */
      readonly articlepath: string;
      /** URL path of the scripts. */
      readonly scriptpath: string;
      /** Path of index.php. */
      readonly script: string;
      /** Address pattern of pages in a variant, with `$1` for the title and `$2` for the variant; false if unsupported. */
      readonly variantarticlepath?: string | boolean;
      /** URL of the server. */
      readonly server: string;
      /** Host name of the server. */
      readonly servername?: string;
      /** ID of the wiki. */
      readonly wikiid: string;
      /** Current time. */
      readonly time: string;
      /** Whether expensive features are disabled. */
      readonly misermode?: '';
      /** Whether uploads are enabled. */
      readonly uploadsenabled?: '';
      /** Maximum upload size in bytes. */
      readonly maxuploadsize?: number;
      /** Minimum size in bytes of each chunk except the last. */
      readonly minuploadchunksize?: number;
      /** Default options of image galleries. */
      readonly galleryoptions?: Readonly<Record<string, number | string | ''>> | readonly never[];
      /** Thumbnail widths in pixels that users can choose. */
      readonly thumblimits?: readonly number[];
      /** Image size limits for file pages that users can choose. */
      readonly imagelimits?: readonly {
        /** Width in pixels. */
        readonly width: number;
        /** Height in pixels. */
        readonly height: number;
      }[];
      /** Address of the favicon. */
      readonly favicon?: string;
      /** Provider of central account ids. */
      readonly centralidlookupprovider?: string;
      /** All available providers of central account ids. */
      readonly allcentralidlookupproviders?: readonly string[];
      /** Whether interlanguage links appear next to the text. */
      readonly interwikimagic?: '';
      /** Whether ISBN, PMID and RFC numbers become links. */
      readonly magiclinks?: Readonly<Record<string, ''>> | readonly never[];
      /** Collation of category members. */
      readonly categorycollation?: string;
      /** Whether external links have `rel="nofollow"`. */
      readonly nofollowlinks?: '';
      /** Namespaces exempt from `nofollow`. */
      readonly nofollownsexceptions?: readonly number[];
      /** Domains exempt from `nofollow`. */
      readonly nofollowdomainexceptions?: readonly string[];
      /** Target window of external links; false for the same window. */
      readonly externallinktarget?: string;
      readonly [name: string]: unknown;
    };
  };
  readonly interwikimap: {
    /** Interwiki prefixes. */
    readonly interwikimap: readonly {
      /** Interwiki prefix. */
      readonly prefix: string;
      /** Whether it belongs to this wiki or its wiki family. */
      readonly local?: '';
      /** Templates of that wiki can be transcluded. */
      readonly trans?: '';
      /** Language name. */
      readonly language?: string;
      /** BCP 47 code of the language. */
      readonly bcp47?: string;
      /** The prefix refers to this wiki. */
      readonly localinterwiki?: '';
      /** Links with this prefix appear among the language links although it is not a language code. */
      readonly extralanglink?: '';
      /** Code of the language, skin or error. */
      readonly code?: string;
      /** Display text of the links. */
      readonly linktext?: string;
      /** Name of the wiki. */
      readonly sitename?: string;
      /** Preferred language code. */
      readonly deprecated?: string;
      /** Address pattern of the pages, with `$1` for the title. */
      readonly url: string;
      /** Whether the address is protocol-relative. */
      readonly protorel?: '';
      /** ID of the wiki. */
      readonly wikiid?: string;
      /** Address of the api.php of that wiki. */
      readonly api?: string;
    }[];
  };
  readonly languages: {
    /** Languages that MediaWiki supports. */
    readonly languages: readonly {
      /** Code of the language, skin or error. */
      readonly code: string;
      /** BCP 47 code of the language. */
      readonly bcp47?: string;
      /** Name. */
      readonly '*': string;
    }[];
  };
  readonly languagevariants: {
    /** Languages that have variants. */
    readonly languagevariants: Readonly<Record<string, Readonly<Record<string, {
      /** Fallback variants in order. */
      readonly fallbacks: readonly string[];
    }>> | readonly never[]>> | readonly never[];
  };
  readonly libraries: {
    /** Libraries that run on the server. */
    readonly libraries: readonly {
      /** Name. */
      readonly name: string;
      /** Version. */
      readonly version: string;
      /** Authors. */
      readonly author?: string;
      /** License. */
      readonly license?: string;
    }[];
  };
  readonly magicwords: {
    /** Magic words of the wikitext parser. */
    readonly magicwords: readonly {
      /** Name. */
      readonly name: string;
      /** Alternative names. */
      readonly aliases: readonly string[];
      /** Whether the word is case-sensitive. */
      readonly 'case-sensitive'?: '';
    }[];
  };
  readonly namespacealiases: {
    /** Aliases of namespaces. */
    readonly namespacealiases: readonly {
      /** Namespace number. */
      readonly id: number;
      /** Alias of the namespace. */
      readonly '*': string;
    }[];
  };
  readonly namespaces: {
    /** Namespaces by ID. */
    readonly namespaces: Readonly<Record<string, {
      /** ID. */
      readonly id: number;
      /** Whether the first letter of titles is case-sensitive. */
      readonly case: 'first-letter' | 'case-sensitive';
      /** Name. */
      readonly '*': string;
      /** Whether subpages are enabled. */
      readonly subpages?: '';
      /** English name. */
      readonly canonical?: string;
      /** Whether its pages count as content. */
      readonly content?: '';
      /** Whether its pages cannot be transcluded. */
      readonly nonincludable?: '';
      /** Right required to edit. */
      readonly namespaceprotection?: string;
      /** Content model of new pages, if it differs from the default. */
      readonly defaultcontentmodel?: string;
    }>> | readonly never[];
  };
  readonly protocols: {
    /** Protocols that external links can use. */
    readonly protocols: readonly string[];
  };
  readonly restrictions: {
    /** Types and levels of page protection. */
    readonly restrictions: {
      /** Actions that protection can restrict. */
      readonly types: readonly string[];
      /** Protection levels; empty for no restriction. */
      readonly levels: readonly string[];
      /** Levels that allow cascading protection. */
      readonly cascadinglevels: readonly string[];
      /** Levels of semi-protection. */
      readonly semiprotectedlevels: readonly string[];
    };
  };
  readonly rightsinfo: {
    /** License of the content. */
    readonly rightsinfo: {
      /** Address of the license. */
      readonly url: string;
      /** Name of the license. */
      readonly text: string;
    };
  };
  readonly showhooks: {
    /** Hooks with registered functions. */
    readonly showhooks: readonly {
      /** Name. */
      readonly name: string;
      /** Functions registered for the hook. */
      readonly subscribers: readonly string[];
    }[];
  };
  readonly skins: {
    /** Installed skins. */
    readonly skins: readonly {
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Name. */
      readonly '*': string;
      /** Default skin. */
      readonly default?: '';
      /** Users cannot choose the skin. */
      readonly unusable?: '';
    }[];
  };
  readonly specialpagealiases: {
    /** Names of special pages. */
    readonly specialpagealiases: readonly {
      /** English name. */
      readonly realname: string;
      /** Alternative names. */
      readonly aliases: readonly string[];
    }[];
  };
  readonly statistics: {
    /** Site statistics. */
    readonly statistics: {
      /** Number of pages. */
      readonly pages: number;
      /** Number of content pages. */
      readonly articles: number;
      /** Total number of edits. */
      readonly edits: number;
      /** Number of files. */
      readonly images: number;
      /** Number of accounts. */
      readonly users: number;
      /** Number of accounts with recent actions. */
      readonly activeusers: number;
      /** Number of accounts in the group `sysop`. */
      readonly admins: number;
      /** Number of waiting jobs. */
      readonly jobs: number;
      readonly [name: string]: unknown;
    };
  };
  readonly uploaddialog: {
    /** Configuration of the upload dialog in the editor. */
    readonly uploaddialog: {
      /** Additional form fields. */
      readonly fields?: Readonly<Record<string, ''>> | readonly never[];
      /** License messages for local and foreign uploads. */
      readonly licensemessages?: Readonly<Record<string, string | readonly string[]>> | readonly never[];
      /** Comment of the uploads. */
      readonly comment?: string | Readonly<Record<string, string>> | readonly never[];
      /** Wikitext of the file pages. */
      readonly format?: Readonly<Record<string, string>> | readonly never[];
      readonly [name: string]: unknown;
    };
  };
  readonly usergroups: {
    /** User groups with their rights. */
    readonly usergroups: readonly {
      /** Name. */
      readonly name: string;
      /** Rights of the account or of group members. */
      readonly rights: readonly string[];
      /** Number of members. */
      readonly number?: number;
      /** Groups that members can add others to. */
      readonly add?: readonly string[] | '';
      /** Groups that members can remove others from. */
      readonly remove?: readonly string[] | '';
      /** Groups that members can add themselves to. */
      readonly 'add-self'?: readonly string[] | '';
      /** Groups that members can leave. */
      readonly 'remove-self'?: readonly string[] | '';
    }[];
  };
  readonly variables: {
    /** Variables of the wikitext parser. */
    readonly variables: readonly string[];
  };
}

/** prop=stashimageinfo: Return properties of stashed files. */
export interface PropStashimageinfo {
  /** The file is suppressed. */
  readonly filehidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
  /** The file does not exist. */
  readonly filemissing?: true;
}

/** prop=stashimageinfo: fields by value of `prop`. */
export interface PropStashimageinfoParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>>;
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** MIME type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly MetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly MetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** prop=stashimageinfo: Return properties of stashed files. */
export interface OldPropStashimageinfo {
  /** The file is suppressed. */
  readonly filehidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
  /** The file does not exist. */
  readonly filemissing?: '';
}

/** prop=stashimageinfo: fields by value of `prop`. */
export interface OldPropStashimageinfoParts {
  readonly timestamp: {
    /** Time. */
    readonly timestamp?: string;
  };
  readonly canonicaltitle: {
    /** Title of the file page. */
    readonly canonicaltitle?: string;
  };
  readonly url: {
    /** URL of the thumbnail. */
    readonly thumburl?: string;
    /** Width of the thumbnail in pixels. */
    readonly thumbwidth?: number;
    /** Height of the thumbnail in pixels. */
    readonly thumbheight?: number;
    /** Reason why there is no thumbnail. */
    readonly thumberror?: string;
    /** URLs for high-density screens. */
    readonly responsiveUrls?: Readonly<Record<string, string>> | readonly never[];
    /** URL. */
    readonly url?: string;
    /** URL of the file page. */
    readonly descriptionurl?: string;
    /** Short URL of the file page. */
    readonly descriptionshorturl?: string;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly dimensions: {
    /** Size in bytes. */
    readonly size?: number;
    /** Width in pixels. */
    readonly width?: number;
    /** Height in pixels. */
    readonly height?: number;
    /** Number of pages in the file. */
    readonly pagecount?: number;
    /** Length in seconds. */
    readonly duration?: number;
  };
  readonly sha1: {
    /** SHA-1 hash in hexadecimal digits. */
    readonly sha1?: string;
  };
  readonly mime: {
    /** MIME type. */
    readonly mime?: string;
  };
  readonly thumbmime: {
    /** MIME type of the thumbnail. */
    readonly thumbmime?: string;
  };
  readonly metadata: {
    /** Metadata of the file. */
    readonly metadata?: readonly OldMetadataItem[] | null;
  };
  readonly commonmetadata: {
    /** Metadata that all file types share. */
    readonly commonmetadata?: readonly OldMetadataItem[] | null;
  };
  readonly extmetadata: {
    /** Licence, author and similar metadata. */
    readonly extmetadata?: Readonly<Record<string, {
      /** Value. */
      readonly value: string | number;
      /** Source. */
      readonly source: string;
      /** Whether it is suppressed. */
      readonly hidden?: '';
    }>> | readonly never[];
  };
  readonly bitdepth: {
    /** Bits per color. */
    readonly bitdepth?: number;
  };
  readonly badfile: {};
}

/** list=tags: List change tags by name. */
export interface ListTags {
  /** Name. */
  readonly name: string;
}

/** list=tags: fields by value of `prop`. */
export interface ListTagsParts {
  readonly displayname: {
    /** Display name. */
    readonly displayname: string | false;
  };
  readonly description: {
    /** Description. */
    readonly description: string;
  };
  readonly hitcount: {
    /** Number of uses. */
    readonly hitcount: number;
  };
  readonly defined: {
    /** Whether the wiki or an extension defines the tag. */
    readonly defined: boolean;
  };
  readonly source: {
    /** Source. */
    readonly source: readonly string[];
  };
  readonly active: {
    /** Whether the tag can be applied to edits now. */
    readonly active: boolean;
  };
}

/** list=tags: List change tags by name. */
export interface OldListTags {
  /** Name. */
  readonly name: string;
}

/** list=tags: fields by value of `prop`. */
export interface OldListTagsParts {
  readonly displayname: {
    /** Display name. */
    readonly displayname?: string;
  };
  readonly description: {
    /** Description. */
    readonly description: string;
  };
  readonly hitcount: {
    /** Number of uses. */
    readonly hitcount: number;
  };
  readonly defined: {
    /** Whether the wiki or an extension defines the tag. */
    readonly defined?: '';
  };
  readonly source: {
    /** Source. */
    readonly source: readonly string[];
  };
  readonly active: {
    /** Whether the tag can be applied to edits now. */
    readonly active?: '';
  };
}

/** prop=templates: List the pages transcluded on pages. */
export interface PropTemplates {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** prop=templates: List the pages transcluded on pages. */
export interface OldPropTemplates {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** meta=tokens: Return tokens for requests that change data or log in. */
export type MetaTokens = Readonly<Record<string, string>>;

/** meta=tokens: Return tokens for requests that change data or log in. */
export type OldMetaTokens = Readonly<Record<string, string>>;

/** list=trackingcategories: List tracking categories, which the software assigns to pages automatically. */
export interface ListTrackingcategories {
  /** Name of the category. */
  readonly category: string;
  /** Key of the message that names the category. */
  readonly catid?: string;
}

/** list=trackingcategories: fields by value of `prop`. */
export interface ListTrackingcategoriesParts {
  readonly size: {
    /** Number of members. */
    readonly size: number;
    /** Number of pages, without files and subcategories. */
    readonly pages: number;
    /** Number of files. */
    readonly files: number;
    /** Number of subcategories. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether it is hidden on pages. */
    readonly hidden: boolean;
  };
}

/** list=trackingcategories: List tracking categories, which the software assigns to pages automatically. */
export interface OldListTrackingcategories {
  /** Name of the category. */
  readonly '*': string;
  /** Key of the message that names the category. */
  readonly catid?: string;
}

/** list=trackingcategories: fields by value of `prop`. */
export interface OldListTrackingcategoriesParts {
  readonly size: {
    /** Number of members. */
    readonly size: number;
    /** Number of pages, without files and subcategories. */
    readonly pages: number;
    /** Number of files. */
    readonly files: number;
    /** Number of subcategories. */
    readonly subcats: number;
  };
  readonly hidden: {
    /** Whether it is hidden on pages. */
    readonly hidden?: '';
  };
}

/** prop=transcludedin: List the pages that transclude titles. */
export interface PropTranscludedin {}

/** prop=transcludedin: fields by value of `prop`. */
export interface PropTranscludedinParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect: boolean;
  };
}

/** prop=transcludedin: List the pages that transclude titles. */
export interface OldPropTranscludedin {}

/** prop=transcludedin: fields by value of `prop`. */
export interface OldPropTranscludedinParts {
  readonly pageid: {
    /** Page ID. */
    readonly pageid: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly redirect: {
    /** It is a redirect. */
    readonly redirect?: '';
  };
}

/** list=unreviewedpages: List pages without a reviewed revision. */
export interface ListUnreviewedpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly revid: number;
}

/** list=unreviewedpages: List pages without a reviewed revision. */
export interface OldListUnreviewedpages {
  /** Page ID. */
  readonly pageid: number;
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
  /** Id of the latest revision. */
  readonly revid: number;
}

/** list=usercontribs: List edits by user, user prefix or address range. */
export interface ListUsercontribs {
  /** The text is suppressed. */
  readonly texthidden?: true;
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** User name. */
  readonly user: string;
  /** The user is suppressed. */
  readonly userhidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** list=usercontribs: fields by value of `prop`. */
export interface ListUsercontribsParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly flags: {
    /** Whether it created the page. */
    readonly new: boolean;
    /** Whether it was marked as minor. */
    readonly minor: boolean;
    /** It is the current revision of the page. */
    readonly top: boolean;
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: true;
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly patrolled: {
    /** Whether it was patrolled. */
    readonly patrolled: boolean;
    /** Whether it was patrolled automatically. */
    readonly autopatrolled: boolean;
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly sizediff: {
    /** Change of size in bytes. */
    readonly sizediff?: number;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
}

/** list=usercontribs: List edits by user, user prefix or address range. */
export interface OldListUsercontribs {
  /** The text is suppressed. */
  readonly texthidden?: '';
  /** Account ID; 0 without an account. */
  readonly userid: number;
  /** User name. */
  readonly user: string;
  /** The user is suppressed. */
  readonly userhidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** list=usercontribs: fields by value of `prop`. */
export interface OldListUsercontribsParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid: number;
    /** Revision ID. */
    readonly revid: number;
    /** ID of the previous revision; 0 for the first one. */
    readonly parentid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns: number;
    /** Title with namespace. */
    readonly title: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly flags: {
    /** Whether it created the page. */
    readonly new?: '';
    /** Whether it was marked as minor. */
    readonly minor?: '';
    /** It is the current revision of the page. */
    readonly top?: '';
  };
  readonly comment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** The comment is suppressed. */
    readonly commenthidden?: '';
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly patrolled: {
    /** Whether it was patrolled. */
    readonly patrolled?: '';
    /** Whether it was patrolled automatically. */
    readonly autopatrolled?: '';
  };
  readonly size: {
    /** Size in bytes. */
    readonly size?: number;
  };
  readonly sizediff: {
    /** Change of size in bytes. */
    readonly sizediff?: number;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
}

/** meta=userinfo: Return properties and rights of the current user. */
export interface MetaUserinfo {
  /** Id of the account; 0 for an anonymous user. */
  readonly id: number;
  /** User name, or address of an anonymous user. */
  readonly name: string;
  /** The user is anonymous. */
  readonly anon?: true;
  /** The account is temporary. */
  readonly temp?: true;
}

/** meta=userinfo: fields by value of `prop`. */
export interface MetaUserinfoParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: boolean;
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: boolean;
    /** Whether the block exempts accounts. */
    readonly blockanononly?: boolean;
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: boolean;
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: boolean;
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: boolean;
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: boolean;
      /** Whether the block exempts accounts. */
      readonly blockanononly?: boolean;
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: boolean;
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: boolean;
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly hasmsg: {
    /** Whether the user has new messages on the talk page. */
    readonly messages: boolean;
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with their expiry times. */
    readonly groupmemberships: readonly {
      /** Group. */
      readonly group: string;
      /** End time, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly changeablegroups: {
    /** Groups that the user can change. */
    readonly changeablegroups: {
      /** Groups that the user can add others to. */
      readonly add: readonly string[];
      /** Groups that the user can remove others from. */
      readonly remove: readonly string[];
      /** Groups that the user can join. */
      readonly 'add-self': readonly string[];
      /** Groups that the user can leave. */
      readonly 'remove-self': readonly string[];
    };
  };
  readonly options: {
    /** Preferences of the account. */
    readonly options: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly ratelimits: {
    /** Rate limits by action and type of user. */
    readonly ratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** Number of actions. */
      readonly hits: number;
      /** Period in seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly theoreticalratelimits: {
    /** Rate limits that would apply without the right to bypass them. */
    readonly theoreticalratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** Number of actions. */
      readonly hits: number;
      /** Period in seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly email: {
    /** E-mail address. */
    readonly email?: string;
    /** Time when the e-mail address was confirmed. */
    readonly emailauthenticated?: string;
  };
  readonly realname: {
    /** Real name. */
    readonly realname: string;
  };
  readonly acceptlang: {
    /** Languages in the `Accept-Language` header. */
    readonly acceptlang: readonly {
      /** Weight of the language, from 0 to 1. */
      readonly q: number;
      /** Code of the language, skin or error. */
      readonly code: string;
    }[];
  };
  readonly registrationdate: {
    /** Registration time; null if unknown. */
    readonly registrationdate?: string | null;
  };
  readonly unreadcount: {
    /** Number of pages with unseen changes. */
    readonly unreadcount: number | string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
  readonly latestcontrib: {
    /** Time of the account's latest edit. */
    readonly latestcontrib?: string;
  };
  readonly cancreateaccount: {
    /** Whether the user can create accounts. */
    readonly cancreateaccount: boolean;
    /** Reasons that prevent account creation. */
    readonly cancreateaccounterror?: readonly ({
      /** Key of the interface message. */
      readonly message: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Type. */
      readonly type: 'error';
    } | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly text?: string;
      /** Text of the message in HTML. */
      readonly html?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    })[];
  };
}

/** meta=userinfo: Return properties and rights of the current user. */
export interface OldMetaUserinfo {
  /** Id of the account; 0 for an anonymous user. */
  readonly id: number;
  /** User name, or address of an anonymous user. */
  readonly name: string;
  /** The user is anonymous. */
  readonly anon?: '';
  /** The account is temporary. */
  readonly temp?: '';
}

/** meta=userinfo: fields by value of `prop`. */
export interface OldMetaUserinfoParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: '';
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: '';
    /** Whether the block exempts accounts. */
    readonly blockanononly?: '';
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: '';
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: '';
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: '';
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: '';
      /** Whether the block exempts accounts. */
      readonly blockanononly?: '';
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: '';
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: '';
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly hasmsg: {
    /** Whether the user has new messages on the talk page. */
    readonly messages?: '';
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with their expiry times. */
    readonly groupmemberships: readonly {
      /** Group. */
      readonly group: string;
      /** End time, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly changeablegroups: {
    /** Groups that the user can change. */
    readonly changeablegroups: {
      /** Groups that the user can add others to. */
      readonly add: readonly string[];
      /** Groups that the user can remove others from. */
      readonly remove: readonly string[];
      /** Groups that the user can join. */
      readonly 'add-self': readonly string[];
      /** Groups that the user can leave. */
      readonly 'remove-self': readonly string[];
    };
  };
  readonly options: {
    /** Preferences of the account. */
    readonly options: Readonly<Record<string, string | number | boolean | null>>;
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly ratelimits: {
    /** Rate limits by action and type of user. */
    readonly ratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** Number of actions. */
      readonly hits: number;
      /** Period in seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly theoreticalratelimits: {
    /** Rate limits that would apply without the right to bypass them. */
    readonly theoreticalratelimits: Readonly<Record<string, Readonly<Record<string, {
      /** Number of actions. */
      readonly hits: number;
      /** Period in seconds. */
      readonly seconds: number;
    }>>>>;
  };
  readonly email: {
    /** E-mail address. */
    readonly email?: string;
    /** Time when the e-mail address was confirmed. */
    readonly emailauthenticated?: string;
  };
  readonly realname: {
    /** Real name. */
    readonly realname: string;
  };
  readonly acceptlang: {
    /** Languages in the `Accept-Language` header. */
    readonly acceptlang: readonly {
      /** Weight of the language, from 0 to 1. */
      readonly q: number;
      /** Code of the language, skin or error. */
      readonly '*': string;
    }[];
  };
  readonly registrationdate: {
    /** Registration time; null if unknown. */
    readonly registrationdate?: string | null;
  };
  readonly unreadcount: {
    /** Number of pages with unseen changes. */
    readonly unreadcount: number | string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
  readonly latestcontrib: {
    /** Time of the account's latest edit. */
    readonly latestcontrib?: string;
  };
  readonly cancreateaccount: {
    /** Whether the user can create accounts. */
    readonly cancreateaccount?: '';
    /** Reasons that prevent account creation. */
    readonly cancreateaccounterror?: readonly ({
      /** Key of the interface message. */
      readonly message: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Type. */
      readonly type: 'error';
    } | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly '*'?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=users: Return properties of user accounts. */
export interface ListUsers {
  /** Account ID; 0 without an account. */
  readonly userid?: number;
  /** Name. */
  readonly name?: string;
  /** The value is not a valid user name. */
  readonly invalid?: true;
  /** The account does not exist. */
  readonly missing?: true;
  /** The account is a system account. */
  readonly systemuser?: true;
  /** Whether it is suppressed. */
  readonly hidden?: true;
}

/** list=users: fields by value of `prop`. */
export interface ListUsersParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: boolean;
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: boolean;
    /** Whether the block exempts accounts. */
    readonly blockanononly?: boolean;
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: boolean;
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: boolean;
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: boolean;
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: boolean;
      /** Whether the block exempts accounts. */
      readonly blockanononly?: boolean;
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: boolean;
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: boolean;
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with their expiry times. */
    readonly groupmemberships: readonly {
      /** Group. */
      readonly group: string;
      /** End time, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly registration: {
    /** Registration time; null if unknown. */
    readonly registration: string | null;
  };
  readonly emailable: {
    /** Whether users can send e-mails to the account. */
    readonly emailable: boolean;
  };
  readonly gender: {
    /** Preferred gender of the account. */
    readonly gender: string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, boolean>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, boolean>>;
  };
  readonly cancreate: {
    /** Whether an account of this name can be created. */
    readonly cancreate: boolean;
    /** Reasons that prevent the creation of the account. */
    readonly cancreateerror?: readonly ({
      /** Key of the interface message. */
      readonly message: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Type. */
      readonly type: 'error';
    } | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly text?: string;
      /** Text of the message in HTML. */
      readonly html?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=users: Return properties of user accounts. */
export interface OldListUsers {
  /** Account ID; 0 without an account. */
  readonly userid?: number;
  /** Name. */
  readonly name?: string;
  /** The value is not a valid user name. */
  readonly invalid?: '';
  /** The account does not exist. */
  readonly missing?: '';
  /** The account is a system account. */
  readonly systemuser?: '';
  /** Whether it is suppressed. */
  readonly hidden?: '';
}

/** list=users: fields by value of `prop`. */
export interface OldListUsersParts {
  readonly blockinfo: {
    /** ID of the block; null for several. */
    readonly blockid?: number | null;
    /** User who placed the block. */
    readonly blockedby?: string;
    /** ID of the account that placed the block. */
    readonly blockedbyid?: number;
    /** Reason for the block. */
    readonly blockreason?: string;
    /** Time of the block. */
    readonly blockedtimestamp?: string;
    /** End of the block, or `infinite`. */
    readonly blockexpiry?: string;
    /** Whether the block is limited to some pages or namespaces. */
    readonly blockpartial?: '';
    /** Whether the block prevents creating accounts. */
    readonly blocknocreate?: '';
    /** Whether the block exempts accounts. */
    readonly blockanononly?: '';
    /** Whether the block prevents sending e-mails. */
    readonly blockemail?: '';
    /** Whether the block includes the user's own talk page. */
    readonly blockowntalk?: '';
    /** Time of the block in the user's language. */
    readonly blockedtimestampformatted?: string;
    /** End of the block in the user's language. */
    readonly blockexpiryformatted?: string;
    /** End of the block relative to the current time. */
    readonly blockexpiryrelative?: string;
    /** Blocks that are combined in this one. */
    readonly blockcomponents?: readonly {
      /** ID of the block; null for several. */
      readonly blockid?: number | null;
      /** User who placed the block. */
      readonly blockedby?: string;
      /** ID of the account that placed the block. */
      readonly blockedbyid?: number;
      /** Reason for the block. */
      readonly blockreason?: string;
      /** Time of the block. */
      readonly blockedtimestamp?: string;
      /** End of the block, or `infinite`. */
      readonly blockexpiry?: string;
      /** Whether the block is limited to some pages or namespaces. */
      readonly blockpartial?: '';
      /** Whether the block prevents creating accounts. */
      readonly blocknocreate?: '';
      /** Whether the block exempts accounts. */
      readonly blockanononly?: '';
      /** Whether the block prevents sending e-mails. */
      readonly blockemail?: '';
      /** Whether the block includes the user's own talk page. */
      readonly blockowntalk?: '';
      /** Time of the block in the user's language. */
      readonly blockedtimestampformatted?: string;
      /** End of the block in the user's language. */
      readonly blockexpiryformatted?: string;
      /** End of the block relative to the current time. */
      readonly blockexpiryrelative?: string;
    }[];
  };
  readonly groups: {
    /** Groups of the account. */
    readonly groups: readonly string[];
  };
  readonly groupmemberships: {
    /** Groups with their expiry times. */
    readonly groupmemberships: readonly {
      /** Group. */
      readonly group: string;
      /** End time, or `infinity`. */
      readonly expiry: string;
    }[];
  };
  readonly implicitgroups: {
    /** Groups with automatic membership. */
    readonly implicitgroups: readonly string[];
  };
  readonly rights: {
    /** Rights of the account or of group members. */
    readonly rights: readonly string[];
  };
  readonly editcount: {
    /** Number of edits by the account. */
    readonly editcount: number;
  };
  readonly registration: {
    /** Registration time; null if unknown. */
    readonly registration: string | null;
  };
  readonly emailable: {
    /** Whether users can send e-mails to the account. */
    readonly emailable?: '';
  };
  readonly gender: {
    /** Preferred gender of the account. */
    readonly gender: string;
  };
  readonly centralids: {
    /** Central ID of the account by provider. */
    readonly centralids: Readonly<Record<string, number>>;
    /** Whether the account is attached to the central account, by provider. */
    readonly attachedlocal: Readonly<Record<string, ''>>;
    /** Whether the account on the named wiki is attached, by provider. */
    readonly attachedwiki?: Readonly<Record<string, ''>>;
  };
  readonly cancreate: {
    /** Whether an account of this name can be created. */
    readonly cancreate?: '';
    /** Reasons that prevent the creation of the account. */
    readonly cancreateerror?: readonly ({
      /** Key of the interface message. */
      readonly message: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Code of the language, skin or error. */
      readonly code: string;
      /** Type. */
      readonly type: 'error';
    } | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly '*'?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    })[];
  };
}

/** list=watchlist: List recent changes to watched pages. */
export interface ListWatchlist {
  /** Type. */
  readonly type: string;
  /** Made without an account. */
  readonly anon?: boolean;
  /** The action and its target are suppressed. */
  readonly actionhidden?: true;
  /** The user is suppressed. */
  readonly userhidden?: true;
  /** The comment is suppressed. */
  readonly commenthidden?: true;
  /** Also hidden from administrators. */
  readonly suppressed?: true;
}

/** list=watchlist: fields by value of `prop`. */
export interface ListWatchlistParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid?: number;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision. */
    readonly old_revid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly flags: {
    /** Whether it was marked as a bot action. */
    readonly bot: boolean;
    /** Whether it created the page. */
    readonly new: boolean;
    /** Whether it was marked as minor. */
    readonly minor: boolean;
  };
  readonly user: {
    /** User name. */
    readonly user?: string | number;
    /** Made by a temporary account. */
    readonly temp?: boolean;
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly patrol: {
    /** Whether it was patrolled. */
    readonly patrolled: boolean;
    /** Whether it should be patrolled. */
    readonly unpatrolled: boolean;
    /** Whether it was patrolled automatically. */
    readonly autopatrolled: boolean;
  };
  readonly sizes: {
    /** Size of the text before the change, in bytes. */
    readonly oldlen: number;
    /** Size of the text after the change, in bytes. */
    readonly newlen: number;
  };
  readonly notificationtimestamp: {
    /** Time of the first unseen change. */
    readonly notificationtimestamp: string;
  };
  readonly loginfo: {
    /** ID of the log entry. */
    readonly logid?: number;
    /** Log type. */
    readonly logtype?: string | null;
    /** Action of the log entry. */
    readonly logaction?: string | null;
    /** Parameters of the log entry, which depend on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
    /** Log message in HTML. */
    readonly logdisplay?: string;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry: string | 'infinity' | false;
  };
}

/** list=watchlist: List recent changes to watched pages. */
export interface OldListWatchlist {
  /** Type. */
  readonly type: string;
  /** Made without an account. */
  readonly anon?: '';
  /** The action and its target are suppressed. */
  readonly actionhidden?: '';
  /** The user is suppressed. */
  readonly userhidden?: '';
  /** The comment is suppressed. */
  readonly commenthidden?: '';
  /** Also hidden from administrators. */
  readonly suppressed?: '';
}

/** list=watchlist: fields by value of `prop`. */
export interface OldListWatchlistParts {
  readonly ids: {
    /** Page ID. */
    readonly pageid?: number;
    /** Revision ID. */
    readonly revid?: number;
    /** ID of the previous revision. */
    readonly old_revid?: number;
  };
  readonly title: {
    /** Namespace ID. */
    readonly ns?: number;
    /** Title with namespace. */
    readonly title?: string;
  };
  readonly flags: {
    /** Whether it was marked as a bot action. */
    readonly bot?: '';
    /** Whether it created the page. */
    readonly new?: '';
    /** Whether it was marked as minor. */
    readonly minor?: '';
  };
  readonly user: {
    /** User name. */
    readonly user?: string | number;
    /** Made by a temporary account. */
    readonly temp?: '';
  };
  readonly userid: {
    /** Account ID; 0 without an account. */
    readonly userid?: number;
  };
  readonly comment: {
    /** Comment in wikitext. */
    readonly comment?: string;
  };
  readonly parsedcomment: {
    /** Comment in HTML. */
    readonly parsedcomment?: string;
  };
  readonly timestamp: {
    /** Time. */
    readonly timestamp: string;
  };
  readonly patrol: {
    /** Whether it was patrolled. */
    readonly patrolled?: '';
    /** Whether it should be patrolled. */
    readonly unpatrolled?: '';
    /** Whether it was patrolled automatically. */
    readonly autopatrolled?: '';
  };
  readonly sizes: {
    /** Size of the text before the change, in bytes. */
    readonly oldlen: number;
    /** Size of the text after the change, in bytes. */
    readonly newlen: number;
  };
  readonly notificationtimestamp: {
    /** Time of the first unseen change. */
    readonly notificationtimestamp: string;
  };
  readonly loginfo: {
    /** ID of the log entry. */
    readonly logid?: number;
    /** Log type. */
    readonly logtype?: string | null;
    /** Action of the log entry. */
    readonly logaction?: string | null;
    /** Parameters of the log entry, which depend on its type. */
    readonly logparams?: Readonly<Record<string, unknown>>;
    /** Log message in HTML. */
    readonly logdisplay?: string;
  };
  readonly tags: {
    /** Change tags. */
    readonly tags: readonly string[];
  };
  readonly expiry: {
    /** End time, or `infinity`. */
    readonly expiry?: string | 'infinity';
  };
}

/** list=watchlistraw: List all pages on a watchlist. */
export interface ListWatchlistraw {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=watchlistraw: fields by value of `prop`. */
export interface ListWatchlistrawParts {
  readonly changed: {
    /** Time of the first unseen change. */
    readonly changed?: string;
  };
}

/** list=watchlistraw: List all pages on a watchlist. */
export interface OldListWatchlistraw {
  /** Namespace ID. */
  readonly ns: number;
  /** Title with namespace. */
  readonly title: string;
}

/** list=watchlistraw: fields by value of `prop`. */
export interface OldListWatchlistrawParts {
  readonly changed: {
    /** Time of the first unseen change. */
    readonly changed?: string;
  };
}

/** action=clientlogin: Log in interactively with a user name and an account password. */
export interface ActionClientlogin {
  /** Result of the login. */
  readonly clientlogin: {
    /** Outcome of the login, or the step that comes next. */
    readonly status: 'PASS' | 'FAIL' | 'UI' | 'REDIRECT' | 'RESTART';
    /** Account name. */
    readonly username?: string;
    /** Message to show to the user. */
    readonly message?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Machine-readable code of the message. */
    readonly messagecode?: string;
    /** Whether another attempt can resume from this state. */
    readonly canpreservestate?: boolean;
  };
}

/** action=clientlogin: Log in interactively with a user name and an account password. */
export interface OldActionClientlogin {
  /** Result of the login. */
  readonly clientlogin: {
    /** Outcome of the login, or the step that comes next. */
    readonly status: 'PASS' | 'FAIL' | 'UI' | 'REDIRECT' | 'RESTART';
    /** Account name. */
    readonly username?: string;
    /** Message to show to the user. */
    readonly message?: string | {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
    };
    /** Machine-readable code of the message. */
    readonly messagecode?: string;
    /** Whether another attempt can resume from this state. */
    readonly canpreservestate?: boolean;
  };
}

/** action=compare: Compare two revisions, pages or texts and return the diff. */
export interface ActionCompare {
  /** Diff and metadata of both sides. */
  readonly compare: {
    /** Id of the page; 0 if the page is deleted. */
    readonly fromid?: number;
    /** Id of the revision. */
    readonly fromrevid?: number;
    /** Namespace number of the page. */
    readonly fromns?: number;
    /** Title of the page. */
    readonly fromtitle?: string;
    /** Size of the revision in bytes. */
    readonly fromsize?: number;
    /** Time of the revision. */
    readonly fromtimestamp?: string;
    /** The text of the revision is revision-deleted. */
    readonly fromtexthidden?: true;
    /** The user name of the revision is revision-deleted. */
    readonly fromuserhidden?: true;
    /** User name or address of the author. */
    readonly fromuser?: string;
    /** Id of the account; 0 for an anonymous user. */
    readonly fromuserid?: number;
    /** The edit summary is revision-deleted. */
    readonly fromcommenthidden?: true;
    /** Edit summary in wikitext. */
    readonly fromcomment?: string;
    /** Edit summary in HTML. */
    readonly fromparsedcomment?: string;
    /** Deleted parts of the revision are also suppressed. */
    readonly fromsuppressed?: true;
    /** The page of the revision is deleted. */
    readonly fromarchive?: true;
    /** Id of the page; 0 if the page is deleted. */
    readonly toid?: number;
    /** Id of the revision. */
    readonly torevid?: number;
    /** Namespace number of the page. */
    readonly tons?: number;
    /** Title of the page. */
    readonly totitle?: string;
    /** Size of the revision in bytes. */
    readonly tosize?: number;
    /** Time of the revision. */
    readonly totimestamp?: string;
    /** The text of the revision is revision-deleted. */
    readonly totexthidden?: true;
    /** The user name of the revision is revision-deleted. */
    readonly touserhidden?: true;
    /** User name or address of the author. */
    readonly touser?: string;
    /** Id of the account; 0 for an anonymous user. */
    readonly touserid?: number;
    /** The edit summary is revision-deleted. */
    readonly tocommenthidden?: true;
    /** Edit summary in wikitext. */
    readonly tocomment?: string;
    /** Edit summary in HTML. */
    readonly toparsedcomment?: string;
    /** Deleted parts of the revision are also suppressed. */
    readonly tosuppressed?: true;
    /** The page of the revision is deleted. */
    readonly toarchive?: true;
    /** Id of the revision that precedes the `from` side. */
    readonly prev?: number;
    /** Id of the revision that follows the `to` side. */
    readonly next?: number;
    /** Size of the diff in bytes. */
    readonly diffsize?: number;
    /** Diff of each slot, as rows of an HTML table; false for slots without a difference. */
    readonly bodies?: Readonly<Record<string, string | false>>;
    /** Diff of all slots, as rows of an HTML table. */
    readonly body?: string;
  } | readonly never[];
}

/** action=compare: Compare two revisions, pages or texts and return the diff. */
export interface OldActionCompare {
  /** Diff and metadata of both sides. */
  readonly compare: {
    /** Id of the page; 0 if the page is deleted. */
    readonly fromid?: number;
    /** Id of the revision. */
    readonly fromrevid?: number;
    /** Namespace number of the page. */
    readonly fromns?: number;
    /** Title of the page. */
    readonly fromtitle?: string;
    /** Size of the revision in bytes. */
    readonly fromsize?: number;
    /** Time of the revision. */
    readonly fromtimestamp?: string;
    /** The text of the revision is revision-deleted. */
    readonly fromtexthidden?: '';
    /** The user name of the revision is revision-deleted. */
    readonly fromuserhidden?: '';
    /** User name or address of the author. */
    readonly fromuser?: string;
    /** Id of the account; 0 for an anonymous user. */
    readonly fromuserid?: number;
    /** The edit summary is revision-deleted. */
    readonly fromcommenthidden?: '';
    /** Edit summary in wikitext. */
    readonly fromcomment?: string;
    /** Edit summary in HTML. */
    readonly fromparsedcomment?: string;
    /** Deleted parts of the revision are also suppressed. */
    readonly fromsuppressed?: '';
    /** The page of the revision is deleted. */
    readonly fromarchive?: '';
    /** Id of the page; 0 if the page is deleted. */
    readonly toid?: number;
    /** Id of the revision. */
    readonly torevid?: number;
    /** Namespace number of the page. */
    readonly tons?: number;
    /** Title of the page. */
    readonly totitle?: string;
    /** Size of the revision in bytes. */
    readonly tosize?: number;
    /** Time of the revision. */
    readonly totimestamp?: string;
    /** The text of the revision is revision-deleted. */
    readonly totexthidden?: '';
    /** The user name of the revision is revision-deleted. */
    readonly touserhidden?: '';
    /** User name or address of the author. */
    readonly touser?: string;
    /** Id of the account; 0 for an anonymous user. */
    readonly touserid?: number;
    /** The edit summary is revision-deleted. */
    readonly tocommenthidden?: '';
    /** Edit summary in wikitext. */
    readonly tocomment?: string;
    /** Edit summary in HTML. */
    readonly toparsedcomment?: string;
    /** Deleted parts of the revision are also suppressed. */
    readonly tosuppressed?: '';
    /** The page of the revision is deleted. */
    readonly toarchive?: '';
    /** Id of the revision that precedes the `from` side. */
    readonly prev?: number;
    /** Id of the revision that follows the `to` side. */
    readonly next?: number;
    /** Size of the diff in bytes. */
    readonly diffsize?: number;
    /** Diff of each slot, as rows of an HTML table; false for slots without a difference. */
    readonly bodies?: Readonly<Record<string, string>>;
    /** Diff of all slots, as rows of an HTML table. */
    readonly '*'?: string;
  } | readonly never[];
}

/** action=expandtemplates: Expand all templates in a wikitext. */
export interface ActionExpandtemplates {
  /** XML parse tree of the wikitext. */
  readonly parsetree?: string;
  /** Parsed text and its metadata. */
  readonly expandtemplates: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Categories of the page. */
    readonly categories?: readonly {
      /** Sort key that the text sets; empty if it sets none. */
      readonly sortkey: string;
      /** Category title without the namespace. */
      readonly category: string;
    }[];
    /** Page properties that the text sets, by name. */
    readonly properties?: Readonly<Record<string, string>>;
    /** Whether the text can change at each expansion. */
    readonly volatile?: boolean;
    /** Seconds until the text can change. */
    readonly ttl?: number;
    /** Expanded text. */
    readonly wikitext?: string;
    /** Expanded text of a request without `prop`. */
    readonly '*'?: string;
    /** ResourceLoader modules that a page with the text would load. */
    readonly modules?: readonly string[];
    /** ResourceLoader modules of which the page would load only the scripts. */
    readonly modulescripts?: readonly string[];
    /** ResourceLoader modules of which the page would load only the styles. */
    readonly modulestyles?: readonly string[];
    /** Configuration variables for the scripts of the page. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** Configuration variables for the scripts of the page, as JSON. */
    readonly encodedjsconfigvars?: string;
  } | readonly never[];
}

/** action=expandtemplates: Expand all templates in a wikitext. */
export interface OldActionExpandtemplates {
  /** XML parse tree of the wikitext. */
  readonly parsetree?: unknown;
  /** Parsed text and its metadata. */
  readonly expandtemplates: {
    /** XML parse tree of the wikitext. */
    readonly parsetree?: string;
    /** Categories of the page. */
    readonly categories?: readonly {
      /** Sort key that the text sets; empty if it sets none. */
      readonly sortkey: string;
      /** Category title without the namespace. */
      readonly '*': string;
    }[];
    /** Page properties that the text sets, by name. */
    readonly properties?: unknown;
    /** Whether the text can change at each expansion. */
    readonly volatile?: '';
    /** Seconds until the text can change. */
    readonly ttl?: number;
    /** Expanded text. */
    readonly wikitext?: string;
    /** Expanded text of a request without `prop`. */
    readonly '*'?: string;
    /** ResourceLoader modules that a page with the text would load. */
    readonly modules?: readonly string[];
    /** ResourceLoader modules of which the page would load only the scripts. */
    readonly modulescripts?: readonly string[];
    /** ResourceLoader modules of which the page would load only the styles. */
    readonly modulestyles?: readonly string[];
    /** Configuration variables for the scripts of the page. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** Configuration variables for the scripts of the page, as JSON. */
    readonly encodedjsconfigvars?: string;
  } | readonly never[];
}

/** action=help: List the installed modules with a link to the documentation. */
export interface ActionHelp {
  /** Help page and its metadata. */
  readonly help: {
    /** MIME type. */
    readonly mime: string;
    /** Suggested file name for saving the page. */
    readonly filename: string;
    /** Help page in HTML. */
    readonly help: string;
  };
}

/** action=help: List the installed modules with a link to the documentation. */
export interface OldActionHelp {
  /** Help page and its metadata. */
  readonly help: {
    /** MIME type. */
    readonly mime: string;
    /** Suggested file name for saving the page. */
    readonly filename: string;
    /** Help page in HTML. */
    readonly help: string;
  };
}

/** action=login: Log in with a bot password or an account password. */
export interface ActionLogin {
  /** Result of the login. */
  readonly login: {
    /** Outcome of the login. */
    readonly result: 'Success' | 'NeedToken' | 'WrongToken' | 'Failed' | 'Aborted';
    /** Reason for the failure. */
    readonly reason?: string | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly text?: string;
      /** Text of the message in HTML. */
      readonly html?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    };
    /** Login token to send with the next attempt, if the result is `NeedToken`. */
    readonly token?: string;
    /** Id of the account. */
    readonly lguserid?: number;
    /** Name of the account. */
    readonly lgusername?: string;
  };
}

/** action=login: Log in with a bot password or an account password. */
export interface OldActionLogin {
  /** Result of the login. */
  readonly login: {
    /** Outcome of the login. */
    readonly result: 'Success' | 'NeedToken' | 'WrongToken' | 'Failed' | 'Aborted';
    /** Reason for the failure. */
    readonly reason?: string | {
      /** Machine-readable code. */
      readonly code: string;
      /** Text of the message, plain or in wikitext. */
      readonly '*'?: string;
      /** Key of the interface message. */
      readonly key?: string;
      /** Parameters of the interface message. */
      readonly params?: readonly unknown[];
      /** Further data, depending on the code. */
      readonly data?: unknown;
    };
    /** Login token to send with the next attempt, if the result is `NeedToken`. */
    readonly token?: string;
    /** Id of the account. */
    readonly lguserid?: number;
    /** Name of the account. */
    readonly lgusername?: string;
  };
}

/** action=logout: Log out and end the current session. */
export interface ActionLogout {}

/** action=logout: Log out and end the current session. */
export interface OldActionLogout {}

/** action=opensearch: Suggest titles that begin with a text, in OpenSearch format. */
export type ActionOpensearch = readonly [
  /** Search text. */
  text: string,
  /** Page titles that match. */
  titles: readonly string[],
  /** Page descriptions. They are always empty. */
  descriptions: readonly string[],
  /** Addresses of the pages. */
  urls: readonly string[],
];

/** action=opensearch: Suggest titles that begin with a text, in OpenSearch format. */
export type OldActionOpensearch = readonly [
  /** Search text. */
  text: string,
  /** Page titles that match. */
  titles: readonly string[],
  /** Page descriptions. They are always empty. */
  descriptions: readonly string[],
  /** Addresses of the pages. */
  urls: readonly string[],
];

/** action=paraminfo: Describe the parameters of API modules. */
export interface ActionParaminfo {
  /** Description of the modules. */
  readonly paraminfo: {
    /** Format of the descriptions. */
    readonly helpformat: string;
    /** Requested modules. */
    readonly modules?: readonly ModuleInfo[];
    /** Requested modules of `action=query`. */
    readonly querymodules?: readonly {
      /** Name. */
      readonly name: string;
      /** Module path. */
      readonly path: string;
      /** Parameter that selects the module. */
      readonly group?: string;
      /** PHP class of the module in MediaWiki. */
      readonly classname?: string;
      /** Prefix of all parameter names. */
      readonly prefix: string;
      /** Extension that provides the module, or MediaWiki. */
      readonly source?: string;
      /** Display name of the extension. */
      readonly sourcename?: string;
      /** Name of the license. */
      readonly licensetag?: string;
      /** Address of the license text. */
      readonly licenselink?: string;
      /** Description. */
      readonly description?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Deprecated. */
      readonly deprecated?: true;
      /** For internal use. The module can change without notice. */
      readonly internal?: true;
      /** Requires the right to read. */
      readonly readrights?: true;
      /** Requires the right to write through the API. */
      readonly writerights?: true;
      /** Accepts POST requests only. */
      readonly mustbeposted?: true;
      /** The module also works as a generator. */
      readonly generator?: true;
      /** Addresses of further documentation. */
      readonly helpurls: readonly string[];
      /** Example requests. */
      readonly examples?: readonly {
        /** Query string of the request. */
        readonly query: string;
        /** Description of the request. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Parameters of the module. */
      readonly parameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required: boolean;
        /** Deprecated. */
        readonly deprecated?: true;
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: true;
        /** Default value. */
        readonly default?: string | number | boolean | null;
        /** Whether the parameter accepts several values. */
        readonly multi: boolean;
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: true;
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: true;
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: true;
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with a placeholder in their names. */
      readonly templatedparameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required: boolean;
        /** Deprecated. */
        readonly deprecated?: true;
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: true;
        /** Default value. */
        readonly default?: string | number | boolean | null;
        /** Whether the parameter accepts several values. */
        readonly multi: boolean;
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: true;
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: true;
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: true;
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Description of parameters that depend on the request. */
      readonly dynamicparameters?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Group of the module: `list`, `prop` or `meta`. */
      readonly querytype: string;
    }[];
    /** Requested output formats. */
    readonly formatmodules?: readonly ModuleInfo[];
    /** Main module. */
    readonly mainmodule?: ModuleInfo;
    /** Parameters that select pages. */
    readonly pagesetmodule?: {
      /** PHP class of the module in MediaWiki. */
      readonly classname?: string;
      /** Prefix of all parameter names. */
      readonly prefix: string;
      /** Extension that provides the module, or MediaWiki. */
      readonly source?: string;
      /** Display name of the extension. */
      readonly sourcename?: string;
      /** Name of the license. */
      readonly licensetag?: string;
      /** Address of the license text. */
      readonly licenselink?: string;
      /** Description. */
      readonly description?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Deprecated. */
      readonly deprecated?: true;
      /** For internal use. The module can change without notice. */
      readonly internal?: true;
      /** Requires the right to read. */
      readonly readrights?: true;
      /** Requires the right to write through the API. */
      readonly writerights?: true;
      /** Accepts POST requests only. */
      readonly mustbeposted?: true;
      /** The module also works as a generator. */
      readonly generator?: true;
      /** Addresses of further documentation. */
      readonly helpurls: readonly string[];
      /** Example requests. */
      readonly examples?: readonly {
        /** Query string of the request. */
        readonly query: string;
        /** Description of the request. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Parameters of the module. */
      readonly parameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required: boolean;
        /** Deprecated. */
        readonly deprecated?: true;
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: true;
        /** Default value. */
        readonly default?: string | number | boolean | null;
        /** Whether the parameter accepts several values. */
        readonly multi: boolean;
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: true;
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: true;
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: true;
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with a placeholder in their names. */
      readonly templatedparameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>>;
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required: boolean;
        /** Deprecated. */
        readonly deprecated?: true;
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: true;
        /** Default value. */
        readonly default?: string | number | boolean | null;
        /** Whether the parameter accepts several values. */
        readonly multi: boolean;
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: true;
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: true;
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: true;
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>>;
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Description of parameters that depend on the request. */
      readonly dynamicparameters?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
    };
  };
}

/** action=paraminfo: Describe the parameters of API modules. */
export interface OldActionParaminfo {
  /** Description of the modules. */
  readonly paraminfo: {
    /** Format of the descriptions. */
    readonly helpformat: string;
    /** Requested modules. */
    readonly modules?: readonly OldModuleInfo[];
    /** Requested modules of `action=query`. */
    readonly querymodules?: readonly {
      /** Name. */
      readonly name: string;
      /** Module path. */
      readonly path: string;
      /** Parameter that selects the module. */
      readonly group?: string;
      /** PHP class of the module in MediaWiki. */
      readonly classname?: string;
      /** Prefix of all parameter names. */
      readonly prefix: string;
      /** Extension that provides the module, or MediaWiki. */
      readonly source?: string;
      /** Display name of the extension. */
      readonly sourcename?: string;
      /** Name of the license. */
      readonly licensetag?: string;
      /** Address of the license text. */
      readonly licenselink?: string;
      /** Description. */
      readonly description?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Deprecated. */
      readonly deprecated?: '';
      /** For internal use. The module can change without notice. */
      readonly internal?: '';
      /** Requires the right to read. */
      readonly readrights?: '';
      /** Requires the right to write through the API. */
      readonly writerights?: '';
      /** Accepts POST requests only. */
      readonly mustbeposted?: '';
      /** The module also works as a generator. */
      readonly generator?: '';
      /** Addresses of further documentation. */
      readonly helpurls: readonly string[];
      /** Example requests. */
      readonly examples?: readonly {
        /** Query string of the request. */
        readonly query: string;
        /** Description of the request. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Parameters of the module. */
      readonly parameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required?: '';
        /** Deprecated. */
        readonly deprecated?: '';
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: '';
        /** Default value. */
        readonly default?: string | number | '' | null;
        /** Whether the parameter accepts several values. */
        readonly multi?: '';
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: '';
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: '';
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: '';
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with a placeholder in their names. */
      readonly templatedparameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required?: '';
        /** Deprecated. */
        readonly deprecated?: '';
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: '';
        /** Default value. */
        readonly default?: string | number | '' | null;
        /** Whether the parameter accepts several values. */
        readonly multi?: '';
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: '';
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: '';
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: '';
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Description of parameters that depend on the request. */
      readonly dynamicparameters?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Group of the module: `list`, `prop` or `meta`. */
      readonly querytype: string;
    }[];
    /** Requested output formats. */
    readonly formatmodules?: readonly OldModuleInfo[];
    /** Main module. */
    readonly mainmodule?: OldModuleInfo;
    /** Parameters that select pages. */
    readonly pagesetmodule?: {
      /** PHP class of the module in MediaWiki. */
      readonly classname?: string;
      /** Prefix of all parameter names. */
      readonly prefix: string;
      /** Extension that provides the module, or MediaWiki. */
      readonly source?: string;
      /** Display name of the extension. */
      readonly sourcename?: string;
      /** Name of the license. */
      readonly licensetag?: string;
      /** Address of the license text. */
      readonly licenselink?: string;
      /** Description. */
      readonly description?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Deprecated. */
      readonly deprecated?: '';
      /** For internal use. The module can change without notice. */
      readonly internal?: '';
      /** Requires the right to read. */
      readonly readrights?: '';
      /** Requires the right to write through the API. */
      readonly writerights?: '';
      /** Accepts POST requests only. */
      readonly mustbeposted?: '';
      /** The module also works as a generator. */
      readonly generator?: '';
      /** Addresses of further documentation. */
      readonly helpurls: readonly string[];
      /** Example requests. */
      readonly examples?: readonly {
        /** Query string of the request. */
        readonly query: string;
        /** Description of the request. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
      }[];
      /** Parameters of the module. */
      readonly parameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required?: '';
        /** Deprecated. */
        readonly deprecated?: '';
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: '';
        /** Default value. */
        readonly default?: string | number | '' | null;
        /** Whether the parameter accepts several values. */
        readonly multi?: '';
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: '';
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: '';
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: '';
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Parameters with a placeholder in their names. */
      readonly templatedparameters: readonly {
        /** Position in the list of parameters. */
        readonly index: number;
        /** Name. */
        readonly name: string;
        /** Source parameter of each placeholder in the name. */
        readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
        /** Description. */
        readonly description?: string | readonly {
          /** Message key. */
          readonly key: string;
          /** Parameters, which depend on the type. */
          readonly params: readonly unknown[];
          /** Parameter value that the message describes. */
          readonly forvalue?: string;
        }[];
        /** Type of the value, or a list of all accepted values. */
        readonly type: string | readonly (string | number)[];
        /** Whether the parameter is required. */
        readonly required?: '';
        /** Deprecated. */
        readonly deprecated?: '';
        /** The value is secret and must not appear in a URL. */
        readonly sensitive?: '';
        /** Default value. */
        readonly default?: string | number | '' | null;
        /** Whether the parameter accepts several values. */
        readonly multi?: '';
        /** Maximum number of values without the `apihighlimits` right. */
        readonly lowlimit?: number;
        /** Maximum number of values with the `apihighlimits` right. */
        readonly highlimit?: number;
        /** Maximum number of values for the current user. */
        readonly limit?: number;
        /** Repeated values are allowed. */
        readonly allowsduplicates?: '';
        /** Value that selects all values. */
        readonly allspecifier?: string;
        /** Minimum. */
        readonly min?: number;
        /** Maximum without the `apihighlimits` right. */
        readonly max?: number;
        /** Maximum with the `apihighlimits` right. */
        readonly highmax?: number;
        /** Values out of range cause an error. Otherwise they are adjusted to the range. */
        readonly enforcerange?: '';
        /** Maximum length in bytes. */
        readonly maxbytes?: number;
        /** Maximum length in characters. */
        readonly maxchars?: number;
        /** Accepted forms of user names. */
        readonly subtypes?: readonly string[];
        /** Accepted namespaces beyond those that contain pages. */
        readonly extranamespaces?: readonly number[];
        /** The page must exist. */
        readonly mustExist?: '';
        /** Type of the token. */
        readonly tokentype?: string;
        /** Paths of the modules that the values select. */
        readonly submodules?: Readonly<Record<string, string>> | readonly never[];
        /** Additional prefix of the parameters of those modules. */
        readonly submoduleparamprefix?: string;
        /** Deprecated values. */
        readonly deprecatedvalues?: readonly (string | number)[];
        /** Values for internal use. */
        readonly internalvalues?: readonly (string | number)[];
        /** Notes about the parameter. */
        readonly info?: readonly {
          /** Name. */
          readonly name: string;
          /** Text of the note. */
          readonly text?: string | readonly {
            /** Message key. */
            readonly key: string;
            /** Parameters, which depend on the type. */
            readonly params: readonly unknown[];
            /** Parameter value that the message describes. */
            readonly forvalue?: string;
          }[];
          /** Values that the note refers to. */
          readonly values?: readonly (string | number)[];
        }[];
      }[];
      /** Description of parameters that depend on the request. */
      readonly dynamicparameters?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
    };
  };
}

/** action=parse: Parse a page, a revision or a wikitext and return HTML and metadata. */
export interface ActionParse {
  /** Parsed text and its metadata. */
  readonly parse: {
    /** Title of the parsed page, or the context title of the text. */
    readonly title?: string;
    /** Id of the page; 0 if it does not exist. */
    readonly pageid?: number;
    /** The text is revision-deleted. */
    readonly textdeleted?: true;
    /** The text is suppressed. */
    readonly textsuppressed?: true;
    /** Id of the parsed revision. */
    readonly revid?: number;
    /** Redirects that the request followed. */
    readonly redirects?: readonly {
      /** Title of the redirect. */
      readonly from: string;
      /** Target title. */
      readonly to: string;
      /** Fragment of the target. */
      readonly tofragment?: string;
    }[];
    /** HTML of the text; with `onlypst` the text after the pre-save transform. */
    readonly text?: string;
    /** Edit summary in HTML. */
    readonly parsedsummary?: string;
    /** Interlanguage links of the page. */
    readonly langlinks?: readonly {
      /** Language code. */
      readonly lang: string;
      /** Address of the page. */
      readonly url?: string;
      /** Language name in the user's language. */
      readonly langname?: string;
      /** Language name in that language itself. */
      readonly autonym?: string;
      /** Title of the page in the other language. */
      readonly title: string;
    }[];
    /** Categories of the page. */
    readonly categories?: readonly {
      /** Sort key that the text sets; empty if it sets none. */
      readonly sortkey: string;
      /** Category title without the namespace. */
      readonly category: string;
      /** The category has no page. */
      readonly missing?: true;
      /** The category is hidden. */
      readonly hidden?: true;
    }[];
    /** Same data in HTML. */
    readonly categorieshtml?: string;
    /** Linked pages. */
    readonly links?: readonly {
      /** Namespace number. */
      readonly ns: number;
      /** Whether the page exists. */
      readonly exists: boolean;
      /** Title. */
      readonly title: string;
    }[];
    /** Transcluded pages. */
    readonly templates?: readonly {
      /** Namespace number. */
      readonly ns: number;
      /** Whether the page exists. */
      readonly exists: boolean;
      /** Title. */
      readonly title: string;
    }[];
    /** Files that are shown or linked. */
    readonly images?: readonly string[];
    /** External links. */
    readonly externallinks?: readonly string[];
    /** Sections of the page. */
    readonly sections?: readonly {
      /** Depth in the table of contents. */
      readonly toclevel: number;
      /** Heading level from 1 to 6. */
      readonly level: string;
      /** Heading in HTML. */
      readonly line: string;
      /** Number in the table of contents. */
      readonly number: string;
      /** Section number in its source text, prefixed with `T-` for transcluded pages. Empty if unknown. */
      readonly index: string;
      /** Page that contains the heading. */
      readonly fromtitle: string | false;
      /** Number of characters before the heading. */
      readonly byteoffset: number | null;
      /** Id of the heading element. */
      readonly anchor: string;
      /** Fragment for links to the heading. */
      readonly linkAnchor: string;
    }[];
    /** Sections in the table-of-contents format. */
    readonly tocdata?: {
      /** Sections of the page. */
      readonly sections: readonly {
        /** Depth in the table of contents. */
        readonly tocLevel: number;
        /** Heading level from 1 to 6. */
        readonly hLevel: number;
        /** Heading in HTML. */
        readonly line: string;
        /** Number in the table of contents. */
        readonly number: string;
        /** Section number in its source text, prefixed with `T-` for transcluded pages. Absent if unknown. */
        readonly index?: string;
        /** Page that contains the heading. */
        readonly fromTitle?: string;
        /** Number of characters before the heading. */
        readonly codepointOffset?: number;
        /** Id of the heading element. */
        readonly anchor: string;
      }[];
      /** Data from extensions. */
      readonly extensionData: readonly string[];
    } | null;
    /** Whether the page shows a table of contents. */
    readonly showtoc?: boolean;
    /** Warnings of an edit preview. */
    readonly parsewarnings?: readonly string[];
    /** Same data in HTML. */
    readonly parsewarningshtml?: readonly string[];
    /** Display title in HTML. */
    readonly displaytitle?: string;
    /** Text below the title. */
    readonly subtitle?: string;
    /** Items for the HTML head. */
    readonly headitems?: readonly string[];
    /** Start of the HTML document up to and including the body tag. */
    readonly headhtml?: string;
    /** ResourceLoader modules that a page with the text would load. */
    readonly modules?: readonly string[];
    /** ResourceLoader modules of which the page would load only the scripts. */
    readonly modulescripts?: readonly string[];
    /** ResourceLoader modules of which the page would load only the styles. */
    readonly modulestyles?: readonly string[];
    /** Configuration variables for the scripts of the page. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** Configuration variables for the scripts of the page, as JSON. */
    readonly encodedjsconfigvars?: string;
    /** Page status indicators in HTML, by name. */
    readonly indicators?: Readonly<Record<string, string>>;
    /** Interwiki links of the text. */
    readonly iwlinks?: readonly {
      /** Interwiki prefix. */
      readonly prefix: string;
      /** Address of the page. */
      readonly url?: string;
      /** Title with its interwiki prefix. */
      readonly title: string;
    }[];
    /** Source text that was parsed. */
    readonly wikitext?: string;
    /** Source text after the pre-save transform. */
    readonly psttext?: string;
    /** Page properties that the text sets, by name. */
    readonly properties?: Readonly<Record<string, string>>;
    /** Resource use of the parser by limit `name`: `0` is the amount used, `1` the limit. */
    readonly limitreportdata?: readonly (Readonly<Record<string, string | number | boolean>>)[];
    /** Same data in HTML. */
    readonly limitreporthtml?: string;
    /** Parse tree in XML. */
    readonly parsetree?: string;
  };
}

/** action=parse: Parse a page, a revision or a wikitext and return HTML and metadata. */
export interface OldActionParse {
  /** Parsed text and its metadata. */
  readonly parse: {
    /** Title of the parsed page, or the context title of the text. */
    readonly title?: string;
    /** Id of the page; 0 if it does not exist. */
    readonly pageid?: number;
    /** The text is revision-deleted. */
    readonly textdeleted?: '';
    /** The text is suppressed. */
    readonly textsuppressed?: '';
    /** Id of the parsed revision. */
    readonly revid?: number;
    /** Redirects that the request followed. */
    readonly redirects?: readonly {
      /** Title of the redirect. */
      readonly from: string;
      /** Target title. */
      readonly to: string;
      /** Fragment of the target. */
      readonly tofragment?: string;
    }[];
    /** HTML of the text; with `onlypst` the text after the pre-save transform. */
    readonly text?: unknown;
    /** Edit summary in HTML. */
    readonly parsedsummary?: unknown;
    /** Interlanguage links of the page. */
    readonly langlinks?: readonly {
      /** Language code. */
      readonly lang: string;
      /** Address of the page. */
      readonly url?: string;
      /** Language name in the user's language. */
      readonly langname?: string;
      /** Language name in that language itself. */
      readonly autonym?: string;
      /** Title of the page in the other language. */
      readonly '*': string;
    }[];
    /** Categories of the page. */
    readonly categories?: readonly {
      /** Sort key that the text sets; empty if it sets none. */
      readonly sortkey: string;
      /** Category title without the namespace. */
      readonly '*': string;
      /** The category has no page. */
      readonly missing?: '';
      /** The category is hidden. */
      readonly hidden?: '';
    }[];
    /** Same data in HTML. */
    readonly categorieshtml?: unknown;
    /** Linked pages. */
    readonly links?: readonly {
      /** Namespace number. */
      readonly ns: number;
      /** Whether the page exists. */
      readonly exists?: '';
      /** Title. */
      readonly '*': string;
    }[];
    /** Transcluded pages. */
    readonly templates?: readonly {
      /** Namespace number. */
      readonly ns: number;
      /** Whether the page exists. */
      readonly exists?: '';
      /** Title. */
      readonly '*': string;
    }[];
    /** Files that are shown or linked. */
    readonly images?: readonly string[];
    /** External links. */
    readonly externallinks?: readonly string[];
    /** Sections of the page. */
    readonly sections?: readonly {
      /** Depth in the table of contents. */
      readonly toclevel: number;
      /** Heading level from 1 to 6. */
      readonly level: string;
      /** Heading in HTML. */
      readonly line: string;
      /** Number in the table of contents. */
      readonly number: string;
      /** Section number in its source text, prefixed with `T-` for transcluded pages. Empty if unknown. */
      readonly index: string;
      /** Page that contains the heading. */
      readonly fromtitle?: string;
      /** Number of characters before the heading. */
      readonly byteoffset: number | null;
      /** Id of the heading element. */
      readonly anchor: string;
      /** Fragment for links to the heading. */
      readonly linkAnchor: string;
    }[];
    /** Sections in the table-of-contents format. */
    readonly tocdata?: {
      /** Sections of the page. */
      readonly sections: readonly {
        /** Depth in the table of contents. */
        readonly tocLevel: number;
        /** Heading level from 1 to 6. */
        readonly hLevel: number;
        /** Heading in HTML. */
        readonly line: string;
        /** Number in the table of contents. */
        readonly number: string;
        /** Section number in its source text, prefixed with `T-` for transcluded pages. Absent if unknown. */
        readonly index?: string;
        /** Page that contains the heading. */
        readonly fromTitle?: string;
        /** Number of characters before the heading. */
        readonly codepointOffset?: number;
        /** Id of the heading element. */
        readonly anchor: string;
      }[];
      /** Data from extensions. */
      readonly extensionData: readonly string[];
    } | null;
    /** Whether the page shows a table of contents. */
    readonly showtoc?: '';
    /** Warnings of an edit preview. */
    readonly parsewarnings?: readonly string[];
    /** Same data in HTML. */
    readonly parsewarningshtml?: readonly string[];
    /** Display title in HTML. */
    readonly displaytitle?: string;
    /** Text below the title. */
    readonly subtitle?: string;
    /** Items for the HTML head. */
    readonly headitems?: readonly string[];
    /** Start of the HTML document up to and including the body tag. */
    readonly headhtml?: unknown;
    /** ResourceLoader modules that a page with the text would load. */
    readonly modules?: readonly string[];
    /** ResourceLoader modules of which the page would load only the scripts. */
    readonly modulescripts?: readonly string[];
    /** ResourceLoader modules of which the page would load only the styles. */
    readonly modulestyles?: readonly string[];
    /** Configuration variables for the scripts of the page. */
    readonly jsconfigvars?: Readonly<Record<string, unknown>>;
    /** Configuration variables for the scripts of the page, as JSON. */
    readonly encodedjsconfigvars?: string;
    /** Page status indicators in HTML, by name. */
    readonly indicators?: Readonly<Record<string, string>> | readonly never[];
    /** Interwiki links of the text. */
    readonly iwlinks?: readonly {
      /** Interwiki prefix. */
      readonly prefix: string;
      /** Address of the page. */
      readonly url?: string;
      /** Title with its interwiki prefix. */
      readonly '*': string;
    }[];
    /** Source text that was parsed. */
    readonly wikitext?: unknown;
    /** Source text after the pre-save transform. */
    readonly psttext?: unknown;
    /** Page properties that the text sets, by name. */
    readonly properties?: unknown;
    /** Resource use of the parser by limit `name`: `0` is the amount used, `1` the limit. */
    readonly limitreportdata?: readonly (Readonly<Record<string, string | number | ''>>)[];
    /** Same data in HTML. */
    readonly limitreporthtml?: unknown;
    /** Parse tree in XML. */
    readonly parsetree?: unknown;
  };
}

/** action=sitematrix: List the wikis of the wiki farm by language and family. */
export interface ActionSitematrix {
  /** Languages with their wikis by number, next to `count` and `specials`. */
  readonly sitematrix: {
    /** Total number of wikis. */
    readonly count: number;
    /** Wikis that belong to no language. */
    readonly specials?: readonly {
      /** URL. */
      readonly url?: string;
      /** Database name. */
      readonly dbname?: string;
      /** Code of the wiki family. */
      readonly code?: string;
      /** Language code. */
      readonly lang?: string;
      /** Name of the wiki. */
      readonly sitename?: string;
      /** The wiki is closed. */
      readonly closed?: true;
      /** Only accounts can read the wiki. */
      readonly private?: true;
      /** The wiki is public, but only its own accounts can edit it. */
      readonly fishbowl?: true;
    }[];
    readonly [name: string]: unknown;
  };
}

/** action=sitematrix: List the wikis of the wiki farm by language and family. */
export interface OldActionSitematrix {
  /** Languages with their wikis by number, next to `count` and `specials`. */
  readonly sitematrix: {
    /** Total number of wikis. */
    readonly count: number;
    /** Wikis that belong to no language. */
    readonly specials?: readonly {
      /** URL. */
      readonly url?: string;
      /** Database name. */
      readonly dbname?: string;
      /** Code of the wiki family. */
      readonly code?: string;
      /** Language code. */
      readonly lang?: string;
      /** Name of the wiki. */
      readonly sitename?: string;
      /** The wiki is closed. */
      readonly closed?: '';
      /** Only accounts can read the wiki. */
      readonly private?: '';
      /** The wiki is public, but only its own accounts can edit it. */
      readonly fishbowl?: '';
    }[];
    readonly [name: string]: unknown;
  };
}

/** A type that refers to itself, or that several fields share. */
export interface MetadataItem {
  /** Name. */
  readonly name: string | number;
  /** Value. */
  readonly value: string | number | boolean | null | readonly MetadataItem[];
}

/** A type that refers to itself, or that several fields share. */
export interface OldMetadataItem {
  /** Name. */
  readonly name: string | number;
  /** Value. */
  readonly value: string | number | boolean | null | readonly OldMetadataItem[];
}

/** A type that refers to itself, or that several fields share. */
export interface PromotionCondition {
  readonly [name: string]: string | readonly unknown[] | PromotionCondition;
}

/** A type that refers to itself, or that several fields share. */
export interface OldPromotionCondition {
  readonly [name: string]: string | readonly unknown[] | OldPromotionCondition;
}

/** A type that refers to itself, or that several fields share. */
export interface ModuleInfo {
  /** Name. */
  readonly name: string;
  /** Module path. */
  readonly path: string;
  /** Parameter that selects the module. */
  readonly group?: string;
  /** PHP class of the module in MediaWiki. */
  readonly classname?: string;
  /** Prefix of all parameter names. */
  readonly prefix: string;
  /** Extension that provides the module, or MediaWiki. */
  readonly source?: string;
  /** Display name of the extension. */
  readonly sourcename?: string;
  /** Name of the license. */
  readonly licensetag?: string;
  /** Address of the license text. */
  readonly licenselink?: string;
  /** Description. */
  readonly description?: string | readonly {
    /** Message key. */
    readonly key: string;
    /** Parameters, which depend on the type. */
    readonly params: readonly unknown[];
    /** Parameter value that the message describes. */
    readonly forvalue?: string;
  }[];
  /** Deprecated. */
  readonly deprecated?: true;
  /** For internal use. The module can change without notice. */
  readonly internal?: true;
  /** Requires the right to read. */
  readonly readrights?: true;
  /** Requires the right to write through the API. */
  readonly writerights?: true;
  /** Accepts POST requests only. */
  readonly mustbeposted?: true;
  /** The module also works as a generator. */
  readonly generator?: true;
  /** Addresses of further documentation. */
  readonly helpurls: readonly string[];
  /** Example requests. */
  readonly examples?: readonly {
    /** Query string of the request. */
    readonly query: string;
    /** Description of the request. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
  }[];
  /** Parameters of the module. */
  readonly parameters: readonly {
    /** Position in the list of parameters. */
    readonly index: number;
    /** Name. */
    readonly name: string;
    /** Source parameter of each placeholder in the name. */
    readonly templatevars?: Readonly<Record<string, string>>;
    /** Description. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
    /** Type of the value, or a list of all accepted values. */
    readonly type: string | readonly (string | number)[];
    /** Whether the parameter is required. */
    readonly required: boolean;
    /** Deprecated. */
    readonly deprecated?: true;
    /** The value is secret and must not appear in a URL. */
    readonly sensitive?: true;
    /** Default value. */
    readonly default?: string | number | boolean | null;
    /** Whether the parameter accepts several values. */
    readonly multi: boolean;
    /** Maximum number of values without the `apihighlimits` right. */
    readonly lowlimit?: number;
    /** Maximum number of values with the `apihighlimits` right. */
    readonly highlimit?: number;
    /** Maximum number of values for the current user. */
    readonly limit?: number;
    /** Repeated values are allowed. */
    readonly allowsduplicates?: true;
    /** Value that selects all values. */
    readonly allspecifier?: string;
    /** Minimum. */
    readonly min?: number;
    /** Maximum without the `apihighlimits` right. */
    readonly max?: number;
    /** Maximum with the `apihighlimits` right. */
    readonly highmax?: number;
    /** Values out of range cause an error. Otherwise they are adjusted to the range. */
    readonly enforcerange?: true;
    /** Maximum length in bytes. */
    readonly maxbytes?: number;
    /** Maximum length in characters. */
    readonly maxchars?: number;
    /** Accepted forms of user names. */
    readonly subtypes?: readonly string[];
    /** Accepted namespaces beyond those that contain pages. */
    readonly extranamespaces?: readonly number[];
    /** The page must exist. */
    readonly mustExist?: true;
    /** Type of the token. */
    readonly tokentype?: string;
    /** Paths of the modules that the values select. */
    readonly submodules?: Readonly<Record<string, string>>;
    /** Additional prefix of the parameters of those modules. */
    readonly submoduleparamprefix?: string;
    /** Deprecated values. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values for internal use. */
    readonly internalvalues?: readonly (string | number)[];
    /** Notes about the parameter. */
    readonly info?: readonly {
      /** Name. */
      readonly name: string;
      /** Text of the note. */
      readonly text?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Values that the note refers to. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Parameters with a placeholder in their names. */
  readonly templatedparameters: readonly {
    /** Position in the list of parameters. */
    readonly index: number;
    /** Name. */
    readonly name: string;
    /** Source parameter of each placeholder in the name. */
    readonly templatevars?: Readonly<Record<string, string>>;
    /** Description. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
    /** Type of the value, or a list of all accepted values. */
    readonly type: string | readonly (string | number)[];
    /** Whether the parameter is required. */
    readonly required: boolean;
    /** Deprecated. */
    readonly deprecated?: true;
    /** The value is secret and must not appear in a URL. */
    readonly sensitive?: true;
    /** Default value. */
    readonly default?: string | number | boolean | null;
    /** Whether the parameter accepts several values. */
    readonly multi: boolean;
    /** Maximum number of values without the `apihighlimits` right. */
    readonly lowlimit?: number;
    /** Maximum number of values with the `apihighlimits` right. */
    readonly highlimit?: number;
    /** Maximum number of values for the current user. */
    readonly limit?: number;
    /** Repeated values are allowed. */
    readonly allowsduplicates?: true;
    /** Value that selects all values. */
    readonly allspecifier?: string;
    /** Minimum. */
    readonly min?: number;
    /** Maximum without the `apihighlimits` right. */
    readonly max?: number;
    /** Maximum with the `apihighlimits` right. */
    readonly highmax?: number;
    /** Values out of range cause an error. Otherwise they are adjusted to the range. */
    readonly enforcerange?: true;
    /** Maximum length in bytes. */
    readonly maxbytes?: number;
    /** Maximum length in characters. */
    readonly maxchars?: number;
    /** Accepted forms of user names. */
    readonly subtypes?: readonly string[];
    /** Accepted namespaces beyond those that contain pages. */
    readonly extranamespaces?: readonly number[];
    /** The page must exist. */
    readonly mustExist?: true;
    /** Type of the token. */
    readonly tokentype?: string;
    /** Paths of the modules that the values select. */
    readonly submodules?: Readonly<Record<string, string>>;
    /** Additional prefix of the parameters of those modules. */
    readonly submoduleparamprefix?: string;
    /** Deprecated values. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values for internal use. */
    readonly internalvalues?: readonly (string | number)[];
    /** Notes about the parameter. */
    readonly info?: readonly {
      /** Name. */
      readonly name: string;
      /** Text of the note. */
      readonly text?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Values that the note refers to. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Description of parameters that depend on the request. */
  readonly dynamicparameters?: string | readonly {
    /** Message key. */
    readonly key: string;
    /** Parameters, which depend on the type. */
    readonly params: readonly unknown[];
    /** Parameter value that the message describes. */
    readonly forvalue?: string;
  }[];
}

/** A type that refers to itself, or that several fields share. */
export interface OldModuleInfo {
  /** Name. */
  readonly name: string;
  /** Module path. */
  readonly path: string;
  /** Parameter that selects the module. */
  readonly group?: string;
  /** PHP class of the module in MediaWiki. */
  readonly classname?: string;
  /** Prefix of all parameter names. */
  readonly prefix: string;
  /** Extension that provides the module, or MediaWiki. */
  readonly source?: string;
  /** Display name of the extension. */
  readonly sourcename?: string;
  /** Name of the license. */
  readonly licensetag?: string;
  /** Address of the license text. */
  readonly licenselink?: string;
  /** Description. */
  readonly description?: string | readonly {
    /** Message key. */
    readonly key: string;
    /** Parameters, which depend on the type. */
    readonly params: readonly unknown[];
    /** Parameter value that the message describes. */
    readonly forvalue?: string;
  }[];
  /** Deprecated. */
  readonly deprecated?: '';
  /** For internal use. The module can change without notice. */
  readonly internal?: '';
  /** Requires the right to read. */
  readonly readrights?: '';
  /** Requires the right to write through the API. */
  readonly writerights?: '';
  /** Accepts POST requests only. */
  readonly mustbeposted?: '';
  /** The module also works as a generator. */
  readonly generator?: '';
  /** Addresses of further documentation. */
  readonly helpurls: readonly string[];
  /** Example requests. */
  readonly examples?: readonly {
    /** Query string of the request. */
    readonly query: string;
    /** Description of the request. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
  }[];
  /** Parameters of the module. */
  readonly parameters: readonly {
    /** Position in the list of parameters. */
    readonly index: number;
    /** Name. */
    readonly name: string;
    /** Source parameter of each placeholder in the name. */
    readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
    /** Description. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
    /** Type of the value, or a list of all accepted values. */
    readonly type: string | readonly (string | number)[];
    /** Whether the parameter is required. */
    readonly required?: '';
    /** Deprecated. */
    readonly deprecated?: '';
    /** The value is secret and must not appear in a URL. */
    readonly sensitive?: '';
    /** Default value. */
    readonly default?: string | number | '' | null;
    /** Whether the parameter accepts several values. */
    readonly multi?: '';
    /** Maximum number of values without the `apihighlimits` right. */
    readonly lowlimit?: number;
    /** Maximum number of values with the `apihighlimits` right. */
    readonly highlimit?: number;
    /** Maximum number of values for the current user. */
    readonly limit?: number;
    /** Repeated values are allowed. */
    readonly allowsduplicates?: '';
    /** Value that selects all values. */
    readonly allspecifier?: string;
    /** Minimum. */
    readonly min?: number;
    /** Maximum without the `apihighlimits` right. */
    readonly max?: number;
    /** Maximum with the `apihighlimits` right. */
    readonly highmax?: number;
    /** Values out of range cause an error. Otherwise they are adjusted to the range. */
    readonly enforcerange?: '';
    /** Maximum length in bytes. */
    readonly maxbytes?: number;
    /** Maximum length in characters. */
    readonly maxchars?: number;
    /** Accepted forms of user names. */
    readonly subtypes?: readonly string[];
    /** Accepted namespaces beyond those that contain pages. */
    readonly extranamespaces?: readonly number[];
    /** The page must exist. */
    readonly mustExist?: '';
    /** Type of the token. */
    readonly tokentype?: string;
    /** Paths of the modules that the values select. */
    readonly submodules?: Readonly<Record<string, string>> | readonly never[];
    /** Additional prefix of the parameters of those modules. */
    readonly submoduleparamprefix?: string;
    /** Deprecated values. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values for internal use. */
    readonly internalvalues?: readonly (string | number)[];
    /** Notes about the parameter. */
    readonly info?: readonly {
      /** Name. */
      readonly name: string;
      /** Text of the note. */
      readonly text?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Values that the note refers to. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Parameters with a placeholder in their names. */
  readonly templatedparameters: readonly {
    /** Position in the list of parameters. */
    readonly index: number;
    /** Name. */
    readonly name: string;
    /** Source parameter of each placeholder in the name. */
    readonly templatevars?: Readonly<Record<string, string>> | readonly never[];
    /** Description. */
    readonly description?: string | readonly {
      /** Message key. */
      readonly key: string;
      /** Parameters, which depend on the type. */
      readonly params: readonly unknown[];
      /** Parameter value that the message describes. */
      readonly forvalue?: string;
    }[];
    /** Type of the value, or a list of all accepted values. */
    readonly type: string | readonly (string | number)[];
    /** Whether the parameter is required. */
    readonly required?: '';
    /** Deprecated. */
    readonly deprecated?: '';
    /** The value is secret and must not appear in a URL. */
    readonly sensitive?: '';
    /** Default value. */
    readonly default?: string | number | '' | null;
    /** Whether the parameter accepts several values. */
    readonly multi?: '';
    /** Maximum number of values without the `apihighlimits` right. */
    readonly lowlimit?: number;
    /** Maximum number of values with the `apihighlimits` right. */
    readonly highlimit?: number;
    /** Maximum number of values for the current user. */
    readonly limit?: number;
    /** Repeated values are allowed. */
    readonly allowsduplicates?: '';
    /** Value that selects all values. */
    readonly allspecifier?: string;
    /** Minimum. */
    readonly min?: number;
    /** Maximum without the `apihighlimits` right. */
    readonly max?: number;
    /** Maximum with the `apihighlimits` right. */
    readonly highmax?: number;
    /** Values out of range cause an error. Otherwise they are adjusted to the range. */
    readonly enforcerange?: '';
    /** Maximum length in bytes. */
    readonly maxbytes?: number;
    /** Maximum length in characters. */
    readonly maxchars?: number;
    /** Accepted forms of user names. */
    readonly subtypes?: readonly string[];
    /** Accepted namespaces beyond those that contain pages. */
    readonly extranamespaces?: readonly number[];
    /** The page must exist. */
    readonly mustExist?: '';
    /** Type of the token. */
    readonly tokentype?: string;
    /** Paths of the modules that the values select. */
    readonly submodules?: Readonly<Record<string, string>> | readonly never[];
    /** Additional prefix of the parameters of those modules. */
    readonly submoduleparamprefix?: string;
    /** Deprecated values. */
    readonly deprecatedvalues?: readonly (string | number)[];
    /** Values for internal use. */
    readonly internalvalues?: readonly (string | number)[];
    /** Notes about the parameter. */
    readonly info?: readonly {
      /** Name. */
      readonly name: string;
      /** Text of the note. */
      readonly text?: string | readonly {
        /** Message key. */
        readonly key: string;
        /** Parameters, which depend on the type. */
        readonly params: readonly unknown[];
        /** Parameter value that the message describes. */
        readonly forvalue?: string;
      }[];
      /** Values that the note refers to. */
      readonly values?: readonly (string | number)[];
    }[];
  }[];
  /** Description of parameters that depend on the request. */
  readonly dynamicparameters?: string | readonly {
    /** Message key. */
    readonly key: string;
    /** Parameters, which depend on the type. */
    readonly params: readonly unknown[];
    /** Parameter value that the message describes. */
    readonly forvalue?: string;
  }[];
}

/** Query modules by name. Third-party modules are added by declaration merging. */

export interface QueryModules {
  /** List abuse filters. */
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
  /** List actions that matched an abuse filter. */
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
  /** List all categories. */
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
  /** List deleted revisions by user or by title. */
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
  /** List uses of files, including missing files. */
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
  /** List all files by name or upload time. */
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
  /** List link targets in a namespace, including missing pages. */
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
  /** List interface messages with the customizations of the wiki. */
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
  /** List the pages of a namespace by title. */
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
  /** List targets of redirects in a namespace. */
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
  /** List revisions of all pages by time. */
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
  /** List transcluded titles of a namespace, including missing pages. */
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
  /** List user accounts by name. */
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
  /** Return the form fields for login, account creation and password changes. */
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
  /** List pages that link to a page. */
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
  /** List active blocks of accounts and addresses. */
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
  /** List the categories of pages. */
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
  /** Return the member counts of categories. */
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
  /** List the pages, subcategories and files in a category. */
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
  /** Return icons of the Codex design system. */
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
  /** List pages with their own review settings. */
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
  /** List the accounts that edited pages and count anonymous contributors. */
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
  /** Return the coordinates of pages. */
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
  /** Return deleted revisions of pages, or deleted revisions by id. */
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
  /** List deleted revisions by title, user or namespace. */
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
  /** Return the short description of each page in the content language. */
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
  /** List duplicates of files by content hash. */
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
  /** List pages that transclude a page. */
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
  /** List the external links of pages. */
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
  /** Return extracts of pages in plain text or limited HTML. */
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
  /** List pages with external links that match an address. */
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
  /** List deleted files by name. */
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
  /** List the file repositories of the wiki. */
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
  /** List the pages where files are used. */
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
  /** Return the review status of pages. */
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
  /** List pages with coordinates in an area, nearest first. */
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
  /** List global accounts by name. */
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
  /** List pages on all wikis that use a file. */
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
  /** Return the global account of a user with its groups and local accounts. */
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
  /** Return properties of files and their versions. */
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
  /** List the files used on pages. */
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
  /** List pages that use a file. */
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
  /** Return basic properties, protection and permissions of pages. */
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
  /** List pages with interwiki links to a wiki or to one of its pages. */
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
  /** List the interwiki links on pages. */
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
  /** List pages with language links to a language or to one of its pages. */
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
  /** List the language links of pages. */
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
  /** List the languages that MediaWiki supports. */
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
  /** List the internal links on pages. */
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
  /** List the pages that link to titles. */
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
  /** List markup errors of pages, as recorded by Linter. */
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
  /** List log entries by time. */
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
  /** List your own stashed uploads. */
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
  /** List pages with edits that await review. */
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
  /** Return the representative image of each page, with a thumbnail. */
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
  /** List the names of all page properties in use. */
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
  /** Return page properties, such as the display title or the default sort key. */
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
  /** List pages that set a page property. */
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
  /** Return labels, descriptions and aliases of the items linked to pages. */
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
  /** Find pages by title prefix. */
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
  /** List titles with creation protection. */
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
  /** List the rows of a maintenance report, such as orphaned or wanted pages. */
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
  /** Return random pages. */
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
  /** List recent changes by time. */
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
  /** List redirects to pages. */
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
  /** Return current revisions of pages, the history of a page, or revisions by id. */
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
  /** Search page titles or texts. */
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
  /** Return site configuration, statistics and other facts about the wiki. */
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
  /** Return properties of stashed files. */
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
  /** List change tags by name. */
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
  /** List the pages transcluded on pages. */
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
  /** Return tokens for requests that change data or log in. */
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
  /** List tracking categories, which the software assigns to pages automatically. */
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
  /** List the pages that transclude titles. */
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
  /** List pages without a reviewed revision. */
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
  /** List edits by user, user prefix or address range. */
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
  /** Return properties and rights of the current user. */
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
  /** Return properties of user accounts. */
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
  /** List recent changes to watched pages. */
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
  /** List all pages on a watchlist. */
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

/** Actions by name. The response of action=query depends on its modules. */

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
