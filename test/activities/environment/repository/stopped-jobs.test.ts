import { Readable } from 'node:stream';

import { captureTraces } from '../../../../activities/environment/repository/capture-traces';
import { importModules } from '../../../../activities/environment/repository/import-modules';
import { installProject } from '../../../../activities/environment/repository/install-project';
import { usualInstallSeconds } from '../../../../activities/environment/repository/repository-parts';
import type { RepositoryParts } from '../../../../activities/environment/repository/repository-parts';
import { stepKey } from '../../../../activities/environment/repository/step-key';
import type { JobEnd, JobRecord } from '../../../../core/adapters/repository';
import { installerWheels } from '../../../../repositories';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { outOfWall, scriptedJobs } from '../scripted-jobs';
import type { ScriptedJob } from '../scripted-jobs';

const { signal } = new AbortController();
const { sha256: environment } = environmentRecord();

/** @param waiting requests that the index has not answered while steps of an installation end */
async function partsWith(jobs: readonly ScriptedJob[], waiting = 0) {
  const environments = createMemoryEnvironments();
  await environments.saveEnvironment(environmentRecord());
  const { ran, cell, host } = scriptedJobs(jobs);
  const { repository } = environmentRecord();
  const version = { describe: null, date: null };
  const tree = { repository, files: 1, bytes: 1, version, lacks: null, folder: null };
  const blobs = createMemoryBlobs();
  const taken = await blobs.put(JSON.stringify({ ended: null, tree }));
  const installer = await environments.putArchive(Readable.from([Buffer.from('uv')]));
  const wheels = [installerWheels[process.arch]];
  await environments.saveStep(stepKey('unpacked-wheels', { wheels, scripts: ['uv'] }), installer);
  const parts = {
    store: { environments, blobs },
    contexts: {
      configOf: async () => ({ environment: { generators: ['traces'], indexUntil: '2026-01-01' } }),
    },
    repositories: async () => host,
    place: async () => cell(false).place,
    packages: {
      shownAddress: 'https://index.test/simple',
      session: () => ({ serve: async () => {}, report: () => ({ unavailable: [], waiting }) }),
    },
    runnerTools: async () => '4'.repeat(64),
    installSeconds: usualInstallSeconds,
  } as unknown as RepositoryParts;
  const install = (run: string) => {
    const attempt = { run, problem: 'tools', sample: 0 };
    return installProject(parts, { attempt, taken }, { signal });
  };
  return { parts, ran, install };
}

const finished = (record: object): JobEnd => ({ kind: 'finished', record: { ...record } });
const told = (module: string, status: string) => ({ kind: 'module', module, status, reason: null });
const ended = (counts: Record<string, number>, notRun = 0): JobEnd =>
  finished({ kind: 'imports', status: 'partial', reason: 'so', counts, notRun });
const fineEnd = finished({
  ...{ kind: 'imports', status: 'ok', reason: null, counts: { ok: 2 }, notRun: 0 },
});
const fine: ScriptedJob = { end: ended({ ok: 2 }), records: [told('a', 'ok'), told('b', 'ok')] };
const hangs: ScriptedJob = {
  end: ended({ ok: 1, hangs: 1 }),
  records: [told('a', 'ok'), told('b', 'hangs')],
};
const halfOf: ScriptedJob = { end: ended({ ok: 1 }, 1), records: [told('a', 'ok')] };

describe('modules of an environment', () => {
  it.each([
    ['in a job that the wall ended', { end: outOfWall }],
    ['one of which hung', hangs],
    ['for some of which no time was left', halfOf],
  ])('are imported again alone, %s, and that is kept', async (_how, first) => {
    const { parts, ran } = await partsWith([first, fine]);
    const came = await importModules(parts, environment, { signal });
    expect(came).toEqual({ ended: null, failed: [] });
    expect(await importModules(parts, environment, { signal })).toEqual(came);
    expect(ran.map(({ alone }) => alone)).toEqual([false, true]);
  });

  it('are known to hang when they do twice', async () => {
    const { parts, ran } = await partsWith([hangs, hangs]);
    await importModules(parts, environment, { signal });
    const { failed } = await importModules(parts, environment, { signal });
    expect([failed.map(({ module }) => module), ran.length]).toEqual([['b'], 2]);
  });

  it('are asked for anew by the next run where two came to different ends', async () => {
    const { parts, ran } = await partsWith([{ end: outOfWall }, halfOf, fine]);
    await importModules(parts, environment, { signal });
    const { failed } = await importModules(parts, environment, { signal });
    expect([failed, ran.length]).toEqual([[], 3]);
  });
});

test.each([
  ['fail in part', ended({ ok: 1, raises: 1 }), 1, ['no test extras', 'imports: so']],
  ['are all there', fineEnd, 2, ['no test extras']],
])(
  'an environment whose modules %s says nothing of what other tools could not import',
  async (_what, end, importable, lacks) => {
    const { parts } = await partsWith([{ end }]);
    const { environments } = parts.store;
    const before = ['no test extras', 'imports: as of other tools'];
    await environments.saveEnvironment(environmentRecord({ lacks: before }));
    for (let time = 0; time < 2; time += 1) {
      await importModules(parts, environment, { signal });
      const record = await environments.environment(environment);
      expect(record).toMatchObject({ lacks, modules: { importable, total: 2 } });
    }
  },
);

