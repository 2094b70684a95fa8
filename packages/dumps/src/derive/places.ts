import { NS, type Site, type Title } from '@wikiquery/core';
import { type Coordinates, readCoordinates } from '@wikiquery/geo-tags';
import type { ExpansionObserver, WrittenArgument } from '@wikiquery/wikitext';

/** Whether a wiki has extension GeoData; one of which nobody told what it has may have it. */
export const tellsPlaces = ({ extensions }: Site): boolean => extensions?.has('GeoData') ?? true;

/** The most that a page may tell (`$wgMaxCoordinatesPerPage`). */
const MOST = 500;

/** The names of the template that shows coordinates on most wikis: its module calls the function of the extension. */
const COORD: ReadonlySet<string> = new Set(['Coord', 'Coords', 'Coor', 'Coordinates']);

/** Gathers the places that a page tells of. */
export class Places {
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
        // Where the template called the function itself, that counts.
        if (this.found.length === before) this.#add([...args.filter(isMeant), ...shownInTitle(args)]);
      };
    },
  };

  #add(args: readonly WrittenArgument[]): void {
    const place = this.found.length < MOST ? readCoordinates(args, this.#language) : undefined;
    // A page is in one place.
    if (place && !(place.primary && this.found.some(({ primary }) => primary))) this.found.push(place);
  }
}

/** Arguments that the template hands on. */
const isMeant = ({ name }: WrittenArgument): boolean => name === undefined || HANDED_ON.has(name);
const HANDED_ON: ReadonlySet<string> = new Set(['name', 'dim', 'scale', 'type', 'region', 'globe']);

/** `display=title`, `display=inline,title` and the letters for them. */
function shownInTitle(args: readonly WrittenArgument[]): WrittenArgument[] {
  const display = args.findLast(({ name }) => name === 'display')?.value ?? '';
  return display.includes('title') || ['t', 'it', 'ti'].includes(display) ? [{ value: 'primary' }] : [];
}
