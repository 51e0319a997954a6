import { stepNote } from '../../../core/repository/step-note';
import type { StepAction } from '../../../core/repository/plan/plan';

const seen = { cpuMs: 1, wallMs: 2, reused: true };
const generate: StepAction = {
  ...{ kind: 'generate', id: '1', generator: 'model', round: 2, slice: 's' },
  ...{ harness: null, feedback: null, failed: null },
};
const run: StepAction = { kind: 'run', id: '2', part: 'p', harness: null };
const nothing = {
  ...{ generator: null, round: 0, reason: null, feedback: null, cases: null, measure: null },
  ...{ dropped: [], ...seen },
};

test('a turn of a generator is noted with its round', () => {
  expect(stepNote(generate, { of: '1', kind: 'generated', part: 'p' }, seen)).toEqual({
    ...nothing,
    ...{ stage: 'generate', came: 'generated', generator: 'model', round: 2 },
  });
});

test('a failure is noted with its reason and feedback, beside what was seen', () => {
  const more = {
    ...seen,
    dropped: [{ case: 'a', reason: { code: 'leak' as const } }],
    measure: 0.5,
  };
  const reason = { code: 'low_coverage' } as const;
  expect(stepNote(run, { of: '2', kind: 'failed', reason, feedback: 'more' }, more)).toEqual({
    ...nothing,
    ...{ stage: 'run', came: 'failed', reason, feedback: 'more' },
    ...{ dropped: more.dropped, measure: 0.5 },
  });
});

test('an acceptance is noted with its cases and its measure, if there is one', () => {
  const event = { of: '2', kind: 'passed', harness: 'h', cases: 3 } as const;
  const note = { ...nothing, stage: 'run', came: 'passed', cases: 3 };
  expect(stepNote(run, event, seen)).toEqual(note);
  expect(stepNote(run, { ...event, measure: 0.9 }, seen)).toEqual({ ...note, measure: 0.9 });
});

test('a slice is noted with its sha256', () => {
  const slice: StepAction = { kind: 'slice', id: '0' };
  expect(stepNote(slice, { of: '0', kind: 'sliced', slice: 's' }, seen)).toEqual({
    ...nothing,
    ...{ stage: 'slice', came: 'sliced', slice: 's' },
  });
});
