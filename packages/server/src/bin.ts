#!/usr/bin/env node
import { onNewNode } from './new-node.ts';

await onNewNode(() => import('./program.ts'));
