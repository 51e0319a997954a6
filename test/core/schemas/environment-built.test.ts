import type { ZodType } from 'zod';

import { BlockOutput } from '../../../core/schemas/block-output';
import {
  BuiltHarness,
  CoverageMarks,
  FunctionSlice,
  RepositoryNote,
  StepNote,
  Survivor,
} from '../../../core/schemas/environment-built';
import { fragmentOf } from '../repository/sample-fragment';
import { instanceOf } from '../repository/sample-instance';

const takes = (schema: ZodType, value: unknown) => schema.safeParse(value).success;
const refused = (schema: ZodType, whole: object, ...changes: readonly object[]) => {
  expect(schema.parse(whole)).toEqual(whole);
  for (const change of changes) {
    expect({ change, taken: takes(schema, { ...whole, ...change }) }).toEqual({
      ...{ change, taken: false },
    });
  }
};

const coverage = { lines: [1, 2], missedLines: [2], branches: [[1, -1]], missedArcs: [[1, 2]] };
const survivor = { line: 3, words: '< became <=', reached: true };
const dropped = [{ case: 'case_1', reason: { code: 'leak' } }];
const cost = { cpuMs: 0, wallMs: 0.5, reused: false };

describe('what is stored of a harness', () => {
  it('has lines from 1, and arcs that may leave the definition', () => {
    refused(
      CoverageMarks,
      coverage,
      ...[{ lines: [0] }, { missedLines: [0.5] }, { branches: [[1]] }, { missedArcs: [[1, 2, 3]] }],
      ...[{ more: 1 }, { branches: undefined }],
    );
    refused(Survivor, survivor, { line: 0 }, { reached: undefined }, { words: null });
  });

  it('is a slice of at least the definition itself', () => {
    expect(FunctionSlice.parse([fragmentOf('m.py', 1, 'x')])).toHaveLength(1);
    expect(takes(FunctionSlice, [])).toBe(false);
  });

  it('notes of a step what it came to, what it cost, and what its stage measures', () => {
    const note = {
      ...{ stage: 'coverage', generator: null, round: 0, came: 'failed', dropped, ...cost },
      ...{ reason: { code: 'low_coverage' }, feedback: 'more', cases: 3, measure: 1 },
    };
    refused(
      StepNote,
      note,
      ...[{ measure: 1.01 }, { measure: -0.1 }, { round: -1 }, { cases: -1 }, { cpuMs: -1 }],
      ...[{ wallMs: -1 }, { came: 'ended' }, { stage: 'none' }, { generator: 'person' }],
      ...[{ dropped: [{ case: '', reason: { code: 'leak' } }] }, { reused: undefined }, { x: 1 }],
      ...[{ slice: 'short' }],
    );
    const more = { slice: 'a'.repeat(64), coverage, survivors: [survivor], measure: 0 };
    expect(StepNote.parse({ ...note, ...more })).toEqual({ ...note, ...more });
    const none = { ...note, measure: null, cases: null, reason: null, feedback: null };
    expect(StepNote.parse(none)).toEqual(none);
  });

  it('notes of a step on a repository what ended it, and what it found', () => {
    const note = { step: 'install', ended: { code: 'ok' }, ...cost };
    const found = {
      ...{ environment: null, modules: [{ module: 'm', status: 'failed', reason: 'no' }] },
      traces: { suites: ['t.py'], inputs: 0, functions: 2 },
    };
    refused(
      RepositoryNote,
      { ...note, ...found },
      ...[{ step: 'clone' }, { ended: 'ok' }, { environment: 'e' }, { modules: [{ module: 'm' }] }],
      ...[{ traces: { suites: [], inputs: -1, functions: 0 } }, { cpuMs: undefined }],
    );
    expect(RepositoryNote.parse({ ...note, ended: null })).toEqual({ ...note, ended: null });
  });

  it('keeps an accepted one whole', () => {
    const built = { format: 1, instance: instanceOf(), coverage, survivors: [survivor], dropped };
    refused(
      BuiltHarness,
      built,
      ...[{ format: 2 }, { dropped: undefined }, { survivors: [{}] }, { survivors: undefined }],
      ...[{ coverage: undefined }, { instance: undefined }],
    );
  });
});

it('the output of a block is texts, artefacts and what was dropped, in order', () => {
  const parts = [
    ...['stdout', 'stderr', 'value', 'table', 'error'].map((kind) => ({ kind, text: 'a' })),
    { kind: 'artefact', name: 'plot.png' },
    { kind: 'dropped', bytes: 0 },
  ];
  expect(BlockOutput.parse(parts)).toEqual(parts);
  for (const wrong of [
    ...[{ kind: 'stdin', text: '' }, { kind: 'stdout' }, { kind: 'artefact', text: 'a' }],
    ...[
      { kind: 'dropped', bytes: -1 },
      { kind: 'dropped', bytes: 0.5 },
    ],
    { kind: 'value', text: 'a', more: 1 },
  ])
    expect(takes(BlockOutput, [wrong])).toBe(false);
});
