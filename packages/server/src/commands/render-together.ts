import cluster from 'node:cluster';
import { createBirpc } from 'birpc';
import { endOf, WORKER_ARGUMENTS, WORKER_ENVIRONMENT } from '../lifecycle/child-processes.ts';

/** Pages that are rendered together. */
export interface RenderBatch {
  readonly ids: readonly number[];
  /** Total length of the pages in bytes. */
  readonly bytes: number;
}

/** Renders a batch. Returns the ids of failed pages. */
export type Render = (batch: RenderBatch) => Promise<readonly number[]>;

type Rendered = (batch: RenderBatch, failed: readonly number[]) => void;

/** The list of batches in the main process. */
interface Batches {
  /** Returns the next batch; undefined at the end of the list. */
  next(): Promise<RenderBatch | undefined>;
  rendered(batch: RenderBatch, failed: readonly number[]): Promise<void>;
}

/** Number of concurrent batches in each process. */
const AT_ONCE = 3;

/** Renders batches of the main process in a helper process, until the end of the list. */
export async function help(render: Render): Promise<void> {
  const list = createBirpc<Batches, object>(
    {},
    { post: data => process.send?.(data), on: receive => process.on('message', receive), timeout: -1 },
  );
  try {
    await renderFrom(list, render);
  } finally {
    cluster.worker?.disconnect();
  }
}

export interface Together {
  /** Number of helper processes. */
  readonly helpers: number;
  /** Arguments with which a helper process starts this program, so that it calls `help`. */
  readonly args: readonly string[];
  /** Called after each batch. */
  readonly rendered: Rendered;
}

/** Renders all batches in this process and in helper processes. The running batches of a helper process that dies count as failed. */
export async function renderTogether(
  list: AsyncGenerator<RenderBatch, undefined>,
  render: Render,
  { helpers, args, rendered }: Together,
): Promise<void> {
  const next = async (): Promise<RenderBatch | undefined> => (await list.next()).value;
  if (helpers > 0) cluster.setupPrimary({ args: [...args], execArgv: [...WORKER_ARGUMENTS] });
  const others = Array.from({ length: helpers }, () => startHelper(next, rendered));
  const own: Batches = { next, rendered: async (batch, failed) => rendered(batch, failed) };
  await Promise.all([renderFrom(own, render), ...others]);
}

/** Runs a helper process until it exits. */
async function startHelper(next: Batches['next'], rendered: Rendered): Promise<void> {
  const worker = cluster.fork({ ...WORKER_ENVIRONMENT });
  const taken = new Map<string, RenderBatch>();
  const calls: Batches = {
    async next() {
      const batch = await next();
      if (batch) taken.set(keyOf(batch), batch);
      return batch;
    },
    async rendered(batch, failed) {
      taken.delete(keyOf(batch));
      rendered(batch, failed);
    },
  };
  createBirpc<object, Batches>(calls, {
    post: data => worker.isConnected() && worker.send(data as object),
    on: receive => worker.on('message', receive),
  });
  // Sending to a process that has just exited emits an error.
  worker.on('error', () => undefined);
  await endOf(worker);
  for (const batch of taken.values()) rendered(batch, batch.ids);
}

const keyOf = ({ ids }: RenderBatch): string => ids.join();

async function renderFrom({ next, rendered }: Batches, render: Render): Promise<void> {
  const work = async (): Promise<void> => {
    for (let batch = await next(); batch; batch = await next()) await rendered(batch, await render(batch));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
