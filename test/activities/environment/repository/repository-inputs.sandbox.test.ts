import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { failureTypes } from '../../../../core/errors/failure-fate';
import { unpackedWheels } from '../../../../activities/environment/repository/unpacked-wheels';
import { installerWheels } from '../../../../repositories';
import type { PinnedWheel } from '../../../../repositories';
import { encodeTar } from '../../../../repositories/tar';
import { describeWithSandbox } from '../../../prerequisites';
import { FakeUpstream } from '../../../repositories/package-index/fake-upstream';
import {
  describeWithPackages,
  pinnedDistributions,
} from '../../../repositories/support/pinned-packages';
import { repositoriesUnderTest } from './repositories-under-test';
import type { RepositoriesUnderTest } from './repositories-under-test';

const files = {
  'setup.py':
    'from setuptools import setup\nsetup(name="small", version="1.0", py_modules=["small"])\n',
  'small.py': [
    'def double(value):',
    '    """Twice the value, or nothing of a negative one."""',
    '    if value < 0:',
    '        value = abs(value)',
    '    return str(value) * 2',
    '',
  ].join('\n'),
  'test_small.py': [
    'import unittest, small',
    'class Doubles(unittest.TestCase):',
    '    def test_double(self):',
    '        self.assertEqual(small.double(4), "44")',
    '        self.assertEqual(small.double(-3), "33")',
    '',
  ].join('\n'),
} as const;

describeWithPackages('a repository', () => {
  describeWithSandbox('from where a person says it is', () => {
    let folder: string;
    let upstream: FakeUpstream;
    let under: RepositoriesUnderTest;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-inputs-'));
      const repository = join(folder, 'owner', 'small');
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(repository, name)), { recursive: true });
        writeFileSync(join(repository, name), content);
      }
      const git = (...argv: string[]): void => {
        const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.invalid'];
        execFileSync('git', ['-C', repository, ...who, ...argv], { stdio: 'ignore' });
      };
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-q', '-m', 'one');
      git('tag', 'v1.0');
      const entries = Object.entries(files).map(([name, content]) => ({
        ...({ kind: 'file', executable: false } as const),
        ...{ path: `small-1.0/${name}`, content: Buffer.from(content) },
      }));
      const sdist = gzipSync(Buffer.concat([...encodeTar(entries)]));
      upstream = await FakeUpstream.start({
        ...pinnedDistributions(),
        small: [{ filename: 'small-1.0.tar.gz', content: sdist }],
      });
      under = await repositoriesUnderTest(`${upstream.address}/simple`, { step: 60, total: 180 });
      await under.plan('r', {
        folder: { kind: 'path', path: repository },
        address: { kind: 'git', url: `file://${repository}`, revision: 'v1.0' },
        release: { kind: 'sdist', name: 'small', version: '1.0' },
        nowhere: { kind: 'git', url: `file://${folder}/owner/nothing` },
        unpublished: { kind: 'sdist', name: 'small', version: '2.0' },
      });
    }, 120_000);

    afterAll(async () => {
      await under.close();
      await upstream.stop();
      rmSync(folder, { recursive: true });
    });

    const attemptOf = (problem: string) => ({ run: 'r', problem, sample: 0 });

    it('is not given up because the index does not answer, and nothing is kept of the try', async () => {
      const attempt = attemptOf('folder');
      await under.run('beginEnvironment', { attempt, position: 0 });
      const { taken } = await under.run('takeIn', { attempt });
      // The installer is there already, so that the trouble meets the build.
      await unpackedWheels(under.parts, [installerWheels[process.arch] as PinnedWheel], ['uv']);
      upstream.trouble.push(...Array<number>(30).fill(503));
      await expect(under.run('installProject', { attempt, taken })).rejects.toMatchObject({
        type: failureTypes.retryable,
        message: /The package index is not to be had/,
      });
      upstream.trouble.length = 0;
      expect((await under.run('installProject', { attempt, taken })).ended).toBeNull();
    }, 180_000);

    it('is one environment, be it a folder, an address or a release', async () => {
      const built = [];
      for (const name of ['folder', 'address', 'release']) built.push(await under.build('r', name));
      expect(built.map(({ status }) => status)).toEqual(Array(3).fill({ code: 'ok' }));
      const [folderOf, address, release] = built.map(({ outcome }) => outcome);
      expect(address?.environment).toBe(folderOf?.environment);
      expect(release?.environment).toBe(folderOf?.environment);
      expect(address?.repository).toMatchObject({ name: 'owner/small', licence: null });
      expect(address?.repository?.commit).toBe(folderOf?.repository?.commit);
      expect(release?.repository).toMatchObject({ name: 'small', commit: null });
    }, 180_000);

    it('gives the inputs of its own tests to the functions that wait', async () => {
      const { attempt, outcome } = await under.build('r', 'folder');
      const environment = outcome.environment ?? '';
      expect(outcome.counts).toMatchObject({ definitions: 1, candidates: 1 });
      await under.run('captureTraces', { attempt, environment });
      const before = under.cells();
      await under.run('captureTraces', { attempt, environment });
      expect(under.cells()).toBe(before);
      const kept = await under.tracesOf(attempt, environment);
      expect(kept.calls).toEqual([['4'], ['-3']]);
      expect(kept.suites[0]).toMatchObject({ suite: 'pytest', passed: 1, tests: 1 });
    }, 180_000);

    it('that is not to be had is a status, and no error', async () => {
      expect((await under.build('r', 'nowhere')).status?.code).toBe('clone_failed');
      expect((await under.build('r', 'unpublished')).status?.code).toBe('sdist_failed');
    });
  });
});
