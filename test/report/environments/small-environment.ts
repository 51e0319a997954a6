import type { Store } from '../../../core/ports/records';
import { environmentIdentity } from '../../../core/repository/environment-identity';
import { repositoryNoteKey, stepNoteKey } from '../../../core/work/note-keys';
import { BuiltHarness, StepNote } from '../../../core/schemas/environment-built';
import type { RepositoryNote } from '../../../core/schemas/environment-built';
import type { FunnelEntry } from '../../../core/schemas/environment-funnel';
import { GradedHarness } from '../../../core/schemas/environment-harness';
import type { HarnessProvenance } from '../../../core/schemas/environment-harness';
import { Instance } from '../../../core/schemas/environment-instance';
import type { RunConfig } from '../../../core/schemas/run';
import { runIdOf } from '../../../lab/planning/run-id';
import type { OfKind } from '../../../core/kinds/of-kind';
import { definitionOf } from '../../core/repository/sample-definition';
import { fragmentOf } from '../../core/repository/sample-fragment';
import { environmentRecord } from '../../fakes/environment-samples';
import { sha256Of } from '../../fakes/memory-blobs';
import { createMemoryStore } from '../../fakes/memory-store';
import { configOf } from '../small-run';

export const repositoryId = 'people/tools';
export const clamp = 'pkg/m.py::clamp#1';

export const clampSource = [
  'def clamp(value, low, high):',
  '    """Clamps."""',
  '    if value < low:',
  '        return low',
  '    return min(value, high)',
  '',
].join('\n');
const clampStub = [
  'def clamp(value, low, high):',
  '    """Clamps."""',
  '    raise NotImplementedError',
  '',
].join('\n');
const cases = [
  'from pkg.m import clamp',
  '',
  '',
  'def case_0():',
  '    observe(clamp(5, 0, 3))',
  '',
  '',
  'def case_1():',
  '    observe(clamp(-1, 0, 3))',
  '',
].join('\n');

export function environmentConfig(): OfKind<RunConfig, 'environment'> {
  const { dataset, model, seed, samples, limits, assurance, reuse, regrade } = configOf();
  return {
    ...{ dataset, seed, samples, limits, assurance, reuse, regrade },
    model: { ...model, kind: 'none', name: 'none' },
    kind: 'environment',
    method: 'build-environment',
    problems: [repositoryId],
    environment: {
      sources: {
        [repositoryId]: { input: { kind: 'git', url: 'https://example.test/people/tools' } },
      },
      generators: ['traces', 'hypothesis'],
      maxRounds: 3,
      disabledFilters: [],
      gates: { coverage: 0.8, mutation: 0.8 },
      indexUntil: '2026-01-01T00:00:00Z',
      docstrings: false,
    },
  };
}

export const stepNoteOf = (changes: Partial<StepNote>): StepNote =>
  StepNote.parse({
    stage: 'run',
    generator: null,
    round: 0,
    came: 'passed',
    reason: null,
    feedback: null,
    cases: null,
    measure: null,
    dropped: [],
    cpuMs: 1000,
    wallMs: 2000,
    reused: false,
    ...changes,
  });

export const runId = runIdOf(environmentConfig());
const key = { run: runId, problem: repositoryId, sample: 0 };

/** What its environment is known by. */
export const smallHash = sha256Of(environmentIdentity(environmentRecord()));

/** What a test has otherwise of the accepted function. */
export interface AcceptedChanges {
  readonly docstring?: Partial<Instance['docstring']>;
  readonly measures?: Partial<Instance['measures']>;
  /** Where its cases came from. */
  readonly provenance?: HarnessProvenance;
}

