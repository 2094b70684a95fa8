import { type AnyRoute, partsOf, type RouteMethod } from '@wikiquery/core/host';

/** A route that matches a request: the name and template of its path, and the variable parts, still percent-encoded. */
export interface RouteMatch {
  readonly route: AnyRoute;
  readonly path: string;
  readonly template: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** The matching routes of a path, by route method; never empty. */
export type Matches = ReadonlyMap<RouteMethod, RouteMatch>;

/** Route methods by HTTP method. */
const METHODS: ReadonlyMap<string, RouteMethod> = new Map([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
]);

/** Returns the route method for an HTTP method, or undefined if no route can have the method. */
export const routeMethod = (method: string): RouteMethod | undefined => METHODS.get(method);

interface Node {
  readonly literals: Map<string, Node>;
  variable?: Node;
  readonly ends: Map<RouteMethod, Omit<RouteMatch, 'parts'>>;
}

/** Finds the route of a path. As in MediaWiki, literal segments take precedence over variables, without backtracking. */
export class Router {
  readonly #byLength = new Map<number, Node>();

  constructor(routes: Iterable<AnyRoute>) {
    for (const route of routes)
      for (const [path, template] of Object.entries(route.paths)) {
        const segments = template.split('/');
        let node = this.#byLength.get(segments.length) ?? newNode();
        this.#byLength.set(segments.length, node);
        for (const segment of segments) node = child(node, segment);
        node.ends.set(route.method ?? 'GET', { route, path, template });
      }
  }

  /** Returns the routes of a path by method, or undefined if no route has the path. */
  match(path: string): Matches | undefined {
    const segments = path.split('/', MOST_SEGMENTS);
    const values: string[] = [];
    let node = this.#byLength.get(segments.length);
    for (const segment of segments) {
      const literal = node?.literals.get(segment);
      if (!literal) values.push(segment);
      node = literal ?? node?.variable;
    }
    if (!node || node.ends.size === 0) return undefined;
    const parts = (template: string) => new Map(partsOf(template).map((name, at) => [name, values[at] ?? '']));
    return new Map(Array.from(node.ends, ([method, end]) => [method, { ...end, parts: parts(end.template) }]));
  }
}

/** Limits the work for long paths. No route has this many segments. */
const MOST_SEGMENTS = 32;

const newNode = (): Node => ({ literals: new Map(), ends: new Map() });

function child(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.variable ??= newNode();
    return node.variable;
  }
  const known = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, known);
  return known;
}
