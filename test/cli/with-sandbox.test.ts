import { interruptions, sandboxSettings } from '../../cli/with-sandbox';
import type { CommandContext } from '../../cli/command-context';
import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';

describe('the sandbox of a command', () => {
  const settings = readSettings({ ESPALIER_HOME: '/own', ESPALIER_SANDBOX: 'docker' });
  const context = { settings, folder: stateFolder(settings) } as CommandContext;

  it('is that of the settings, unless its flag names another', () => {
    expect(sandboxSettings(context, {})).toEqual({ backend: 'docker', stateLabel: '/own' });
    expect(sandboxSettings(context, { backend: 'bubblewrap' }).backend).toBe('bubblewrap');
    expect(sandboxSettings(context, { backend: 'auto' }).backend).toBe('auto');
  });

  it('is one that there is', () => {
    expect(() => sandboxSettings(context, { backend: 'chroot' })).toThrow(
      expect.objectContaining({
        code: 'BAD_FLAG',
        message: '--backend "chroot" is unknown',
      }) as Error,
    );
  });

  it('ends with the exit code of the signal that ends it', () => {
    expect(interruptions).toEqual({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });
  });
});
