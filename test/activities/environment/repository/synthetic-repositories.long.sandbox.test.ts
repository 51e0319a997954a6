import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RepositoryInput } from '../../../../core/schemas/environment';
import { hashFolder } from '../../../../repositories';
import { describeWithData, describeWithSandbox, sharedData } from '../../../prerequisites';
import { FakeUpstream } from '../../../repositories/package-index/fake-upstream';
import {
  describeWithPackages,
  pinnedDistributions,
} from '../../../repositories/support/pinned-packages';
import { repositoriesUnderTest } from './repositories-under-test';
import type { Built, RepositoriesUnderTest } from './repositories-under-test';

const script = 'repositories/make_synthetic.py';

/** What a sound intake makes of each; all others are `ok`. */
const expected: Readonly<Record<string, RegExp>> = {
  'two-projects': /^(ok|partial)$/,
  'build-needs-network': /^install_failed$/,
  'broken-setup': /^install_failed$/,
  'hanging-setup': /^install_failed$/,
  'unmet-requirement': /^install_failed$/,
  symlinks: /^(partial|install_failed)$/,
  'submodule-stub': /^(ok|partial)$/,
  'no-python': /^no_python$/,
  'no-commit': /^clone_failed$/,
  'import-exit': /^(partial|import_failed)$/,
  'import-prompt': /^(partial|import_failed)$/,
  'import-network': /^(partial|import_failed)$/,
};

/** Those of the kinds packaging, hostile and import; what their functions do is the harness's. */
const functions = ['identity', 'state', 'flaky', 'kinds', 'values'];

describeWithData([script])('synthetic repositories', () => {
  describeWithPackages('from a folder to their functions', () => {
    describeWithSandbox('in cells, from an index of the test', () => {
      let folder: string;
      let upstream: FakeUpstream;
      let under: RepositoriesUnderTest;
      let names: readonly string[];
      let before: ReadonlyMap<string, string>;
      const rows = new Map<string, Built | Error>();
      const built = (name: string): Built => {
        const row = rows.get(name);
        if (row === undefined || row instanceof Error) throw row ?? new Error(`no row of ${name}`);
        return row;
      };
      const why = (name: string): string => JSON.stringify(built(name).status);
      const hashes = async (): Promise<Map<string, string>> => {
        const found = new Map<string, string>();
        for (const name of names) found.set(name, await hashFolder(join(folder, name)));
        return found;
      };

      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), 'espalier-synthetic-'));
        execFileSync('python3', [sharedData(script), folder], { stdio: 'ignore' });
        names = readdirSync(folder).filter((name) => !functions.includes(name));
        before = await hashes();
        upstream = await FakeUpstream.start(pinnedDistributions());
        under = await repositoriesUnderTest(`${upstream.address}/simple`, { step: 25, total: 120 });
        const inputs = names.map((name): [string, RepositoryInput] => [
          name,
          { kind: 'path', path: join(folder, name) },
        ]);
        await under.plan('all', Object.fromEntries(inputs));
        const waiting = [...names];
        const worker = async (): Promise<void> => {
          for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
            rows.set(
              name,
              await under.build('all', name).catch((error: unknown) => error as Error),
            );
          }
        };
        await Promise.all([worker(), worker()]);
      }, 1_200_000);

      afterAll(async () => {
        await under.close();
        await upstream.stop();
        rmSync(folder, { recursive: true });
      });

      it('come to one status each, whatever the others do', () => {
        expect(names.length).toBe(33);
        const unsound = names.filter(
          (name) => !(expected[name] ?? /^ok$/).test(built(name).status?.code ?? ''),
        );
        expect(unsound.map(why)).toEqual([]);
      });

      it('are as they were before, to the last hidden file', async () => {
        expect(await hashes()).toEqual(before);
      });

      it('say why they were not installed, in the words of what failed', () => {
        expect(why('broken-setup')).toMatch(/"step":"build".*broken on purpose/);
        expect(why('hanging-setup')).toMatch(/"step":"build".*did not end within its limit/);
        expect(why('unmet-requirement')).toMatch(/"step":"resolve".*9999/);
        expect(why('build-needs-network')).toMatch(/"step":"build".*ConnectionRefusedError/);
        expect(why('submodule-stub')).toMatch(/vendor/);
        expect(why('symlinks')).toMatch(/links left out/);
        expect(why('import-network')).toMatch(/network/);
        expect(why('no-commit')).toMatch(/without a commit/);
      });

      it('are ended with all that they started once their time is over', () => {
        // 25 s for the build, alone three times that, and the rest of what there is to do before, between and after.
        expect(built('hanging-setup').seconds).toBeLessThan(200);
      });

      it('have what their tests need, and nothing that a comment or a guess names', async () => {
        const packages = async (name: string): Promise<readonly string[]> => {
          const { environment } = built(name).outcome;
          const record = await under.store.environments.environment(environment ?? '');
          return Object.keys(record?.packages ?? {});
        };
        expect(await packages('test-extra')).toEqual(['wcwidth']);
        expect(await packages('odd-requirements')).toEqual(['iniconfig', 'packaging']);
        expect(await packages('no-packaging')).toEqual([]);
      });

      it('have one entry in the funnel for each definition, under ids of their own', async () => {
        for (const name of ['dotted-names', 'case-clash', 'src-layout', 'deep-nesting']) {
          const { attempt, outcome } = built(name);
          const funnel = await under.store.environments.funnel(attempt);
          expect(new Set(funnel.map(({ id }) => id)).size).toBe(outcome.counts.definitions);
          expect(outcome.counts.definitions).toBeGreaterThan(0);
        }
        const { attempt } = built('src-layout');
        const functionsOf = await under.run('loadFunctions', { attempt, from: 0, size: 100 });
        const { environment } = built('src-layout').outcome;
        for (const { id } of functionsOf.functions) {
          const found = await under.store.environments.definition(environment ?? '', id);
          expect(found?.module).toMatch(/^src_layout/);
        }
      });

      it('are found again the second time, without a cell and without the index', async () => {
        const [cells, asked] = [under.cells(), upstream.asked.length];
        await under.plan('again', { x: { kind: 'path', path: join(folder, 'test-extra') } });
        const again = await under.build('again', 'x');
        const { environment, counts } = built('test-extra').outcome;
        expect(again.outcome).toMatchObject({ environment, counts, status: { code: 'ok' } });
        expect([under.cells(), upstream.asked.length]).toEqual([cells, asked]);
      });

      it('are built for the functions that are asked for alone, and the others counted apart', async () => {
        const inputs = { x: { kind: 'path', path: join(folder, 'setup-only') } } as const;
        await under.plan('one', inputs, { most: 1, disabledFilters: ['disable_lines_filter'] });
        const { attempt, outcome } = await under.build('one', 'x');
        const funnel = await under.store.environments.funnel(attempt);
        const stages = funnel.map(({ entry }) => entry.stage);
        expect(outcome.counts.candidates).toBe(1);
        expect(stages.filter((stage) => stage === 'waiting')).toHaveLength(1);
        await under.plan('none', inputs, { only: ['nowhere.py'] });
        expect((await under.build('none', 'x')).outcome.counts.candidates).toBe(0);
      });
    });
  });
});
