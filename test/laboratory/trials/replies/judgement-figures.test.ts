import { judgementFigures } from '../../../../laboratory/trials/replies/judgement-figures';
import type { JudgementRow } from '../../../../laboratory/trials/replies/judgement-rows';

function row(
  kind: JudgementRow['kind'],
  model: string,
  { reply, want }: { readonly reply: string; readonly want: number | boolean },
): JudgementRow {
  return { id: '1', model, kind, asked: '', reply, want };
}

describe('figures of judgements', () => {
  it('count by kind and family those that are read as a careful reader reads them', () => {
    const figures = judgementFigures([
      row('score', 'gpt-4', { reply: 'Score: 3', want: 3 }),
      row('score', 'qwen-7b', { reply: 'Score: 3', want: 2 }),
      row('score', 'qwen-32b', { reply: 'Score: 2', want: 2 }),
      row('verdict', 'gpt-4', { reply: 'Verdict: reject', want: false }),
      row('list', 'gpt-4', { reply: '1. a\n2. b', want: 2 }),
    ]);
    expect(figures).toEqual([
      { kind: 'score', family: 'Qwen', readable: 2, read: 1 },
      { kind: 'score', family: 'GPT', readable: 1, read: 1 },
      { kind: 'score', family: 'all', readable: 3, read: 2 },
      { kind: 'verdict', family: 'GPT', readable: 1, read: 1 },
      { kind: 'verdict', family: 'all', readable: 1, read: 1 },
      { kind: 'list', family: 'GPT', readable: 1, read: 1 },
      { kind: 'list', family: 'all', readable: 1, read: 1 },
      { kind: 'all', family: 'all', readable: 5, read: 4 },
    ]);
  });
});
