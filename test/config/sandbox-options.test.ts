import { sandboxOptions } from '../../config/sandbox-options';
import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';

describe('the options of the sandbox', () => {
  const options = (environment: Readonly<Record<string, string>>) => {
    const settings = readSettings({ ESPALIER_HOME: '/own', ...environment });
    return sandboxOptions(settings, stateFolder(settings));
  };

  it('are only the backend and the label of the state folder when nothing is set', () => {
    expect(options({})).toEqual({ backend: 'auto', stateLabel: '/own' });
  });

  it('are every setting of it', () => {
    expect(
      options({
        ...{ ESPALIER_SANDBOX: 'docker', ESPALIER_SANDBOX_SLOTS: '3' },
        ...{ ESPALIER_SANDBOX_IMAGE: 'python:3.12', ESPALIER_SANDBOX_ROOT: '/image' },
        DOCKER_HOST: 'unix:///docker.sock',
      }),
    ).toEqual({
      ...{ backend: 'docker', stateLabel: '/own', slots: 3, image: 'python:3.12' },
      ...{ root: '/image', dockerHost: 'unix:///docker.sock' },
    });
  });
});
