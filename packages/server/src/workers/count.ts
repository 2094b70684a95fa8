import { availableParallelism } from 'node:os';
import type { Settings } from '../config/settings.ts';

/** Processes unless somebody says how many: each has its own memory. */
const MOST = 4;

/** How many processes do the work of one server. */
export const workersOf = ({ workers }: Pick<Settings, 'workers'>): number => workers ?? Math.min(availableParallelism(), MOST);
