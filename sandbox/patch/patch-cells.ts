import { createHash } from 'node:crypto';

import { z } from 'zod';

import { usualJobLimits } from '../../core/adapters/repository';
import type {
  JobEnd,
  JobOptions,
  RepositoryArchive,
  RepositoryCell,
  RepositoryHost,
  RepositoryPlace,
} from '../../core/adapters/repository';
import type {
  PatchRun,
  PatchTask,
  Sandbox,
  SandboxRunOptions,
  TaskTestsRun,
} from '../../core/adapters/sandbox';
import { testDirective } from '../../core/patches/test-directives';
import { openWithPython } from '../../core/repository/open-with-python';
import { caseSeed } from '../../core/repository/run-terms';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import { isPass } from '../../core/patches/logs/test-status';
import type { PatchTest } from '../../core/schemas/patch-task';
import { officialLog } from '../../core/tasks/patch/judge-patch';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { interpreterOf, interpreterPath } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import { storedArchive } from '../../core/work/stored-archive';
import { SandboxInfraError } from '../errors';
import type { PatchCellsOptions } from './patch-cells-options';
import { ShellCells } from './shell-cells';

const Dropped = z.object({ path: z.string(), reason: z.string() });
const Applied = z.object({
  applied: z.string().nullable(),
  tried: z.array(z.object({ command: z.string(), said: z.string() })),
  changed: z.array(z.string()),
  removed: z.array(z.string()),
  dropped: z.array(Dropped),
});
/** A patch in the tree of a repository: what it changed, and an archive of the changed files. */
const Laid = Applied.extend({ archive: z.string().nullable() });
type Laid = z.infer<typeof Laid>;

const Ran = z.object({
  exit: z.int().nullable(),
  timedOut: z.boolean(),
  statuses: z.record(z.string(), z.string()).nullable(),
  trouble: z.array(z.string()),
  covers: z.record(z.string(), z.array(z.string())).optional(),
  rewritten: z.record(z.string(), z.array(z.string())).optional(),
});

type Ran = z.infer<typeof Ran>;

/** Of an empty patch: the tree as it is. */
const nothingChanged: Laid = {
  ...{ applied: 'nothing', tried: [], changed: [], removed: [], dropped: [] },
  archive: null,
};

const megabyte = 1024 * 1024;
/** Of a cell that a patch is applied in: the largest tree, a copy with its history, and the changes. */
const applyShape = { memoryMb: 1_024, filesMb: 768, scratchMb: 2_048 };
const applyLimits = {
  ...usualJobLimits,
  ...{
    wallMs: 300_000,
    cpuMs: 300_000,
    fileBytes: 256 * megabyte,
    diskMb: 2_048,
    diskFiles: 200_000,
  },
};
const runFilesMb = 2_048;
const runScratchMb = 2_048;
/** The runner of tests, its children, and ours. */
const runProcesses = 256;
/** A script that reproduces an issue is asked to end within a minute. */
const mostScriptMs = 180_000;
const largestLog = 64 * megabyte;

/** Applies patches to repositories, and runs their tests, each in a fresh box of the pristine tree. */
export class PatchCells {
  constructor(private readonly options: PatchCellsOptions) {}

