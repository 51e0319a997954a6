import { extractProgram } from '../../../core/agents/extract-program';
import { kindOf } from '../../../core/tasks/kinds';
import { programTurn } from '../../../core/replies/program-turn';
import { loadDataset, pythonReader } from '../../../datasets';
import { readJsonl } from '../../../datasets/read-jsonl';
import { describeWithData, sharedData } from '../../prerequisites';
import { cpuMsSince } from '../../harness/cpu-time';

const search = { entryPoint: 'f', ...pythonReader };
const extract = (reply: string) => extractProgram(reply, search);
const programIn = (...lines: readonly string[]): string | null => extract(lines.join('\n')).program;

const f = 'def f(x):\n    return x';

describe('the program of a reply', () => {
  it('is the last fenced block that defines the entry point, even when another block follows', () => {
    const old = 'def f(x):\n    return 0';
    expect(
      programIn(
        'First:',
        '```python',
        old,
        '```',
        'Better:',
        '```',
        f,
        '```',
        '```',
        'f(1)',
        '```',
      ),
    ).toBe(f);
  });

  it('is the last fenced block when none defines the entry point', () => {
    const found = extract('```\na = 1\n```\n\n```text\n    return x\n```\n');
    expect(found).toMatchObject({ program: '    return x', from: 'code' });
  });

  it.each([
    '    return x',
    '    if x == 0:\n        return 1\n    return x * f(x - 1)',
    'half = f(x // 2)\nreturn half * half',
    'for y in x: yield y',
    '    while True:\n        return x',
  ])('is the body of the function alone: %j', (body) => {
    expect(extract(`\`\`\`python\n${body}\n\`\`\``)).toMatchObject({ program: body, from: 'code' });
  });

  it('of which no name is asked is not made of annotations', () => {
    const whole = { entryPoint: null, ...pythonReader };
    expect(extractProgram('```\nInput: 3\nOutput: 4\n```', whole).program).toBeNull();
    expect(extractProgram('pass', whole).program).toBeNull();
    expect(extractProgram('print(input())', whole).program).toBe('print(input())');
  });

  it('is the whole reply when there is no fence and it is Python', () => {
    expect(extract(`\n\n${f}\n\n`)).toMatchObject({ program: f, from: 'definition' });
    expect(extract('    return x\n').program).toBe('    return x');
  });

  it.each([
    '',
    ' \n\n',
    'I cannot help with that.',
    'Yes',
    'None',
    '[1, 2]',
    '```\n[1, 2]\n```',
    '```\n```',
    '```python',
    'pass',
    'return',
    'break',
    '```python\npass\n```',
    'For example:\n```\nInput: [1,2]\nOutput: 3\n```',
    '```\nError: 5\n```',
    '```\nAnswer: 42\n```',
    'Note: None',
    '```python\nx: int\n```',
    'What shall it give for this call?\n```python\nf([1, 2, 3])\n```',
    'Do you mean this?\n```python\nprint(f(1))\nassert f(2) == 3\n```',
    '```python\nfrom solution import f\nprint(f(1))\n```',
    '```python\nfrom solution import f\n\ndef test_f():\n    assert f(1) == 2\n```',
    '```python\ndef main():\n    print(f(int(input())))\n```',
    '```python\ndef main():\n    return f(3)\n```',
    '```python\nresult = f([1, 2])\nfor x in result:\n    print(x)\n```',
    '```python\nxs = [1, 2]\n```',
    'return # it',
  ])('is absent from %j', (reply) => {
    expect(extract(reply)).toEqual({ program: null, from: 'nowhere', reasoning: '' });
  });

  it.each([
    ['a tilde fence', `~~~python\n${f}\n~~~`],
    ['a language of any case', `\`\`\`Python3\n${f}\n\`\`\``],
    ['an info string', `\`\`\`python title="a.py"\n${f}\n\`\`\``],
    ['a longer fence', `\`\`\`\`\`python\n${f}\n\`\`\`\`\``],
    ['a longer closing fence', `\`\`\`python\n${f}\n\`\`\`\`\``],
    ['a block that is never closed', `Here:\n\`\`\`python\n${f}\n`],
    ['a fence at the end of the last line', `\`\`\`python\n${f}\`\`\``],
    ['CR LF', `\`\`\`python\r\n${f.replaceAll('\n', '\r\n')}\r\n\`\`\`\r\n`],
    ['CR LF without a fence', f.replaceAll('\n', '\r\n')],
    ['a byte-order mark', `\uFEFF${f}`],
    ['a byte-order mark before a fence', `\uFEFF\`\`\`\n${f}\n\`\`\``],
    ['an indented fence', `1. Code:\n   \`\`\`python\n   def f(x):\n       return x\n   \`\`\``],
    ['a fence after prose', `Here it is: \`\`\`python\n${f}\n\`\`\``],
    ['a block that the next one ends', `\`\`\`python\nold = 1\n\`\`\`python\n${f}\n\`\`\``],
    ['inline code in the prose', `Use \`\`\`f\`\`\` so:\n\`\`\`\n${f}\n\`\`\`\nor \`f(1)\`.`],
  ])('is found with %s', (_, reply) => {
    expect(extract(reply).program).toBe(f);
  });

  it('keeps shorter and deeper fences inside it', () => {
    const program = `def f(x):\n    """\n    \`\`\`python\n    f(1)\n    \`\`\`\n    """\n    return x`;
    expect(programIn('```python', program, '```', 'Done.')).toBe(program);
    const flush = 's = """\n```\n"""\ndef f(x): return s';
    expect(programIn('````python', flush, '````')).toBe(flush);
  });

  it('comes back to the byte from the turn in which a program is shown to a model', () => {
    for (const program of [f, 'a = """\n```\n```` ~~~\n"""\n\n\ndef f(): return a', '    return x'])
      expect(extract(programTurn(program).content).program).toBe(program);
  });

  it('does not begin with blank lines nor end in white space', () => {
    expect(programIn('```', '', '  ', f, '   ', '', '```')).toBe(f);
  });
});

