import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runUnitTests, unitTestsIn } from '../harness/python-tests';
import { isShort } from '../long';
import { describeWithData, sharedData } from '../prerequisites';
import { describeWithPackages, unpackedPlugins, unpackedTools } from './support/pinned-packages';

const generator = 'repositories/make_synthetic.py';
const python = '/usr/bin/python3';

/** Other versions of Python by the names that distributions give them; OTHER_PYTHONS names those of other places. */
function otherPythons(): readonly string[] {
  const names = [9, 10, 11, 12, 13].map((minor) => `python3.${minor}`);
  return names.filter((name) => spawnSync(name, ['-c', '']).status === 0);
}

describeWithData([generator])('the jobs on repositories', () => {
  describeWithPackages('with what they need of others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-synthetic-'));
    const tools = mkdtempSync(join(tmpdir(), 'espalier-tools-'));
    const plugins = mkdtempSync(join(tmpdir(), 'espalier-plugins-'));
    let variables: Readonly<Record<string, string>> = {};

    beforeAll(() => {
      execFileSync(python, [sharedData(generator), folder]);
      variables = { ...unpackedTools(tools), ...unpackedPlugins(plugins) };
    });
    afterAll(() => {
      for (const made of [folder, tools, plugins]) rmSync(made, { recursive: true, force: true });
    });

    it(
      'pass their own tests, in a complete run on the synthetic repositories and the slow ones too',
      async () => {
        const { PATH = '', REAL_REPOSITORIES } = process.env;
        const { OTHER_PYTHONS = otherPythons().join(':') } = process.env;
        // Without what they need of others, tests are skipped that take most of the time.
        const told = isShort
          ? { PATH }
          : {
              ...{ SYNTHETIC_REPOSITORIES: folder, SLOW_TESTS: '1', PATH, OTHER_PYTHONS },
              ...variables,
              ...(REAL_REPOSITORIES === undefined ? {} : { REAL_REPOSITORIES }),
            };
        const { ran, failed } = await runUnitTests(
          { command: [python], variables: told },
          unitTestsIn('tests/repository'),
        );
        expect(failed).toBe('');
        expect(ran).toBeGreaterThan(250);
      },
      15 * 60_000,
    );
  });
});
