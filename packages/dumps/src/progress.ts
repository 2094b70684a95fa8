import { escapeControls } from '@wikiquery/hardening';
import { SingleBar } from 'cli-progress';

/** Receives the progress and the warnings of an import or export. */
export interface Progress {
  /** Starts a step of `total` units. 0 if the total is unknown. */
  begin(title: string, total: number): void;
  /** Reports the number of finished units, and counts to display. */
  update(done: number, counts: Readonly<Record<string, number>>): void;
  /** Ends the step. Has no effect if none has begun. */
  end(): void;
  warn(message: string): void;
}

/** Passes bytes through and reports their number. `inspect` receives each chunk and the number of bytes before it. */
export function reportBytes(progress: Progress, begun = 0, inspect?: (bytes: Uint8Array, before: number) => unknown) {
  let size = begun;
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      await inspect?.(bytes, size);
      size += bytes.length;
      progress.update(size, { MB: Math.ceil(size / 1e6) });
      yield bytes;
    }
  };
}

/** Draws a progress bar on a terminal; prints lines elsewhere. Writes to stderr, because stdout may receive results. */
export const terminalProgress = (stream: NodeJS.WriteStream = process.stderr): Progress =>
  stream.isTTY ? new BarProgress(stream) : new LineProgress(stream);

class BarProgress implements Progress {
  readonly #stream: NodeJS.WriteStream;
  #bar: SingleBar | undefined;
  #begun = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  begin(title: string, total: number): void {
    const shown = escapeControls(title);
    this.#begun = performance.now();
    this.#bar = new SingleBar({
      stream: this.#stream,
      format: (_, { progress }, { counts }: { counts: Readonly<Record<string, number>> }) => {
        const seconds = (performance.now() - this.#begun) / 1000;
        return progressLine(shown, total > 0 ? Math.min(progress, 1) : undefined, counts, seconds, this.#stream.columns || DEFAULT_COLUMNS);
      },
      hideCursor: true,
    });
    this.#bar.start(Math.max(total, 1), 0, { counts: {} });
  }

  update(done: number, counts: Readonly<Record<string, number>>): void {
    this.#bar?.update(done, { counts });
  }

  end(): void {
    this.#bar?.update(this.#bar.getTotal());
    this.#bar?.stop();
    this.#bar = undefined;
  }

  warn(message: string): void {
    this.#stream.clearLine(0);
    this.#stream.cursorTo(0);
    this.#stream.write(`${escapeControls(message)}\n`);
  }
}

const DEFAULT_COLUMNS = 80;
const BAR_WIDTH = 12;
const MIN_TITLE = 8;

/** Formats one terminal line. If it is too long, first shortens the title, then drops the bar, rates and counts. */
export function progressLine(
  title: string,
  part: number | undefined,
  counts: Readonly<Record<string, number>>,
  seconds: number,
  columns: number,
): string {
  const left = part === undefined || part === 0 ? '' : ` | ${clock((seconds * (1 - part)) / part)} left`;
  const percent = part === undefined ? '' : ` ${Math.floor(part * 100)}%`;
  const all = countsOf(counts, seconds);
  const forms = [
    all.map(({ full }) => full),
    all.map(({ full, short }, at) => (at === 0 ? full : short)),
    all.slice(0, 1).map(({ full }) => full),
  ];
  const room = (text: string): number => columns - 1 - percent.length - left.length - ' | '.length - text.length;
  const fits = forms.map(form => form.join(', ')).find(text => room(text) >= MIN_TITLE) ?? forms.at(-1)?.join(', ') ?? '';
  const rates = fits === '' ? '' : ` | ${fits}`;
  const free = Math.max(room(fits), 0);
  const hasBar = part !== undefined && free - title.length >= BAR_WIDTH + 3;
  const filled = Math.round((part ?? 0) * BAR_WIDTH);
  const bar = hasBar ? ` [${'='.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]` : '';
  return `${cut(title, free - bar.length)}${bar}${percent}${rates}${left}`;
}

/** Shortens the middle of a file name, because its end is more specific: `aawiki-2026…history.xml.7z`. */
function cut(title: string, most: number): string {
  if (title.length <= most) return title;
  if (most < 2) return '';
  const end = Math.floor((most - 1) / 2);
  return `${title.slice(0, most - 1 - end)}…${end > 0 ? title.slice(-end) : ''}`;
}

function clock(seconds: number): string {
  const whole = Math.ceil(Math.min(seconds, 359_999));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(rest)}`;
}

const LINE_INTERVAL = 5000;

class LineProgress implements Progress {
  readonly #stream: NodeJS.WriteStream;
  #title: string | undefined;
  #total = 0;
  #begun = 0;
  #printed = 0;
  #counts: Readonly<Record<string, number>> = {};

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  begin(title: string, total: number): void {
    [this.#title, this.#total, this.#counts] = [title, total, {}];
    this.#begun = this.#printed = performance.now();
  }

  update(done: number, counts: Readonly<Record<string, number>>): void {
    this.#counts = counts;
    const now = performance.now();
    if (now - this.#printed < LINE_INTERVAL) return;
    this.#printed = now;
    // Totals can be estimates.
    const part = this.#total > 0 ? Math.min(done / this.#total, 1) : 0;
    const left = part > 0 ? `, ${Math.ceil(((now - this.#begun) * (1 - part)) / part / 1000)} s left` : '';
    const share = this.#total > 0 ? `${Math.floor(part * 100)}%, ` : '';
    this.warn(`${this.#title}: ${share}${describeCounts(counts, this.#begun)}${left}`);
  }

  end(): void {
    if (this.#title === undefined) return;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    this.warn(`${this.#title}: ${describeCounts(this.#counts, this.#begun)}, in ${seconds} s`);
    this.#title = undefined;
  }

  warn(message: string): void {
    this.#stream.write(`${escapeControls(message)}\n`);
  }
}

/** Formats counts: `1,200 pages (340/s), 5,000 revisions (1,410/s)`. */
const describeCounts = (counts: Readonly<Record<string, number>>, begun: number): string =>
  countsOf(counts, (performance.now() - begun) / 1000)
    .map(({ full }) => full)
    .join(', ') || 'nothing new';

const countsOf = (counts: Readonly<Record<string, number>>, seconds: number): { readonly full: string; readonly short: string }[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const short = countText(count, name);
      return { full: `${short} (${format(Math.round(count / Math.max(seconds, 0.001)))}/s)`, short };
    });

/** Formats a count: `1 page`, `1,200 pages`. `name`: an English plural. */
export const countText = (count: number, name: string): string => `${format(count)} ${count === 1 ? singularOf(name) : name}`;

const singularOf = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

const format = (count: number): string => count.toLocaleString('en-US');
