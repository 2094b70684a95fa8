#!/usr/bin/env node
import { requireNode } from './lifecycle/require-node.ts';

await requireNode(() => import('./program.ts'));
