import { runToEnd } from '../../../laboratory/trials/run-to-end';
import { withScratchCheckout } from '../../../laboratory/trials/scratch-checkout';

/** Makes a copy of a checkout, says where, and works in it until it is interrupted. Argument: the checkout. */
void withScratchCheckout(String(process.argv[2]), async ({ root }) => {
  const source = `console.error(JSON.stringify({ root: process.cwd(), pid: process.pid })); setInterval(() => require('node:fs').writeFileSync('made', 'x'), 1)`;
  await runToEnd({ cwd: root, command: process.execPath, args: ['-e', source], shown: true });
});
