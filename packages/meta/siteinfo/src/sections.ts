import { type Field, f, type Returned } from '@wikiquery/core';

const texts = (element: string) => f.array(f.string()).element(element);
const optionalText = () => f.string().optional();
const open = { rest: f.json() };
const library = f.object({
  name: f.string(),
  version: f.string(),
  author: optionalText().help('Authors.'),
  license: optionalText().help('License.'),
});
const groups = () => f.oneOf(texts('group'), f.flag()).optional();

/** Condition for promotion to a group: `condname` and `params`, or an `operand` with numbered conditions. */
const condition: Field<unknown> = f.named('PromotionCondition', () =>
  f.map(f.oneOf(f.string(), f.array(f.json()), condition as Field<Readonly<Record<string, unknown>>>)),
);
const conditions = f.oneOf(f.array(condition), f.map(f.oneOf(f.array(condition), condition)));

/** Shapes of the sections, one for each value of `prop`. Sections that extensions can extend allow additional fields. */
const shapes = {
  autocreatetempuser: f
    .object({ enabled: f.boolean().help('Whether anonymous edits create a temporary account.') }, { ...open, emptyIsList: 'old' })
    .help('Configuration of temporary accounts.'),
  autopromote: f.map(condition).help('Groups with automatic membership, and the condition for each.'),
  autopromoteonce: f.map(conditions).help('Groups that accounts join permanently when a condition is met, by triggering event.'),
  clientlibraries: f.array(library).element('library').help('Libraries that run in the browser.'),
  copyuploaddomains: texts('domain').help('Domains from which files can be uploaded by address.'),
  dbrepllag: f
    .array(f.object({ host: f.string(), lag: f.number() }))
    .element('db')
    .help('Replication lag of the database servers.'),
  // MediaWiki returns boolean preferences as false, also in formatversion=1.
  defaultoptions: f.assoc(f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null))).help('Default user preferences.'),
  extensions: f
    .array(
      f.object({
        type: f.string(),
        name: optionalText(),
        namemsg: optionalText().help('Message key of the name.'),
        description: optionalText(),
        descriptionmsg: optionalText().help('Message key of the description.'),
        descriptionmsgparams: f.array(f.json()).element('param').optional().help('Parameters of the description message.'),
        author: optionalText().help('Authors.'),
        url: optionalText(),
        version: optionalText(),
        'vcs-system': optionalText().help('Version control system.'),
        'vcs-version': optionalText().help('Commit hash.'),
        'vcs-url': optionalText().help('Address of the commit.'),
        'vcs-date': optionalText().help('Time of the commit.'),
        'license-name': optionalText().help('Name of the license.'),
        license: optionalText().help('Address of the license text.'),
        credits: optionalText().help('Address of the credits page.'),
      }),
    )
    .element('ext')
    .help('Installed extensions and skins.'),
  extensiontags: texts('t').help('Extension tags of the wikitext parser.'),
  fileextensions: f
    .array(f.object({ ext: f.string().help('File extension without the dot.') }))
    .element('fe')
    .help('File types that can be uploaded.'),
  functionhooks: texts('h').help('Parser functions.'),
  general: f
    .object(
      {
        mainpage: f.string().help('Title of the main page.'),
        base: f.string(),
        sitename: f.string(),
        mainpageisdomainroot: f.boolean().optional().help('Whether the main page is at the root of the domain.'),
        logo: optionalText().help('Address of the logo.'),
        generator: optionalText(),
        phpversion: optionalText().help('PHP version.'),
        phpsapi: optionalText().help('PHP interface to the web server.'),
        dbtype: optionalText().help('Type of the database.'),
        dbversion: optionalText().help('Version of the database.'),
        imagewhitelistenabled: f
          .boolean()
          .optional()
          .help('Whether administrators maintain a list of external images that pages can embed.'),
        langconversion: f.boolean().optional().help('Whether content is converted between language variants.'),
        linkconversion: f.boolean().optional().help('Whether links resolve titles in other language variants.'),
        titleconversion: f.boolean().optional().help('Whether page titles are converted between language variants.'),
        linkprefixcharset: optionalText().help('Character class for link prefixes.'),
        linkprefix: optionalText().help('Regular expression for text before a link that becomes part of it; empty if unsupported.'),
        linktrail: optionalText().help('Regular expression for text after a link that becomes part of it.'),
        legaltitlechars: optionalText().help('Character class of legal title characters.'),
        invalidusernamechars: optionalText().help('Characters that user names cannot contain.'),
        allunicodefixes: f.boolean().optional().help('Whether Arabic and Malayalam text is normalized in all languages.'),
        fixarabicunicode: f.boolean().optional().help('Whether Arabic presentation forms are normalized.'),
        fixmalayalamunicode: f.boolean().optional().help('Whether legacy Malayalam letters are normalized.'),
        'git-hash': optionalText().help('Commit hash of the software.'),
        'git-branch': optionalText().help('Branch of the software.'),
        case: f.literal('first-letter', 'case-sensitive').optional(),
        lang: f.string().help('Content language code.'),
        fallback: f
          .array(f.object({ code: f.string() }))
          .element('lang')
          .optional()
          .help('Fallback languages in order.'),
        variants: f
          .array(f.object({ code: f.string(), name: f.string() }))
          .element('lang')
          .optional()
          .help('Variants of the content language.'),
        rtl: f.boolean().optional().help('Whether the content language is written from right to left.'),
        fallback8bitEncoding: optionalText().help('Encoding of URLs that are not UTF-8.'),
        readonly: f.boolean().optional().help('Whether the wiki is read-only.'),
        readonlyreason: optionalText().help('Reason for the read-only state.'),
        writeapi: f.boolean().optional().help('Whether the API can edit.'),
        maxarticlesize: f.int().optional().help('Maximum page size in bytes.'),
        timezone: optionalText().help('Time zone.'),
        timeoffset: f.int().optional().help('Offset of the time zone from UTC in minutes.'),
        articlepath: f.string(),
        scriptpath: f.string(),
        script: f.string().help('Path of index.php.'),
        variantarticlepath: f
          .oneOf(f.string(), f.realBoolean())
          .optional()
          .help('Address pattern of pages in a variant, with `$1` for the title and `$2` for the variant; false if unsupported.'),
        server: f.string(),
        servername: optionalText().help('Host name of the server.'),
        wikiid: f.string(),
        time: f.timestamp().help('Current time.'),
        misermode: f.boolean().optional().help('Whether expensive features are disabled.'),
        uploadsenabled: f.boolean().optional().help('Whether uploads are enabled.'),
        maxuploadsize: f.int().optional().help('Maximum upload size in bytes.'),
        minuploadchunksize: f.int().optional().help('Minimum size in bytes of each chunk except the last.'),
        galleryoptions: f
          .map(f.oneOf(f.int(), f.string(), f.boolean()))
          .optional()
          .help('Default options of image galleries.'),
        // Site settings can give these lists keys that are not successive. formatversion=2 keeps the keys, formatversion=1 does not.
        thumblimits: f.numbered(f.int()).element('limit').optional().help('Thumbnail widths in pixels that users can choose.'),
        imagelimits: f
          .numbered(f.object({ width: f.int(), height: f.int() }))
          .element('limit')
          .optional()
          .help('Image size limits for file pages that users can choose.'),
        favicon: optionalText().help('Address of the favicon.'),
        centralidlookupprovider: optionalText().help('Provider of central account ids.'),
        allcentralidlookupproviders: f.array(f.string()).optional().help('All available providers of central account ids.'),
        interwikimagic: f.boolean().optional().help('Whether interlanguage links appear next to the text.'),
        magiclinks: f.map(f.boolean()).optional().help('Whether ISBN, PMID and RFC numbers become links.'),
        categorycollation: optionalText().help('Collation of category members.'),
        nofollowlinks: f.boolean().optional().help('Whether external links have `rel="nofollow"`.'),
        nofollownsexceptions: f.array(f.int()).optional().help('Namespaces exempt from `nofollow`.'),
        nofollowdomainexceptions: f.array(f.string()).optional().help('Domains exempt from `nofollow`.'),
        externallinktarget: f.oneOf(f.string(), f.no()).optional().help('Target window of external links; false for the same window.'),
      },
      open,
    )
    .help('General site configuration.'),
  interwikimap: f
    .array(
      f.object({
        prefix: f.string().help('Interwiki prefix.'),
        local: f.flag(),
        trans: f.flag().help('Templates of that wiki can be transcluded.'),
        language: optionalText(),
        bcp47: optionalText(),
        localinterwiki: f.flag().help('The prefix refers to this wiki.'),
        extralanglink: f.flag().help('Links with this prefix appear among the language links although it is not a language code.'),
        code: optionalText(),
        linktext: optionalText().help('Display text of the links.'),
        sitename: optionalText(),
        deprecated: optionalText().help('Preferred language code.'),
        url: f.string().help('Address pattern of the pages, with `$1` for the title.'),
        protorel: f.boolean().optional().help('Whether the address is protocol-relative.'),
        wikiid: optionalText(),
        api: optionalText().help('Address of the api.php of that wiki.'),
      }),
    )
    .element('iw')
    .help('Interwiki prefixes.'),
  languages: f
    .array(f.object({ code: f.string(), bcp47: optionalText(), name: f.string().content() }))
    .element('lang')
    .help('Languages that MediaWiki supports.'),
  languagevariants: f
    .map(f.map(f.object({ fallbacks: texts('lang').help('Fallback variants in order.') })).element('variant', 'code'))
    .element('lang', 'code')
    .help('Languages that have variants.'),
  libraries: f.array(library).element('library').help('Libraries that run on the server.'),
  magicwords: f
    .array(
      f.object({ name: f.string(), aliases: texts('alias'), 'case-sensitive': f.boolean().help('Whether the word is case-sensitive.') }),
    )
    .element('magicword')
    .help('Magic words of the wikitext parser.'),
  namespacealiases: f
    .array(f.object({ id: f.int().help('Namespace number.'), alias: f.string().content().help('Alias of the namespace.') }))
    .element('ns')
    .help('Aliases of namespaces.'),
  namespaces: f
    .map(
      f.object({
        id: f.int(),
        case: f.literal('first-letter', 'case-sensitive'),
        name: f.string().content(),
        subpages: f.boolean().help('Whether subpages are enabled.'),
        canonical: optionalText(),
        content: f.boolean().help('Whether its pages count as content.'),
        nonincludable: f.boolean().help('Whether its pages cannot be transcluded.'),
        namespaceprotection: optionalText().help('Right required to edit.'),
        defaultcontentmodel: optionalText().help('Content model of new pages, if it differs from the default.'),
      }),
    )
    .element('ns'),
  protocols: texts('p').help('Protocols that external links can use.'),
  restrictions: f
    .object({
      types: texts('type').help('Actions that protection can restrict.'),
      levels: texts('level').help('Protection levels; empty for no restriction.'),
      cascadinglevels: texts('level').help('Levels that allow cascading protection.'),
      semiprotectedlevels: texts('level').help('Levels of semi-protection.'),
    })
    .help('Types and levels of page protection.'),
  rightsinfo: f
    .object({ url: f.string().help('Address of the license.'), text: f.string().help('Name of the license.') })
    .help('License of the content.'),
  showhooks: f
    .array(f.object({ name: f.string(), subscribers: texts('s').help('Functions registered for the hook.') }))
    .element('hook')
    .help('Hooks with registered functions.'),
  skins: f
    .array(
      f.object({
        code: f.string(),
        name: f.string().content(),
        default: f.flag().help('Default skin.'),
        unusable: f.flag().help('Users cannot choose the skin.'),
      }),
    )
    .element('skin')
    .help('Installed skins.'),
  specialpagealiases: f
    .array(f.object({ realname: f.string().help('English name.'), aliases: texts('alias') }))
    .element('specialpage')
    .help('Names of special pages.'),
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
      open,
    )
    .help('Site statistics.'),
  uploaddialog: f
    .object(
      {
        fields: f.map(f.boolean()).optional().help('Additional form fields.'),
        licensemessages: f
          .map(f.oneOf(f.string(), f.array(f.string())))
          .optional()
          .help('License messages for local and foreign uploads.'),
        comment: f.oneOf(f.string(), f.map(f.string())).optional().help('Comment of the uploads.'),
        format: f.map(f.string()).optional().help('Wikitext of the file pages.'),
      },
      open,
    )
    .help('Configuration of the upload dialog in the editor.'),
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
    .help('User groups with their rights.'),
  variables: texts('v').help('Variables of the wikitext parser.'),
};

export type SiteinfoProp = keyof typeof shapes;
export const props = Object.keys(shapes) as SiteinfoProp[];
export const sections = f.sections(shapes);
export type SiteinfoSection = Returned<typeof sections>;
