import { BubblewrapBackend } from '../../../sandbox/bubblewrap/bubblewrap-backend';
import { SandboxUnsafeError } from '../../../sandbox/errors';
import { describeWithSandbox } from '../../prerequisites';

describeWithSandbox('bubblewrap on an older kernel', () => {
  const options = {
    searchPath: '/usr/local/bin:/usr/bin:/bin',
    root: '/',
    stateLabel: `espalier-kernel-${process.pid}`,
    remedy: '',
    bootstrap: '',
  };

  it('is refused by name, and Docker is recommended', () => {
    const open = () => BubblewrapBackend.open({ ...options, kernelRelease: '5.10.0-28-amd64' });
    expect(open).toThrow(SandboxUnsafeError);
    expect(open).toThrow(/Linux 5\.10\.0-28-amd64 does not count.*5\.14/);
    try {
      open();
    } catch (error) {
      expect(error).toMatchObject({ remedy: expect.stringContaining('Docker') as string });
    }
    expect.assertions(3);
  });

  it('is not refused on one that counts', () => {
    expect(() => BubblewrapBackend.open({ ...options, kernelRelease: '5.14.0' })).not.toThrow();
  });
});
