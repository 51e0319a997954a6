import type { Sandbox } from '../../../core/adapters/sandbox';
import type { DatasetProblem, HiddenCheck } from '../../../core/tasks/problem';
import type { VerdictKind } from '../../../core/schemas/verdict';
import { checkOf } from '../../../core/tasks/check-of';
import { runCheck } from '../../../core/tasks/run-check';
import { bundledFile, loadDataset } from '../../../datasets';
import { loadBank } from '../../../llm/simulated';
import type { BankRow } from '../../../llm/simulated/bank/bank-row';
import { openSandbox } from '../../../sandbox';
import { describeWithSandbox } from '../../prerequisites';

/** The right programs need a hundredth of this; it only ends those that never would. */
const limits = {
  cpuMs: 2_000,
  wallMs: 10_000,
  memoryMb: 512,
  processes: 16,
  outputBytes: 1_000_000,
  diskMb: 16,
};
const terms = { limits, seed: 0, assurance: 'data' } as const;

async function problemsById(): Promise<ReadonlyMap<string, DatasetProblem>> {
  const { rows } = await loadDataset({ nameOrPath: 'bundled', cacheDir: '/nowhere' });
  return new Map(rows.map((row) => [row.problem.id, row]));
}

interface Verdicts {
  readonly visible: readonly VerdictKind[];
  readonly hidden: VerdictKind | undefined;
}

async function verdicts(
  sandbox: Sandbox,
  program: string,
  { problem, hidden }: DatasetProblem,
): Promise<Verdicts> {
  const kindsOf = async (tests: 'visible' | HiddenCheck): Promise<readonly VerdictKind[]> => {
    const { outcomes } = await runCheck(sandbox, checkOf(problem, tests, program, terms));
    return outcomes.map(({ kind }) => kind);
  };
  return { visible: await kindsOf('visible'), hidden: (await kindsOf(hidden))[0] };
}

describeWithSandbox('the labels of the bundled bank', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'auto', stateLabel: `labels-${String(process.pid)}` });
  });
  afterAll(() => sandbox.close());

  it('say of every program what running it says, and wrong ones are wrong in many ways', async () => {
    const problems = await problemsById();
    const { rows } = await loadBank([bundledFile('bank.jsonl')]);
    const wrongLabels: string[] = [];
    const kinds = new Set<string>();
    let misleading = 0;
    const check = async (row: BankRow): Promise<void> => {
      const problem = problems.get(row.problem);
      if (problem === undefined) throw new Error(`no problem ${row.problem}`);
      const seen = await verdicts(sandbox, row.program, problem);
      const passesVisible = seen.visible.every((kind) => kind === 'passed');
      if ((seen.hidden === 'passed') !== row.label || (row.label && !passesVisible)) {
        wrongLabels.push(
          `${row.problem}, label ${String(row.label)}: ${JSON.stringify(seen)}\n${row.program}`,
        );
      }
      if (row.label !== true && passesVisible) misleading += 1;
      for (const kind of seen.visible) kinds.add(kind);
    };
    await Promise.all(rows.map(check));
    expect(wrongLabels).toEqual([]);
    expect(misleading).toBe(37);
    expect([...kinds].sort()).toEqual(['exited-early', 'failed', 'passed', 'raised', 'timed-out']);
  }, 300_000);
});
