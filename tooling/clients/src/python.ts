import { spawnSync } from 'node:child_process';

/** Python that has the clients: Debian's, or the one in the variable TEST_PYTHON. */
export const PYTHON = process.env.TEST_PYTHON ?? '/usr/bin/python3';

/** Whether Python can import a module. */
export const hasPythonModule = (name: string): boolean =>
  spawnSync(PYTHON, ['-c', `import ${name}`], { env: { ...process.env, PYWIKIBOT_NO_USER_CONFIG: '2' } }).status === 0;
