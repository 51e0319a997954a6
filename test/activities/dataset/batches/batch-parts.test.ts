import { batchParts } from '../../../../activities/dataset/batches/batch-parts';
import type { OpenQuestion } from '../../../../activities/dataset/batches/open-questions';
import { modelRequest } from '../../../../laboratory/fakes/model-requests';

const questions = (count: number, content = 'text'): readonly OpenQuestion[] =>
  Array.from({ length: count }, (_, at) => ({
    stage: 'embed',
    // The parts do not look at it.
    question: {} as OpenQuestion['question'],
    request: modelRequest({ messages: [{ role: 'user', content }] }),
    identity: String(at),
  }));

describe('the requests of a stage', () => {
  it('go into one batch, but at most 1,000 vectors', () => {
    const open = questions(2_500);
    expect(batchParts('rate', open)).toEqual([open]);
    const parts = batchParts('embed', open);
    expect(parts.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(parts.flat()).toEqual(open);
  });

  it('go into several batches where the file would be too long', () => {
    const parts = batchParts('rate', questions(3, 'x'.repeat(20_000_000)));
    expect(parts.map(({ length }) => length)).toEqual([2, 1]);
    expect(batchParts('rate', questions(1, 'x'.repeat(60_000_000)))).toHaveLength(1);
    expect(batchParts('rate', [])).toEqual([]);
  });
});
