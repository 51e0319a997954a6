import { definitionTexts } from '../../../../activities/environment/harness/definition-texts';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { measureCoverage } from '../../../../activities/environment/harness/measure-coverage';
import { runOriginal } from '../../../../activities/environment/harness/run-original';
import { scanHarness } from '../../../../activities/environment/harness/scan-harness';
import {
  loadParts,
  saveHarness,
  savePart,
} from '../../../../activities/environment/harness/stored-harness';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { HarnessRun } from '../../../../core/adapters/sandbox';
import { valueOf } from '../../../core/repository/sample-records';
import { finished } from '../answered-jobs';
import type { JobAnswers } from '../answered-jobs';
import { answeredHarness, originalAnswer, part, soundLook } from './answered-harness';

const definition = [
  'def clamp(value, low, high):',
  '    if value < low:',
  '        return low * 31 + value % 1_009',
  '    return high',
].join('\n');
const texts = { definition, signature: 'def clamp(value, low, high)', stub: 'def clamp(): ...' };
const stubs = () => ({ end: finished({}), records: [texts] });

const three = part('written', ['one', 'other', 'third']);
const records = three.cases.map((name, at) => valueOf(name, at));
const original = (second: readonly CaseRecord[] = records) =>
  originalAnswer([records, second], { looks: { third: { ...soundLook, skipped: true } } });

describe('the cases of a part that the original is run on', () => {
  const run = async (second: readonly CaseRecord[], before: readonly string[] = []) => {
    const harness = await answeredHarness({ run_original: () => original(second) });
    const { context } = harness;
    const kept = before.length === 0 ? null : await saveHarness(context, [part('old', before)]);
    const action = { part: await savePart(context, three), harness: kept?.harness ?? null };
    return {
      ...harness,
      came: await runOriginal(context, { kind: 'run', id: 'r#2', ...action }),
    };
  };

  it('are added to those before, without those that cannot fail or give something else', async () => {
    const second = [valueOf('one', 0), valueOf('other', 7), valueOf('third', 2)];
    const { came, context, noted } = await run(second, ['older', 'oldest']);
    expect(came).toMatchObject({ of: 'r#2', kind: 'passed', cases: 3 });
    const parts = await loadParts(context, came.kind === 'passed' ? came.harness : '');
    expect(parts.map(({ source, cases }) => [source, cases])).toEqual([
      ['old', ['older', 'oldest']],
      ['written', ['one']],
    ]);
    expect(noted.at(-1)).toEqual({
      dropped: [
        { case: 'third', reason: { code: 'skipped_only' } },
        { case: 'other', reason: { code: 'flaky', cause: 'chance' } },
      ],
    });
  });

  it('fail the step where none is left, and those dropped before are noted', async () => {
    const { came, noted } = await run([valueOf('one', 5), valueOf('other', 7)]);
    const reason = { code: 'flaky', cause: 'chance' };
    expect(came).toMatchObject({ of: 'r#2', kind: 'failed', reason });
    expect(noted.at(-1)?.dropped?.map((one) => one.case)).toEqual(['third', 'one', 'other']);
  });

  it('fail the step where none of them can fail', async () => {
    const looks = { one: { ...soundLook, skipped: true } };
    const { context, noted } = await answeredHarness({
      run_original: () => originalAnswer([records.slice(0, 1), records.slice(0, 1)], { looks }),
    });
    const action = { part: await savePart(context, part('written', ['one'])), harness: null };
    expect(await runOriginal(context, { kind: 'run', id: 'r#2', ...action })).toMatchObject({
      ...{ of: 'r#2', kind: 'failed', reason: { code: 'skipped_only' } },
    });
    expect(noted).toHaveLength(1);
  });

  it('fail the step with what ended their job', async () => {
    const { context } = await answeredHarness({
      run_original: () => ({ end: { kind: 'memory-limit' } }),
    });
    const action = { part: await savePart(context, three), harness: null };
    expect(await runOriginal(context, { kind: 'run', id: 'r#2', ...action })).toMatchObject({
      ...{ of: 'r#2', kind: 'failed', reason: { code: 'oom' } },
    });
  });
});

