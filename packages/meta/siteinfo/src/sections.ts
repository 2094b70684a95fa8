import { type Field, f, type Returned } from '@wikiquery/core';

const texts = (element: string) => f.array(f.string()).element(element);
const optionalText = () => f.string().optional();
/** What extensions add. */
const others = { rest: f.json() };
const library = f.object({
  name: f.string(),
  version: f.string(),
  author: optionalText().help('Who wrote it.'),
  license: optionalText().help('Its licence.'),
});
const groups = () => f.oneOf(texts('group'), f.flag()).optional();

/** `condname` and `params`, or an `operand` and numbered conditions. */
const condition: Field<unknown> = f.named('PromotionCondition', () =>
  f.map(f.oneOf(f.string(), f.array(f.json()), condition as Field<Readonly<Record<string, unknown>>>)),
);
const conditions = f.oneOf(f.array(condition), f.map(f.oneOf(f.array(condition), condition)));

/** Every `prop`. What extensions may add to is open. */
const shapes = {
  autocreatetempuser: f
    .object(
      { enabled: f.boolean().help('Whether who edits without an account is given a temporary one.') },
      { ...others, emptyIsList: 'old' },
    )
    .help('How temporary accounts are made.'),
  autopromote: f.map(condition).help('Groups that accounts are in as long as they fulfil the condition.'),
  autopromoteonce: f.map(conditions).help('Groups that accounts join for good when they fulfil the condition, by the event that asks.'),
  clientlibraries: f.array(library).element('library').help('Libraries that run in browsers.'),
  copyuploaddomains: texts('domain').help('Sites from which files may be uploaded by their address.'),
  dbrepllag: f
    .array(f.object({ host: f.string(), lag: f.number() }))
    .element('db')
    .help('How far copies of the database are behind.'),
  // The values are those of preferences, where false is a value like any other.
  defaultoptions: f
    .assoc(f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null)))
    .help('The preferences of accounts that changed none.'),
  extensions: f
    .array(
      f.object({
        type: f.string(),
        name: optionalText(),
        namemsg: optionalText().help('The key of the message that is its name.'),
        description: optionalText(),
        descriptionmsg: optionalText().help('The key of the message that describes it.'),
        descriptionmsgparams: f.array(f.json()).element('param').optional().help('The parameters of that message.'),
        author: optionalText().help('Who wrote it.'),
        url: optionalText(),
        version: optionalText(),
        'vcs-system': optionalText().help('The system that keeps its versions.'),
        'vcs-version': optionalText().help('Which commit it is.'),
        'vcs-url': optionalText().help('The address of the commit.'),
        'vcs-date': optionalText().help('When the commit was made.'),
        'license-name': optionalText().help('The name of its licence.'),
        license: optionalText().help('The address of a page with its licence.'),
        credits: optionalText().help('The address of a page that names its authors.'),
      }),
    )
    .element('ext')
    .help('Extensions and skins.'),
  extensiontags: texts('t').help('Tags that extensions add to wikitext.'),
  fileextensions: f
    .array(f.object({ ext: f.string().help('The end of the name, without the dot.') }))
    .element('fe')
    .help('Files that may be uploaded.'),
  functionhooks: texts('h').help('Parser functions.'),
  general: f
    .object(
      {
        mainpage: f.string().help('The title of the main page.'),
        base: f.string(),
        sitename: f.string(),
        mainpageisdomainroot: f.boolean().optional().help('Whether the main page stands at the root of the domain.'),
        logo: optionalText().help('The address of the logo.'),
        generator: optionalText(),
        phpversion: optionalText().help('The version of PHP.'),
        phpsapi: optionalText().help('How PHP is tied to its web server.'),
        dbtype: optionalText().help('The kind of the database.'),
        dbversion: optionalText().help('The version of the database.'),
        imagewhitelistenabled: f.boolean().optional().help('Whether administrators list images of other sites that pages may show.'),
        langconversion: f.boolean().optional().help('Whether text is converted between variants of the language.'),
        linkconversion: f.boolean().optional().help('Whether links find titles that are written in another variant.'),
        titleconversion: f.boolean().optional().help('Whether the titles of pages are converted, too.'),
        linkprefixcharset: optionalText().help('Characters before a link that belong to it, as in a character class.'),
        linkprefix: optionalText().help('A regular expression for text before a link that belongs to it; empty where none does.'),
        linktrail: optionalText().help('A regular expression for text after a link that belongs to it.'),
        legaltitlechars: optionalText().help('Characters that titles may have, as in a character class.'),
        invalidusernamechars: optionalText().help('Characters that names of accounts may not have.'),
        allunicodefixes: f.boolean().optional().help('Whether Arabic and Malayalam are normalized on wikis of all languages.'),
        fixarabicunicode: f.boolean().optional().help('Whether Arabic presentation forms are normalized.'),
        fixmalayalamunicode: f.boolean().optional().help('Whether old forms of Malayalam letters are normalized.'),
        'git-hash': optionalText().help('The commit of the software.'),
        'git-branch': optionalText().help('The branch of the software.'),
        case: f.literal('first-letter', 'case-sensitive').optional(),
        lang: f.string().help('The code of the language of the content.'),
        fallback: f
          .array(f.object({ code: f.string() }))
          .element('lang')
          .optional()
          .help('Languages whose messages stand in, in this order.'),
        variants: f
          .array(f.object({ code: f.string(), name: f.string() }))
          .element('lang')
          .optional()
          .help('Variants of the language.'),
        rtl: f.boolean().optional().help('Whether the language is written from right to left.'),
        fallback8bitEncoding: optionalText().help('The encoding of addresses that are not UTF-8.'),
        readonly: f.boolean().optional().help('Whether nobody may change anything at present.'),
        readonlyreason: optionalText().help('Why nobody may.'),
        writeapi: f.boolean().optional().help('Whether programs may edit.'),
        maxarticlesize: f.int().optional().help('Bytes that a page may have.'),
        timezone: optionalText().help('The time zone.'),
        timeoffset: f.int().optional().help('How many minutes the time zone is ahead of UTC.'),
        articlepath: f.string(),
        scriptpath: f.string(),
        script: f.string().help('The path of index.php.'),
        variantarticlepath: f
          .oneOf(f.string(), f.realBoolean())
          .optional()
          .help('The address of a page in a variant, with `$1` for the title and `$2` for the variant; false without.'),
        server: f.string(),
        servername: optionalText().help('The host of the server.'),
        wikiid: f.string(),
        time: f.timestamp().help('What time it is.'),
        misermode: f.boolean().optional().help('Whether what is expensive is switched off.'),
        uploadsenabled: f.boolean().optional().help('Whether files can be uploaded.'),
        maxuploadsize: f.int().optional().help('Bytes that an upload may have.'),
        minuploadchunksize: f.int().optional().help('Bytes that each piece of an upload in pieces has at least, but the last.'),
        galleryoptions: f
          .map(f.oneOf(f.int(), f.string(), f.boolean()))
          .optional()
          .help('What galleries look like, unless they say otherwise.'),
        // The new format numbers the entries of lists that administrators may renumber, the old one lists them.
        thumblimits: f.numbered(f.int()).element('limit').optional().help('Widths of thumbnails that readers may choose, in pixels.'),
        imagelimits: f
          .numbered(f.object({ width: f.int(), height: f.int() }))
          .element('limit')
          .optional()
          .help('Sizes of images on the pages of files that readers may choose.'),
        favicon: optionalText().help('The address of the icon.'),
        centralidlookupprovider: optionalText().help('What gives accounts their central ids.'),
        allcentralidlookupproviders: f.array(f.string()).optional().help('What else could give them.'),
        interwikimagic: f.boolean().optional().help('Whether links to wikis in other languages stand beside the text.'),
        magiclinks: f.map(f.boolean()).optional().help('Whether ISBN, PMID and RFC with a number become links.'),
        categorycollation: optionalText().help('How the members of categories are sorted.'),
        nofollowlinks: f.boolean().optional().help('Whether search engines are asked not to follow links to other sites.'),
        nofollownsexceptions: f.array(f.int()).optional().help('Namespaces in which they are not asked.'),
        nofollowdomainexceptions: f.array(f.string()).optional().help('Sites of which they are not asked.'),
        externallinktarget: f
          .oneOf(f.string(), f.no())
          .optional()
          .help('The window in which links to other sites open; false for the same.'),
      },
      others,
    )
    .help('Facts about the wiki.'),
  interwikimap: f
    .array(
      f.object({
        prefix: f.string().help('What stands before the colon.'),
        local: f.flag(),
        trans: f.flag().help('Templates of that wiki can be used here.'),
        language: optionalText(),
        bcp47: optionalText(),
        localinterwiki: f.flag().help('The prefix leads to this wiki.'),
        extralanglink: f.flag().help('Links with it stand among those to other languages, although it names none.'),
        code: optionalText(),
        linktext: optionalText().help('What such links are called.'),
        sitename: optionalText(),
        deprecated: optionalText().help('The code to use instead.'),
        url: f.string().help('The address of a page, with `$1` for its title.'),
        protorel: f.boolean().optional().help('Whether the address begins with `//`, for HTTP and HTTPS.'),
        wikiid: optionalText(),
        api: optionalText().help('The address of api.php of that wiki.'),
      }),
    )
    .element('iw')
    .help('Prefixes of links to other wikis.'),
  languages: f
    .array(f.object({ code: f.string(), bcp47: optionalText(), name: f.string().content() }))
    .element('lang')
    .help('Languages that MediaWiki knows.'),
  languagevariants: f
    .map(f.map(f.object({ fallbacks: texts('lang').help('Variants that stand in, in this order.') })).element('variant', 'code'))
    .element('lang', 'code')
    .help('Languages with variants.'),
  libraries: f.array(library).element('library').help('Libraries that run on the server.'),
  magicwords: f
    .array(f.object({ name: f.string(), aliases: texts('alias'), 'case-sensitive': f.boolean().help('Whether capitals matter.') }))
    .element('magicword')
    .help('Words that mean something in wikitext.'),
  namespacealiases: f
    .array(f.object({ id: f.int().help('The number of the namespace.'), alias: f.string().content().help('Another name of it.') }))
    .element('ns')
    .help('Other names of namespaces.'),
  namespaces: f
    .map(
      f.object({
        id: f.int(),
        case: f.literal('first-letter', 'case-sensitive'),
        name: f.string().content(),
        subpages: f.boolean().help('Whether a slash in a title makes a subpage.'),
        canonical: optionalText(),
        content: f.boolean().help('Whether its pages count as content.'),
        nonincludable: f.boolean().help('Whether its pages cannot be included in others.'),
        namespaceprotection: optionalText().help('The right that editing takes.'),
        defaultcontentmodel: optionalText().help('What kind of content new pages have, where it is not that of other namespaces.'),
      }),
    )
    .element('ns'),
  protocols: texts('p').help('How addresses begin that become links.'),
  restrictions: f
    .object({
      types: texts('type').help('What pages can be protected from.'),
      levels: texts('level').help('Who may still do it: rights, or nothing for everybody.'),
      cascadinglevels: texts('level').help('Levels with which what the page includes can be protected, too.'),
      semiprotectedlevels: texts('level').help('Levels that keep from editing only who is new.'),
    })
    .help('How pages can be protected.'),
  rightsinfo: f
    .object({ url: f.string().help('The address of the licence.'), text: f.string().help('The name of the licence.') })
    .help('The licence of the content.'),
  showhooks: f
    .array(f.object({ name: f.string(), subscribers: texts('s').help('The functions that are called.') }))
    .element('hook')
    .help('Hooks of the software that extensions use.'),
  skins: f
    .array(
      f.object({
        code: f.string(),
        name: f.string().content(),
        default: f.flag().help('Readers see it who chose none.'),
        unusable: f.flag().help('Readers cannot choose it.'),
      }),
    )
    .element('skin')
    .help('What the wiki can look like.'),
  specialpagealiases: f
    .array(f.object({ realname: f.string().help('The name in English.'), aliases: texts('alias') }))
    .element('specialpage')
    .help('The names of special pages.'),
  statistics: f
    .object(
      {
        pages: f.int(),
        articles: f.int(),
        edits: f.int(),
        images: f.int(),
        users: f.int(),
        activeusers: f.int(),
        admins: f.int(),
        jobs: f.int(),
      },
      others,
    )
    .help('Counts of what the wiki has.'),
  uploaddialog: f
    .object(
      {
        fields: f.map(f.boolean()).optional().help('Which further fields the form has.'),
        licensemessages: f
          .map(f.oneOf(f.string(), f.array(f.string())))
          .optional()
          .help('Messages about the licence, for uploads to this wiki and to another one.'),
        comment: f.oneOf(f.string(), f.map(f.string())).optional().help('The comment of uploads.'),
        format: f.map(f.string()).optional().help('The wikitext of the pages of uploads.'),
      },
      others,
    )
    .help('What the form for uploads inside the editor looks like.'),
  usergroups: f
    .array(
      f.object({
        name: f.string(),
        rights: texts('permission'),
        number: f.int().optional(),
        add: groups(),
        remove: groups(),
        'add-self': groups(),
        'remove-self': groups(),
      }),
    )
    .element('group')
    .help('Groups of accounts.'),
  variables: texts('v').help('Words of wikitext that stand for a value.'),
};

export type SiteinfoProp = keyof typeof shapes;
export const props = Object.keys(shapes) as SiteinfoProp[];
export const sections = f.sections(shapes);
/** What a section holds; most are given back as they were adopted. */
export type SiteinfoSection = Returned<typeof sections>;
