import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { readSettings } from '../../../../config/settings';
import { judgePatch } from '../../../../core/tasks/patch/judge-patch';
import { dockerHost } from '../../../../laboratory/home/docker-host';
import { DockerImages } from '../../../../sandbox';
import { createDependencies } from '../../../../workers/dependencies';
import type { OpenDependencies } from '../../../../workers/dependencies';
import { describeWithDocker } from '../../../prerequisites';
import { describeWithPackages, unpackedTools } from '../../../repositories/support/pinned-packages';
import { diffOf, forgeries, honestTwin, source } from '../../../sandbox/patch/forgeries';
import { checkOf, packagesOfPytest } from '../../../sandbox/patch/patch-check';
import {
  containersOf,
  importHostPython,
  pythonFiles,
  removeImage,
} from '../../../sandbox/real/host-image';
import { ImageRegistry, layerOf } from '../../../sandbox/real/image-registry';

jest.setTimeout(300_000);

const cellImage = `espalier-test-images:${String(process.pid)}`;

describeWithDocker('a task whose row names an image', () => {
  describeWithPackages('of a registry of the test', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-images-'));
    const said: string[] = [];
    let registry: ImageRegistry;
    let image: string;
    let dependencies: OpenDependencies;
    const named = (name: string) => ({ image: name, address: join(folder, 'no-clone') });
    beforeAll(async () => {
      await importHostPython(cellImage);
      registry = await ImageRegistry.start();
      image = registry.add('owner/task:1', layerOf(pythonFiles(), filesOfImage(folder)));
      const settings = readSettings({
        ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], DOCKER_HOST: dockerHost },
        ...{ ESPALIER_HOME: join(folder, 'home'), ESPALIER_SANDBOX: 'docker' },
        ESPALIER_SANDBOX_IMAGE: cellImage,
      });
      dependencies = await createDependencies(settings, { say: (line) => said.push(line) });
    });
    afterAll(async () => {
      await dependencies.close();
      await registry.stop();
      await removeImage(cellImage);
      await removeImage(image);
      rmSync(folder, { recursive: true });
    });

    const graded = async (patch: string) => {
      const check = checkOf(patch, named(image));
      const sandbox = await dependencies.sandbox();
      const run = await sandbox.patch?.(check.task);
      if (run === undefined) throw new Error('the sandbox runs no patches');
      return { run, outcome: judgePatch(check, run)[0] };
    };

    it('runs in it: pulled once, without history, the right patch resolved and no change not', async () => {
      const right = await graded(diffOf(source, honestTwin(forgeries[0] ?? never())));
      expect([right.outcome, right.run.runs[0]?.log]).toEqual([
        expect.objectContaining({ kind: 'passed' }),
        expect.stringContaining('PASSED tests/test_more.py::test_twice'),
      ]);
      expect(right.run.provenance.provider).toBe('docker');
      const pulled = said.filter((line) => line.startsWith(`image ${image}: `));
      expect(pulled).toContainEqual(expect.stringMatching(/ of [\d.]+ MB pulled$/));
      expect(pulled.at(-1)).toMatch(/: here, \d+ MB on disk$/);

      const none = await graded('');
      expect(none.outcome).toMatchObject({ kind: 'failed', patch: { resolution: 'no' } });
      const { task } = checkOf('', named(image));
      const record = await dependencies.taskEnvironments.of(task.source);
      expect(record).toMatchObject({
        repository: { name: 'a/pkg', commit: '0'.repeat(40) },
        image: { name: image, interpreter: '/opt/miniconda3/envs/testbed/bin/python' },
      });
      expect(said.filter((line) => line.includes('on disk'))).toHaveLength(1);
    });

    it('gives its box neither the folder of the image with its history nor a forged pass', async () => {
      const reads =
        'import os\nassert os.listdir("/testbed") == []\nassert not os.path.exists(".git")\n';
      const sums = (honestTwin(forgeries[0] ?? never())['pkg/sums.py'] ?? '') + reads;
      const honest = await graded(diffOf(source, { 'pkg/sums.py': sums }));
      expect([honest.outcome, honest.run.runs[0]?.log]).toEqual([
        expect.objectContaining({ kind: 'passed' }),
        expect.anything(),
      ]);
      const tried = forgeries.filter(({ name }) =>
        ['a hook in a new conftest', 'reports that are rewritten', 'exit 0 at exit'].includes(name),
      );
      expect(tried).toHaveLength(3);
      for (const { name, files } of tried) {
        const { outcome } = await graded(diffOf(source, files));
        expect([name, outcome?.kind]).toEqual([name, 'failed']);
      }
    });

    it('needs the image if the tag is missing, the registry is down, or the disk is too small', async () => {
      const closed = await ImageRegistry.start();
      await closed.stop();
      const missing = `${registry.address}/owner/task:2`;
      const nobody = `${closed.address}/owner/task:1`;
      for (const [name, why] of [
        [missing, /manifest.* not found|manifest unknown/],
        [nobody, /refused/],
      ] as const) {
        const asked = dependencies.taskEnvironments.of(checkOf('', named(name)).task.source);
        await expect(asked).rejects.toMatchObject({
          status: 'needs-image',
          why: expect.stringMatching(why) as string,
        });
      }
      const other = registry.add('owner/other:1', layerOf(['/usr/bin/git'], filesOfImage(folder)));
      for (const free of [1e6, 1024 ** 3 + 1e6]) {
        const images = new DockerImages({ dockerHost, freeBytes: async () => free });
        expect(await images.bring(other)).toEqual({
          kind: 'none',
          why: expect.stringMatching(
            /needs about \d+ MB below .*, and [\d.]+ MB are free/,
          ) as string,
        });
      }
    });

    it('leaves no container behind', async () => {
      await dependencies.close();
      expect(await containersOf(join(folder, 'home'))).toEqual([]);
    });
  });
});

function never(): never {
  throw new Error('there are no forgeries');
}

/** As images of SWE-bench hold a repository: its folder with a history, and an environment with an interpreter and pytest. */
function filesOfImage(folder: string): string {
  const root = mkdtempSync(join(folder, 'image-'));
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(source)) put(`testbed/${path}`, content);
  put('testbed/.git/packed-refs', `${'1'.repeat(40)} refs/tags/later\n`);
  put('testbed/pkg/__pycache__/sums.cpython-39.pyc', 'not of this commit');
  const environment = 'opt/miniconda3/envs/testbed';
  put(`${environment}/pyvenv.cfg`, 'home = /usr/bin\ninclude-system-site-packages = false\n');
  mkdirSync(join(root, environment, 'bin'));
  cpSync('/usr/bin/python3', join(root, environment, 'bin/python'), { dereference: true });
  const tools = join(root, 'tools');
  unpackedTools(tools);
  const python = basename(realpathSync('/usr/bin/python3'));
  const packages = join(root, environment, 'lib', python, 'site-packages');
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(tools).filter((one) => packagesOfPytest.test(one))) {
    cpSync(join(tools, name), join(packages, name), { recursive: true });
  }
  rmSync(tools, { recursive: true });
  return root;
}
