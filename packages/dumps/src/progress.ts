import { SingleBar } from 'cli-progress';

/** Tells somebody how far an import is. */
export interface Progress {
  /** Begins a part of the work, of so many units; 0 where nobody knows. */
  begin(title: string, total: number): void;
  /** How many units are done, and what that gave. */
  update(done: number, counts: Readonly<Record<string, number>>): void;
  end(): void;
  warn(message: string): void;
}

/** A bar on a terminal, lines elsewhere. Goes to stderr: stdout is for results. */
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
    this.#begun = performance.now();
    this.#bar = new SingleBar({
      stream: this.#stream,
      format: total > 0 ? `${title} [{bar}] {percentage}% | {rates} | {eta_formatted} left` : `${title} | {rates}`,
      etaBuffer: 100,
      hideCursor: true,
    });
    this.#bar.start(Math.max(total, 1), 0, { rates: '' });
  }

  update(done: number, counts: Readonly<Record<string, number>>): void {
    this.#bar?.update(done, { rates: describeCounts(counts, this.#begun) });
  }

  end(): void {
    this.#bar?.update(this.#bar.getTotal());
    this.#bar?.stop();
    this.#bar = undefined;
  }

  warn(message: string): void {
    this.#stream.clearLine(0);
    this.#stream.cursorTo(0);
    this.#stream.write(`${message}\n`);
  }
}

/** Milliseconds between two lines. */
const PAUSE = 5000;

class LineProgress implements Progress {
  readonly #stream: NodeJS.WriteStream;
  #title = '';
  #total = 0;
  #begun = 0;
  #told = 0;
  #counts: Readonly<Record<string, number>> = {};

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  begin(title: string, total: number): void {
    [this.#title, this.#total, this.#counts] = [title, total, {}];
    this.#begun = this.#told = performance.now();
  }

  update(done: number, counts: Readonly<Record<string, number>>): void {
    this.#counts = counts;
    const now = performance.now();
    if (now - this.#told < PAUSE) return;
    this.#told = now;
    const part = this.#total > 0 ? done / this.#total : 0;
    const left = part > 0 ? `, ${Math.ceil(((now - this.#begun) * (1 - part)) / part / 1000)} s left` : '';
    const share = this.#total > 0 ? `${Math.floor(part * 100)}%, ` : '';
    this.warn(`${this.#title}: ${share}${describeCounts(counts, this.#begun)}${left}`);
  }

  end(): void {
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    this.warn(`${this.#title}: ${describeCounts(this.#counts, this.#begun)}, in ${seconds} s`);
  }

  warn(message: string): void {
    this.#stream.write(`${message}\n`);
  }
}

/** `1,200 pages (340/s), 5,000 revisions (1,410/s)`. */
function describeCounts(counts: Readonly<Record<string, number>>, begun: number): string {
  const seconds = Math.max((performance.now() - begun) / 1000, 0.001);
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([name, count]) => `${format(count)} ${name} (${format(Math.round(count / seconds))}/s)`).join(', ') || 'nothing new';
}

const format = (count: number): string => count.toLocaleString('en-US');
