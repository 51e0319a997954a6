import { builtHarness } from '../../../../activities/environment/harness/built-harness';
import { functionEntry } from '../../../../activities/environment/harness/function-entry';
import { gradedPart, saveGraded } from '../../../../activities/environment/harness/graded-harness';
import { saveFacts } from '../../../../activities/environment/harness/harness-facts';
import type { HarnessModel } from '../../../../activities/environment/harness/model-for-harnesses';
import { saveHarness } from '../../../../activities/environment/harness/stored-harness';
import type { AttemptContexts } from '../../../../activities/work/attempt-contexts';
import type { Store } from '../../../../core/ports/records';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import { BuiltHarness } from '../../../../core/schemas/environment-built';
import { GradedHarness } from '../../../../core/schemas/environment-harness';
import { stepNoteKey } from '../../../../core/work/note-keys';
import { definitionOf } from '../../../core/repository/sample-definition';
import { fragmentOf } from '../../../core/repository/sample-fragment';
import { recordOf, valueOf } from '../../../core/repository/sample-records';
import { durableContext } from '../../../fakes/activity-dependencies';
import { environmentRecord } from '../../../fakes/environment-samples';
import { stepNoteOf } from '../../../report/environments/small-environment';
import { finished } from '../answered-jobs';
import { answeredHarness, originalAnswer, part } from './answered-harness';

const docstring = ['Clamps.', '', '>>> clamp(7)', '3', '>>> clamp(9)', '4'].join('\n');
const texts = {
  ...{ definition: 'def clamp(value): return 3', signature: 'def clamp(value)' },
  stub: 'def clamp(value): ...',
};
const records = [valueOf('one', { f: '1e-9' }), valueOf('other', 2), valueOf('idle', 0)];

/** A case of an example that gives this value, and the one of its text. */
const example = (at: number, value: CaseRecord['observations'][number], text: string) => [
  recordOf(`case_example_${String(at)}`, { observations: [value] }),
  recordOf(`case_text_${String(at)}`, { observations: [text] }),
];
const examples = [...example(0, 3, '3'), ...example(1, 4, '4')];

async function harnessed(
  again: readonly CaseRecord[] = examples,
  once: readonly CaseRecord[] = examples,
) {
  const harness = await answeredHarness(
    {
      run_original: (request) => {
        const { source } = request['harness'] as { readonly source: string };
        const prepared = { source: `prepared ${source}` };
        if (source.includes('case_example')) return originalAnswer([once, again], prepared);
        return originalAnswer([records, records], prepared);
      },
      stubs: () => ({ end: finished({}), records: [texts] }),
      slice_definition: () => ({
        end: finished({}),
        records: [
          { context: 'sliced', fragments: [fragmentOf('pkg/n.py', 1, 'LOW = 0')] },
          { context: 'full', fragments: [] },
        ],
      }),
    },
    { definition: definitionOf({ docstring, className: null, lines: { first: 3, last: 9 } }) },
  );
  const { context, blobs } = harness;
  const value = await blobs.put('cGlja2xl');
  const parts = [part('text', ['other', 'one'], { input: value }), part('more', ['one'])];
  const { harness: sha256 } = await saveHarness(context, parts);
  return { ...harness, parts, sha256 };
}

const found = {
  measures: {
    ...{ cases: 3, branchCoverage: 0.9, lineCoverage: 0.7, reruns: 5 },
    mutation: { killed: 4, total: 5, survivors: ['low changed'] },
    flakes: [{ case: '0/gone', cause: 'clock' }],
  },
  coverage: { lines: [3, 4], missedLines: [4], branches: [[3, 4]], missedArcs: [] },
  survivors: [{ line: 4, words: 'low changed', reached: true }],
};

describe('a part that candidates are graded with', () => {
  it('has the prepared and the written cases, their values, and the records of the original in their order', async () => {
    const { context, parts } = await harnessed();
    expect(await gradedPart(context, parts[0] as never)).toEqual({
      ...{ source: 'prepared text', written: 'text', cases: ['other', 'one'] },
      blobs: { input: 'cGlja2xl' },
      expected: [records[1], records[0]],
    });
  });
});

