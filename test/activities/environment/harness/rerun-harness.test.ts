import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import {
  foundOf,
  minimiseHarness,
} from '../../../../activities/environment/harness/minimise-harness';
import { flakesOf, rerunHarness } from '../../../../activities/environment/harness/rerun-harness';
import { saveHarness } from '../../../../activities/environment/harness/stored-harness';
import { definitionAt } from '../../../fakes/environment-samples';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { scriptedJobs } from '../scripted-jobs';
import type { ScriptedJob } from '../scripted-jobs';

const record = { case: 'case_0', calls: [], observations: [], end: { kind: 'finished' } };
const imported = { ok: true };
const stopped = { ok: false, kind: 'timed-out' };
const reference: ScriptedJob = {
  end: { kind: 'finished', record: { imports: [imported, imported] } },
  records: [
    { prepared: { source: 'def case_0(): ...', cases: ['case_0'] }, facts: { perCase: {} } },
    ...[1, 2].map((run) => ({ run, record })),
  ],
};

/** The job of all five reruns; the last one's import, if it was none, left it without records. */
function reruns(failed?: object): ScriptedJob {
  const names = ['again', 'other seeds', 'another place', 'another time, in reverse', 'slow'];
  return {
    end: { kind: 'finished', record: { flaky: {}, ...(failed && { imports: [failed] }) } },
    records: names.map((name) => ({
      rerun:
        name === 'slow' && failed !== undefined
          ? { name, records: {}, import: failed }
          : { name, records: { case_0: record } },
    })),
  };
}

/** What the step came to, and which of its jobs had the machine to themselves. */
async function rerun(...jobs: readonly ScriptedJob[]) {
  const { cell, ran } = scriptedJobs([reference, ...jobs]);
  const context = {
    ...{ cell: cell(false), steps: createMemoryEnvironments(), blobs: createMemoryBlobs() },
    ...{ environment: 'a'.repeat(64), target: 'tools@0::f', signal: undefined },
    definition: definitionAt('tools.py', 'f', 0),
    alone: (work: (own: unknown) => unknown) => work(cell(true)),
  } as unknown as HarnessContext;
  const part = { source: 'def case_0(): ...', cases: ['case_0'], blobs: {} };
  const provenance = { generator: 'hypothesis', round: 1 } as const;
  const { harness } = await saveHarness(context, [{ ...part, provenance }]);
  const came = await rerunHarness(context, { kind: 'reruns', id: 'r#0', harness });
  return { came, context, alone: ran.slice(1).map((job) => job.alone) };
}

describe('reruns of a harness', () => {
  it('keep what gives the same every time', async () => {
    const { came, alone } = await rerun(reruns());
    expect(came).toMatchObject({ kind: 'passed', cases: 1 });
    expect(alone).toEqual([false]);
  });

  it('whose import was cut off are done again alone, and only that counts', async () => {
    const { came, alone } = await rerun(reruns(stopped), reruns());
    expect(came).toMatchObject({ kind: 'passed', cases: 1 });
    expect(alone).toEqual([false, true]);
  });

  it('that are not all told keep nothing', async () => {
    const { end, records = [] } = reruns();
    const { came } = await rerun({ end, records: records.slice(0, -1) });
    expect(came).toMatchObject({ kind: 'failed', reason: { code: 'killed' } });
  });

  it('whose import never comes to an end drop the cases', async () => {
    const { came } = await rerun(reruns(stopped), reruns(stopped));
    expect(came).toMatchObject({ kind: 'failed', reason: { code: 'flaky', cause: 'cpu' } });
  });
});

describe('what is known of a harness', () => {
  const measured: ScriptedJob = {
    end: {
      kind: 'finished',
      record: {
        coverage: { taken: [[4, 5]], missing: [], linesMissing: [] },
        cases: [{ name: 'case_0', arcs: [[4, 5]], lines: [4] }],
      },
    },
  };
  const changed: ScriptedJob = {
    end: {
      kind: 'finished',
      record: {
        mutants: [{ name: '1', line: 4, words: 'other', status: 'killed', by: [] }],
        unstable: [],
      },
    },
  };
  /** The same store with cells of another image. */
  function elsewhere(context: HarnessContext, place: string): HarnessContext {
    return { ...context, cell: { ...context.cell, place: { ...context.cell.place, place } } };
  }

  it('is known still when the place of cells changes in mid-run', async () => {
    const { came, context } = await rerun(reruns(), reference, measured, changed);
    if (came.kind !== 'passed') throw new Error(came.kind);
    const action = { kind: 'minimise', id: 'r#1', harness: came.harness } as const;
    const few = await minimiseHarness(elsewhere(context, 'rebuilt'), action);
    if (few.kind !== 'passed') throw new Error(few.kind);
    const found = await foundOf(elsewhere(context, 'rebuilt again'), few.harness);
    expect(found.measures).toMatchObject({ cases: 1, flakes: [], reruns: 5 });
  });

  it('is not made up of one that was never run again, and asking again does not help', async () => {
    const { context } = await rerun(reruns());
    const unknown = { code: 'HARNESS_OUTDATED', fate: 'terminal' };
    await expect(flakesOf(context, 'f'.repeat(64))).rejects.toMatchObject(unknown);
    await expect(foundOf(context, 'f'.repeat(64))).rejects.toMatchObject(unknown);
  });
});
