import { NS, type Site, type Title } from '@wikiquery/core';
import { type Coordinates, readCoordinates } from '@wikiquery/geo-tags';
import type { ExpansionObserver, WrittenArgument } from '@wikiquery/wikitext';

/** Whether the wiki has GeoData. Wikis with unknown extensions may have it. */
export const hasGeoData = ({ extensions }: Site): boolean => extensions?.has('GeoData') ?? true;

/** `$wgMaxCoordinatesPerPage`. */
const MAX_COORDINATES = 500;

/** Usual names of the template that calls GeoData's parser function through a module. */
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
        // A call by the template itself has priority.
        if (this.found.length === before) this.#add([...args.filter(isPassed), ...shownInTitle(args)]);
      };
    },
  };

  #add(args: readonly WrittenArgument[]): void {
    const coordinates = this.found.length < MAX_COORDINATES ? readCoordinates(args, this.#language) : undefined;
    // A page has at most one primary position.
    if (coordinates && !(coordinates.primary && this.found.some(({ primary }) => primary))) this.found.push(coordinates);
  }
}

/** Arguments that the template passes to the parser function. */
const isPassed = ({ name }: WrittenArgument): boolean => name === undefined || PASSED.has(name);
const PASSED: ReadonlySet<string> = new Set(['name', 'dim', 'scale', 'type', 'region', 'globe']);

/** Reads `display=title`, `display=inline,title` and their abbreviations. */
function shownInTitle(args: readonly WrittenArgument[]): WrittenArgument[] {
  const display = args.findLast(({ name }) => name === 'display')?.value ?? '';
  return display.includes('title') || ['t', 'it', 'ti'].includes(display) ? [{ value: 'primary' }] : [];
}
