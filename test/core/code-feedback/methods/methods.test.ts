import type { PlannedRow } from '../../../../core/kinds/dataset/schema';
import { datasetMethods, errorClasses } from '../../../../core/names/dataset-methods';
import type { DatasetMethod } from '../../../../core/names/dataset-methods';
import type { DatasetRole } from '../../../../core/names/roles';
import type { BlockEnd } from '../../../../core/schemas/dialogue';
import type { Message } from '../../../../core/schemas/model';
import { replyTo } from '../../../../llm/simulated/replies/reply-to';
import { methodOf } from '../../../../core/code-feedback/methods';
import { block, playRow, problemRow, recipeOf, rowOf } from '../row-player';
import type { Script } from '../row-player';

const planned = (method: DatasetMethod, changes: Partial<PlannedRow> = {}): PlannedRow => ({
  ...{ row: rowOf(), method, partners: [], errorClass: null },
  ...changes,
});

const feedback = (text: string): string =>
  JSON.stringify({ satisfied: ['x'], not_satisfied: ['y'], feedback: text });

/** Says these in order, whoever is asked. */
const inOrder = (...replies: readonly string[]): Script['say'] => {
  let at = 0;
  return () => {
    const reply = replies[at];
    at += 1;
    if (reply === undefined) throw new Error('nothing is left to say');
    return reply;
  };
};

const roles = (turns: readonly { readonly role: string }[]): string =>
  turns.map(({ role }) => role[0]).join('');

