import type { Sandbox } from '../../core/ports/sandbox';
import { isAlive } from '../../processes/process-table';
import { cellProcesses, onlyCell, type CellProcesses, type CellSearch } from '../cell-processes';
import { additionTask, roomyLimits, trialText } from '../text-programs';

/** What a program left for those after it; all empty and null: nothing. */
export interface Aftermath {
  /** Why an honest program did not pass; null: it passed. */
  readonly canary: string | null;
  /** Files that a fresh program found where there should be none. */
  readonly files: readonly string[];
  /** Processes below Z though no program runs. */
  readonly survivors: number;
  /** The cell is another one than before. */
  readonly restarted: boolean;
}

const graceMs = 1_000;

/** Processes that are still there a moment after the verdict. */
async function survivorsOf(cell: CellProcesses): Promise<number> {
  const until = Date.now() + graceMs;
  for (;;) {
    const left = cell.boxes.filter(isAlive).length;
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

/** Looks at what a program has left in the one cell that ran it. */
export class AftermathWatch {
  private before: CellProcesses | null = null;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly search: CellSearch,
  ) {}

  /**
   * Remembers the cell as it is before the next program.
   * @throws NotReadyError when it cannot be seen: nobody could tell then what the program leaves
   */
  async begin(): Promise<void> {
    this.before = await onlyCell(this.search);
  }

  async look(): Promise<Aftermath> {
    const { before } = this;
    // None: the program has ended it, or this is the look before the first one.
    const [after] = await cellProcesses(this.search);
    const survivors = after === undefined ? 0 : await survivorsOf(after);
    const restarted =
      before !== null &&
      (after?.zygote.pid !== before.zygote.pid || after.zygote.started !== before.zygote.started);
    const canary = await canaryWord(this.sandbox);
    const files = await filesSeen(this.sandbox);
    return { canary, files, survivors, restarted };
  }
}
