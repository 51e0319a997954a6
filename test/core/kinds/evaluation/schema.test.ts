import type { ZodType } from 'zod';

import {
  EvaluationOutcome,
  evaluationMembers,
  SamplePage,
  SamplePages,
} from '../../../../core/kinds/evaluation/schema';

const hash = 'a'.repeat(64);
const takes = (schema: ZodType, value: unknown) => schema.safeParse(value).success;

describe('what is stored of an evaluation', () => {
  const members = {
    ...{ source: 's.jsonl', name: 'GPT', pages: hash, counts: [1, 2], missing: ['p'] },
    ...{ sanitiser: { name: 'none', version: 1 }, datasetMd5: 'b'.repeat(32) },
  };

  it('names samples, their pages, counts and sanitiser, and the data set', () => {
    const { evaluation } = evaluationMembers;
    expect(evaluation.parse(members)).toEqual(members);
    const least = { ...members, name: undefined, counts: undefined };
    expect(evaluation.parse(least)).toEqual(least);
    for (const wrong of [
      ...[{ source: '' }, { name: '' }, { pages: 'a' }, { counts: [0] }, { counts: [1.5] }],
      ...[{ sanitiser: { name: 'tidy', version: 1 } }, { sanitiser: { name: 'none', version: 0 } }],
      ...[{ datasetMd5: 'b'.repeat(31) }, { missing: undefined }, { more: 1 }],
    ])
      expect({ wrong, taken: takes(evaluation, { ...members, ...wrong }) }).toEqual({
        ...{ wrong, taken: false },
      });
  });

  it('has an outcome with a program or none, and says only of a text that it was not sanitised', () => {
    const outcome = { kind: 'evaluation', program: hash, unsanitised: true };
    expect(EvaluationOutcome.parse(outcome)).toEqual(outcome);
    expect(takes(EvaluationOutcome, { kind: 'evaluation', program: null })).toBe(true);
    for (const wrong of [{ unsanitised: false }, { program: 'a' }, { program: undefined }])
      expect(takes(EvaluationOutcome, { ...outcome, ...wrong })).toBe(false);
  });

  it('has samples with their places, from 0, in pages', () => {
    const sample = { problem: 'p', sample: 0, form: 'completion', text: '', row: null, place: 0 };
    expect(SamplePage.parse([sample, { ...sample, row: '{}' }])).toHaveLength(2);
    for (const wrong of [
      ...[{ problem: '' }, { sample: -1 }, { form: 'chat' }, { place: -1 }, { row: undefined }],
    ])
      expect(takes(SamplePage, [{ ...sample, ...wrong }])).toBe(false);
    expect([takes(SamplePages, [hash]), takes(SamplePages, []), takes(SamplePages, ['a'])]).toEqual(
      [...[true, false, false]],
    );
  });
});
