import ExifReader from 'exifreader';

/** Reads the Exif data of an image as MediaWiki stores it: fractions as text, coordinates as signed degrees. Empty if unreadable. */
export function exifOf(bytes: Buffer): Record<string, unknown> {
  let tags: Record<string, { readonly value?: unknown } | undefined>;
  try {
    const { exif } = ExifReader.load(bytes, { expanded: true, includeUnknown: false });
    tags = (exif ?? {}) as typeof tags;
  } catch {
    return {};
  }
  const found: Record<string, unknown> = {};
  for (const [name, { value } = {}] of Object.entries(tags)) {
    if (!KEPT.test(name) || value === undefined) continue;
    const stored = storedValue(name, value, tags);
    if (stored !== undefined && stored !== '') found[NAMES[name] ?? name] = stored;
  }
  return found;
}

/** Names of tags to store. Excludes internal tags, and tags that are part of another tag. */
const KEPT =
  /^(?!.*(?:IFD|Pointer|Offset|Thumbnail|MakerNote|Padding|InteroperabilityIndex|JPEGInterchangeFormat|YCbCr|.*Ref$|.*Version$))[A-Z]\w+$/;
const NAMES: Readonly<Record<string, string>> = {
  DateTimeOriginal: 'DateTimeOriginal',
  PhotographicSensitivity: 'ISOSpeedRatings',
  ISOSpeedRatings: 'ISOSpeedRatings',
};

type Tags = Readonly<Record<string, { readonly value?: unknown } | undefined>>;

function storedValue(name: string, value: unknown, tags: Tags): unknown {
  if (name === 'GPSLatitude' || name === 'GPSLongitude') return degreesOf(value, tags[`${name}Ref`]?.value);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (value.every(each => typeof each === 'string')) return value.join('\n').trim();
  if (value.length === 2 && value.every(each => typeof each === 'number')) return `${value[0]}/${value[1]}`;
  if (value.length > MAX_VALUES) return undefined;
  const items = value.map(each => (Array.isArray(each) ? each.join('/') : each)).filter(each => ['string', 'number'].includes(typeof each));
  return items.length === 0 ? undefined : { ...Object.fromEntries(items.entries()), _type: 'ol' };
}

const MAX_VALUES = 20;

function degreesOf(value: unknown, reference: unknown): number | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = value.map(each =>
    Array.isArray(each) ? Number(each[0]) / (Number(each[1]) || 1) : Number(each),
  );
  const sum = degrees + minutes / 60 + seconds / 3600;
  const [letter] = [reference].flat();
  return Number.isFinite(sum) ? (letter === 'S' || letter === 'W' ? -sum : sum) : undefined;
}