/** A run that built one repository: a function accepted, one rejected, one filtered, one open. */
export async function smallEnvironment(
  changes: AcceptedChanges = {},
  store: Store = createMemoryStore(),
): Promise<Store> {
  const { environments, runs, blobs } = store;
  const record = environmentRecord({
    sha256: smallHash,
    modules: { importable: 1, total: 2 },
    attempts: [
      { rung: 1, step: 'resolve', exitCode: 1, seconds: 1, log: 'no\u001b[31m such version' },
      { rung: 3, step: 'install', exitCode: 0, seconds: 2, log: 'installed' },
    ],
  });
  await environments.saveEnvironment(record);
  await environments.saveDefinitions(record.sha256, [
    definitionOf({ id: clamp }),
    definitionOf({ id: 'pkg/m.py::clamp_all#1', qualname: 'clamp_all', name: 'clamp_all' }),
  ]);
  const slice = await blobs.put(
    JSON.stringify([
      fragmentOf('pkg/m.py', 10, clampSource, { kind: 'root', distance: 0 }),
      fragmentOf('pkg/n.py', 1, 'LOW = 0'),
    ]),
  );
  const entries: FunnelEntry[] = [
    { stage: 'filtered', id: 'pkg/m.py::_hidden#1', filter: 'no-docstring' },
    { stage: 'waiting', id: clamp },
    { stage: 'waiting', id: 'pkg/m.py::clamp_all#1' },
    { stage: 'waiting', id: 'pkg/m.py::later#1' },
  ];
  await runs.createRun(runId, environmentConfig());
  await runs.beginAttempt(key, 0);
  await environments.saveFunnel(key, entries);
  const harness = await blobs.put(JSON.stringify(await builtOf(store, record, changes)));
  await environments.setEntry(key, { stage: 'accepted', id: clamp, harness });
  await environments.setEntry(key, {
    stage: 'rejected',
    id: 'pkg/m.py::clamp_all#1',
    reason: { code: 'flaky', cause: 'clock' },
    runnable: true,
  });
  const notes = [
    stepNoteOf({ stage: 'slice', came: 'sliced', slice }),
    stepNoteOf({ stage: 'generate', generator: 'traces', round: 1, came: 'generated' }),
    stepNoteOf({
      stage: 'reruns',
      came: 'failed',
      reason: { code: 'flaky', cause: 'clock' },
      feedback: 'No case gives the same\u001b[2J outcome every time.',
      reused: true,
    }),
  ];
  for (const [place, note] of notes.entries()) {
    await environments.saveStep(stepNoteKey(key, 'pkg/m.py::clamp_all#1', place), note);
  }
  const imports: RepositoryNote = {
    ...{ step: 'imports', cpuMs: 500, wallMs: 500, reused: false, ended: null },
    modules: [{ module: 'pkg.odd', status: 'raises', reason: 'ValueError: odd' }],
  };
  await environments.saveStep(repositoryNoteKey(key, 'imports'), imports);
  await runs.finishAttempt(key, {
    status: 'completed',
    outcome: {
      kind: 'environment',
      status: { code: 'ok' },
      repository: record.repository,
      environment: record.sha256,
      counts: { definitions: 4, candidates: 3, accepted: 1, rejected: 1 },
    },
    graded: [],
    verdict: null,
    solved: false,
    cause: null,
    provenance: null,
  });
  return store;
}

async function builtOf(
  { blobs }: Store,
  { repository, sha256, lock, python }: ReturnType<typeof environmentRecord>,
  changes: AcceptedChanges,
): Promise<BuiltHarness> {
  const record = (name: string, value: number): object => ({
    case: name,
    calls: [{ outcome: { value }, arguments: [] }],
    observations: [],
    end: { kind: 'finished' },
  });
  const expected = await blobs.put(JSON.stringify([[record('case_0', 3), record('case_1', 0)]]));
  const pickled = await blobs.put(Buffer.from('pickled').toString('base64'));
  const graded = GradedHarness.parse({
    format: 1,
    parts: [
      {
        source: cases,
        cases: ['case_0', 'case_1'],
        blobs: {},
        expected: [record('case_0', 3), record('case_1', 0)],
      },
    ],
    shown: [],
  });
  const instance = Instance.parse({
    format: 1,
    id: `people/tools@cccccccccccc::${clamp}`,
    repository,
    environment: { sha256, lock, python },
    definition: {
      path: 'pkg/m.py',
      module: 'pkg.m',
      qualname: 'clamp',
      name: 'clamp',
      className: null,
      lines: { first: 10, last: 14 },
      signature: 'def clamp(value, low, high)',
      source: clampSource,
      stub: clampStub,
      changed: null,
    },
    docstring: {
      ...{ text: 'Clamps.', by: 'original', faults: ['under-specified'] },
      ...changes.docstring,
    },
    contexts: { dependency: [], full: [fragmentOf('pkg/m.py', 15, '\n\nEND = 1')] },
    harness: {
      target: `people/tools@cccccccccccc::${clamp}`,
      module: 'pkg.m',
      qualname: 'clamp',
      parts: [
        {
          source: cases,
          cases: ['case_0', 'case_1'],
          blobs: { data: pickled },
          provenance: changes.provenance ?? { generator: 'hypothesis', round: 1, seed: 7 },
        },
      ],
      policy: { floats: { kind: 'exact' }, messages: 'compared' },
    },
    expected,
    graded: await blobs.put(JSON.stringify(graded)),
    measures: {
      cases: 2,
      branchCoverage: 1,
      lineCoverage: 1,
      mutation: { killed: 9, total: 10, survivors: ['line 12: < became <='] },
      flakes: [{ case: 'case_2', cause: 'order' }],
      reruns: 5,
      ...changes.measures,
    },
  });
  return BuiltHarness.parse({
    format: 1,
    instance,
    coverage: {
      lines: [12, 13, 14],
      missedLines: [13],
      branches: [
        [12, 13],
        [12, 14],
      ],
      missedArcs: [[12, 13]],
    },
    survivors: [{ line: 12, words: '< became <=', reached: true }],
    dropped: [{ case: 'case_2', reason: { code: 'flaky', cause: 'order' } }],
  });
}
