#!/usr/bin/env node
// Nothing newer than old versions of Node can read: it tells those who have one.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 15)) await import('./main.ts');
else {
  console.error(
    `wikiquery needs Node 24.15 or later, and this is ${process.versions.node}. Get a newer one from your distribution or from nodejs.org.`,
  );
  process.exitCode = 2;
}
