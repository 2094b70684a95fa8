/** Loaded before a program: prints at its end how much processor time it took, milliseconds, and the most memory that it had, bytes. */
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(1, `\nprocessor time: ${Math.round((user + system) / 1000)}\nmemory: ${process.resourceUsage().maxRSS * 1024}\n`);
});
