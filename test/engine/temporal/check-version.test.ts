import { checkVersion } from '../../../engine/temporal/check-version';
import type { RunCommand } from '../../../engine/temporal/run-command';

/** What is said of a program that answers this. */
async function checked(stdout: string, problem: string | null = null) {
  const asked: (readonly string[])[] = [];
  const run: RunCommand = (argv) => {
    asked.push(argv);
    return Promise.resolve({ stdout, problem });
  };
  const check = await checkVersion(run, '/bin/temporal');
  expect(asked).toEqual([['/bin/temporal', '--version']]);
  return check;
}

const version = (server: string): string =>
  `temporal version 1.5.1 (Server ${server}, UI 2.41.0)\n`;

describe('the server of a temporal program', () => {
  it.each(['1.27.0', '1.27.1', '1.28.0', '2.0.0', '1.29.0-rc.1'])('%s will do', async (server) => {
    expect(await checked(version(server))).toEqual({ kind: 'usable', serverVersion: server });
  });

  it.each(['1.26.9', '1.9.30', '0.99.99'])('%s is too old', async (server) => {
    expect(await checked(version(server))).toEqual({
      kind: 'unusable',
      reason: `its server ${server} is older than 1.27.0`,
    });
  });

  it('must be named', async () => {
    expect(await checked('tctl 1.18\nand more')).toEqual({
      kind: 'unusable',
      reason: 'it does not name a Temporal server: "tctl 1.18"',
    });
  });

  it('is not known of a program that fails', async () => {
    const reason = 'it ended with exit code 1';
    expect(await checked(version('1.28.0'), reason)).toEqual({ kind: 'unusable', reason });
  });
});