describe('the coverage of a harness', () => {
  const covering = (taken: readonly (readonly number[])[]): JobAnswers => ({
    run_original: () => originalAnswer([records, records]),
    measure_coverage: () => ({
      end: finished({
        coverage: { taken: [[2, 3]], missing: [{ from: 2, to: 4 }], linesMissing: [4] },
        cases: [{ name: 'one', arcs: taken, lines: [2, 3] }],
      }),
    }),
  });
  const measured = async (answers: JobAnswers, gates: HarnessContext['gates']) => {
    const harness = await answeredHarness(answers, { gates });
    const { harness: sha256 } = await saveHarness(harness.context, [three]);
    const action = { kind: 'coverage', id: 'r#3', harness: sha256 } as const;
    return { ...harness, sha256, came: await measureCoverage(harness.context, action) };
  };

  it('is enough at exactly the least share, and is noted with its marks', async () => {
    const answers = { ...covering([[2, 3]]), stubs };
    const { came, sha256, noted } = await measured(answers, { coverage: 0.5, mutation: 1 });
    const passed = { of: 'r#3', kind: 'passed', harness: sha256, cases: 3, measure: 0.5 };
    expect(came).toEqual(passed);
    const branches = [
      [2, 3],
      [2, 4],
    ];
    const marks = { lines: [2, 3, 4], missedLines: [4], branches, missedArcs: [[2, 4]] };
    expect(noted).toEqual([{ measure: 0.5, coverage: marks }]);
  });

  it('is too little below it, which is told with the lines of the definition, and noted', async () => {
    const answers = { ...covering([[2, 3]]), stubs };
    const { came, noted } = await measured(answers, { coverage: 0.51, mutation: 0 });
    expect(came).toMatchObject({
      ...{ of: 'r#3', kind: 'failed', reason: { code: 'low_coverage' } },
      feedback: expect.stringContaining(
        'from line 2 (if value < low:) never to line 4: return high',
      ) as string,
    });
    expect(noted).toMatchObject([{ measure: 0.5 }]);
  });

  it('is told without lines where the text of the definition cannot be read', async () => {
    const silent = () => ({ end: finished({}) });
    const answers = { ...covering([[2, 3]]), stubs: silent };
    const { came } = await measured(answers, { coverage: 1, mutation: 0 });
    expect(came).toMatchObject({
      feedback: expect.stringContaining('from line 2 () never to line 4: ') as string,
    });
  });

  it('is a failure with the reason of its job where that did not end', async () => {
    const answers: JobAnswers = {
      ...covering([]),
      measure_coverage: () => ({ end: { kind: 'timed-out', cause: 'cpu' } }),
    };
    const { came } = await measured(answers, { coverage: 0, mutation: 0 });
    expect(came).toMatchObject({ of: 'r#3', kind: 'failed', reason: { code: 'timeout' } });
  });
});

describe('the texts of a definition', () => {
  it('are read from its file once', async () => {
    const { context, asked } = await answeredHarness({ stubs });
    expect(await definitionTexts(context)).toEqual(texts);
    expect(await definitionTexts(context)).toEqual(texts);
    const operation = { do: 'text', path: 'pkg/m.py', qualname: 'clamp', n: 1 };
    expect(asked.map(({ module, request }) => ({ module, request }))).toEqual([
      {
        module: 'stubs',
        request: { roots: { source: '/srv/source' }, operations: [operation] },
      },
    ]);
  });

  it.each([
    ['its job failed', { end: { kind: 'timed-out', cause: 'cpu' } }],
    ['its job said nothing', { end: finished({}) }],
    ['a text is empty', { end: finished({}), records: [{ ...texts, stub: '' }] }],
  ] as const)('are not to be had when %s', async (_why, answer) => {
    const { context } = await answeredHarness({ stubs: () => answer });
    expect(await definitionTexts(context)).toBeNull();
  });
});

describe('the scan of a harness', () => {
  const runs = (...parts: HarnessRun['parts']): HarnessRun =>
    ({ end: { kind: 'ran' }, parts, cpuMs: 0, timeSensitive: false }) as never;
  const asTheOriginal = async () => runs(records, records.slice(0, 2));
  const scanned = async (
    { source = 'prepared', value = '' }: { source?: string; value?: string } = {},
    answers: JobAnswers = { stubs },
    grade: HarnessContext['grade'] = asTheOriginal,
  ) => {
    const harness = await answeredHarness(
      { run_original: () => originalAnswer([records, records], { source }), ...answers },
      { grade },
    );
    const { context, blobs } = harness;
    const stored = await blobs.put(Buffer.from(value, 'latin1').toString('base64'));
    const of = { ...three, blobs: { value: stored } };
    const { harness: sha256 } = await saveHarness(context, [of, part('other', ['one', 'other'])]);
    const came = await scanHarness(context, { kind: 'scan', id: 'r#7', harness: sha256 });
    return { ...harness, sha256, came };
  };
  const leak = 'return low * 31 + value % 1_009';

  it.each([
    ['the text of a case', { source: `def case_0():\n    ${leak}` }],
    ['a value of a case', { value: `\u0080bytes ${leak} bytes` }],
  ])('refuses a harness that repeats the body in %s', async (_where, given) => {
    const { came, noted } = await scanned(given);
    expect(came).toMatchObject({ of: 'r#7', kind: 'failed', reason: { code: 'leak' } });
    expect(noted).toEqual([{ reused: false }]);
  });

  it('fails where the text of the function cannot be read', async () => {
    const { came } = await scanned({}, { stubs: () => ({ end: finished({}) }) });
    expect(came).toEqual({
      ...{ of: 'r#7', kind: 'failed', reason: { code: 'setup_error' } },
      feedback: 'The text of the function could not be read.',
    });
  });

  it('refuses a harness that the original does not pass as a candidate', async () => {
    const other = async () => runs(records, [valueOf('one', 0), valueOf('other', 9)]);
    const { came } = await scanned({}, { stubs }, other);
    expect(came).toMatchObject({ of: 'r#7', kind: 'failed', reason: { code: 'not_gradable' } });
  });

  it('passes a harness that shows nothing and that the original passes, with all of its cases', async () => {
    const { came, sha256 } = await scanned();
    expect(came).toEqual({ of: 'r#7', kind: 'passed', harness: sha256, cases: 5 });
  });
});
