import type { ScriptTask } from '../../core/adapters/sandbox';
import { sanitiseAsEvalPlus } from '../../sandbox/sanitise-as-evalplus';
import { answeringSandbox, printed } from '../fakes/answering-sandbox';

interface Row {
  readonly text: string;
  readonly entry: string;
}
const rowsOf = ({ stdin }: ScriptTask): readonly Row[] =>
  String(stdin)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Texts in boxes that answer so; what each box was asked. */
async function sanitised(
  texts: readonly string[],
  answer: (rows: readonly Row[]) => string,
  more: { readonly width?: number } = {},
) {
  const boxes: ScriptTask[] = [];
  const sandbox = answeringSandbox({
    run: (task) => {
      boxes.push(task);
      return { stdout: printed(answer(rowsOf(task))) };
    },
  });
  const found = await sanitiseAsEvalPlus(
    texts.map((text) => ({ text, entryPoint: `f${text.slice(0, 1)}` })),
    { sandbox, width: 1, ...more },
  );
  return { found, boxes };
}

const whole = ({ text }: Row): string => JSON.stringify({ slices: [[0, text.length]] });
const wholes = (rows: readonly Row[]): string => rows.map((row) => `${whole(row)}\n`).join('');

describe('what EvalPlus takes of a text', () => {
  it('are the pieces that the box names, in its order, each in a line', async () => {
    const slices = [
      [6, 8],
      [0, 3],
    ];
    const { found, boxes } = await sanitised(['abcdefgh'], () => JSON.stringify({ slices }));
    expect(found).toEqual(['gh\nabc']);
    expect(boxes.map(rowsOf)).toEqual([[{ text: 'abcdefgh', entry: 'fa' }]]);
    expect(boxes[0]?.limits.cpuMs).toBe(30_000);
  });

  it('is asked of a hundred texts at a time', async () => {
    const texts = Array.from({ length: 201 }, (_, at) => `t${String(at)}`);
    const { found, boxes } = await sanitised(texts, wholes);
    expect(found).toEqual(texts);
    expect(boxes.map((box) => rowsOf(box).length)).toEqual([100, 100, 1]);
  });

  it('is asked of a million characters at a time', async () => {
    const half = 'x'.repeat(500_000);
    const { boxes } = await sanitised([half, half, 'y', `${half}${half}z`, 'w'], wholes);
    expect(boxes.map((box) => rowsOf(box).map(({ text }) => text.length))).toEqual([
      [500_000, 500_000],
      [1],
      [1_000_001],
      [1],
    ]);
  });

  it.each([
    ['ends its box', ''],
    ['is answered in part', '{"slices": [[0'],
    ['is answered otherwise', '{"slices": "all"}\n'],
  ])('is nothing of a text that %s; those before and behind it have theirs', async (_, broken) => {
    const { found, boxes } = await sanitised(['a', 'bad', 'c', 'd'], (rows) => {
      const bad = rows.findIndex(({ text }) => text === 'bad');
      return bad < 0 ? wholes(rows) : `${wholes(rows.slice(0, bad))}${broken}`;
    });
    expect(found).toEqual(['a', null, 'c', 'd']);
    expect(boxes.map((box) => rowsOf(box).map(({ text }) => text))).toEqual([
      ['a', 'bad', 'c', 'd'],
      ['bad', 'c', 'd'],
      ['c', 'd'],
    ]);
  });

  it('is no more than was asked for', async () => {
    const { found } = await sanitised(['a'], (rows) => wholes([...rows, ...rows]));
    expect(found).toEqual(['a']);
    expect((await sanitised([], wholes)).boxes).toEqual([]);
  });
});