  readonly run = async (
    task: PatchTask,
    { signal, isWorthForging = () => true }: SandboxRunOptions = {},
  ): Promise<PatchRun> => {
    const record = await this.options.environmentOf(task.source, signal);
    const host = await this.options.host();
    const laid = await this.lay(
      host,
      record,
      { patch: task.patch, files: [], guarded: true, ...scriptOf(task.runner) },
      signal,
    );
    const facts = {
      ...{ applied: laid.applied, tried: laid.tried, changed: laid.changed },
      ...{ removed: laid.removed, dropped: laid.dropped },
    };
    const provenance = {
      ...{
        provider: laid.provider,
        guestHash: this.options.tools,
        python: record.python,
        limits: task.limits,
      },
      ...({ assurance: 'shared', seed: caseSeed } as const),
    };
    if (laid.applied === null) {
      return { ...facts, runs: [], logs: [], cpuMs: 0, timeSensitive: false, provenance };
    }
    const asked = await this.asked(host, record, { task, laid }, signal);
    let cpuMs = 0;
    const done = new Map<AskedRun, TaskTestsRun>();
    for (const one of asked) {
      if (one === null || done.has(one)) continue;
      const run = await this.runTests(
        host,
        record,
        { task, laid, asked: one, isWorthForging },
        signal,
      );
      cpuMs += run.cpuMs;
      done.set(one, run.tests);
    }
    const runs = asked.map((one) => (one === null ? null : (done.get(one) ?? null)));
    const logs = await Promise.all(
      runs.map(async (one) =>
        one === null ? null : this.options.keepLog(officialLog(one, task.limits.wallMs / 1000)),
      ),
    );
    const timeSensitive = runs.some((one) => one?.timedOut === true);
    return { ...facts, runs, logs, cpuMs, timeSensitive, provenance };
  };

  /** What to run for each test: the same object for tests that run together. */
  private async asked(
    host: RepositoryHost,
    record: EnvironmentRecord,
    { task, laid }: { readonly task: PatchTask; readonly laid: Laid },
    signal?: AbortSignal,
  ): Promise<readonly (AskedRun | null)[]> {
    const { tests, runner } = task;
    if (tests.kind === 'hidden') {
      const { testPatch, directives } = tests;
      // Tests that no patch brings are those of the tree: they are laid again, and nobody may change them then.
      const files = await this.lay(
        host,
        record,
        { patch: testPatch, files: testPatch === '' ? directives : [], guarded: false },
        signal,
      );
      if (files.applied === null) {
        throw new SandboxInfraError('apply_patch', 'the tests of the task do not apply', {
          fate: 'terminal',
        });
      }
      return [{ command: [...runner.arguments, ...directives], script: null, files }];
    }
    const touched = new Set([...laid.changed, ...laid.removed]);
    const due = (test: PatchTest): boolean =>
      test.kind === 'reproduction' ||
      test.covers.length === 0 ||
      test.covers.some((path) => touched.has(path));
    const paths = tests.tests.flatMap((test) =>
      test.kind === 'regression' && due(test)
        ? [testDirective(task.source.repository, test.path)]
        : [],
    );
    const regression: AskedRun = {
      command: [...runner.arguments, ...paths],
      script: null,
      files: null,
    };
    return tests.tests.map((test) => {
      if (!due(test)) return null;
      return test.kind === 'regression'
        ? regression
        : { command: [], script: test.script, files: null };
    });
  }

  /** A patch in the pristine tree, by what its text and the tree are: known, or applied in a cell of its own. */
  private async lay(
    host: RepositoryHost,
    record: EnvironmentRecord,
    { patch, files, guarded, runner }: PatchToLay,
    signal?: AbortSignal,
  ): Promise<Laid & Pick<RepositoryPlace, 'provider'>> {
    const { environments, tools } = this.options;
    const cell = await host.open({
      archives: [storedArchive(environments, record.archives.snapshot, 'source')],
      shape: applyShape,
      signal,
    });
    try {
      const { provider, place } = cell.place;
      if (patch.trim() === '' && files.length === 0) return { ...nothingChanged, provider };
      const key = keyOf({
        job: 'apply_patch',
        tools,
        place,
        guarded,
        ...(files.length === 0 ? {} : { files }),
        ...(runner === undefined ? {} : { runner }),
        patch,
        tree: record.archives.snapshot,
      });
      const known = Laid.safeParse(await environments.findStep(key)).data;
      if (
        known !== undefined &&
        (known.archive === null || (await environments.hasArchive(known.archive)))
      ) {
        return { ...known, provider };
      }
      let archive: string | null = null;
      const options: JobOptions = {
        ...{ limits: applyLimits, walls: 'strict', signal },
        onFile: async (name, content) => {
          if (name === 'changed.tar') archive = (await environments.putArchive(content)).sha256;
          else for await (const _ of content) void _;
        },
      };
      const request = { roots: { source: '/srv/source' }, patch, files, guarded, runner };
      const { end } = await cell.run({ module: 'apply_patch', request }, options);
      const applied = end.kind === 'finished' ? Applied.safeParse(end.record).data : undefined;
      if (applied === undefined) throw broken('apply_patch', end);
      const laid: Laid = { ...applied, archive };
      await environments.saveStep(key, laid);
      return { ...laid, provider };
    } finally {
      await cell.close();
    }
  }

