import { ChaosBatch, type ChaosBatchOptions } from './chaos-batch';
import { strike, type ChaosTarget, type StrikeOptions } from './chaos-strike';

export interface ChaosOptions extends ChaosBatchOptions, Pick<StrikeOptions, 'search' | 'daemon'> {}

/** What became of one batch during which something was killed. */
export interface ChaosResult {
  readonly target: ChaosTarget;
  readonly killed: string;
  readonly programs: number;
  readonly answered: number;
  readonly wrong: readonly string[];
  /** Answers that were errors of the sandbox, and so asked for again. */
  readonly asked: number;
  /** From the kill until a caller was told; null: nobody was. */
  readonly noticedMs: number | null;
  /** From the kill until the last process of that cell was gone; null: some are left. */
  readonly goneMs: number | null;
  readonly faults: readonly string[];
}

const longestNoticeMs = 100;
const longestGoneMs = 1_000;

/** What is wrong with a batch; a daemon's end is noticed when its streams close, however long that takes. */
export function chaosFaults(result: Omit<ChaosResult, 'faults'>): readonly string[] {
  const { target, wrong, noticedMs, goneMs } = result;
  const patient = target === 'daemon';
  return [
    ...wrong,
    ...(noticedMs === null && !patient ? ['nobody was told of the end'] : []),
    ...(noticedMs !== null && noticedMs > longestNoticeMs && !patient
      ? [`the caller was told after ${noticedMs.toFixed(0)} ms`]
      : []),
    ...(goneMs === null ? ['processes of the killed cell are left'] : []),
    ...(goneMs !== null && goneMs > longestGoneMs && !patient
      ? [`the cell was gone after ${goneMs.toFixed(0)} ms only`]
      : []),
  ];
}

/** Runs a batch and kills `target` in a cell at work. Everything has to be answered once, and rightly. */
export async function runChaos(target: ChaosTarget, options: ChaosOptions): Promise<ChaosResult> {
  const { programs, search, daemon } = options;
  const batch = new ChaosBatch(options);
  const { killed, toldMs, goneMs } = await strike(target, {
    batch,
    options: { search, daemon, longestGoneMs },
  });
  const wrong = await batch.wrong();
  const { answered, asked } = batch;
  const result = { target, killed, programs, answered, wrong, asked, noticedMs: toldMs(), goneMs };
  return { ...result, faults: chaosFaults(result) };
}
