import { type Field, f, type Returned } from '@wikiquery/core';

const texts = (element: string) => f.array(f.string()).element(element);
const optionalText = () => f.string().optional();
/** What extensions add. */
const others = { rest: f.json() };
const library = f.object({ name: f.string(), version: f.string(), author: optionalText(), license: optionalText() });
const groups = () => f.oneOf(texts('group'), f.flag()).optional();

/** `condname` and `params`, or an `operand` and numbered conditions. */
const condition: Field<unknown> = f.named('PromotionCondition', () =>
  f.map(f.oneOf(f.string(), f.array(f.json()), condition as Field<Readonly<Record<string, unknown>>>)),
);
const conditions = f.oneOf(f.array(condition), f.map(f.oneOf(f.array(condition), condition)));

/** Every `prop`. What extensions may add to is open. */
const shapes = {
  autocreatetempuser: f.object({ enabled: f.boolean() }, { ...others, emptyIsList: 'old' }),
  autopromote: f.map(condition),
  autopromoteonce: f.map(conditions),
  clientlibraries: f.array(library).element('library'),
  copyuploaddomains: texts('domain'),
  dbrepllag: f.array(f.object({ host: f.string(), lag: f.number() })).element('db'),
  // The values are those of preferences, where false is a value like any other.
  defaultoptions: f.assoc(f.oneOf(f.string(), f.number(), f.realBoolean(), f.literal(null))),
  extensions: f
    .array(
      f.object({
        type: f.string(),
        name: optionalText(),
        namemsg: optionalText(),
        description: optionalText(),
        descriptionmsg: optionalText(),
        descriptionmsgparams: f.array(f.json()).element('param').optional(),
        author: optionalText(),
        url: optionalText(),
        version: optionalText(),
        'vcs-system': optionalText(),
        'vcs-version': optionalText(),
        'vcs-url': optionalText(),
        'vcs-date': optionalText(),
        'license-name': optionalText(),
        license: optionalText(),
        credits: optionalText(),
      }),
    )
    .element('ext'),
  extensiontags: texts('t'),
  fileextensions: f.array(f.object({ ext: f.string() })).element('fe'),
  functionhooks: texts('h'),
  general: f.object(
    {
      mainpage: f.string(),
      base: f.string(),
      sitename: f.string(),
      mainpageisdomainroot: f.boolean().optional(),
      logo: optionalText(),
      generator: optionalText(),
      phpversion: optionalText(),
      phpsapi: optionalText(),
      dbtype: optionalText(),
      dbversion: optionalText(),
      imagewhitelistenabled: f.boolean().optional(),
      langconversion: f.boolean().optional(),
      linkconversion: f.boolean().optional(),
      titleconversion: f.boolean().optional(),
      linkprefixcharset: optionalText(),
      linkprefix: optionalText(),
      linktrail: optionalText(),
      legaltitlechars: optionalText(),
      invalidusernamechars: optionalText(),
      allunicodefixes: f.boolean().optional(),
      fixarabicunicode: f.boolean().optional(),
      fixmalayalamunicode: f.boolean().optional(),
      'git-hash': optionalText(),
      'git-branch': optionalText(),
      case: f.literal('first-letter', 'case-sensitive').optional(),
      lang: f.string(),
      fallback: f
        .array(f.object({ code: f.string() }))
        .element('lang')
        .optional(),
      variants: f
        .array(f.object({ code: f.string(), name: f.string() }))
        .element('lang')
        .optional(),
      rtl: f.boolean().optional(),
      fallback8bitEncoding: optionalText(),
      readonly: f.boolean().optional(),
      readonlyreason: optionalText(),
      writeapi: f.boolean().optional(),
      maxarticlesize: f.int().optional(),
      timezone: optionalText(),
      timeoffset: f.int().optional(),
      articlepath: f.string(),
      scriptpath: f.string(),
      script: f.string(),
      variantarticlepath: f.oneOf(f.string(), f.realBoolean()).optional(),
      server: f.string(),
      servername: optionalText(),
      wikiid: f.string(),
      time: f.timestamp(),
      misermode: f.boolean().optional(),
      uploadsenabled: f.boolean().optional(),
      maxuploadsize: f.int().optional(),
      minuploadchunksize: f.int().optional(),
      galleryoptions: f.map(f.oneOf(f.int(), f.string(), f.boolean())).optional(),
      // The new format numbers the entries of lists that administrators may renumber, the old one lists them.
      thumblimits: f.numbered(f.int()).element('limit').optional(),
      imagelimits: f
        .numbered(f.object({ width: f.int(), height: f.int() }))
        .element('limit')
        .optional(),
      favicon: optionalText(),
      centralidlookupprovider: optionalText(),
      allcentralidlookupproviders: f.array(f.string()).optional(),
      interwikimagic: f.boolean().optional(),
      magiclinks: f.map(f.boolean()).optional(),
      categorycollation: optionalText(),
      nofollowlinks: f.boolean().optional(),
      nofollownsexceptions: f.array(f.int()).optional(),
      nofollowdomainexceptions: f.array(f.string()).optional(),
      externallinktarget: f.oneOf(f.string(), f.no()).optional(),
    },
    others,
  ),
  interwikimap: f
    .array(
      f.object({
        prefix: f.string(),
        local: f.flag(),
        trans: f.flag(),
        language: optionalText(),
        bcp47: optionalText(),
        localinterwiki: f.flag(),
        extralanglink: f.flag(),
        code: optionalText(),
        linktext: optionalText(),
        sitename: optionalText(),
        deprecated: optionalText(),
        url: f.string(),
        protorel: f.boolean().optional(),
        wikiid: optionalText(),
        api: optionalText(),
      }),
    )
    .element('iw'),
  languages: f.array(f.object({ code: f.string(), bcp47: optionalText(), name: f.string().content() })).element('lang'),
  languagevariants: f.map(f.map(f.object({ fallbacks: texts('lang') })).element('variant', 'code')).element('lang', 'code'),
  libraries: f.array(library).element('library'),
  magicwords: f.array(f.object({ name: f.string(), aliases: texts('alias'), 'case-sensitive': f.boolean() })).element('magicword'),
  namespacealiases: f.array(f.object({ id: f.int(), alias: f.string().content() })).element('ns'),
  namespaces: f
    .map(
      f.object({
        id: f.int(),
        case: f.literal('first-letter', 'case-sensitive'),
        name: f.string().content(),
        subpages: f.boolean(),
        canonical: optionalText(),
        content: f.boolean(),
        nonincludable: f.boolean(),
        namespaceprotection: optionalText(),
        defaultcontentmodel: optionalText(),
      }),
    )
    .element('ns'),
  protocols: texts('p'),
  restrictions: f.object({
    types: texts('type'),
    levels: texts('level'),
    cascadinglevels: texts('level'),
    semiprotectedlevels: texts('level'),
  }),
  rightsinfo: f.object({ url: f.string(), text: f.string() }),
  showhooks: f.array(f.object({ name: f.string(), subscribers: texts('s') })).element('hook'),
  skins: f.array(f.object({ code: f.string(), name: f.string().content(), default: f.flag(), unusable: f.flag() })).element('skin'),
  specialpagealiases: f.array(f.object({ realname: f.string(), aliases: texts('alias') })).element('specialpage'),
  statistics: f.object(
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
  ),
  uploaddialog: f.object(
    {
      fields: f.map(f.boolean()).optional(),
      licensemessages: f.map(f.oneOf(f.string(), f.array(f.string()))).optional(),
      comment: f.oneOf(f.string(), f.map(f.string())).optional(),
      format: f.map(f.string()).optional(),
    },
    others,
  ),
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
    .element('group'),
  variables: texts('v'),
};

export type SiteinfoProp = keyof typeof shapes;
export const props = Object.keys(shapes) as SiteinfoProp[];
export const sections = f.sections(shapes);
/** What a section holds; most are given back as they were adopted. */
export type Section = Returned<typeof sections>;
