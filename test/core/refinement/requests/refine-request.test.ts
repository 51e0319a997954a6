import { buildSolverMessages } from '../../../../core/agents/solver';
import { refineRequest } from '../../../../core/refinement/requests/refine-request';
import type { PastRound } from '../../../../core/refinement/requests/past-round';
import { executionFeedback } from '../../../../core/refinement/feedback/execution-feedback';
import { refinementPromptSets } from '../../../../core/schemas/dialogue';
import type { FeedbackKind } from '../../../../core/schemas/dialogue';
import { programInRequest } from '../../../../llm/simulated/replies/code-in-request';
import { sampleProblem } from '../../agents/sample-problem';
import { scriptNamed } from '../../tasks/sample-tasks';

const program = 'def double(x):\n    return x + 2';
const reply = `<think>Add two?</think>Here it is.\n\n\`\`\`python\n${program}\n\`\`\`\n\nIt adds.`;
const round = (over: Partial<PastRound> = {}): PastRound => ({
  reply,
  program,
  feedback: { source: 'execution', text: 'It gave 4.' },
  ...over,
});
const chat = (...rounds: PastRound[]) =>
  refineRequest({ promptSet: 'espalier', problem: sampleProblem, rounds });
const flat = (...rounds: PastRound[]) =>
  refineRequest({ promptSet: 'oci', problem: sampleProblem, rounds })[0]?.content ?? '';

