import { parseNumber } from '@wikiquery/languages';
import { globeOf } from './globes.ts';
import { numberOf, type Point } from './point.ts';

/** Coordinates of a page with GeoData's metadata. */
export interface Coordinates extends Point {
  /** Whether these are the page's primary coordinates, which locate its subject. */
  readonly primary: boolean;
  /** Size of the object in metres. */
  readonly dim: number;
  readonly type: string | null;
  readonly name: string | null;
  readonly country: string | null;
  readonly region: string | null;
}

/** Argument of `{{#coordinates:}}`. Unnamed arguments are positional. */
export interface CoordinateArgument {
  readonly name?: string;
  readonly value: string;
}

/** Parses the arguments of `{{#coordinates:…}}`. Returns undefined for invalid coordinates. `language` determines the number format. */
export function readCoordinates(args: readonly CoordinateArgument[], language: string): Coordinates | undefined {
  const parts: string[] = [];
  const named = new Map<string, string>();
  let isPrimary = false;
  let packed = '';
  for (const { name, value } of args) {
    if (name !== undefined) named.set(name, value);
    else if (value === 'primary') isPrimary = true;
    else if (PACKED.test(value)) packed = value;
    else if (value !== '') parts.push(value);
  }
  const fields = new Map([...unpack(packed), ...named]);
  const globe = fields.get('globe')?.toLowerCase() || 'earth';
  const point = pointFrom(parts, globe, language);
  if (!point) return undefined;
  const type = fields.get('type')?.replace(/\(.*$/s, '').toLowerCase();
  const [, country = null, region = null] = REGION.exec((fields.get('region') ?? '').toUpperCase()) ?? [];
  return {
    ...point,
    primary: isPrimary || named.has('primary'),
    dim: sizeOf(fields.get('dim')) ?? scaled(fields.get('scale')) ?? SIZES.get(type ?? '') ?? USUAL_SIZE,
    type: type ?? null,
    name: fields.get('name') ?? null,
    country,
    region,
  };
}

const PACKED = /\S:/;
const REGION = /^([A-Z]{2})(?:-([A-Z0-9]{1,3}))?$/;

function* unpack(packed: string): Generator<[name: string, value: string]> {
  for (const field of packed.split(/[ _]/)) {
    const colon = field.indexOf(':');
    if (colon >= 0) yield [field.slice(0, colon), field.slice(colon + 1)];
  }
}

function pointFrom(parts: readonly string[], globe: string, language: string): Point | undefined {
  if (parts.length < 2 || parts.length > 8 || parts.length % 2 !== 0) return undefined;
  const { west, east, eastward } = globeOf(globe);
  const half = parts.length / 2;
  const lat = angleOf(parts.slice(0, half), { min: -90, max: 90, letters: { N: 1, S: -1 }, language });
  const lon = angleOf(parts.slice(half), { min: west, max: east, letters: { E: eastward, W: -eastward }, language });
  return lat === undefined || lon === undefined ? undefined : { lat, lon, globe };
}

interface Scale {
  readonly min: number;
  readonly max: number;
  readonly letters: Readonly<Record<string, number>>;
  readonly language: string;
}

/** Converts degrees, minutes and seconds to degrees. Returns undefined if a part is out of range or follows a fractional part. */
function angleOf(parts: readonly string[], { min, max, letters, language }: Scale): number | undefined {
  const last = parts.at(-1) ?? '';
  const sign = parts.length > 1 ? letters[last.toUpperCase()] : undefined;
  const numbers = (sign === undefined ? parts : parts.slice(0, -1)).map(part => numberOf(part) ?? parseNumber(language, part));
  if (numbers.length > 3) return undefined;
  let degrees = 0;
  for (const [index, number] of numbers.entries()) {
    const [low, high] = index === 0 ? [min, max] : [0, 59.99999999];
    const followsFraction = index > 0 && number !== 0 && !Number.isInteger(numbers[index - 1]);
    if (!(number >= low && number <= high) || followsFraction) return undefined;
    degrees += (number / 60 ** index) * (degrees < 0 ? -1 : 1);
  }
  if (sign !== undefined) {
    if (degrees < 0) return undefined;
    degrees *= sign;
  }
  if (min === 0 && degrees < 0) degrees += max;
  return degrees >= min && degrees <= max ? degrees : undefined;
}

function sizeOf(written = ''): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(km|m)?$/i.exec(written) ?? [];
  const metres = Math.trunc(Number(number) * (unit.toLowerCase() === 'km' ? 1000 : 1));
  return Number(number) > 0 && metres <= LARGEST ? metres : undefined;
}

function scaled(written = ''): number | undefined {
  const scale = numberOf(written) ?? 0;
  return scale > 0 && scale <= LARGEST ? Math.trunc(Math.trunc(scale) / 10) : undefined;
}

/** Largest value that the column `gt_dim` can store. */
const LARGEST = 2 ** 31 - 1;

/** Defaults of `$wgDefaultDim` and `$wgTypeToDim` in metres. */
const USUAL_SIZE = 1000;
const SIZES: ReadonlyMap<string, number> = new Map([
  ...['country', 'satellite'].map((type): [string, number] => [type, 1_000_000]),
  ['state', 300_000],
  ['adm1st', 100_000],
  ['adm2nd', 30_000],
  ...['adm3rd', 'city', 'isle', 'mountain', 'river', 'waterbody'].map((type): [string, number] => [type, 10_000]),
  ...['event', 'forest', 'glacier'].map((type): [string, number] => [type, 5000]),
  ['airport', 3000],
]);