describe('the examples of a docstring', () => {
  const shown = async (again?: readonly CaseRecord[], once?: readonly CaseRecord[]) => {
    const { context, blobs, parts } = await harnessed(again, once);
    const graded = await Promise.all(parts.map((one) => gradedPart(context, one)));
    const harness = await blobs.get(await saveGraded(context, graded, docstring));
    return GradedHarness.parse(JSON.parse(harness)).shown;
  };

  it('are shown with the record of the original, if they hold', async () => {
    const [first, second] = await shown();
    expect(first?.source).toBe('>>> clamp(7)\n3');
    expect(first?.part).toMatchObject({ cases: ['case_example_0'], expected: [examples[0]] });
    expect(first?.part.source).toContain('observe(clamp(7))');
    expect(second).toMatchObject({ source: '>>> clamp(9)\n4', part: { expected: [examples[2]] } });
  });

  it.each<[string, readonly CaseRecord[], readonly CaseRecord[]]>([
    [
      'that does not hold',
      [...example(0, 5, '5'), ...examples.slice(2)],
      [...example(0, 5, '5'), ...examples.slice(2)],
    ],
    [
      'that gives something else the second time',
      examples,
      [...example(0, 8, '3'), ...examples.slice(2)],
    ],
    [
      'whose text is another the second time',
      examples,
      [...example(0, 3, '8'), ...examples.slice(2)],
    ],
    ['that has no record', examples.slice(1), examples.slice(1)],
    ['that has no second record', examples, examples.slice(1)],
    [
      'that gives nothing to compare',
      [recordOf('case_example_0', {}), ...examples.slice(1)],
      [recordOf('case_example_0', {}), ...examples.slice(1)],
    ],
  ])('are shown without one %s', async (_which, once, again) => {
    expect((await shown(again, once)).map(({ source }) => source)).toEqual(['>>> clamp(9)\n4']);
  });

  it('are none where the docstring has none, and nothing is run for them', async () => {
    const { context, blobs, asked } = await harnessed();
    const graded = [{ source: 's', cases: ['one'], blobs: {}, expected: [valueOf('one', 1)] }];
    const sha256 = await saveGraded(context, graded, 'Clamps.');
    expect(GradedHarness.parse(JSON.parse(await blobs.get(sha256)))).toEqual({
      ...{ format: 1, parts: graded, shown: [] },
    });
    expect(asked).toEqual([]);
  });
});

describe('an accepted harness', () => {
  const record = environmentRecord();

  it('is an instance with all facts about it', async () => {
    const { context, blobs, sha256 } = await harnessed();
    await saveFacts(context, 'found', sha256, found);
    const { built, parts } = await builtHarness(context, record, sha256);
    const { instance } = built;
    expect(built).toMatchObject({
      ...{ coverage: found.coverage, survivors: found.survivors },
      dropped: [{ case: '0/gone', reason: { code: 'flaky', cause: 'clock' } }],
    });
    expect(instance).toMatchObject({
      id: context.target,
      repository: record.repository,
      environment: { sha256: record.sha256, lock: record.lock, python: record.python },
      definition: {
        ...{ path: 'pkg/m.py', module: 'pkg.m', qualname: 'clamp', name: 'clamp' },
        ...{ className: null, lines: { first: 3, last: 9 }, changed: null },
        ...{ signature: texts.signature, source: texts.definition, stub: texts.stub },
      },
      docstring: { text: docstring, by: 'original', faults: [] },
      contexts: { dependency: [{ text: 'LOW = 0' }], full: [] },
      measures: found.measures,
    });
    // The smallest number is not within what nothing may be off.
    expect(instance.harness.policy.floats).toMatchObject({ kind: 'close', absolute: 1e-18 });
    expect(parts.map(({ source }) => source)).toEqual(['prepared text', 'prepared more']);
    expect(JSON.parse(await blobs.get(instance.expected))).toEqual(
      parts.map(({ expected }) => expected),
    );
    const graded = GradedHarness.parse(JSON.parse(await blobs.get(instance.graded)));
    expect(graded.parts).toEqual(parts);
    expect(graded.shown).toHaveLength(2);
  });

  it('is outdated where its text is not to be had, and where its facts are not', async () => {
    const { context, sha256, environments } = await harnessed();
    const outdated = { code: 'HARNESS_OUTDATED' };
    await expect(builtHarness(context, record, sha256)).rejects.toMatchObject(outdated);
    const { context: silent } = await answeredHarness(
      { stubs: () => ({ end: finished({}) }) },
      { blobs: context.blobs, steps: environments },
    );
    await saveFacts(silent, 'found', sha256, found);
    await expect(builtHarness(silent, record, sha256)).rejects.toMatchObject({
      ...{ ...outdated, message: `the text of ${context.target} is not to be had` },
    });
  });
});

