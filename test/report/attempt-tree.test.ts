import { attemptCallLines } from '../../report/attempt-calls';
import { loadAttempts } from '../../report/load-attempts';
import { attemptLines } from '../../report/attempt-lines';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runRows } from '../../report/run-table';
import { SmallRun, configOf } from './small-run';

async function treeOf(run: SmallRun, problem: string): Promise<readonly string[]> {
  const [attempt] = await loadAttempts(run.store, { run: run.id, problem });
  if (attempt === undefined) throw new Error('no attempt');
  return attemptLines(run.store.blobs, attempt);
}

describe('the tree of an attempt', () => {
  it('shows each node where it hangs, with what was said of it and what it took', async () => {
    const run = new SmallRun();
    await run.play();
    expect(await treeOf(run, 'HumanEval/0')).toEqual([
      'HumanEval/0 · code-tree · completed · solved (hidden tests: passed) · search ended: accepted · answer: n1 · assurance: objects',
      'strategies: 1 call, 110 tokens, $0.5000',
      '  1. Add x to itself.',
      '└─ n0 · visible tests: failed (0/1) · score 0.13 · decision: refine · hidden tests: failed · 1 call, 110 tokens, $0.5000',
      '   │  strategy: Add x to itself.',
      '   │  feedback:',
      '   │    assert f(1) == 2',
      '   │    got 3',
      '   │  critic, score 2 of 5: Off by one.',
      '   └─ n1 (answer) · visible tests: passed (1/1) · score 1.33 · decision: accept · hidden tests: passed · 1 call, 110 tokens, $0.5000',
      '         reflection: Add x, not two.',
      '         feedback: all passed',
      '         critic, verification yes: fine',
    ]);
  });

  it('lets no program draw on the terminal, and quotes only the beginning of long texts', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false });
    const long = `\u001b[2J${Array.from({ length: 20 }, (_, index) => `line ${String(index)}`).join('\n')}`;
    const words = await run.text(long);
    const critique = { kind: 'score', score: 0, words, neutral: true } as const;
    await run.finish('HumanEval/0', run.result([{ ...node, critique }]));
    const text = (await treeOf(run, 'HumanEval/0')).join('\n');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('critic, score 0 of 5 (neutral value: the reply was unreadable):');
    expect(text).toContain('line 7\n');
    expect(text).not.toContain('line 8');
    expect(text).toContain('... (12 more lines)');
  });

  it('lists the steps of an agent with a shell', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false });
    const steps = [
      { reply: 'I look.', command: null, exit: null, told: 'Your reply cannot be executed.' },
      { reply: 'ls', command: 'ls\nls', exit: 0, told: 'Exit code: 0\nOutput:\na\nb\nc' },
      { reply: 'rm', command: 'rm \u001b[2J', exit: null, told: null },
    ];
    const text = JSON.stringify({ end: 'step-limit', tokens: 1234, steps });
    const trajectory = (await run.text(text)).sha256;
    await run.finish('HumanEval/0', run.result([{ ...node, trajectory }]));
    const lines = (await treeOf(run, 'HumanEval/0')).map((line) => line.trim());
    expect(lines.slice(2, 9)).toEqual([
      'steps: 3 · 1,234 tokens · ended: step-limit',
      '1. no command',
      'Your reply cannot be executed.',
      '2. $ ls (and 1 lines more)',
      'exit 0 · a (and 2 lines more)',
      String.raw`3. $ rm \x1b[2J`,
      'not run',
    ]);
  });

  it('quotes what agents wrote of a node by their roles', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false });
    const words = { historian: await run.text('It returns nought.') };
    await run.finish('HumanEval/0', run.result([{ ...node, words }]));
    expect((await treeOf(run, 'HumanEval/0')).at(-1)).toMatch(/ historian: It returns nought.$/);
  });

  it('lists what was made ahead of a turn that never came apart from the tree', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 2 * x', passes: true });
    const late = await run.node('HumanEval/0', { code: 'def f(x): 1', passes: false, ordinal: 1 });
    await run.call('HumanEval/0', ['n2', 'solver']);
    const { outcome, ...rest } = run.result([node]);
    await run.finish('HumanEval/0', { ...rest, outcome: { ...outcome, speculative: [late] } });
    const lines = await treeOf(run, 'HumanEval/0');
    expect(lines.filter((line) => /n\d|speculative|given up/u.test(line)).slice(1)).toEqual([
      expect.stringMatching(/^└─ n0 .*1 call/u),
      'speculative, made ahead of a turn that never came (paid; in no tree, curve or budget):',
      expect.stringMatching(/^ {2}└─ n1 .*1 call/u),
      '  given up in the making: 1 call, 110 tokens, $0.5000',
    ]);
    const loaded = await loadRun(run.store, run.id);
    expect(runRows(loaded).find(({ label }) => label === 'speculative')?.value).toBe(
      '1 program made ahead in vain: 2 calls, 220 tokens, $1.0000 (in calls, tokens and cost; not in the budget)',
    );
    expect(runDocument(loaded)).toMatchObject({ speculative: 1, calls: 3 });
  });

  it('says what is known of an attempt that has not ended', async () => {
    const run = new SmallRun();
    await run.begin();
    await run.call('HumanEval/1', ['n0', 'solver']);
    const key = { run: run.id, problem: 'HumanEval/1', sample: 0 };
    await run.store.runs.setWaiting(key, 'the endpoint answers 503');
    expect(await treeOf(run, 'HumanEval/1')).toEqual([
      'HumanEval/1 · code-tree · running',
      'waiting: the endpoint answers 503',
      'so far: 1 call, 110 tokens, $0.5000',
    ]);
  });

  it('is refused for a run, a problem or an attempt that is not there', async () => {
    const run = new SmallRun();
    await run.store.runs.createRun(run.id, configOf());
    const ask = (id: string, problem: string) => loadAttempts(run.store, { run: id, problem });
    await expect(ask('nope', 'x')).rejects.toMatchObject({ code: 'RUN_UNKNOWN', exitCode: 2 });
    await expect(ask(run.id, 'HumanEval/9')).rejects.toMatchObject({
      code: 'PROBLEM_UNKNOWN',
      exitCode: 2,
      remedy: 'Its problems are HumanEval/0, HumanEval/1 (2 in all)',
    });
    await expect(ask(run.id, 'HumanEval/0')).rejects.toMatchObject({ code: 'ATTEMPT_NOT_BEGUN' });
  });
});

