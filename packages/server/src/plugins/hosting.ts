import type { Settings } from '../config/settings.ts';
import type { ProcessGroup } from '../lifecycle/process-group.ts';
import { serverExtensions } from './discovery.ts';
import type { App } from './server-extension.ts';
import { type Hosting, type SupervisedState, withDefaultsOf } from './server-extension.ts';

/** Returns the server of something other than one wiki, such as a wiki farm; undefined if the settings do not enable one. */
export async function hostingOf(app: App, settings: Settings): Promise<Hosting | undefined> {
  const [found] = (await serverExtensions(app)).flatMap(each => each.hosting?.(withDefaultsOf(each, settings)) ?? []);
  return found;
}

/** The hooks of the extension that runs several processes, bound to the settings. */
export interface BoundProcesses {
  readonly count: number;
  join(): Promise<ProcessGroup> | undefined;
  supervise(prepared: Settings, state: SupervisedState): Promise<number> | undefined;
}

export async function processesOf(app: App, settings: Settings): Promise<BoundProcesses | undefined> {
  const extension = (await serverExtensions(app)).find(({ processes }) => processes);
  const { processes } = extension ?? {};
  if (!extension || !processes) return undefined;
  return {
    count: processes.count(withDefaultsOf(extension, settings)),
    join: () => processes.join(withDefaultsOf(extension, settings)),
    supervise: (prepared, state) => processes.supervise(withDefaultsOf(extension, prepared), state),
  };
}
