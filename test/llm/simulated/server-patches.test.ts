import { readChange } from '../../../core/patches/edits/read-change';
import { startModelServer } from '../../../llm/simulated/server';
import type { ModelServer } from '../../../llm/simulated/server';
import { chat, espalierHeaders } from './chat-calls';
import { issue, patchBank, patchRow, patchTo, placeRow } from './patch-samples';

let server: ModelServer;
beforeAll(async () => {
  const values = ['1', '2', '3'];
  const rows = values.map((value) =>
    patchRow({ patch: patchTo(value), recorded_resolved: value === '1' }),
  );
  const bank = patchBank(rows, [placeRow()]);
  server = await startModelServer({ kind: 'recorded', bank, settings: { criticAccuracy: 1 } });
});
afterAll(() => server.close());

const before = new Map([['pkg/total.py', `${'\n'.repeat(9)}\`\`\`\n    return 0\n\n`]]);

async function asked(
  role: string,
  { ordinal = 0, messages = [{ role: 'user', content: 'Solve it.' }] } = {},
): Promise<{ readonly text: string; readonly rule: unknown }> {
  const address = {
    'x-espalier-problem': issue,
    'x-espalier-role': role,
    'x-espalier-draw': `0/${String(ordinal)}`,
  };
  const body = { model: 'recorded', messages };
  const answer = await chat(server, { ...espalierHeaders, ...address }, body);
  return { text: answer.choices[0]?.message.content ?? '', rule: answer.espalier['rule'] };
}

/** The patch as agents show it, made anew against the base. */
function showing(value: string, by: 'assistant' | 'user'): { role: string; content: string }[] {
  const own = patchTo(value)
    .replace(/^index .*\n/m, '')
    .replace(' def total(items):', '');
  return [
    { role: 'user', content: 'An issue:\n\n```text\nreturn 1\n```' },
    { role: by, content: `\`\`\`\`diff\n${own}\n\`\`\`\`` },
    { role: 'user', content: 'Running the visible tests gave:\n\n```\n1 failed\n```' },
  ];
}

describe('our model server on patches', () => {
  it('answers a Solver with each recorded patch in turn, to the letter and readable', async () => {
    const texts = await Promise.all([0, 1, 2].map((ordinal) => asked('solver', { ordinal })));
    expect(new Set(texts.map(({ text }) => text))).toEqual(
      new Set(['1', '2', '3'].map((value) => `\`\`\`\`diff\n${patchTo(value)}\`\`\`\``)),
    );
    for (const { text } of texts) expect(readChange(text, before).faults).toEqual([]);
  });

  it('answers a Debugger by the rule of the Solver', async () => {
    const [solver, repair] = [await asked('solver'), await asked('debugger')];
    expect([solver.rule, repair.rule]).toEqual(['draw', 'solver-rule']);
    expect(repair.text).toBe(solver.text);
  });

  it('verifies by the recorded verdict of the patch that is shown', async () => {
    const said = async (value: string, by: 'assistant' | 'user') =>
      (await asked('critic-verification', { messages: showing(value, by) })).text;
    for (const by of ['assistant', 'user'] as const) {
      expect(await said('1', by)).toMatch(/cause that the issue describes.*\n.*accept$/);
      expect(await said('2', by)).toMatch(/reject$/);
    }
  });

  it('names places, and writes no script that reproduces the issue', async () => {
    const [strategies, script] = [await asked('thinker-strategies'), await asked('reproducer')];
    expect(strategies.text).toBe('1. Change these places: pkg/total.py, function: total.');
    expect(script.text).toContain("print('Other issues')");
  });
});
