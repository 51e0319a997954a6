import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { useOwnHome } from '../../cli/sandbox/own-home';
import { describeWithSandbox } from '../../prerequisites';

const root = resolve(__dirname, '..', '..', '..');

describeWithSandbox('a trial as it is typed', () => {
  useOwnHome();
  const trial = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/run.cjs', 'laboratory/trials/main.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: process.env,
    });

  it('runs from the sources, and writes one document', () => {
    const args = ['wire-test', '--trees', '3', '--backend', 'bubblewrap', '--json'];
    const { status, stdout } = trial(...args);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ provider: 'bubblewrap', trees: 3, faults: [] });
  });

  it.each([
    ['a flag there is none of', ['soak', '--much'], '`npm run trial -- soak --help`'],
    ['a trial there is none of', ['hostil'], '`npm run trial -- --help`'],
    ['no trial at all', [], 'Name one of those above'],
  ])('refuses %s with exit code 2, and says what can be typed', (_, args, remedy) => {
    const { status, stderr } = trial(...args);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining(remedy) as string,
    });
  });
});
