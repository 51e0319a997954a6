import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { DefaultLogger } from '@temporalio/worker';
import { MockActivityEnvironment } from '@temporalio/testing';

import { createHarnessActivities } from '../../../../activities/environment/harness/harness-activities';
import type { HarnessPorts } from '../../../../activities/environment/harness/harness-activities';
import type { AttemptKey } from '../../../../core/durable/attempt-key';
import { planSteps } from '../../../../core/repository/plan/plan-steps';
import type { OfFunction } from '../../../../core/ports/environment';
import type { RepositoryCell } from '../../../../core/adapters/repository';
import { stepNoteKey } from '../../../../core/work/note-keys';
import { harnessPlan } from '../../../../core/repository/plan/harness-plan';
import type { PlanState } from '../../../../core/repository/plan/plan';
import { BuiltHarness, StepNote } from '../../../../core/schemas/environment-built';
import type { FunnelEntry } from '../../../../core/schemas/environment-funnel';
import type { Sandbox } from '../../../../core/adapters/sandbox';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../../report/environments/load-repositories';
import { repositoryTools, withHarness } from '../../../../sandbox';
import { answeringSandbox } from '../../../fakes/answering-sandbox';
import { describeWithSandbox } from '../../../prerequisites';
import { FakeUpstream } from '../../../repositories/package-index/fake-upstream';
import {
  describeWithPackages,
  pinnedDistributions,
} from '../../../repositories/support/pinned-packages';
import { repositoriesUnderTest } from '../repository/repositories-under-test';
import type { RepositoriesUnderTest } from '../repository/repositories-under-test';

const files: Readonly<Record<string, string>> = {
  'pyproject.toml':
    '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n' +
    '[project]\nname = "counted"\nversion = "1"\n[tool.setuptools]\npackages = ["counted"]\n',
  'counted/__init__.py': '',
  'counted/words.py': [
    'import random',
    '',
    '',
    'def clamp(value, low, high):',
    '    """Keeps a value between two others."""',
    '    if value < low:',
    '        return low',
    '    if value > high:',
    '        return high',
    '    return value',
    '',
    '',
    'def shout(text, times=1):',
    '    """Says it louder."""',
    '    loud = text.upper() + "!" * times',
    '    if times > 2:',
    '        loud = loud.replace(" ", "  ")',
    '    return loud',
    '',
    '',
    'def draw(items):',
    '    """Any of the items, by chance that nobody seeds."""',
    '    chosen = random.SystemRandom().random()',
    '    kept = list(items)',
    '    return chosen, kept',
    '',
    '',
    'def refuse(value):',
    '    """Takes nothing."""',
    '    if value is not refuse:',
    '        raise LookupError(value)',
    '    found = [value]',
    '    return found',
  ].join('\n'),
  'tests/test_words.py':
    'from counted.words import clamp\n\n' +
    'def test_clamp():\n' +
    '    assert clamp(5, 1, 9) == 5\n' +
    '    assert clamp(-5, 1, 9) == 1\n' +
    '    assert clamp(50, 1, 9) == 9\n' +
    '    assert clamp(1, 1, 9) == 1\n' +
    '    assert clamp(9.0, 1, 9) == 9.0\n' +
    '    assert clamp(1.0, 1, 9) == 1.0\n',
};

interface Ended {
  readonly state: PlanState;
  readonly entry: FunnelEntry;
  /** Jobs that were run for it. */
  readonly jobs: readonly string[];
}