describe('interaction simulation', () => {
  it('runs the code of each reply until a reply brings none, then once more after feedback', () => {
    const say = inOrder(
      ...[block('x'), block('print(1)'), 'It is right.', feedback('Add a docstring.')],
      ...[block('print(2)'), 'Done.'],
    );
    const run = (code: string): BlockEnd => (code === 'x' ? 'raised' : 'finished');
    const { end, steps, turns, asked } = playRow(planned('simulate'), recipeOf(), { say, run });
    expect(end).toBe('written');
    expect(
      steps.map((step) =>
        step.kind === 'asked' ? step.speaker : step.kind === 'ran' ? step.end : 'tested',
      ),
    ).toEqual([
      ...['weak-assistant', 'raised', 'strong-assistant', 'finished', 'strong-assistant'],
      ...['asking-user', 'strong-assistant', 'finished', 'strong-assistant'],
    ]);
    expect(roles(turns)).toBe('uauauauaua');
    expect(turns[2]?.content).toMatch(/^Execution result: \n/);
    expect(turns[6]?.content).toBe('Add a docstring.');
    // Both models read the same conversation.
    expect(asked[1]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  it('runs no more programs than the recipe allows', () => {
    const say = inOrder(block('a'), block('b'), feedback('Go on.'), 'I cannot.');
    const recipe = recipeOf({ methods: { simulate: { maxExecutions: 1 } } });
    const { end, steps, turns } = playRow(planned('simulate'), recipe, {
      say,
      run: () => 'raised',
    });
    expect(end).toBe('written');
    // The second program is not run: one execution was allowed.
    expect(steps.filter(({ kind }) => kind === 'ran')).toHaveLength(1);
    expect(roles(turns)).toBe('uauaua');
  });

  it('ends when a reply was withheld, and asks nothing more', () => {
    const say = inOrder('');
    const { end, asked } = playRow(planned('simulate'), recipeOf(), { say, withheld: true });
    expect([end, asked.length]).toEqual(['no-reply', 1]);
  });

  it('does not run a program again that was run', () => {
    const say = inOrder(block('a'), block('a'), feedback('More.'), 'No.');
    const { steps } = playRow(planned('simulate'), recipeOf(), { say });
    expect(steps.filter(({ kind }) => kind === 'ran')).toHaveLength(1);
  });

  it('gives no dialogue without any code', () => {
    const none = inOrder('Well.', feedback('Write it.'), 'Well, well.');
    expect(playRow(planned('simulate'), recipeOf(), { say: none }).end).toBe('no-code');
    const unread = inOrder('Well.', 'I like it.');
    expect(playRow(planned('simulate'), recipeOf(), { say: unread }).end).toBe('no-code');
  });

  it('skips feedback that cannot be read, keeps the turns before it, and notes it in the step', () => {
    const say = inOrder(block('a'), 'Right.', 'I like it.');
    const played = playRow(planned('simulate'), recipeOf(), { say });
    expect([played.end, roles(played.turns)]).toEqual(['written', 'uaua']);
    expect(played.turns.at(-1)?.content).toBe('Right.');
    expect(played.steps.at(-1)).toMatchObject({
      ...{ kind: 'asked', speaker: 'asking-user', value: null, unread: true },
    });
  });

  it('skips the rounds after feedback that cannot be read', () => {
    const recipe = recipeOf({ methods: { simulate: { feedbackRounds: 3 } } });
    const say = inOrder(block('a'), 'Right.', feedback('Shorter.'), block('b'), 'Done.', '{}');
    const { end, turns } = playRow(planned('simulate'), recipe, { say });
    expect([end, roles(turns)]).toEqual(['written', 'uauauaua']);
  });

  it.each([
    ['three sentences', feedback('One. Two. Three.')],
    ['code', feedback('Use ```x``` here.')],
    ['no lists', JSON.stringify({ feedback: 'Short.' })],
    ['nothing', feedback('')],
  ])('does not read feedback with %s', (_, reply) => {
    const told = { planned: planned('simulate'), steps: [], recipe: recipeOf() };
    const question = methodOf('simulate').question(told, 'asking-user');
    expect(question.read(reply).ok).toBe(false);
    expect(question.read(feedback('Short and clear.'))).toEqual({
      ok: true,
      value: 'Short and clear.',
    });
  });
});

describe('code correction', () => {
  const row = planned('correct', { errorClass: 'name' });
  const run = (code: string): BlockEnd => (code.startsWith('bad') ? 'raised' : 'finished');

  it('stores a real failure first and a real success last, and not the words that asked for the mistake', () => {
    const say = inOrder(block('bad = 1'), block('bad = 2'), block('good = 1'));
    const { end, turns, asked } = playRow(row, recipeOf(), { say, run });
    expect(end).toBe('written');
    expect(roles(turns)).toBe('uauaua');
    expect(turns[0]?.content).toBe('Sort a list of names.');
    expect(asked[0]?.messages[0]?.content).toContain('Class of the mistake: name');
    expect(JSON.stringify(turns)).not.toContain('mistake');
  });

  it('gives no dialogue when the mistake does not fail', () => {
    const say = inOrder(block('good = 1'));
    expect(playRow(row, recipeOf(), { say, run }).end).toBe('error-did-not-fail');
  });

  it('gives no dialogue when the reply reveals its mistake, and runs nothing', () => {
    const say = inOrder(block('bad = 1  # BUG: the name is wrong'));
    const { end, steps } = playRow(row, recipeOf(), { say, run });
    expect([end, steps.length]).toEqual(['mistake-revealed', 1]);
    expect(steps[0]).toMatchObject({ unread: true });
  });

  it('asks once more for a reply that does not reveal its mistake', () => {
    const told = { planned: row, steps: [], recipe: recipeOf() };
    const { read, repairs } = methodOf('correct').question(told, 'mistaken-assistant');
    expect(repairs).toBe(1);
    expect(read(block('bad = 1  # intentional error'))).toEqual({
      ok: false,
      problem: 'it reveals the mistake: intentional error',
    });
    expect(read(block('bad = 1'))).toEqual({ ok: true, value: null });
  });

  it('gives up after the executions of the recipe, or when the program comes again', () => {
    const recipe = recipeOf({ methods: { correct: { maxExecutions: 2 } } });
    const often = inOrder(block('bad = 1'), block('bad = 2'), block('bad = 3'));
    const given = playRow(row, recipe, { say: often, run });
    expect(given.end).toBe('not-corrected');
    expect(given.steps.filter(({ kind }) => kind === 'ran')).toHaveLength(2);
    const same = inOrder(block('bad = 1'), block('bad = 1'));
    expect(playRow(row, recipeOf(), { say: same, run }).end).toBe('not-corrected');
  });
});

describe('similar problems', () => {
  const row = planned('similar', { row: problemRow('one'), partners: [problemRow('two')] });

  it('chains problems with their solutions, byte by byte', () => {
    const say = inOrder('It is direct.', 'The same idea works.');
    const { end, turns } = playRow(row, recipeOf(), { say });
    expect(end).toBe('written');
    expect(turns.map(({ content }) => content)).toEqual([
      ...['Solve one.', 'It is direct.\n\n```python\ndef one(): pass\n```'],
      ...['Solve two.', 'The same idea works.\n\n```python\ndef two(): pass\n```'],
    ]);
  });

  it('asks for no text when a solution fails its tests', () => {
    const say = inOrder();
    const passes = (code: string) => !code.includes('two');
    const { end, asked } = playRow(row, recipeOf(), { say, passes });
    expect([end, asked]).toEqual(['solution-fails', []]);
  });

  it('refuses a text with code', () => {
    const say = inOrder(block('def one(): return 1'));
    expect(playRow(row, recipeOf(), { say }).end).toBe('introduction-unread');
  });
});

describe('a follow-up', () => {
  it('takes the second solution of the source', () => {
    const row = planned('follow-up', { row: problemRow('one', ['first()', 'second()']) });
    const { end, turns } = playRow(row, recipeOf(), { say: inOrder('First.', 'Second.') });
    expect(end).toBe('written');
    expect(roles(turns)).toBe('uaua');
    expect(turns[3]?.content).toBe('Second.\n\n```python\nsecond()\n```');
  });

  it('has a second solution written, which differs and passes the tests', () => {
    const row = planned('follow-up', { row: problemRow('one', ['first()']) });
    const say = inOrder('First.', block('wrong()'), block('other()'), 'Second.');
    const passes = (code: string) => code !== 'wrong()';
    const { end, turns, asked } = playRow(row, recipeOf(), { say, passes });
    expect(end).toBe('written');
    expect(turns[3]?.content).toContain('other()');
    expect(asked[2]?.messages.at(-1)?.content).toContain('did not pass');
  });

  it('gives no dialogue when no other solution comes', () => {
    const row = planned('follow-up', { row: problemRow('one', ['first()']) });
    const say = inOrder('First.', block('first()'), 'I have none.');
    expect(playRow(row, recipeOf(), { say }).end).toBe('solution-fails');
  });
});

describe('a row that needs no model', () => {
  it('is kept as it is, or left to be packed', () => {
    const turns = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hello.' },
    ] as const;
    const say = inOrder();
    const kept = playRow(planned('keep', { row: rowOf({ turns: [...turns] }) }), recipeOf(), {
      say,
    });
    expect(kept).toMatchObject({ end: 'written', turns });
    expect(playRow(planned('pack'), recipeOf(), { say }).end).toBe('to-pack');
  });
});

describe('the simulated model', () => {
  const problem = 'own/0';
  const model = { kind: 'simulated', view: {}, settings: {} } as unknown as Parameters<
    typeof replyTo
  >[0];
  const say = (role: DatasetRole, messages: readonly Message[], ordinal: number): string => {
    const draw = { sample: 0, ordinal };
    return replyTo(model, { role, problem, seed: 0, draw, messages, structured: false }).text;
  };
  /** As Python would end it. */
  const run = (code: string): BlockEnd =>
    /while words is not None/.test(code)
      ? 'interrupted'
      : /assert|\+ ''|word_list|split\(\)\n/.test(code)
        ? 'raised'
        : 'finished';

  it('plays every method to its end', () => {
    const rows: PlannedRow[] = [
      planned('simulate'),
      ...errorClasses.map((errorClass) => planned('correct', { errorClass })),
      planned('similar', { row: problemRow('one'), partners: [problemRow('two')] }),
      planned('follow-up', { row: problemRow('one') }),
    ];
    for (const one of rows) {
      const { end, turns } = playRow(one, recipeOf(), { say, run });
      expect([one.method, one.errorClass, end]).toEqual([one.method, one.errorClass, 'written']);
      expect(roles(turns)).toMatch(/^(ua){2,}$/);
    }
    expect(datasetMethods).toHaveLength(6);
  });

  it('rates about half of the queries below 4, and writes most of the other dialogues', () => {
    const ends: Record<string, number> = {};
    const recipe = recipeOf({ filter: {} });
    for (let at = 0; at < 400; at += 1) {
      const row = rowOf({ query: `Sort the list number ${String(at)}.` });
      const { end } = playRow(planned('simulate', { row }), recipe, { say, run });
      ends[end] = (ends[end] ?? 0) + 1;
    }
    expect(Object.keys(ends).sort()).toEqual(['filtered', 'written']);
    expect(ends['written']).toBeGreaterThan(150);
    expect(ends['filtered']).toBeGreaterThan(100);
  });
});
