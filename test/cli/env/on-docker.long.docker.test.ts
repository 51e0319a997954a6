import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtCli } from '../../../laboratory/home/built-cli';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { whatIsLeft } from '../../../laboratory/home/leftovers';
import { describeWithDocker, describeWithTemporal } from '../../prerequisites';
import { describeIf } from '../../skip-reasons';
import { FakeUpstream } from '../../repositories/package-index/fake-upstream';
import { writeAmounts } from '../../repositories/support/amounts';
import {
  describeWithPackages,
  pinnedDistributions,
} from '../../repositories/support/pinned-packages';
import * as images from '../../sandbox/real/host-image';

jest.setTimeout(300_000);

const image = `espalier-test-environments:${process.pid}`;

const pyenv = join(homedir(), '.pyenv/versions');
const hasPython39 = existsSync(pyenv) && readdirSync(pyenv).some((name) => name.startsWith('3.9.'));
const withPython39 = describeIf(hasPython39, `no Python 3.9 in ${pyenv}`);

describeWithTemporal('an environment on Docker', () => {
  describeWithPackages('from an index of the test', () => {
    describeWithDocker('in containers of this machine’s Python', () => {
      let folder: string;
      let upstream: FakeUpstream;
      let home: EspalierHome;
      beforeAll(async () => {
        builtCli();
        await images.importHostPython(image);
        folder = mkdtempSync(join(tmpdir(), 'espalier-docker-'));
        writeAmounts(join(folder, 'amounts'));
        upstream = await FakeUpstream.start(pinnedDistributions());
        home = createHome({
          environment: {
            ESPALIER_SANDBOX: 'docker',
            ESPALIER_SANDBOX_IMAGE: image,
            ESPALIER_PACKAGE_INDEX: `${upstream.address}/simple`,
          },
        });
      });
      afterAll(async () => {
        await home.dispose();
        await upstream.stop();
        await images.removeImage(image);
        rmSync(folder, { recursive: true });
      });

      it('is built, checked, and asked of a model, and leaves no container behind', async () => {
        const built = await home.run('env', 'build', join(folder, 'amounts'), '--json');
        expect([built.code, built.stderr]).toEqual([0, expect.any(String)]);
        const run = String(documentOf(built)['run']);
        const bank = join(folder, 'bank.jsonl');
        for (const command of [
          ['check', run],
          ['bank', run, bank],
        ]) {
          expect(await home.run('env', ...command)).toMatchObject({ code: 0 });
        }
        const solved = async (competence: number): Promise<unknown> => {
          const model = ['--model', `simulated:${bank}`, '--competence', String(competence)];
          const flags = ['--samples', '1', ...model, '--json'];
          return documentOf(await home.run('env', 'evaluate', run, ...flags));
        };
        expect(await solved(1)).toMatchObject({ completed: 1, solved: 1 });
        expect(await solved(0)).toMatchObject({ completed: 1, solved: 0, unscored: 0 });
        await home.run('down');
        expect(await whatIsLeft(home)).toEqual([]);
      });

      withPython39('with Python 3.9 of pyenv', () => {
        it('is built and checked with it, though containers have another one', async () => {
          const flags = ['--python', '3.9', '--limit', '1', '--json'];
          const built = await home.run('env', 'build', join(folder, 'amounts'), ...flags);
          expect([built.code, built.stderr]).toEqual([0, expect.any(String)]);
          const run = String(documentOf(built)['run']);
          expect(await home.run('env', 'check', run)).toMatchObject({ code: 0 });
          await home.run('down');
        });
      });
    });
  });
});
