import { NS, type Site, type Title } from '@wikiquery/core';
import { type Coordinates, readCoordinates } from '@wikiquery/geo-tags';
import type { ExpansionObserver, WrittenArgument } from '@wikiquery/wikitext';

/** Whether the wiki has GeoData. True if its extensions are unknown. */
export const hasGeoData = ({ extensions }: Site): boolean => extensions?.has('GeoData') ?? true;

/** Maximum coordinates of a page (`$wgMaxCoordinatesPerPage`). */
const MAX_COORDINATES = 500;

/** Usual names of the template that calls GeoData's parser function through a Lua module. */
const COORD: ReadonlySet<string> = new Set(['Coord', 'Coords', 'Coor', 'Coordinates']);

export class CoordinateCollector {
  readonly found: Coordinates[] = [];
  readonly #language: string;

  constructor(language: string) {
    this.#language = language;
  }

  readonly observer: Pick<ExpansionObserver, 'coordinates' | 'including'> = {
    coordinates: args => this.#add(args),
    including: ({ namespace, dbkey }: Title) => {
      if (namespace !== NS.TEMPLATE || !COORD.has(dbkey)) return undefined;
      const before = this.found.length;
      return args => {
        // If the template itself calls the parser function, that call has priority.
        if (this.found.length === before) this.#add([...args.filter(isPassed), ...shownInTitle(args)]);
      };
    },
  };

  #add(args: readonly WrittenArgument[]): void {
    const coordinates = this.found.length < MAX_COORDINATES ? readCoordinates(args, this.#language) : undefined;
    // A page has at most one set of primary coordinates.
    if (coordinates && !(coordinates.primary && this.found.some(({ primary }) => primary))) this.found.push(coordinates);
  }
}

/** Whether the template passes an argument to the parser function. */
const isPassed = ({ name }: WrittenArgument): boolean => name === undefined || PASSED.has(name);
const PASSED: ReadonlySet<string> = new Set(['name', 'dim', 'scale', 'type', 'region', 'globe']);

/** Returns the argument `primary` for `display=title`, `display=inline,title` and their abbreviations. */
function shownInTitle(args: readonly WrittenArgument[]): WrittenArgument[] {
  const display = args.findLast(({ name }) => name === 'display')?.value ?? '';
  return display.includes('title') || ['t', 'it', 'ti'].includes(display) ? [{ value: 'primary' }] : [];
}
