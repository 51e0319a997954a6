import type { JobEnd, JobRecord } from '../../../core/adapters/repository';
import type { HarnessTask } from '../../../core/adapters/sandbox';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { placeCandidate } from '../../../sandbox/harness/place-candidate';
import { outOfWall, scriptedJobs } from '../../activities/environment/scripted-jobs';

const task: HarnessTask = {
  environment: 'a'.repeat(64),
  target: { id: 'tools.py::f#1', module: 'tools', qualname: 'f' },
  ...{ program: 'def f(): ...', parts: [], limits: hiddenLimit(), seed: 0 },
};

test('what of a candidate has no place is told in words, but for what would not have run', async () => {
  const dropped = [
    { names: ['Box'], why: 'bound-already' },
    { names: ['f'], why: 'bound-twice' },
    { names: ['annotations'], why: 'future-import' },
    ...[0, 1].map(() => ({ names: [], why: 'binds-nothing' })),
    { names: ['x'], why: 'main-guard' },
  ];
  const placing = (record: JobRecord) => {
    const job = { end: { kind: 'finished', record: {} } as const, records: [record] };
    return placeCandidate(scriptedJobs([job]).cell(false), task);
  };
  expect(await placing({ text: 'def f(): ...', dropped })).toEqual({
    text: 'def f(): ...',
    leftOut:
      "Left out of the program: Box (the repository's own stays); another f; " +
      'from __future__ import annotations; statements that define nothing.',
  });
  const guard = dropped.slice(-1);
  expect(await placing({ text: 'def f(): ...', dropped: guard })).toEqual({ text: 'def f(): ...' });
});

test.each<[string, JobEnd]>([
  ['timed-out', outOfWall],
  ['killed-by-signal', { kind: 'killed-by-signal', signal: 'SIGKILL' }],
  ['memory-limit', { kind: 'memory-limit' }],
  ['raised', { kind: 'raised', error: { type: 'RecursionError', message: '' } }],
])('a text whose reading ends so is told as that: %s', async (kind, end) => {
  const placed = await placeCandidate(scriptedJobs([{ end }]).cell(false), task);
  expect(placed).toMatchObject({ refused: { kind } });
});
