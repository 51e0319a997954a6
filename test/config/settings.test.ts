import { resolve } from 'node:path';

import { readSettings, writtenEnvironment } from '../../config/settings';

describe('settings', () => {
  it('have these values when no variable is set', () => {
    expect(readSettings({})).toEqual({
      ...{ HOME: '/', PATH: '/usr/local/bin:/usr/bin:/bin', TEMPORAL_NAMESPACE: 'default' },
      ...{ ESPALIER_SANDBOX: 'auto', ESPALIER_SESSIONS: 4, ESPALIER_SESSION_IDLE_MS: 300_000 },
      ...{ ESPALIER_PACKAGE_INDEX: 'https://pypi.org/simple', ESPALIER_QUEUES: 'single' },
      ...{ ESPALIER_HEARTBEAT_MS: 10_000, ESPALIER_STICKY_MS: 5_000 },
      ...{ ESPALIER_RETRY_FOR_MS: 86_400_000, ESPALIER_RETRY_INITIAL_MS: 1_000 },
      ...{ ESPALIER_RETRY_MAX_MS: 60_000, ESPALIER_MODEL_TIMEOUT_MS: 600_000 },
      ...{ ESPALIER_LOOK_AFTER_MS: 300_000, ESPALIER_SIMULATED_LATENCY_MS: 0 },
      ...{ ESPALIER_SIMULATED_CHUNK_MS: 0, ESPALIER_SIMULATED_LOG_MB: 64 },
      ESPALIER_NO_INSTALL: false,
    });
  });

  it('take an empty variable for one that is not set', () => {
    expect(readSettings({ ESPALIER_SESSIONS: '', OPENAI_BASE_URL: '' })).toEqual(readSettings({}));
  });

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ])('read %s as yes or no', (value, expected) => {
    const settings = readSettings({ ESPALIER_STREAM: value, ESPALIER_NO_INSTALL: value });
    expect(settings.ESPALIER_STREAM).toBe(expected);
    expect(settings.ESPALIER_NO_INSTALL).toBe(expected);
  });

  it.each([
    ['ESPALIER_SANDBOX_SLOTS', '0'],
    ['ESPALIER_SESSIONS', '1.5'],
    ['ESPALIER_HEARTBEAT_MS', '-1'],
    ['ESPALIER_SIMULATED_LATENCY_MS', '-1'],
    ['ESPALIER_SIMULATED_LOG_MB', '0'],
    ['ESPALIER_STREAM', 'yes'],
    ['ESPALIER_QUEUES', 'many'],
    ['ESPALIER_STORE_SYNC', 'off'],
    ['ESPALIER_PACKAGE_INDEX', 'ftp://index'],
  ])('refuse %s=%s by name and value', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      expect.objectContaining({
        code: 'BAD_SETTING',
        message: expect.stringContaining(
          `environment variable ${name}=${JSON.stringify(value)}: `,
        ) as string,
        remedy: `Correct or unset ${name}`,
      }) as Error,
    );
  });
});

describe('settings that are written down', () => {
  const written = (environment: Readonly<Record<string, string>>) =>
    writtenEnvironment(readSettings(environment));

  it('are those that are not the usual ones, and give the same settings again', () => {
    expect(written({})).toEqual({});
    const environment = {
      ...{ HOME: '/home/a', ESPALIER_HOME: '/own', ESPALIER_SESSIONS: '7' },
      ...{ ESPALIER_STREAM: '0', OPENAI_BASE_URL: 'http://models.test/v1' },
    };
    expect(written({ ...environment, ESPALIER_HEARTBEAT_MS: '10000' })).toEqual(environment);
    expect(readSettings(written(environment))).toEqual(readSettings(environment));
  });

  it('hold whole paths', () => {
    const environment = {
      ...{ ESPALIER_HOME: 'own', TEMPORAL_CLI_PATH: './temporal' },
      ...{ ESPALIER_SANDBOX_ROOT: 'image', OPENAI_API_KEY_FILE: 'key' },
    };
    expect(written(environment)).toEqual({
      ...{ ESPALIER_HOME: resolve('own'), TEMPORAL_CLI_PATH: resolve('temporal') },
      ...{ ESPALIER_SANDBOX_ROOT: resolve('image'), OPENAI_API_KEY_FILE: resolve('key') },
    });
  });

  it('hold no secret, and nothing of this terminal', () => {
    expect(
      written({
        ...{ OPENAI_API_KEY: 'sk-1', ESPALIER_NO_INSTALL: '1', NO_COLOR: '1', TERM: 'x', CI: '1' },
        ...{ ESPALIER_PACKAGE_INDEX: 'https://me@index.test', https_proxy: 'http://a:b@proxy:1' },
        ...{ OPENAI_BASE_URL: 'https://models.test/v1?key=1', http_proxy: 'http://:b@proxy:1' },
      }),
    ).toEqual({});
  });
});
