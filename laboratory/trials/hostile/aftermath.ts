import type { Sandbox } from '../../../core/adapters/sandbox';
import { isAlive } from '../../../processes/process-table';
import { cellProcesses, everyCell, type CellProcesses, type CellSearch } from '../cell-processes';
import { additionTask, roomyLimits, trialText } from '../text-programs';

/** What a program left for those after it; all empty and null: nothing. */
export interface Aftermath {
  /** Why an honest program did not pass; null: it passed. */
  readonly canary: string | null;
  /** Files that a fresh program found where there should be none. */
  readonly files: readonly string[];
  /** Processes below Z though no program runs. */
  readonly survivors: number;
  /** A cell is another one than before. */
  readonly restarted: boolean;
}

const graceMs = 1_000;

/** Processes that are still there a moment after the verdict. */
async function survivorsOf(cells: readonly CellProcesses[]): Promise<number> {
  const boxes = cells.flatMap((cell) => cell.boxes);
  const until = Date.now() + graceMs;
  for (;;) {
    const left = boxes.filter(isAlive).length;
    if (left === 0 || Date.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function canaryWord(sandbox: Sandbox): Promise<string | null> {
  try {
    const { outcomes } = await sandbox.check(
      additionTask('adds', 'assert add(2, 3) == 5\nassert add("a", "b") == "ab"'),
    );
    const [first] = outcomes;
    if (first?.kind === 'passed') return null;
    return `${first?.kind ?? 'no outcome'} ${first?.error ?? ''}`.trim();
  } catch (error) {
    return `infra: ${(error as Error).message}`;
  }
}

async function filesSeen(sandbox: Sandbox): Promise<readonly string[]> {
  try {
    const { stdout } = await sandbox.run({
      program: trialText('programs/looks_around.py'),
      limits: roomyLimits,
      seed: 0,
    });
    const found: unknown = JSON.parse(stdout.text);
    return Array.isArray(found) ? found.map(String) : [`unreadable: ${stdout.text.slice(0, 80)}`];
  } catch (error) {
    return [`the look around failed: ${(error as Error).message}`];
  }
}

/** Looks at what a program has left in the cells. */
export class AftermathWatch {
  private before: readonly CellProcesses[] = [];

  /** @param cells as many as the sandbox has slots: one, or two where programs have a neighbour */
  constructor(
    private readonly sandbox: Sandbox,
    private readonly search: CellSearch,
    private readonly cells: 1 | 2 = 1,
  ) {}

  /** @throws NotReadyError when cells cannot be seen: nobody could tell then what the program leaves */
  async begin(): Promise<readonly CellProcesses[]> {
    this.before = await everyCell(this.search, this.cells);
    return this.before;
  }

  async look(): Promise<Aftermath> {
    // Fewer: the program has ended one, or this is the look before the first program.
    const after = await cellProcesses(this.search);
    const survivors = await survivorsOf(after);
    const stays = ({ zygote }: CellProcesses): boolean =>
      after.some(
        ({ zygote: { pid, started } }) => pid === zygote.pid && started === zygote.started,
      );
    const restarted = !this.before.every(stays);
    // As many at once as there are cells: each is looked at.
    const everywhere = <T>(ask: (sandbox: Sandbox) => Promise<T>): Promise<readonly T[]> =>
      Promise.all(Array.from({ length: this.cells }, () => ask(this.sandbox)));
    const canaries = await everywhere(canaryWord);
    const files = (await everywhere(filesSeen)).flat();
    const canary = canaries.find((word) => word !== null) ?? null;
    return { canary, files, survivors, restarted };
  }
}