describe('reasoning', () => {
  const block = `\`\`\`python\n${f}\n\`\`\``;

  it.each([
    ['before the answer', `<think>\nTry:\n\`\`\`\ndef f(x): bad\n\`\`\`\n</think>\n${block}`],
    ['on one line', `<think>short</think>${block}`],
    ['in several pieces', `<think>a</think>\n<think>b</think>${block}\n<think>c</think>`],
    ['of another spelling', `<THINKING>x</Thinking>\n${block}`],
    ['after the answer, never ended', `${block}\n<think>But wait\n\`\`\`\ndef f(): bad\n\`\`\``],
    ['of Seed', `<seed:think>\n\`\`\`\ndef f(x): bad\n\`\`\`\n</seed:think>\n${block}`],
    [
      'in a channel',
      `<|channel|>analysis<|message|>def f(x): bad<|channel|>final<|message|>\n${block}`,
    ],
    ['in brackets', `[THINK]def f(x): bad[/THINK]${block}`],
    ['that ends twice', `<think>a</think>\n${block}\n</think>`],
    ['without a beginning', `Let me see.\n\`\`\`\ndef f(): bad\n\`\`\`\n</think>\n${block}`],
    ['without a beginning, in an open block', `\`\`\`\ndef f(): bad\n</think>\n${block}`],
  ])('%s is not part of the answer', (_, reply) => {
    expect(extract(reply).program).toBe(f);
  });

  it('is kept', () => {
    expect(extract('<think>\nfirst\n</think>\nanswer\n<think>second').reasoning).toBe(
      'first\n\nsecond',
    );
    expect(extract(`thought</think>${block}`).reasoning).toBe('thought');
    expect(extract(block).reasoning).toBe('');
  });

  it('that never ends leaves no program', () => {
    expect(extract(`<think>\n${block}`)).toMatchObject({ program: null, from: 'nowhere' });
  });

  it('is not what a program has in its strings', () => {
    const program = "def f(x):\n    return x.split('<think>')\n\nTAG = '</think>'";
    expect(programIn('```', program, '```')).toBe(program);
    expect(programIn('<think>a</think>', '```', program, '```')).toBe(program);
  });
});

describe('a hostile reply', () => {
  const big = 20_000_000;
  it.each<[string, () => string]>([
    ['backticks', () => '`'.repeat(big)],
    ['fence lines', () => '```\n'.repeat(big / 4)],
    ['tags', () => '<think></think>'.repeat(big / 15)],
    ['closing tags', () => '</think>'.repeat(big / 8)],
    ['brackets', () => '('.repeat(big)],
    ['inline code', () => '` '.repeat(big / 2)],
    ['open blocks', () => '```python\ndef f():\n'.repeat(big / 18)],
  ])('of %s is read in bounded time', (_, build) => {
    const reply = build();
    const startedAt = process.cpuUsage();
    extract(reply);
    expect(cpuMsSince(startedAt)).toBeLessThan(20_000);
  });
});

const bank = 'recorded/humaneval.jsonl.gz';
const humanEval = 'humaneval/HumanEval.jsonl.gz';
describeWithData([bank, humanEval])('the replies of real models', () => {
  it('yield the recorded program for 1,292 of 1,312, fenced or not; 12 more but for its usage', async () => {
    const { rows } = await loadDataset({ nameOrPath: sharedData(humanEval), cacheDir: '/none' });
    const entries = new Map(
      rows.map(({ problem }) => [problem.id, kindOf(problem).entryPoint(problem)]),
    );
    const seen = { replies: 0, unfenced: 0, threeOrMore: 0, same: 0, withoutUsage: 0 };
    for (const { value } of await readJsonl(sharedData(bank))) {
      const reply = value['reply'];
      if (typeof reply !== 'string') continue;
      const entryPoint = entries.get(String(value['task_id'])) ?? '';
      const found = extractProgram(reply, { ...search, entryPoint });
      const fences = reply.split('```').length - 1;
      seen.replies += 1;
      if (fences === 0) seen.unfenced += 1;
      if (fences >= 6) seen.threeOrMore += 1;
      const recorded = String(value['program']).trim();
      const alone = extractProgram(`~~~\n${recorded}\n~~~`, { ...search, entryPoint });
      if (found.program?.trim() === recorded) seen.same += 1;
      else if (found.program === alone.program) seen.withoutUsage += 1;
    }
    expect(seen).toEqual({
      replies: 1_312,
      unfenced: 1_037,
      threeOrMore: 159,
      same: 1_292,
      withoutUsage: 12,
    });
  });
});
