import { encodeAnything, type Field, f } from '@wikiquery/core';

/** Every `prop` with how formatversion=1 writes it. What a section holds is up to the wiki: most are given back as they were adopted. */
const shapes = {
  autocreatetempuser: f.json(),
  autopromote: f.json(),
  autopromoteonce: f.json(),
  clientlibraries: f.json(),
  dbrepllag: f.array(f.object({ host: f.string(), lag: f.number() })),
  // The values are those of preferences, where false is a value like any other.
  defaultoptions: f.json().v1(options => options),
  extensions: f.json(),
  extensiontags: f.json(),
  fileextensions: f.json(),
  functionhooks: f.json(),
  general: f.json().v1(general => encodeGeneral(general as Readonly<Record<string, unknown>>)),
  interwikimap: f.json(),
  languages: named('name'),
  languagevariants: f.json(),
  libraries: f.json(),
  magicwords: f.json(),
  namespacealiases: named('alias'),
  namespaces: f
    .json<ReadonlyMap<string, Readonly<Record<string, unknown>>>>()
    .v1(namespaces => new Map([...namespaces].map(([id, namespace]) => [id, contentLast(namespace, 'name')]))),
  protocols: f.json(),
  restrictions: f.json(),
  rightsinfo: f.json(),
  showhooks: f.json(),
  skins: named('name'),
  specialpagealiases: f.json(),
  statistics: f.object({
    pages: f.int(),
    articles: f.int(),
    edits: f.int(),
    images: f.int(),
    users: f.int(),
    activeusers: f.int(),
    admins: f.int(),
    jobs: f.int(),
  }),
  uploaddialog: f.json(),
  usergroups: f.json(),
  variables: f.json(),
};

export type SiteinfoProp = keyof typeof shapes;
export const props = Object.keys(shapes) as SiteinfoProp[];
export const sections = f.sections(shapes);

/** Entries whose text formatversion=1 calls `*`. */
function named(text: string): Field<readonly Readonly<Record<string, unknown>>[]> {
  return f.json<readonly Readonly<Record<string, unknown>>[]>().v1(entries => entries.map(entry => contentLast(entry, text)));
}

function contentLast(entry: Readonly<Record<string, unknown>>, text: string): Record<string, unknown> {
  const { [text]: content, ...rest } = entry;
  return { ...(encodeAnything(rest) as Record<string, unknown>), '*': content };
}

function encodeGeneral(general: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const encoded: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(general)) {
    // The new format numbers the entries of lists that administrators may renumber, the old one lists them.
    if (key === 'thumblimits' || key === 'imagelimits') encoded[key] = Object.values(value as object);
    else if (key === 'variantarticlepath') encoded[key] = value;
    else encoded[key] = encodeAnything(value);
  }
  return encoded;
}
