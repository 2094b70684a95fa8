/** A line of a plot. */
export interface Line {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** One of {@link COLOURS}. */
  readonly colour: Colour;
  /** Stands at its end. */
  readonly label?: string;
}

export interface Plot {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** What the colours mean. */
  readonly legend?: Readonly<Partial<Record<Colour, string>>>;
}

/** A logarithmic axis: its ends are the powers of ten around what is drawn. */
export interface Axis {
  readonly label: string;
  /** Where it is marked, and how; powers of ten when left out. */
  readonly marks?: readonly (readonly [at: number, text: string])[];
}

/** Legible on white as on black, and to those who do not tell red from green. */
const COLOURS = { blue: '#4477aa', amber: '#cc8822', red: '#cc3344', grey: '#888888' } as const;
export type Colour = keyof typeof COLOURS;

const WIDTH = 760;
const HEIGHT = 420;
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 150, 40, 60];

/** A plot with two logarithmic axes as SVG, which needs no program, script or font of its own. */
export function svgOf({ title, x, y, lines, legend = {} }: Plot): string {
  const points = lines.flatMap(line => line.points);
  const across = scale(
    points.map(([at]) => at),
    LEFT,
    WIDTH - RIGHT,
    x.marks !== undefined,
  );
  const up = scale(
    points.map(([, at]) => at),
    HEIGHT - BOTTOM,
    TOP,
    false,
  );
  const drawn = [
    text(LEFT, 22, title, 'font-weight="bold"'),
    ...(x.marks ?? powers(across)).map(([at, mark]) => vertical(across.at(at)) + text(across.at(at), HEIGHT - BOTTOM + 18, mark, MIDDLE)),
    ...(y.marks ?? powers(up)).map(([at, mark]) => horizontal(up.at(at)) + text(LEFT - 8, up.at(at) + 4, mark, 'text-anchor="end"')),
    text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, x.label, MIDDLE),
    text(16, (TOP + HEIGHT - BOTTOM) / 2, y.label, `${MIDDLE} transform="rotate(-90 16 ${(TOP + HEIGHT - BOTTOM) / 2})"`),
    ...lines.map(({ points, colour, label }) => {
      const path = points.map(([a, b]) => `${round(across.at(a))},${round(up.at(b))}`).join(' ');
      const [endX, endY] = points.at(-1) ?? [1, 1];
      const named = label === undefined ? '' : text(across.at(endX) + 6, up.at(endY) + 4, label, `style="fill:${COLOURS[colour]}"`);
      return `<polyline points="${path}" fill="none" stroke="${COLOURS[colour]}" stroke-width="1.5" stroke-opacity="0.6"/>${named}`;
    }),
    ...Object.entries(legend).map(([colour, meaning], i) =>
      text(WIDTH - RIGHT + 12, TOP + 12 + 18 * i, meaning ?? '', `style="fill:${COLOURS[colour as Colour]}"`),
    ),
  ];
  const style = 'text { font: 12px sans-serif; fill: #777 } line { stroke: #999; stroke-opacity: 0.35 }';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${escaped(title)}</title><style>${style}</style>\n${drawn.join('\n')}\n</svg>\n`;
}

interface Scale {
  readonly low: number;
  readonly high: number;
  at(value: number): number;
}

/** Maps logarithms of values to a range; `tight`: from the least to the largest instead of whole powers of ten. */
function scale(values: readonly number[], from: number, to: number, tight: boolean): Scale {
  const logs = values.filter(value => value > 0).map(Math.log10);
  const [least, most] = [logs.reduce((a, b) => Math.min(a, b), Infinity), logs.reduce((a, b) => Math.max(a, b), -Infinity)];
  const [low, high] = tight ? [least, most] : [Math.floor(least), Math.ceil(most)];
  const range = high - low || 1;
  return { low, high, at: value => from + ((Math.log10(Math.max(value, 10 ** low)) - low) / range) * (to - from) };
}

const powers = ({ low, high }: Scale): [number, string][] =>
  Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => {
    const at = 10 ** (Math.ceil(low) + i);
    return [at, at.toLocaleString('en')];
  });

const MIDDLE = 'text-anchor="middle"';
const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const text = (x: number, y: number, value: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(value)}</text>`;
const vertical = (x: number): string => `<line x1="${round(x)}" x2="${round(x)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`;
const horizontal = (y: number): string => `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y)}" y2="${round(y)}"/>`;