  private async runTests(
    host: RepositoryHost,
    record: EnvironmentRecord,
    {
      task,
      laid,
      asked,
      isWorthForging,
    }: {
      readonly task: PatchTask;
      readonly laid: Laid;
      readonly asked: AskedRun;
      readonly isWorthForging: (run: TaskTestsRun) => boolean;
    },
    signal?: AbortSignal,
  ): Promise<{ readonly tests: TaskTestsRun; readonly cpuMs: number }> {
    const { environments } = this.options;
    const { installed, snapshot, tools } = record.archives;
    const { limits, runner, alone } = task;
    const interpreter = interpreterOf(record);
    const archives: RepositoryArchive[] = [
      storedArchive(environments, installed),
      storedArchive(environments, snapshot, 'source'),
      ...interpreterArchive(environments, interpreter),
    ];
    const roots: Record<string, string> = {
      ...{ source: '/srv/source', project: '/srv/project', deps: '/srv/deps' },
    };
    // Our tools are of our own Python: another one has what is installed.
    if (interpreter === undefined) {
      archives.push(storedArchive(environments, tools, 'tools'));
      roots['tools'] = '/srv/tools';
    }
    if (laid.archive !== null) {
      archives.push(storedArchive(environments, laid.archive, 'changes'));
      roots['changes'] = '/srv/changes';
    }
    if (asked.files !== null && asked.files.archive !== null) {
      archives.push(storedArchive(environments, asked.files.archive, 'tests'));
      roots['tests'] = '/srv/tests';
    }
    const wish = {
      ...{ archives, image: record.image?.id, alone: alone === true, signal },
      shape: { memoryMb: limits.memoryMb, filesMb: runFilesMb, scratchMb: runScratchMb },
    };
    // Our job runs on the interpreter of the cell, the tests on that of the environment.
    const cell = await (interpreter === undefined
      ? openWithPython(host, record, wish)
      : host.open(wish));
    const most = asked.script === null ? limits.wallMs : Math.min(limits.wallMs, mostScriptMs);
    const seconds = Math.floor(most / 1000);
    const request = {
      ...{ roots, removed: [...laid.removed, ...(asked.files?.removed ?? [])] },
      ...{ runner: runner.kind, arguments: asked.command, script: asked.script },
      ...{ environment: runner.environment, seconds },
      ...(interpreter !== undefined && { interpreter: interpreterPath(interpreter) }),
      ...(task.coverage === true ? { coverage: true } : {}),
    };
    try {
      const ran = await runIn(cell, request, limits, signal);
      const { tests } = ran;
      // A patch that changes nothing cannot forge a result.
      const isDue =
        laid.changed.length + laid.removed.length > 0 &&
        asked.files !== null &&
        !tests.timedOut &&
        tests.stopped === undefined &&
        tests.exit !== null &&
        tests.trouble.length === 0 &&
        isWorthForging(tests);
      if (!isDue) return ran;
      const passed = Object.entries(tests.statuses ?? {}).flatMap(([test, status]) =>
        isPass(status) ? [test] : [],
      );
      const twin = await runIn(cell, { ...request, twin: true, passed }, limits, signal);
      const { timedOut, stopped, log, rewritten } = twin.tests;
      const trouble = twin.tests.trouble.map((one) => `of tests that must fail: ${one}`);
      return {
        // Tests without a twin that ended have one witness less.
        tests: {
          ...{ ...tests, timedOut, trouble },
          ...(stopped === undefined ? {} : { stopped }),
          ...(rewritten === undefined ? {} : { twin: { log, rewritten } }),
        },
        cpuMs: ran.cpuMs + twin.cpuMs,
      };
    } finally {
      await cell.close();
    }
  }
}

