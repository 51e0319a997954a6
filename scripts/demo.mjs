// npm run demo: sets this machine up (saying what it does), then runs the demo of the espalier command.
// Writes node_modules/, dist/ and the state folder; installs bubblewrap at most. Exit 3: not ready, with the reason.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { NotReady, orNotReady, root, setUp } from './set-up.mjs';

await orNotReady(() => {
  setUp();
  const main = join(root, 'dist', 'cli', 'main.js');
  const { status, error } = spawnSync(process.execPath, [main, 'demo', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (error !== undefined) throw new NotReady(`the demo could not be started: ${error.message}`);
  // Ended by a signal (Ctrl-C): what the shell would say.
  process.exitCode = status ?? 130;
});
