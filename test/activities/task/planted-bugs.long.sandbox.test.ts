import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { plantedEnvironment } from '../../../activities/environment/task/planted-environment';
import type { TaskOutcome } from '../../../core/kinds/task/schema';
import type { Store } from '../../../core/ports/records';
import type { TaskSource } from '../../../core/schemas/patch-task';
import type { RunConfig } from '../../../core/schemas/run';
import type { BugToPlant, TaskCandidate } from '../../../core/schemas/task-candidate';
import { hiddenCheck } from '../../../core/tasks/patch/patch';
import type { PatchHidden, PatchProblem } from '../../../core/tasks/patch/patch';
import { judgePatch } from '../../../core/tasks/patch/judge-patch';
import { sweBenchProblem } from '../../../datasets/tasks/swebench';
import { openRepositoryCells } from '../../../sandbox';
import type { RepositoryCells } from '../../../sandbox';
import { PatchCells } from '../../../sandbox/patch/patch-cells';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages } from '../../repositories/support/pinned-packages';
import { smallCells } from '../../sandbox/patch/small-cells';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { activitiesUnderTest } from '../activities-under-test';

const sums = `def total(a, b):
    """The sum of both."""
    return a + b


def untested(a):
    """One more."""
    return a + 1
`;
const metadata = 'Metadata-Version: 2.1\nName: pkg\nVersion: 1.2\n';
const files = {
  // As real packages do.
  'pkg/__init__.py': "from importlib.metadata import version\n\n__version__ = version('pkg')\n",
  'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--color=yes"\n',
  'PKG-INFO': metadata,
  'pkg/sums.py': sums,
  'tests/test_sums.py':
    'from pkg.sums import total\n\n\ndef test_total():\n    assert total(2, 3) == 5\n\n\ndef test_zero():\n    assert total(0, 0) == 0\n',
};
const source: TaskSource = {
  ...{ repository: 'local/pkg', address: '/clones/pkg', commit: 'b'.repeat(40), until: null },
  ...{ python: null, requirements: [], image: null },
};
const total = { path: 'pkg/sums.py', qualname: 'total', n: 1, first: 1, last: 3, unnoticed: [] };
const untested = { ...total, qualname: 'untested', first: 6, last: 8 };
const removal = { kind: 'removal' } as const;
const ofThousand = { kind: 'mutant', nth: 999, of: 1000 } as const;
const candidate = (bug: BugToPlant): TaskCandidate => ({
  ...{ id: 'P-0', source, goldPatch: '', testPatch: '', statement: 'It is wrong.\n' },
  ...{ createdAt: '2024-05-01', madeOf: 'a bug', bug },
});

beforeAll(quietRuntime);
afterAll(endRuntime);

describeWithSandbox('a bug that is planted in a repository', () => {
  describeWithPackages('whose own tests judge', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-planted-'));
    let host: RepositoryCells;
    let store: Store;
    let cells: PatchCells;
    let environments: { readonly of: (source: TaskSource) => Promise<never> };
    beforeAll(async () => {
      host = await openRepositoryCells({ backend: 'bubblewrap', slots: 2, stateLabel: folder });
      store = createMemoryStore();
      const options = await smallCells(host, folder, {
        files,
        installed: { 'pkg/sums.py': sums, 'pkg-1.2.dist-info/METADATA': metadata },
        store: store.environments,
      });
      const cell = await host.open({
        archives: [],
        shape: { memoryMb: 256, filesMb: 16, scratchMb: 16 },
      });
      const { place } = cell;
      await cell.close();
      const parts = {
        ...{ store, repositories: options.host, place: () => Promise.resolve(place) },
      };
      const of = async ({ planted }: TaskSource) =>
        planted === undefined
          ? options.record
          : plantedEnvironment(parts, options.record, planted, new AbortController().signal);
      environments = { of: of as never };
      cells = new PatchCells({ ...options, environmentOf: of });
    }, 120_000);
    afterAll(async () => {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    });

    async function made(bug: BugToPlant): Promise<TaskOutcome & { readonly text: string }> {
      const stored = await store.blobs.put(JSON.stringify(candidate(bug)));
      const own = { ...createMemoryStore(), blobs: store.blobs, environments: store.environments };
      const config = {
        ...{ kind: 'task', method: 'make-tasks', problems: ['P/0'] },
        task: { candidates: { 'P/0': stored }, times: 1, passedOver: {} },
      } as Partial<RunConfig>;
      const under = await activitiesUnderTest({
        ...{ store: own, config, sandbox: { ...createScriptedSandbox({}), patch: cells.run } },
        dependencies: { repositories: () => Promise.resolve(host), taskEnvironments: environments },
      });
      await under.run('makeTaskOf', {
        ...{ attempt: { run: 'r', problem: 'P/0', sample: 0 }, position: 0 },
      });
      const [attempt] = await own.runs.attempts('r');
      if (attempt?.result?.outcome.kind !== 'task') throw new Error('no outcome');
      const { outcome } = attempt.result;
      return { ...outcome, text: outcome.row === null ? '' : await store.blobs.get(outcome.row) };
    }

    it('is a task if tests of the repository fail with it, and is graded by them', async () => {
      const { rejected, failToPass, passToPass, text } = await made({ ...total, bug: removal });
      expect([rejected, failToPass, passToPass]).toEqual([null, 2, 0]);
      const value = JSON.parse(text) as { readonly patch: string };
      expect(value).toMatchObject({ test_patch: '', repo: 'local/pkg' });
      const { problem, hidden } = sweBenchProblem(
        { line: 1, value },
        { file: 'f', dataset: 'made' },
      );
      const row = { problem: problem as PatchProblem, hidden: hidden as PatchHidden };
      const terms = {
        limits: scriptedRunConfig().limits.hidden,
        seed: 0,
        assurance: 'data',
      } as const;
      const graded = async (patch: string) => {
        const check = hiddenCheck(row, patch, terms);
        const run = await cells.run(check.task);
        return { run, outcome: judgePatch(check, run)[0] };
      };
      expect((await graded(value.patch)).outcome).toMatchObject({
        ...{ kind: 'passed', patch: { failToPass: [2, 2] } },
      });
      // The tests are laid and sealed, though no patch brings them.
      const forging = value.patch.replace(
        /^(\+.*return a \+ b)$/m,
        '+    open("tests/test_sums.py", "w").write("def test_total(): pass")',
      );
      expect(forging).not.toBe(value.patch);
      expect((await graded(forging)).outcome?.kind).not.toBe('passed');
      // No box of the task has the right code.
      const spying = value.patch.replace(
        /^(\+.*return a \+ b)$/m,
        '+    import sys; sys.path.insert(0, "/srv/project"); sys.modules.pop("pkg.sums"); sys.modules.pop("pkg"); import pkg.sums; return pkg.sums.total(a, b)',
      );
      expect((await graded(spying)).outcome?.kind).not.toBe('passed');
    }, 600_000);

    it.each<[string, string, BugToPlant]>([
      ['nothing-fails-before', 'no test looks at it', { ...untested, bug: removal }],
      ['no-bug', 'there are not so many mutants', { ...total, bug: ofThousand }],
    ])(
      'is rejected as %s where %s',
      async (reason, _why, bug) => {
        expect(await made(bug)).toMatchObject({ rejected: { reason }, row: null });
      },
      240_000,
    );
  });
});
