#!/usr/bin/env node
import { onNewNode } from '@wikiquery/server/new-node';

await onNewNode(() => import('./main.ts'));
