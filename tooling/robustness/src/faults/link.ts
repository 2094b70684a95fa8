import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a database server, which can break. */
export class Link {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer(near => this.#carry(near));
  readonly #target: number;
  /** Bytes that the server may still send before its connections break. */
  #left = Number.POSITIVE_INFINITY;
  #again = 0;
  #breaks = 0;
  #isFrozen = false;

  static async to(port: number): Promise<Link> {
    const link = new Link(port);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  private constructor(target: number) {
    this.#target = target;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Breaks the connections when the server has sent so many bytes more, in the middle of whatever it says then; does so `times` times. */
  breakAfter(bytes: number, times: number): void {
    this.#left = bytes;
    this.#breaks = times;
    this.#again = bytes;
  }

  /** From now on nothing comes through, and nobody is told. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }
  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #carry(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
    }
    near.on('data', data => far.write(data));
    far.on('data', data => {
      if (data.length <= this.#left) {
        this.#left -= data.length;
        near.write(data);
        return;
      }
      near.write(data.subarray(0, this.#left), () => near.destroy());
      this.#breaks -= 1;
      this.#left = this.#breaks > 0 ? this.#again : Number.POSITIVE_INFINITY;
    });
    if (this.#isFrozen) this.freeze();
  }
}
