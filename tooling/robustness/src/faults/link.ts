import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which simulates network failures. */
export class Link {
  /** Port that new connections are forwarded to. */
  target: number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer(near => this.#carry(near));
  /** Bytes until the next break. */
  #left = Number.POSITIVE_INFINITY;
  /** Bytes between two breaks. */
  #interval = 0;
  /** Number of remaining breaks. */
  #breaks = 0;
  #isFrozen = false;
  /** Milliseconds by which each packet is delayed. */
  latency = 0;

  static async to(port: number): Promise<Link> {
    const link = new Link(port);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  private constructor(target: number) {
    this.target = target;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes the current connection each time the database server has sent another `bytes` bytes, `times` times in all. */
  breakAfter(bytes: number, times: number): void {
    this.#left = bytes;
    this.#breaks = times;
    this.#interval = bytes;
  }

  /** Stops forwarding without closing connections. */
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
    const far = connect(this.target, '127.0.0.1');
    const join = (one: Socket, other: Socket): void => {
      this.#sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    };
    join(near, far);
    join(far, near);
    const toFar = this.#delayed(far);
    const toNear = this.#delayed(near);
    near.on('data', toFar);
    far.on('data', data => {
      if (data.length <= this.#left) {
        this.#left -= data.length;
        toNear(data);
        return;
      }
      near.write(data.subarray(0, this.#left), () => near.destroy());
      this.#breaks -= 1;
      this.#left = this.#breaks > 0 ? this.#interval : Number.POSITIVE_INFINITY;
    });
    if (this.#isFrozen) this.freeze();
  }

  /** Returns a function that sends packets after the current latency, in order. */
  #delayed(socket: Socket): (data: Buffer) => void {
    let last = 0;
    return data => {
      const now = performance.now();
      last = Math.max(last, now + this.latency);
      if (last > now) setTimeout(() => socket.destroyed || socket.write(data), last - now);
      else socket.write(data);
    };
  }
}
