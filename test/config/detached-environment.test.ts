import { detachedEnvironment, readSettings } from '../../config/settings';

describe('the environment of a detached process', () => {
  it('gives the same settings as ours, wherever ours came from', () => {
    const settings = readSettings({
      HOME: '/somewhere',
      ESPALIER_HOME: '/elsewhere',
      ESPALIER_NO_INSTALL: '1',
      ESPALIER_HEARTBEAT_MS: '2000',
    });
    expect(readSettings(detachedEnvironment(settings))).toEqual(settings);
  });

  it('holds no key of this process that the settings do not have', () => {
    const before = process.env['OPENAI_API_KEY'];
    process.env['OPENAI_API_KEY'] = 'of this process';
    try {
      const environment = detachedEnvironment(readSettings({ HOME: '/somewhere' }));
      expect(environment).not.toHaveProperty('OPENAI_API_KEY');
    } finally {
      if (before === undefined) delete process.env['OPENAI_API_KEY'];
      else process.env['OPENAI_API_KEY'] = before;
    }
  });
});