interface PatchToLay {
  readonly patch: string;
  /** Files of the tree to hand over with what the patch changes. */
  readonly files: readonly string[];
  /** Not of the tests of a task. */
  readonly guarded: boolean;
  /** Path of the script of the repository that runs its tests. Absent: pytest runs them. */
  readonly runner?: string | undefined;
}

function scriptOf({ kind, arguments: [script] }: PatchTask['runner']): Pick<PatchToLay, 'runner'> {
  return kind === 'script' ? { runner: script } : {};
}

/** The tests of a tree, in a box of their own. */
async function runIn(
  cell: RepositoryCell,
  request: object,
  limits: PatchTask['limits'],
  signal?: AbortSignal,
): Promise<{ readonly tests: TaskTestsRun & Pick<Ran, 'rewritten'>; readonly cpuMs: number }> {
  let log: Buffer[] = [];
  const { end, cpuMs } = await cell.run(
    { module: 'run_task_tests', request },
    {
      ...{ walls: 'sealed', signal },
      limits: {
        ...usualJobLimits,
        ...{ wallMs: limits.wallMs + 120_000, cpuMs: limits.cpuMs, memoryMb: limits.memoryMb },
        ...{ processes: runProcesses, fileBytes: 2 * largestLog },
        ...{ diskMb: runScratchMb, diskFiles: 200_000 },
      },
      onFile: async (_name, content) => {
        log = [];
        for await (const part of content) log.push(Buffer.from(part));
      },
    },
  );
  const ran = end.kind === 'finished' ? Ran.safeParse(end.record).data : undefined;
  const text = Buffer.concat(log).toString('utf8');
  if (ran !== undefined) return { tests: { ...ran, log: text }, cpuMs };
  const unknown = { exit: null, timedOut: false, statuses: {}, trouble: [], log: text };
  if (end.kind === 'timed-out') return { tests: { ...unknown, timedOut: true }, cpuMs };
  const stopped = stoppedBy(end);
  if (stopped !== null) return { tests: { ...unknown, stopped }, cpuMs };
  // The job runs foreign code: however else it ends, that is the patch's doing.
  const trouble = [`the run of the tests gave no answer: ${end.kind}`];
  return { tests: { ...unknown, trouble }, cpuMs };
}

/** null: no limit of the box ended it. */
function stoppedBy({ kind, detail }: JobEnd): NonNullable<TaskTestsRun['stopped']> | null {
  if (detail === 'tampering') return null;
  if (kind === 'memory-limit' || kind === 'output-limit') return kind;
  return detail === undefined ? null : 'killed-by-signal';
}

interface AskedRun {
  /** Arguments of the runner. */
  readonly command: readonly string[];
  /** A script in place of the runner. */
  readonly script: string | null;
  /** Test files, laid last. */
  readonly files: Laid | null;
}

function keyOf(parts: object): string {
  return createHash('sha256')
    .update(canonicalJson(asJson(parts)))
    .digest('hex');
}

function broken(job: string, end: JobEnd): SandboxInfraError {
  const why = JSON.stringify(end).slice(0, 500);
  return new SandboxInfraError(job, `no answer: ${why}`, { fate: 'terminal' });
}

/** A sandbox that runs patches in repositories as well; cells are its host's, who closes them. */
export function withPatches(sandbox: Sandbox, options: PatchCellsOptions): Sandbox {
  return { ...sandbox, patch: new PatchCells(options).run, shell: new ShellCells(options).run };
}