describe('the end of a function', () => {
  const id = 'pkg/m.py::clamp#1';
  const attempt = { run: 'r', problem: 'people/tools', sample: 0 };

  async function ended(
    docstrings: boolean,
    refine: HarnessModel['refine'] = () => Promise.reject(new RangeError('nothing to refine')),
  ) {
    const { context, blobs, sha256, environments } = await harnessed();
    await saveFacts(context, 'found', sha256, found);
    const contexts = {
      configOf: async () => ({ environment: { docstrings } }),
    } as unknown as AttemptContexts;
    const entry = await functionEntry(
      { blobs, environments } as unknown as Store,
      contexts,
      { context, record: environmentRecord() },
      {
        ...{ attempt, environment: context.environment, function: id },
        finish: { kind: 'accepted', harness: sha256 },
      },
      { refine, generate: () => Promise.reject(new RangeError('nothing to generate')) },
      durableContext(),
    );
    if (entry.stage !== 'accepted') throw new Error(entry.stage);
    expect(entry.id).toBe(id);
    const { instance } = BuiltHarness.parse(JSON.parse(await blobs.get(entry.harness)));
    const graded = GradedHarness.parse(JSON.parse(await blobs.get(instance.graded)));
    return { instance, shown: graded.shown.map(({ source }) => source) };
  }

  it('is its harness, with the docstring as it is where the run refines none', async () => {
    const { instance, shown } = await ended(false);
    expect(instance.docstring).toEqual({ text: docstring, by: 'original', faults: [] });
    expect(shown).toHaveLength(2);
  });

  it('has the refined docstring and the examples of that, where the run refines them', async () => {
    const text = docstring.split('\n').slice(0, 4).join('\n');
    const { instance, shown } = await ended(true, async (_context, { built, parts, ...of }) => {
      expect(parts).toHaveLength(2);
      expect(of).toEqual({ attempt });
      return { ...built.instance, docstring: { text, by: 'refined', faults: [] } };
    });
    expect(instance.docstring).toMatchObject({ text, by: 'refined' });
    expect(shown).toEqual(['>>> clamp(7)\n3']);
  });

  it('keeps what a refinement says of a docstring that stays', async () => {
    const { instance, shown } = await ended(true, async (_context, { built }) => ({
      ...built.instance,
      docstring: { ...built.instance.docstring, unanswered: 'over-budget' },
    }));
    expect(instance.docstring).toMatchObject({ by: 'original', unanswered: 'over-budget' });
    expect(shown).toHaveLength(2);
  });

  it.each([
    ['it ran', [stepNoteOf({ stage: 'run', came: 'passed' })], true],
    ['it never ran to its end', [stepNoteOf({ stage: 'run', came: 'failed' })], false],
    ['another step passed', [stepNoteOf({ stage: 'coverage', came: 'passed' })], false],
    ['nothing was done', [], false],
  ] as const)('is its rejection, and whether %s', async (_what, notes, runnable) => {
    const { context, blobs, environments } = await harnessed();
    for (const [place, note] of notes.entries()) {
      await environments.saveStep(stepNoteKey(attempt, id, place), note);
    }
    const reason = { code: 'low_coverage' } as const;
    const entry = await functionEntry(
      { blobs, environments } as unknown as Store,
      {} as AttemptContexts,
      { context, record: environmentRecord() },
      {
        ...{ attempt, environment: context.environment, function: id },
        finish: { kind: 'rejected', reason },
      },
      {} as HarnessModel,
      durableContext(),
    );
    expect(entry).toEqual({ stage: 'rejected', id, reason, runnable });
  });
});
