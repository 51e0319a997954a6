import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AttemptRecord } from '../../../core/ports/records';
import type { SearchNode } from '../../../core/schemas/search';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import { methodNamed } from '../../../core/search/methods';
import { programOf } from '../../../core/kinds/search/outcome';
import { simulateAttempt } from '../../../core/simulation/simulate-attempt';
import type { SimulatedAttempt } from '../../../core/simulation/simulate-attempt';
import { bundledFile } from '../../../datasets';
import { openStore } from '../../../store';
import { openWorlds } from '../../../workers/simulation/open-simulation';
import type { OpenWorlds, SimulationPlace } from '../../../workers/simulation/open-simulation';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { libraryRuns } from '../../harness/library-runs';
import { itLong } from '../../long';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(600_000);

/** Enough for every rule of a draw to be met. */
const few = ['--dataset', 'bundled', '--limit', '6'];

interface Line {
  readonly task_id: string;
  readonly program: string;
  readonly recorded_pass: boolean;
}

/** The bundled programs, with repairs of every other wrong one, and for each problem a reply without a program. */
function bankWithRepairs(): readonly object[] {
  const lines = readFileSync(bundledFile('bank.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as Line);
  const repairs = lines.flatMap((line, index) => {
    if (line.recorded_pass || index % 2 === 1) return [];
    const parent = createHash('sha256').update(line.program.trim()).digest('hex');
    const own = lines.filter(({ task_id: id }) => id === line.task_id);
    const right = own.find((one) => one.recorded_pass);
    const other = own.findLast((one) => !one.recorded_pass);
    return [right, line, other].flatMap((made) =>
      made === undefined ? [] : [{ ...made, method: 'repair', parent, chain: 'c' }],
    );
  });
  const ids = [...new Set(lines.map(({ task_id: id }) => id))];
  const wordless = ids.map((id) => ({
    ...{ task_id: id, model: 'm', method: 'direct', program: `# nothing for ${id}` },
    reply: 'I would rather not write this one.',
  }));
  return [...lines, ...repairs, ...wordless];
}

/** What of a search does not depend on the words of its texts. */
function treeOf({ nodes, finish, answer, answers }: SearchOutcome): object {
  const shown = (node: SearchNode): object => ({
    ...{ id: node.id, parent: node.parent, depth: node.depth, program: node.program },
    ...{ score: node.score, decision: node.decision, critique: critiqueOf(node) },
    visible: node.visible && [node.visible.kind, node.visible.passed, node.visible.total],
  });
  return { nodes: nodes.map(shown), finish, answer, answers };
}

function critiqueOf({ critique }: SearchNode): unknown {
  switch (critique.kind) {
    case 'none':
      return null;
    case 'score':
      return critique.score;
    case 'verification':
      return critique.accepted;
  }
}

const configurations = [
  { method: 'code-tree', seed: 3, budget: 20, criticAccuracy: 0.8 },
  { method: 'code-tree', seed: 4, budget: 6, criticAccuracy: 0.5 },
  { method: 'code-tree-no-scoring', seed: 5, budget: 20, criticAccuracy: 1 },
  { method: 'code-tree-no-abort', seed: 6, budget: 12, criticAccuracy: 0.7 },
  { method: 'reflexion', seed: 7, budget: 8, criticAccuracy: 0.8 },
  { method: 'resample', seed: 8, budget: 20, criticAccuracy: 0.8 },
];

describeWithTemporal('a simulated grid point', () => {
  let home: EspalierHome;
  let folder: string;
  let bank: string;
  beforeAll(() => {
    home = createHome();
    folder = mkdtempSync(join(tmpdir(), 'espalier-simulated-'));
    bank = join(folder, 'bank.jsonl');
    const lines = bankWithRepairs().map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(bank, lines.join(''));
  });
  afterAll(async () => {
    await home.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const model = (kind: SimulationPlace['kind']): string => `${kind}:${bank}`;

  /** Of the one table in this home. */
  async function worldsOf(kind: SimulationPlace['kind']): Promise<OpenWorlds> {
    const [table = ''] = readdirSync(home.folder.gradedBanks);
    return openWorlds({
      ...{ kind, bankFiles: [bank], bankModel: null, competence: null },
      table: join(home.folder.gradedBanks, table),
    });
  }

  async function attemptsOf(run: string): Promise<readonly AttemptRecord[]> {
    const store = await openStore({ path: home.folder.store });
    try {
      return await store.runs.attempts(run);
    } finally {
      await store.close();
    }
  }

  function simulated(
    { worlds }: OpenWorlds,
    problem: string,
    { method, seed, budget, criticAccuracy }: (typeof configurations)[number],
  ): SimulatedAttempt {
    const world = worlds.attempt(problem, seed)(criticAccuracy);
    return simulateAttempt(methodNamed(method), { budget, width: 10, maxDepth: 3 }, world);
  }

  it('comes to the tree, the answer and the verdict of the run with the same configuration and seed', async () => {
    const told = documentOf(
      await home.run(
        ...['simulate', ...few, '--model', model('recorded')],
        ...['--seeds', '3', '--methods', 'code-tree', '--critic-accuracies', '0.8', '--json'],
      ),
    );
    expect(told['leftOut']).toEqual([]);
    let debugged = 0;
    const runs: string[] = [];
    const planned = (['recorded', 'simulated'] as const).flatMap((kind) =>
      configurations
        .filter(({ seed }) => kind === 'recorded' || seed <= 3)
        .map((configuration) => ({ kind, configuration })),
    );
    const ended = await libraryRuns(
      home,
      planned.map(({ kind, configuration: { criticAccuracy, ...asked } }) => ({
        ...{ dataset: 'bundled', limit: 6, model: model(kind), ...asked },
        ...(asked.method.startsWith('code-tree') ? { criticAccuracy } : {}),
      })),
    );
    for (const kind of ['recorded', 'simulated'] as const) {
      const open = await worldsOf(kind);
      for (const [at, one] of planned.entries()) {
        if (one.kind !== kind) continue;
        const { configuration } = one;
        const run = ended[at]?.run ?? '';
        runs.push(run);
        const attempts = await attemptsOf(run);
        expect(attempts).toHaveLength(open.problems.length);
        for (const { problem, result } of attempts) {
          if (result?.outcome.kind !== 'search') throw new Error(`${problem} has no result`);
          const own = simulated(open, problem, configuration);
          const { outcome } = result;
          expect([problem, treeOf(own.outcome)]).toEqual([problem, treeOf(outcome)]);
          expect([problem, own.verdict]).toEqual([problem, result.verdict]);
          const { nodes } = outcome;
          const repaired = nodes.filter(
            ({ program, parent }) => program !== null && programOf(outcome, parent) !== null,
          );
          debugged += repaired.length;
        }
      }
    }
    expect(debugged).toBeGreaterThan(10);

    // What such runs made is a bank again, with the parents that the trees have.
    const file = join(folder, 'built.jsonl');
    const named = runs.flatMap((run) => ['--run', run]);
    const built = documentOf(await home.run('bank', 'build', file, ...named, '--json'));
    expect(built).toMatchObject({ problems: 6, repairs: debugged });
    const checked = await home.run('bank', 'check', file, '--dataset', 'bundled', '--json');
    expect([checked.code, documentOf(checked)]).toEqual([
      0,
      { lines: built['lines'], programs: expect.any(Number) as number, faults: [] },
    ]);
  });

  itLong('is the same on one thread and on three, and takes no grading a second time', async () => {
    const simulate = (threads: string) =>
      home.run(
        ...['simulate', ...few, '--model', model('recorded'), '--seeds', '0-5'],
        ...['--critic-accuracies', '0.5,1', '--budgets', '3,20', '--threads', threads, '--json'],
      );
    const [one, three] = [await simulate('1'), await simulate('3')];
    expect([one.code, three.code]).toEqual([0, 0]);
    expect(three.stdout).toBe(one.stdout);
    expect(one.stderr).not.toContain('grading');
  });
});