describe('the calls of an attempt', () => {
  it('are shown with every prompt and reply in full, in order of the nodes', async () => {
    const run = new SmallRun();
    await run.play();
    const [attempt] = await loadAttempts(run.store, { run: run.id, problem: 'HumanEval/0' });
    if (attempt === undefined) throw new Error('no attempt');
    const lines = await attemptCallLines(run.store, attempt);
    const heads = lines.filter((line) => line.startsWith('=== '));
    expect(heads.map((line) => line.split(' · ').slice(0, 2).join(' '))).toEqual([
      '=== root thinker-strategies',
      '=== n0 solver',
      '=== n1 debugger',
    ]);
    expect(heads[0]).toContain('100 + 10 tokens · $0.5000 · paid in this run');
    expect(lines.slice(-6)).toEqual([
      '--- user',
      'debugger, please',
      '--- reply (ended by stop)',
      'def f(x):',
      '    return x + x',
      '',
    ]);
  });

  it('that have no answer yet are shown as sent', async () => {
    const run = new SmallRun();
    await run.begin();
    const use = {
      run: run.id,
      problem: 'HumanEval/0',
      sample: 0,
      kind: 'search' as const,
      node: 'n0',
      context: { problem: 'HumanEval/0', role: 'solver' as const },
      repair: false,
    };
    const request = {
      logicalEndpoint: 'e',
      model: 'm',
      messages: [{ role: 'user' as const, content: 'hello\u0007' }],
      parameters: {},
      seed: 0,
      draw: { sample: 0, ordinal: 0 },
    };
    await run.store.journal.claim({ identity: 'i', request, use, owner: 'o', leaseMs: 1 });
    const [attempt] = await loadAttempts(run.store, { run: run.id, problem: 'HumanEval/0' });
    if (attempt === undefined) throw new Error('no attempt');
    expect(await attemptCallLines(run.store, attempt)).toEqual([
      '=== n0 · solver · m · sent, no answer yet · i',
      '--- user',
      String.raw`hello\x07`,
      '--- reply: none',
    ]);
  });
});