describeWithPackages('harnesses', () => {
  describeWithSandbox('for the functions of a repository', () => {
    let folder: string;
    let upstream: FakeUpstream;
    let under: RepositoriesUnderTest;
    let attempt: AttemptKey;
    let environment: string;
    let statusOfFirst: string | undefined;
    let jobs: string[] = [];
    /** What a case may take in each kind of job. */
    const limits = new Map<string, unknown>();
    /** How many records each job has told. */
    const said = new Map<string, number>();
    /** Ends the job of this name once so many records have been said. */
    let interrupt: { readonly module: string; readonly after: number } | null = null;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-harness-'));
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), content);
      }
      upstream = await FakeUpstream.start(pinnedDistributions());
      under = await repositoriesUnderTest(`${upstream.address}/simple`, { step: 60, total: 240 });
      await under.plan('run', { counted: { kind: 'path', path: folder } });
      const built = await under.build('run', 'counted');
      attempt = built.attempt;
      if (built.outcome.environment === null) throw new Error(JSON.stringify(built.status));
      environment = built.outcome.environment;
      statusOfFirst = built.status?.code;
      await under.run('captureTraces', { attempt, environment });
    }, 300_000);

    afterAll(async () => {
      await under.close();
      await upstream.stop();
      rmSync(folder, { recursive: true });
    });

    function watched(cell: RepositoryCell): RepositoryCell {
      return {
        ...{ place: cell.place, close: cell.close },
        run: (job, options) => {
          jobs.push(job.module);
          limits.set(job.module, (job.request as { limits?: unknown }).limits);
          let count = 0;
          const onRecord: typeof options.onRecord = (record, again) => {
            options.onRecord?.(record, again);
            said.set(job.module, (count += 1));
            if (job.module === interrupt?.module && count > interrupt.after) {
              throw new Error('the worker was killed');
            }
          };
          return cell.run(job, { ...options, onRecord });
        },
      };
    }

    function activities(): HarnessPorts {
      const { store, contexts, repositories } = under.parts;
      const host = async (): Promise<Awaited<ReturnType<typeof repositories>>> => {
        const real = await repositories();
        return { ...real, open: async (wish) => watched(await real.open(wish)) };
      };
      const graded = withHarness(answeringSandbox({}), {
        ...{ environments: store.environments, tools: repositoryTools() },
        host: repositories,
      });
      const sandbox = (): Promise<Sandbox> => Promise.resolve(graded);
      const none = (): Promise<never> => Promise.reject(new Error('there is no model'));
      return createHarnessActivities({ store, sandbox, repositories: host }, contexts, {
        generate: none,
        refine: none,
      });
    }

    function carriedOut<T>(activity: () => Promise<T>): Promise<T> {
      const world = new MockActivityEnvironment(
        { heartbeatTimeoutMs: 60_000, scheduleToCloseTimeoutMs: 0 },
        { logger: new DefaultLogger('ERROR') },
      );
      return world.run<[], T, () => Promise<T>>(activity);
    }

    async function build(name: string, own = attempt): Promise<Ended> {
      const ports = activities();
      const of: OfFunction = {
        ...{ attempt: own, environment },
        function: `counted/words.py::${name}#1`,
      };
      jobs = [];
      let state = harnessPlan.start({
        target: `counted::${of.function}`,
        generators: ['traces', 'hypothesis', 'transplant'],
        maxRounds: 1,
      });
      for (;;) {
        const action = harnessPlan.next(state);
        if (action.kind === 'finish') {
          const { finish } = action;
          const entry = await carriedOut(() => ports.finishHarness({ ...of, finish }));
          return { state, entry, jobs: [...jobs] };
        }
        const port = ports[planSteps[action.kind].activity];
        const event = await carriedOut(() => port({ ...of, action }));
        state = harnessPlan.apply(state, event);
      }
    }

    const reasonOf = ({ entry }: Ended): unknown =>
      entry.stage === 'rejected' ? entry.reason : entry.stage;

    it('come of what its own tests call, and nothing is done twice', async () => {
      const first = await build('clamp');
      expect(reasonOf(first)).toBe('accepted');
      // Whichever job runs the original, the processor's time decides, and waiting long beyond.
      for (const job of ['run_original', 'measure_coverage', 'mutate_function', 'rerun_cases']) {
        const { cpuSeconds, wallSeconds } = limits.get(job) as Record<string, number>;
        expect([job, wallSeconds]).toEqual([job, 10 * (cpuSeconds ?? NaN)]);
      }
      const again = await build('clamp');
      expect([again.entry, again.jobs]).toEqual([first.entry, []]);
      const { records } = first.state;
      expect(records.map(({ stage, came }) => `${stage} ${came}`)).toEqual([
        'slice sliced',
        'generate generated',
        'run passed',
        'coverage passed',
        'mutation passed',
        'reruns passed',
        'minimise passed',
        'scan passed',
      ]);
    }, 120_000);

    it('say all that is known of them: instance, measures, records and notes', async () => {
      const { entry } = await build('clamp');
      if (entry.stage !== 'accepted') throw new Error(JSON.stringify(entry));
      const { blobs, environments } = under.store;
      const { instance, survivors } = BuiltHarness.parse(
        JSON.parse(await blobs.get(entry.harness)),
      );
      expect(instance.measures).toMatchObject({ branchCoverage: 1, reruns: 5, flakes: [] });
      expect(instance.measures.mutation.killed).toBeGreaterThanOrEqual(
        0.8 * instance.measures.mutation.total,
      );
      expect(instance.measures.mutation.survivors).toHaveLength(survivors.length);
      const { definition, harness } = instance;
      expect(definition.source).toContain('if value < low:');
      expect(definition.stub).toContain('Keeps a value between two others.');
      expect(definition.stub).not.toContain('if value < low:');
      const expected = JSON.parse(await blobs.get(instance.expected)) as unknown[][];
      expect(expected.map((part) => part.length)).toEqual(
        harness.parts.map(({ cases }) => cases.length),
      );
      const noteOf = async (step: number): Promise<StepNote> =>
        StepNote.parse(
          await environments.findStep(stepNoteKey(attempt, 'counted/words.py::clamp#1', step)),
        );
      expect(await noteOf(3)).toMatchObject({ stage: 'coverage', measure: 1 });
      expect(await noteOf(7)).toMatchObject({ stage: 'scan', reused: false });
    }, 60_000);

    it('are said to be of their own source, whichever had the same files first', async () => {
      const first = await build('clamp');
      const fork = join(folder, '..', `${basename(folder)}-fork`);
      cpSync(folder, fork, { recursive: true });
      // What is left out of a tree is its own, too.
      symlinkSync('/etc/hostname', join(fork, 'outside'));
      try {
        await under.plan('forked', { fork: { kind: 'path', path: fork } });
      } finally {
        rmSync(fork, { recursive: true });
      }
      const forked = await under.build('forked', 'fork');
      expect(forked.outcome.environment).toBe(environment);
      expect([statusOfFirst, forked.status?.code]).toEqual(['ok', 'partial']);
      await under.run('captureTraces', { attempt: forked.attempt, environment });
      const told = async ({ entry }: Ended): Promise<BuiltHarness['instance']> => {
        if (entry.stage !== 'accepted') throw new Error(JSON.stringify(entry));
        return BuiltHarness.parse(JSON.parse(await under.store.blobs.get(entry.harness))).instance;
      };
      const name = basename(fork);
      const of = await told(await build('clamp', forked.attempt));
      expect(of.repository).toMatchObject({ name, input: { kind: 'path', path: name } });
      expect(of.id).toMatch(new RegExp(`^${name}@`));
      expect(of.harness.target).toBe(of.id);
      const before = await told(first);
      expect(before.repository).toEqual({
        ...of.repository,
        ...{ name: basename(folder), input: { kind: 'path', path: basename(folder) } },
      });
      const run = await findEnvironmentRun(under.store, 'forked');
      const [shown] = await loadRepositories(under.store, run);
      expect(shown?.environment?.repository).toEqual(of.repository);
    }, 120_000);

    it('go on with coverage where a killed worker has left off', async () => {
      interrupt = { module: 'measure_coverage', after: 25 };
      await expect(build('shout')).rejects.toThrow('the worker was killed');
      interrupt = null;
      const tried = (said.get('run_original') ?? 0) / 2;
      said.clear();
      const { state } = await build('shout');
      expect(state.records.map(({ stage }) => stage)).toContain('coverage');
      // What was told in whole chunks is not measured again.
      const again = said.get('measure_coverage') ?? 0;
      expect(again).toBeGreaterThan(0);
      expect(again).toBeLessThanOrEqual(tried - 20);
    }, 120_000);

    it('come of drawn inputs where no test calls the function', async () => {
      const made = await build('shout');
      expect(reasonOf(made)).toBe('accepted');
      expect(made.state.records.map(({ generator }) => generator)).toContain('hypothesis');
    }, 120_000);

    it('are refused for chance that nobody seeds, and for functions that take no input', async () => {
      expect(reasonOf(await build('draw'))).toEqual({ code: 'flaky', cause: 'chance' });
      const refused = await build('refuse');
      expect(refused.entry).toMatchObject({ stage: 'rejected', runnable: false });
    }, 120_000);
  });
});
