// npm run demo: sets this machine up (saying what it does), then runs the demo of the espalier command.
// Writes node_modules/, dist/ and the state folder; installs bubblewrap at most. Exit 3: not ready, with the reason.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { NotReady, orNotReady, printedUsage, root, setUp } from './set-up.mjs';

const usage = `npm run demo [-- FLAGS]: sets this machine up, then runs \`espalier demo\`
  --fresh NAME   start a new demo under this name (default: show the finished demo again)
  --json         print one JSON document on stdout
  --help, -h     print this text; set nothing up
`;
if (printedUsage(usage)) process.exit(0);

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
