import { atOnce } from '../../../core/values/at-once';
import type { Sandbox } from '../../../core/adapters/sandbox';
import { modelFamily } from './model-family';
import type { ReplyRow } from './reply-rows';

/** What one reader made of a reply; null: no program. */
export interface Reading {
  readonly reader: string;
  readonly row: ReplyRow;
  readonly program: string | null;
}

export interface GradedReading extends Reading {
  readonly passed: boolean;
}

/** As the replies' readings were tried when they were collected. */
const limits = {
  cpuMs: 10_000,
  wallMs: 50_000,
  memoryMb: 2_048,
  processes: 64,
  outputBytes: 1_000_000,
  diskMb: 64,
};

/** Each reading with its task's own test, in one process as the tools have it. */
export async function gradeReadings(
  readings: readonly Reading[],
  {
    sandbox,
    width,
    onDone,
  }: {
    readonly sandbox: Sandbox;
    readonly width: number;
    readonly onDone: (done: number) => void;
  },
): Promise<readonly GradedReading[]> {
  let done = 0;
  return atOnce(readings, width, async (reading) => {
    const passed =
      reading.program !== null && (await passes(sandbox, reading.row, reading.program));
    onDone((done += 1));
    return { ...reading, passed };
  });
}

async function passes(sandbox: Sandbox, row: ReplyRow, program: string): Promise<boolean> {
  const { outcomes } = await sandbox.check({
    program: row.preamble === '' ? program : `${row.preamble}\n${program}`,
    trustedSetup: '',
    entryPoint: row.entryPoint,
    tests: [row.test],
    limits,
    seed: 0,
    assurance: 'shared',
  });
  return outcomes.every(({ kind }) => kind === 'passed');
}

export interface FamilyFigures {
  readonly family: string;
  /** Replies of which some reading passes. */
  readonly readable: number;
  /** Of these, those that each reader read so that they pass. */
  readonly read: Readonly<Record<string, number>>;
  /** Replies of which no known reading passes, and that this reader made pass. */
  readonly besides: Readonly<Record<string, number>>;
}

/** Figures by family of models, the largest first, and of all together. */
export function figuresOf(graded: readonly GradedReading[]): readonly FamilyFigures[] {
  const families = new Set(graded.map(({ row }) => modelFamily(row.model)));
  const rows = [...families].map((family) =>
    figures(
      family,
      graded.filter(({ row }) => modelFamily(row.model) === family),
    ),
  );
  return [...rows.toSorted((a, b) => b.readable - a.readable), figures('all', graded)];
}

function figures(family: string, graded: readonly GradedReading[]): FamilyFigures {
  const readers = [...new Set(graded.map(({ reader }) => reader))];
  const count = (passesAny: boolean) =>
    Object.fromEntries(
      readers.map((reader) => [
        reader,
        graded.filter(
          (one) => one.reader === reader && one.row.passesAny === passesAny && one.passed,
        ).length,
      ]),
    );
  const ids = new Set(graded.filter(({ row }) => row.passesAny).map(({ row }) => row.id));
  return { family, readable: ids.size, read: count(true), besides: count(false) };
}
