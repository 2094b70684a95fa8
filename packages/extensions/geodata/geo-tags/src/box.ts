import { globeOf } from './globes.ts';
import { distance, type Point, pointOf } from './point.ts';
import { cellOf } from './tables.ts';

/** Area between two parallels and two meridians in degrees. If `west` is greater than `east`, the box crosses the antimeridian. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly globe: string;
}

/** Returns a box that contains the circle around a point. `radius` is in metres. */
export function boxAround({ lat, lon, globe }: Point, radius: number): Box {
  const { radius: size = 1, west, east } = globeOf(globe);
  const degrees = (angle: number): number => (angle / Math.PI) * 180;
  const high = degrees(radius / size);
  // Near the poles, meridians converge and the quotient has no bound.
  const wide = Math.abs(lat) < 89.9 ? degrees(radius / Math.cos((lat / 180) * Math.PI) / size) : 0.1;
  const turn = east - west;
  return {
    globe,
    south: Math.max(-90, lat - high),
    north: Math.min(90, lat + high),
    west: lon - wide < west ? lon - wide + turn : lon - wide,
    east: lon + wide > east ? lon + wide - turn : lon + wide,
  };
}

/** Parses a box in the form `north|west|south|east`, in degrees. Returns undefined for an invalid box. */
export function readBox(text: string, globe: string): Box | undefined {
  const [north = '', west = '', south = '', east = '', ...more] = text.split('|');
  const [corner, opposite] = [pointOf(north, west, globe), pointOf(south, east, globe)];
  if (more.length > 0 || !corner || !opposite || corner.lat <= opposite.lat) return undefined;
  return { globe, north: corner.lat, west: corner.lon, south: opposite.lat, east: opposite.lon };
}

/** Returns the center of a box, also if the box crosses the antimeridian. */
export function centerOf({ south, west, north, east, globe }: Box): Point {
  const lon = (west + east) / 2;
  return { lat: (south + north) / 2, lon: west > east ? lon + (lon < 0 ? 180 : -180) : lon, globe };
}

/** Returns the approximate area of a box in square metres. */
export function areaOf({ south, west, north, east, globe }: Box): number {
  const middle = (south + north) / 2;
  const high = distance({ lat: south, lon: 0, globe }, { lat: north, lon: 0, globe }) ?? 0;
  const wide = distance({ lat: middle, lon: west, globe }, { lat: middle, lon: east, globe }) ?? 0;
  return high * wide;
}

/** Returns the grid cells that a box overlaps, by latitude and by longitude (see `cellOf`). */
export function cellsOf({ south, west, north, east, globe }: Box): { readonly lat: number[]; readonly lon: number[] } {
  const edges = globeOf(globe);
  const between = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const [first, last] = [cellOf(west), cellOf(east)];
  return {
    lat: between(cellOf(south), cellOf(north)),
    lon: west > east ? [...between(cellOf(edges.west), last), ...between(first, cellOf(edges.east))] : between(first, last),
  };
}