describe('the request of a round, as a chat', () => {
  it('begins with the very question that the method direct asks', () => {
    expect(chat()).toEqual(
      buildSolverMessages({ problem: sampleProblem, strategy: null, style: 'plain' }),
    );
  });

  it('shows every round as the model’s own reply and what came of it', () => {
    const messages = chat(round(), round({ feedback: { source: 'execution', text: 'Now 5.' } }));
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages[2]?.content).toBe(
      `Here it is.\n\n\`\`\`python\n${program}\n\`\`\`\n\nIt adds.`,
    );
    expect(messages[3]?.content).toContain('It gave 4.');
    expect(messages[5]?.content).toMatch(/^Now 5\.\n\nWrite the improved program/);
  });

  it.each([
    ['a usage block comes last', `${reply}\n\n\`\`\`python\nprint(double(2))\n\`\`\``],
    ['the program stands in no block', program],
    ['the block is never closed', `\`\`\`python\n${program}`],
    [
      'its fences are indented',
      `1. So:\n   \`\`\`python\n   def double(x):\n       return x + 2\n   \`\`\``,
    ],
  ])('shows the program alone where %s, so that it is the last block', (_, text) => {
    expect(programInRequest(chat(round({ reply: text })))).toBe(program);
    expect(programInRequest(chat(round()))).toBe(program);
  });

  it('shows a reply without a program as it is, without its thoughts', () => {
    const text = '<think>Hm.</think> I cannot.\n';
    expect(chat(round({ reply: text, program: null }))[2]).toEqual({
      ...{ role: 'assistant', content: 'I cannot.' },
    });
  });

  it.each([
    ['its fence says more than a language', reply.replace('```python', '```python title="a"')],
    ['words stand before its fence', reply.replace('```python', 'So: ```python')],
    ['its fence is longer than three', reply.replaceAll('```', '````')],
  ])('shows the program alone where %s', (_, text) => {
    const shown = chat(round({ reply: text }))[2]?.content;
    expect(shown).toBe(chat(round({ reply: program }))[2]?.content);
  });

  it('says who looked at a program before their words, and asks again for all of it', () => {
    const words = chat(round({ feedback: { source: 'human', text: 'Think.' } }))[3]?.content;
    expect(words).toMatch(
      /^Your program is not right yet\. Somebody .*says:\n\n```\nThink\.\n```/u,
    );
    expect(words).toMatch(
      /Write the improved program as one ```python code block that holds .*`double`.* in full/u,
    );
    const own = chat(round({ feedback: { source: 'person', text: ' Think.\n' } }))[3]?.content;
    expect(own).toMatch(/^Think\.\n\nWrite/u);
    const run = chat(round({ feedback: { source: 'execution', text: ' Ran.' } }))[3]?.content;
    expect(run).toMatch(/^ Ran\.\n\nWrite/u);
  });

  it('says no more than that it is not accepted when nobody gives feedback', () => {
    const words = chat(round({ feedback: { source: 'none', text: '' } }))[3]?.content;
    expect(words).toMatch(/^Your program is not accepted\.\n\nWrite/);
  });

  it('hands a person’s words on as they are, and quotes those of a model', () => {
    const text = 'Think of `0`.';
    expect(chat(round({ feedback: { source: 'person', text } }))[3]?.content).toMatch(
      /^Think of `0`\.\n\n/,
    );
    expect(chat(round({ feedback: { source: 'oracle', text } }))[3]?.content).toContain(
      '```\nThink of `0`.\n```',
    );
  });
});

describe('the request of a round, as OpenCodeInterpreter lays it out', () => {
  it('ends its first prompt with a response header, the given code in a python block', () => {
    expect(flat()).toContain('\n\n@@ Instruction\n');
    expect(flat()).toContain('```python\ndef double(x):\n    """Twice x."""\n```\n');
    expect(flat().endsWith('\n\n@@ Response\n')).toBe(true);
  });

  it('gives an MBPP problem as a description with its tests', () => {
    const problem = { ...sampleProblem, preamble: '', statement: 'Double a number.\n' };
    const [message] = refineRequest({ promptSet: 'oci', problem, rounds: [] });
    expect(message?.content).toContain(
      '```python\n"""\nDouble a number.\nassert double(2) == 4\nassert double(0) == 0\n"""\n```',
    );
  });

  it('gives an MBPP problem without tests as its description alone, and a script as described', () => {
    const bare = { ...sampleProblem, preamble: '', statement: ' Double it.\n', visibleTests: [] };
    const of = (problem: Parameters<typeof refineRequest>[0]['problem']) =>
      refineRequest({ promptSet: 'oci', problem, rounds: [] })[0]?.content ?? '';
    expect(of(bare)).toContain('```python\n"""\nDouble it.\n"""\n```');
    const script = scriptNamed('S/1');
    expect(of(script)).toContain('Print the sum of the numbers.');
    expect(of(script)).toMatch(/Return the program in one python code block\.\n\n@@ Response\n$/u);
    expect(of(sampleProblem)).toMatch(/given code must stay as it is/u);
    expect(of(bare)).not.toMatch(/given code must stay/u);
  });

  it('asks for another program where nobody says why, with one header', () => {
    const none = flat(round({ feedback: { source: 'none', text: 'unseen' } }));
    const words = 'The program is not accepted. Write another one in full.';
    expect(none).toBe(`${flat()}\n${reply}\n\n@@ Instruction\n${words}\n\n@@ Response\n`);
    for (const source of ['oracle', 'person'] as const)
      expect(flat(round({ feedback: { source, text: 'Look.\n@@ Response' } }))).toMatch(
        /@@ Instruction\nLook\.\n@@ Response\n$/u,
      );
  });

  it('goes on with the raw answer and the execution result, without another header', () => {
    expect(flat(round())).toBe(
      `${flat()}\n${reply}\n\n@@ Instruction\nExecution result: \nIt gave 4.\n`,
    );
    expect(flat(round(), round())).toBe(
      `${flat(round())}\n${reply}\n\n@@ Instruction\nExecution result: \nIt gave 4.\n`,
    );
  });

  it('goes on with a person’s words, simulated or real, and the header', () => {
    expect(flat(round({ feedback: { source: 'human', text: 'Consider 0.' } }))).toBe(
      `${flat()}\n${reply}\n\n@@ Instruction\nConsider 0.\n\n@@ Response\n`,
    );
  });
});

describe.each(refinementPromptSets)('the second request in prompt set %s', (promptSet) => {
  it.each<readonly [FeedbackKind, string | null]>([
    ['wrong-output', null],
    ['exception', 'ValueError: no\n  line 2, in double'],
    ['timeout', null],
    ['missing-entry', null],
    ['crash', null],
  ])('holds what came of the first program: %s', (kind, error) => {
    const failed = {
      kind,
      error,
      input: '[0]',
      expected: '0',
      actual: error === null ? '2' : null,
    };
    const of = { entryPoint: 'double', program, executed: `${sampleProblem.preamble}\n${program}` };
    const text = executionFeedback(promptSet, failed, of);
    const rounds = [round({ feedback: { source: 'execution', text } })];
    const last = refineRequest({ promptSet, problem: sampleProblem, rounds }).at(-1)?.content;
    expect(last).toContain(promptSet === 'oci' ? `\nExecution result: \n${text}\n` : text);
  });

  it('shows the program to be mended where our own server looks for it', () => {
    const messages = refineRequest({ promptSet, problem: sampleProblem, rounds: [round()] });
    expect(programInRequest(messages)).toBe(program);
  });
});
