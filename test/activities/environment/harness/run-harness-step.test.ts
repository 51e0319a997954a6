import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { runHarnessStep } from '../../../../activities/environment/harness/run-harness-step';
import { stepNotes } from '../../../../core/work/note-keys';
import { fragmentOf } from '../../../core/repository/sample-fragment';
import { definitionAt } from '../../../fakes/environment-samples';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { outOfWall, scriptedJobs } from '../scripted-jobs';

const attempt = { run: 'run-1', problem: 'people/tools', sample: 0 };
const id = 'tools.py::f#1';

test('the note of a step has the cost of all its jobs, also of one that was run again alone', async () => {
  const environments = createMemoryEnvironments();
  const { cell, ran } = scriptedJobs([
    { end: outOfWall, cost: { cpuMs: 7, wallMs: 11 } },
    {
      end: { kind: 'finished', record: {} },
      records: [{ fragments: [fragmentOf('tools.py', 1, 'def f(): ...')] }],
      cost: { cpuMs: 3, wallMs: 5 },
    },
  ]);
  const context = {
    ...{ cell: cell(false), steps: environments, blobs: createMemoryBlobs() },
    ...{ environment: 'a'.repeat(64), target: `people/tools@0::${id}`, signal: undefined },
    definition: definitionAt('tools.py', 'f', 0),
    alone: (work: (own: unknown) => unknown) => work(cell(true)),
  } as unknown as HarnessContext;
  const { environment } = context;
  const action = { kind: 'slice', id: `${id}#0` } as const;
  const input = { attempt, environment, function: id, action };
  const ask = () => Promise.reject(new RangeError('no model was to be asked'));
  expect(await runHarnessStep(environments, context, input, ask)).toMatchObject({ kind: 'sliced' });
  expect(ran.map(({ alone }) => alone)).toEqual([false, true]);
  expect(await stepNotes(environments, attempt, id)).toMatchObject([
    { stage: 'slice', cpuMs: 10, wallMs: 16, reused: false },
  ]);
});