describe('an installation', () => {
  const step = (kind: string | null): JobRecord => ({
    ...{ kind: 'attempt', rung: 2, step: 'resolve', exit: null, seconds: 1, log: '' },
    signature: kind === null ? null : { kind, text: 'so' },
  });
  const environmentOf = (status: string, reason: string | null, lock: JobRecord[]): JobEnd =>
    finished({ kind: 'environment', status, step: 'resolve', reason, python: '3.11.7', lock });
  const whole: ScriptedJob = {
    end: environmentOf('ok', null, [
      { name: 'attrs', version: '1', file: null, sha256: null, built: false },
    ]),
    records: [step(null)],
    file: 'with test extras',
  };
  const stepOf = (kind: string): ScriptedJob => ({
    end: environmentOf('partial', 'test extras not installed', []),
    records: [step(kind), step(null)],
    file: 'without',
  });
  const failed: ScriptedJob = {
    end: environmentOf('install_failed', 'so', []),
    records: [step('time-limit')],
  };

  it.each([
    ['in a job that the wall ended', { end: outOfWall }],
    ['in a job that was killed', { end: { kind: 'killed-by-signal', signal: 'SIGKILL' } }],
    ['of which a step had no time left', failed],
    ['that went on without what the clock had stopped', stepOf('time-limit')],
    ['that went on without what somebody had killed', stepOf('stopped')],
    ['that went on without what the index was too slow for', stepOf('index-unavailable')],
    ['whose build was not told its version', stepOf('version-untold')],
  ] satisfies [string, ScriptedJob][])(
    'is done again alone, with more patience, %s, and that is kept',
    async (_how, first) => {
      const { parts, ran, install } = await partsWith([first, whole]);
      const came = await install('first');
      const record = await parts.store.environments.environment(came.environment ?? '');
      expect([came.ended, record?.packages, record?.lacks]).toEqual([null, { attrs: '1' }, []]);
      expect(await install('second')).toEqual(came);
      expect(ran.map(({ alone, wallMs }) => [alone, wallMs])).toEqual([
        [false, 1_020_000],
        [true, 2_820_000],
      ]);
    },
  );

  it('is known to fail when it does twice, and asked for anew where the two came to different ends', async () => {
    const twice = await partsWith([failed, failed]);
    for (const run of ['first', 'second']) {
      expect((await twice.install(run)).ended?.code).toBe('install_failed');
    }
    const unlike = await partsWith([stepOf('stopped'), failed, whole]);
    expect((await unlike.install('first')).ended?.code).toBe('install_failed');
    expect((await unlike.install('second')).ended).toBeNull();
    expect([twice.ran.length, unlike.ran.length]).toEqual([2, 3]);
  });

  it('is no verdict while a step that was stopped waits for the index', async () => {
    const { install, ran } = await partsWith([failed], 1);
    await expect(install('first')).rejects.toMatchObject({
      ...{ code: 'INDEX_UNAVAILABLE', fate: 'retryable' },
    });
    expect(ran).toHaveLength(1);
  });
});

test.each([
  ['that had no time left', { ended: 'out-of-time', stopped: 0 }],
  ['a test of which waited too long', { ended: 'finished', stopped: 1 }],
  ['that was killed before its first test', { ended: 'start-failed', stopped: 1 }],
])("a suite of tests %s is of one run alone, and a whole one everybody's", async (_how, cut) => {
  const suite = (how: typeof cut): ScriptedJob => {
    const suites = [{ suite: 'pytest', tests: 3, passed: 3, seconds: 200, ...how }];
    return { end: finished({ suites, tests: {} }) };
  };
  const whole = { ended: 'finished', stopped: 0 };
  const { parts, ran } = await partsWith([suite(cut), suite(whole)]);
  for (const run of ['first', 'second', 'third']) {
    const attempt = { run, problem: 'tools', sample: 0 };
    const stored = await captureTraces(parts, { attempt, environment }, { signal });
    expect(stored?.suites).toMatchObject([run === 'first' ? cut : whole]);
  }
  expect(ran).toHaveLength(2);
});

test('traces under another clock are not taken for those of the clock that cases have', async () => {
  const none = { kind: 'traces', suites: [], tests: [] };
  const { parts, ran } = await partsWith([{ end: finished(none) }]);
  const place = await parts.place();
  const attempt = { run: 'first', problem: 'tools', sample: 0 };
  const traces = (name: string) => ({ traces: name, suites: [], cut: null });
  for (const clock of [undefined, 'another']) {
    const key = stepKey('traces', { environment, place, clock });
    await parts.store.environments.saveStep(key, traces('of another clock'));
  }
  const stored = await captureTraces(parts, { attempt, environment }, { signal });
  expect(stored?.traces).not.toBe('of another clock');
  expect(ran).toHaveLength(1);
});
