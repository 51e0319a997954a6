import { datasetForms } from '../../../../core/code-feedback/export/formats';
import { DialoguePlaces } from '../../../../core/code-feedback/export/place-dialogue';
import { shaOf } from '../row-player';

const turns = [
  { role: 'user', content: 'Print one.' },
  { role: 'assistant', content: 'Here.\n\n```python\nprint(1)\n```' },
  { role: 'user', content: 'Execution result: \n1' },
  { role: 'assistant', content: 'It printed 1.' },
] as const;

describe('the forms of a data set', () => {
  it('are those that are published', () => {
    expect(datasetForms['code-feedback'].row(7, turns)).toEqual({ id: 7, messages: turns });
    expect(datasetForms.openai.row(7, turns)).toEqual({ messages: turns });
    expect(datasetForms.sharegpt.row(7, turns)).toMatchObject({
      id: '7',
      conversations: [{ from: 'human', value: 'Print one.' }, { from: 'gpt' }, {}, {}],
    });
  });

  it('have a preference pair only of a dialogue with a right and a wrong answer', () => {
    const pair = { chosen: 'right', rejected: 'wrong' };
    expect(datasetForms.preference.row(7, turns)).toBeNull();
    expect(datasetForms.preference.row(7, turns, pair)).toEqual({
      prompt: [{ role: 'user', content: 'Print one.' }],
      chosen: [{ role: 'assistant', content: 'right' }],
      rejected: [{ role: 'assistant', content: 'wrong' }],
    });
  });

  it.each(['Execution result: \n1', 'Execution result:\n1', 'Execution result: 1'])(
    'know a result however a source wrote its blanks: %j',
    (content) => {
      const written = turns.map((turn, place) => (place === 2 ? { ...turn, content } : turn));
      expect(datasetForms['trl-tools'].row(7, written)).toEqual(
        datasetForms['trl-tools'].row(7, turns),
      );
    },
  );

  it('turn code that ran into a call of a tool, and its result into the answer of the tool', () => {
    const { messages } = datasetForms['openai-tools'].row(7, turns);
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'call_2', function: { name: 'execute_code', arguments: '{"code":"print(1)"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_2', content: '1' },
      { role: 'assistant', content: 'It printed 1.' },
    ]);
  });
});

describe('the place of a dialogue', () => {
  const placed = (names: readonly string[]) => {
    const places = new DialoguePlaces(0, 0.2, shaOf);
    return names.map((name) => places.place(name, name));
  };

  it('does not depend on the dialogues before it', () => {
    expect(placed(['a', 'b', 'c']).at(-1)).toEqual(placed(['c']).at(-1));
  });

  it('is for tests for about the share that was asked for, and has an id of its own', () => {
    const all = placed(Array.from({ length: 1000 }, (_, at) => `row ${String(at)}`));
    const tests = all.filter(({ part }) => part === 'test').length;
    expect(tests).toBeGreaterThan(150);
    expect(tests).toBeLessThan(250);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1000);
  });
});
