import {
  importFailure,
  knownOriginalRun,
  originalRunOf,
} from '../../../../activities/environment/harness/original-run';
import { caseClock, plainCaseLimits } from '../../../../core/repository/run-terms';
import { valueOf } from '../../../core/repository/sample-records';
import { finished } from '../answered-jobs';
import type { ScriptedJob } from '../scripted-jobs';
import { answeredHarness, originalAnswer, part } from './answered-harness';

const two = part('written', ['one', 'other']);
const first = [valueOf('one', 1), valueOf('other', 2)];
const second = [valueOf('one', 1), valueOf('other', 3)];

const answering = (answer: ScriptedJob) => answeredHarness({ run_original: () => answer });

describe('the run of the original on the cases of a part', () => {
  it('tells the prepared cases, how they look, and what each of the two runs gave', async () => {
    const looks = {
      other: {
        ...{ skipped: true, target: 2, self: 3, constant: 4, swallows: true, tells: true },
      },
    };
    const { context } = await answering(originalAnswer([first, second], { looks }));
    expect(await originalRunOf(context, two)).toEqual({
      prepared: { source: 'prepared', cases: ['one', 'other'] },
      ...{ first, second },
      facts: {
        empty: false,
        cases: [
          {
            ...{ case: 'one', skipped: false, swallows: false, tells: false },
            comparisons: { target: 1, self: 0, constant: 0 },
          },
          {
            ...{ case: 'other', skipped: true, swallows: true, tells: true },
            comparisons: { target: 2, self: 3, constant: 4 },
          },
        ],
      },
    });
  });

  it('says that cases of white space alone are empty', async () => {
    const { context } = await answering(originalAnswer([[], []], { source: ' \n ' }));
    expect(await originalRunOf(context, two)).toMatchObject({ facts: { empty: true, cases: [] } });
  });

  it('has the installed project, its cases with their values, and the terms of cases; the tree of the repository stays out', async () => {
    const { context, blobs, asked } = await answering(originalAnswer([first, second]));
    const value = await blobs.put('cGlja2xl');
    await originalRunOf(context, part('written', ['one', '*'], { input: value }));
    expect(asked.map(({ module, request }) => ({ module, request }))).toEqual([
      {
        module: 'run_original',
        request: {
          roots: { project: '/srv/project', deps: '/srv/deps', tools: '/srv/tools' },
          harness: {
            ...{ target: context.target, module: 'pkg.m', qualname: 'clamp' },
            ...{ source: 'written', cases: ['one'], blobs: { input: 'cGlja2xl' } },
          },
          ...{ clock: caseClock, limits: plainCaseLimits },
        },
      },
    ]);
  });

  it('leaves out records that are none, and those of another run than the two', async () => {
    const { end, records = [] } = originalAnswer([first, second]);
    const odd = [
      { run: 3, record: valueOf('one', 5) },
      { run: 1, record: { case: 'odd' } },
      { note: 'so' },
    ];
    const { context } = await answering({ end, records: [...records, ...odd] });
    expect(await originalRunOf(context, two)).toMatchObject({ first, second });
  });

  it('is made once for a text and its values, whichever cases are kept', async () => {
    const { context, asked } = await answering(originalAnswer([first, second]));
    const made = await originalRunOf(context, two);
    expect(await originalRunOf(context, part('written', ['one']))).toEqual(made);
    expect(asked).toHaveLength(1);
    await originalRunOf(context, part('another text', ['one', 'other']));
    expect(asked).toHaveLength(2);
  });

  it.each<[string, ScriptedJob, object]>([
    [
      'its job ran out of the time of the processor',
      { end: { kind: 'timed-out', cause: 'cpu' } },
      { reason: { code: 'timeout' }, feedback: 'The cases together take too long.' },
    ],
    [
      'its text is no Python',
      { end: finished({ error: { code: 'parse_error', message: 'line 3 is odd' } }) },
      { reason: { code: 'parse_error' }, feedback: 'line 3 is odd' },
    ],
    [
      'its job said nothing of the cases',
      { end: finished({ imports: [{ ok: true }] }) },
      { reason: { code: 'killed' } },
    ],
    [
      'its job did not say how it ended',
      { end: finished({}), records: originalAnswer([first, second]).records ?? [] },
      { reason: { code: 'killed' } },
    ],
    [
      'its job said nothing of an import',
      { end: finished({ imports: [] }), records: originalAnswer([first, second]).records ?? [] },
      { reason: { code: 'killed' } },
    ],
    [
      'the second import failed',
      {
        end: finished({ imports: [{ ok: true }, { ok: false, kind: 'raised' }] }),
        records: originalAnswer([first, second]).records ?? [],
      },
      { reason: { code: 'import_error' } },
    ],
  ])('is a failure when %s', async (_why, answer, failure) => {
    const { context } = await answering(answer);
    expect(await originalRunOf(context, two)).toMatchObject(failure);
  });

  it('that fails now, after it was passed, makes the harness outdated', async () => {
    const failing = await answering({ end: { kind: 'exited', code: 1 } });
    await expect(knownOriginalRun(failing.context, two)).rejects.toMatchObject({
      code: 'HARNESS_OUTDATED',
      message: 'the original fails in cases that it passed',
    });
    const sound = await answering(originalAnswer([first, second]));
    expect(await knownOriginalRun(sound.context, two)).toMatchObject({ first, second });
  });
});

describe('an import that failed', () => {
  const error = { type: 'builtins:TypeError', bases: [], message: 'no' };

  it.each([
    [{ ok: false, phase: 'harness', error }, 'type_or_value_error', 'On import: TypeError: no'],
    [{ ok: false, phase: 'project', error }, 'import_error', 'On import: TypeError: no'],
    [{ ok: false, kind: 'timed-out' }, 'timeout', 'did not end well'],
    [{ ok: false, kind: 'killed' }, 'killed', 'did not end well'],
    [{ ok: false, phase: 'harness', error: 'odd' }, 'import_error', 'did not end well'],
  ])('is told with its reason: %j', (told, code, words) => {
    const feedback = expect.stringContaining(words) as string;
    expect(importFailure(told)).toEqual({ reason: { code }, feedback });
  });
});
