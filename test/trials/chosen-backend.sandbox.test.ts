import { resolve } from 'node:path';

import { useOwnHome } from '../cli/sandbox/own-home';
import { runCommand } from '../cli/sandbox/run-command';
import { describeWithSandbox } from '../prerequisites';

const corpus = resolve(__dirname, '..', 'sandbox', 'hostile');

describeWithSandbox('hostile programs on whichever backend works', () => {
  useOwnHome();

  it('are told with the backend that was chosen, not with auto', async () => {
    const args = ['sandbox', 'hostile', corpus, '--programs', 'chatty', '--backend', 'auto'];
    const { code, stdout, stderr } = await runCommand([...args, '--json']);
    expect(stderr).toContain('1 programs, bubblewrap, split');
    expect(JSON.parse(stdout)).toMatchObject({ provider: 'bubblewrap', leftovers: 0 });
    expect(code).toBe(0);
  });
});
