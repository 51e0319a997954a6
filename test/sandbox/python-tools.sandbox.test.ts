import { spawnSync } from 'node:child_process';

import { pythonFolder } from '../../sandbox/guest/bundle';
import { describeWithSandbox } from '../prerequisites';

describeWithSandbox('the Python tools', () => {
  it('pass their own tests on this machine’s Python', () => {
    const args = ['-B', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
    const options = { cwd: pythonFolder(), encoding: 'utf8', env: {} } as const;
    const { status, stderr } = spawnSync('/usr/bin/python3', args, options);
    expect(stderr).toMatch(/Ran \d\d+ tests/);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
});
