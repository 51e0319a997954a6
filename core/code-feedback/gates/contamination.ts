import type { BenchmarkHit } from './benchmark-index';
import type { Gate } from './gate';
import { firstInTurns, programsOf } from './turn-parts';

export const contamination: Gate = {
  name: 'contamination',
  summary:
    'A turn has words of a benchmark problem (runs of 10 words) or its reference solution, also with other names.',
  finds: ({ turns, benchmarks }) => {
    if (benchmarks === null) return null;
    return firstInTurns(turns, ({ content }) => {
      const hit =
        benchmarks.statementIn(content) ??
        programsOf(content)
          .map((program) => benchmarks.solutionIn(program))
          .find((found) => found !== null) ??
        null;
      return hit === null ? null : toldHit(hit);
    });
  },
};

function toldHit({ set, id, part, shared, of }: BenchmarkHit): string {
  return `shares ${String(shared)} of ${String(of)} runs with the ${part} of ${id} (${set})`;
}
