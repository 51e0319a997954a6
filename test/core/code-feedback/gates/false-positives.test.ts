import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { BenchmarkIndex } from '../../../../core/code-feedback/gates/benchmark-index';
import { contamination } from '../../../../core/code-feedback/gates/contamination';
import { findingsOf } from '../../../../core/code-feedback/gates/gates';
import { mistakeRevealed } from '../../../../core/code-feedback/gates/mistake-revealed';
import { describeWithData, sharedData } from '../../../prerequisites';
import { assistant, cleanDialogue, fenced, user } from './clean';

const files = {
  humaneval: 'humaneval/HumanEval.jsonl.gz',
  mbpp: 'mbpp/mbpp.jsonl',
  people: 'instructions/oasst-octopack-151.jsonl.gz',
  later: 'instructions/new_codealpaca-500.jsonl.gz',
  alpaca: 'instructions/converted_alpaca_2k.json.gz',
} as const;

type Row = Readonly<Record<string, string>>;

function textOf(path: string): string {
  const bytes = readFileSync(sharedData(path));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

const linesOf = (path: string): readonly Row[] =>
  textOf(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** 1,000 rows: all of the smaller files, and every fifth of the largest. */
function cleanPairs(): readonly (readonly [string, string])[] {
  const people = linesOf(files.people).map(
    (row) => [row['prompt'] ?? '', row['completion'] ?? ''] as const,
  );
  const later = linesOf(files.later).map(
    (row) =>
      [
        [row['instruction'], row['input']].filter(Boolean).join('\n\n'),
        row['output'] ?? '',
      ] as const,
  );
  const alpaca = (JSON.parse(textOf(files.alpaca)) as readonly Row[])
    .filter((_, place) => place % 5 === 0)
    .map((row) => [row['instruction'] ?? '', row['output'] ?? ''] as const);
  return [...people, ...later, ...alpaca].slice(0, 1000);
}

interface Published {
  readonly id: string;
  readonly prompt: string;
  readonly entryPoint: string;
  readonly solution: string;
}

function humanEval(): readonly Published[] {
  return linesOf(files.humaneval).map((row) => ({
    ...{
      id: row['task_id'] ?? '',
      prompt: row['prompt'] ?? '',
      entryPoint: row['entry_point'] ?? '',
    },
    solution: row['canonical_solution'] ?? '',
  }));
}

function benchmarks(): BenchmarkIndex {
  const mbpp = linesOf(files.mbpp).map((row) => ({
    ...{ set: 'mbpp', id: `MBPP/${String(row['task_id'])}`, code: row['code'] ?? '' },
    text: [row['text'], ...((row['test_list'] ?? []) as unknown as readonly string[])].join('\n'),
  }));
  const own = humanEval().map(({ id, prompt, solution }) => ({
    ...{ set: 'humaneval', id, text: prompt, code: prompt + solution },
  }));
  return BenchmarkIndex.of([...own, ...mbpp]);
}

/** Other names for the function, its parameters and its variables. */
function renamed(program: string): string {
  const names = new Set<string>();
  for (const [, args = ''] of program.matchAll(/def \w+\(([^)]*)\)/g)) {
    for (const [, name = ''] of args.matchAll(/(?:^|,)\s*(\w+)/g)) names.add(name);
  }
  for (const [, name = ''] of program.matchAll(/(?:def |for |^\s*)(\w+)(?=\(| in | =[^=])/gm))
    names.add(name);
  return Array.from(names).reduce(
    (text, name, place) =>
      text.replace(new RegExp(`(?<![.\\w'"])${name}\\b`, 'g'), `thing_${String(place)}`),
    program,
  );
}

const withoutDocstring = (program: string): string =>
  program.replace(/"""[^]*?"""|'''[^]*?'''/g, '');

describeWithData(Object.values(files))('the gates on published rows', () => {
  let index: BenchmarkIndex;
  beforeAll(() => {
    index = benchmarks();
  });

  const reasonsOf = (query: string, answer: string): readonly string[] =>
    findingsOf(
      cleanDialogue(0, {
        ...{
          method: 'pack',
          turns: [user(query), assistant(answer)],
          steps: [],
          benchmarks: index,
        },
      }),
    ).map(({ gate }) => gate);

  it('reject only a real defect among 1,000 rows', () => {
    const pairs = cleanPairs();
    const counts: Record<string, number> = {};
    for (const [query, answer] of pairs) {
      for (const gate of reasonsOf(query, answer)) counts[gate] = (counts[gate] ?? 0) + 1;
    }
    expect(pairs).toHaveLength(1000);
    // Row 773 asks for a program and is answered "true".
    expect(counts).toEqual({ 'missing-code': 1 });
  });

  it('find no revealed mistake in 1,000 programs that have none', () => {
    const found = cleanPairs().filter(([query, answer]) => {
      const program = answer.includes('```') ? answer : `It is short.\n\n${fenced(answer)}`;
      const turns = [user(query), assistant(program)];
      return mistakeRevealed.finds(cleanDialogue(0, { method: 'correct', turns })) !== null;
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['verbatim', 164, ({ prompt, solution }: Published) => [prompt, prompt + solution]],
    [
      'with renamed identifiers',
      158,
      ({ prompt, solution }: Published) => [renamed(prompt + solution), renamed(solution)],
    ],
    [
      'with a reworded statement and renamed code',
      145,
      ({ prompt, solution }: Published) => [
        'Please solve it.',
        withoutDocstring(renamed(prompt + solution)),
      ],
    ],
  ] as const)('find planted HumanEval problems %s', (_, count, plant) => {
    const found = humanEval().filter((problem) => {
      const [query = '', program = ''] = plant(problem);
      const turns = [user(query), assistant(fenced(program))];
      return contamination.finds(cleanDialogue(0, { turns, benchmarks: index })) !== null;
    });
    expect(found.length).toBe(count);
  });
});
