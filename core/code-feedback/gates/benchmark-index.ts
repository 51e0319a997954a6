import { codeGrams } from './code-grams';
import { GramTable } from './gram-table';
import { shortLines, wordGrams } from './word-grams';

/** A problem of a benchmark. */
export interface BenchmarkText {
  readonly set: string;
  readonly id: string;
  readonly text: string;
  /** A reference solution. Empty: there is none. */
  readonly code: string;
}

/** A problem that a text shares too much with. */
export interface BenchmarkHit {
  readonly set: string;
  readonly id: string;
  /** `statement`: words of its text. `solution`: its program, whatever its names are. */
  readonly part: 'statement' | 'solution';
  /** Shared runs, and those that the problem has. */
  readonly shared: number;
  readonly of: number;
}

/** One shared run of 10 words is often an idiom ("write a function that takes a list of integers and"); two are 11 equal words. */
const leastWordRuns = 2;
/**
 * A program with fewer telling runs is textbook code, for example a loop that counts. With these numbers 2,668 published instructions
 * share no solution with HumanEval and MBPP, and 145 of 164 HumanEval solutions are found under other names.
 */
const leastCodeRuns = 15;
const leastCodeShare = 0.7;

/** Empty texts in place of repetitions: files overlap, and a run that many problems have counts as common speech. */
function firstOnly(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.map((text) => {
    const key = text.replace(/\s+/g, ' ').trim();
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? '' : text;
  });
}

/** Which benchmark problems occur in a text. It keeps hashes, not texts. */
export class BenchmarkIndex {
  private constructor(
    private readonly problems: readonly Pick<BenchmarkText, 'set' | 'id'>[],
    private readonly words: GramTable,
    private readonly lines: GramTable,
    private readonly code: GramTable,
  ) {}

  static of(texts: readonly BenchmarkText[]): BenchmarkIndex {
    return new BenchmarkIndex(
      texts.map(({ set, id }) => ({ set, id })),
      GramTable.of(firstOnly(texts.map(({ text }) => text)).map(wordGrams)),
      GramTable.of(firstOnly(texts.map(({ text }) => text)).map(shortLines)),
      GramTable.of(firstOnly(texts.map(({ code }) => code)).map(codeGrams)),
    );
  }

  /** The problem whose statement the text quotes most. */
  statementIn(text: string): BenchmarkHit | null {
    const runs = this.hitOf('statement', this.words, wordGrams(text), () => leastWordRuns);
    return runs ?? this.hitOf('statement', this.lines, shortLines(text), () => 1);
  }

  /** The problem whose solution the program has in it. */
  solutionIn(program: string): BenchmarkHit | null {
    return this.hitOf('solution', this.code, codeGrams(program), (of) =>
      Math.max(leastCodeRuns, leastCodeShare * of),
    );
  }

  private hitOf(
    part: BenchmarkHit['part'],
    table: GramTable,
    grams: readonly number[],
    least: (of: number) => number,
  ): BenchmarkHit | null {
    let best: BenchmarkHit | null = null;
    for (const [owner, shared] of table.shared(grams)) {
      const of = table.countOf(owner);
      const problem = this.problems[owner];
      if (problem === undefined || shared < least(of) || shared <= (best?.shared ?? 0)) continue;
      best = { ...problem, part, shared, of };
    }
    return best;
  }
}
