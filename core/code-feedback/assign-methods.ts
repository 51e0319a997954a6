import { errorClasses } from '../names/dataset-methods';
import type { DatasetMethod, ErrorClass } from '../names/dataset-methods';
import type { Recipe } from '../schemas/recipe';

/** What decides the method of a row, without its texts. */
export interface RowFacts {
  readonly id: string;
  readonly lang: string;
  /** It is a dialogue already. */
  readonly isDialogue: boolean;
  readonly problem: {
    readonly slug: string;
    readonly tags: readonly string[];
    readonly similar: readonly string[];
  } | null;
}

export interface Assigned {
  readonly method: DatasetMethod;
  readonly errorClass: ErrorClass | null;
  /** Places of further rows of the dialogue, in its order. */
  readonly partners: readonly number[];
}

/** Shares of the paper: of 156,000 filtered rows 105,000 were packed and 51,000 simulated, for 500 corrections. */
const shares = { correct: 500 / 156_000, simulate: 51 / 156 };
/** Of problems: 303 dialogues about similar ones, 200 with a follow-up. */
const followUpShare = 200 / 503;
/** Problems of a dialogue about similar ones: 2 to 4. */
const mostPartners = 3;

/**
 * Gives each row at most one method (OpenCodeInterpreter, section 2, which does not say how rows are chosen). A seeded rank of each
 * row decides, so a row that is added or removed does not move the others, except at the edge of a quota. A row without a method is
 * left out; so is a partner, because its problem occurs once.
 * @param hash sha256 of a text, in hex
 * @returns by place
 */
export function assignMethods(
  rows: readonly RowFacts[],
  { methods, seed }: Pick<Recipe, 'methods' | 'seed'>,
  hash: (text: string) => string,
): ReadonlyMap<number, Assigned> {
  const assigned = new Map<number, Assigned>();
  const used = new Set<number>();
  const ranked = (name: string, isFit: (row: RowFacts) => boolean): readonly number[] =>
    rows
      .flatMap((row, place) =>
        isFit(row) && !used.has(place)
          ? [{ place, rank: hash(`${String(seed)} ${name} ${row.id}`) }]
          : [],
      )
      .sort((left, right) => (left.rank < right.rank ? -1 : 1))
      .map(({ place }) => place);
  const give = (place: number, method: DatasetMethod, more: Partial<Assigned> = {}): void => {
    used.add(place);
    for (const partner of more.partners ?? []) used.add(partner);
    assigned.set(place, { method, errorClass: null, partners: [], ...more });
  };

  if (methods.keep !== undefined) {
    const own = ranked('keep', ({ isDialogue }) => isDialogue);
    for (const place of own.slice(0, methods.keep.rows)) give(place, 'keep');
  }
  const problems = ranked('problem', ({ problem }) => problem !== null);
  if (methods['follow-up'] !== undefined) {
    const share = methods.similar === undefined ? 1 : followUpShare;
    const most = methods['follow-up'].rows ?? Math.ceil(problems.length * share);
    for (const place of problems.slice(0, most)) give(place, 'follow-up');
  }
  if (methods.similar !== undefined) {
    const near = neighbourhoods(rows, problems);
    let count = 0;
    for (const place of problems) {
      if (count >= (methods.similar.rows ?? Number.POSITIVE_INFINITY)) break;
      if (used.has(place)) continue;
      const wanted =
        1 +
        (Number.parseInt(hash(`${String(seed)} chain ${rows[place]?.id ?? ''}`).slice(0, 8), 16) %
          mostPartners);
      const partners = near(place, (other) => other !== place && !used.has(other)).slice(0, wanted);
      if (partners.length === 0) continue;
      give(place, 'similar', { partners });
      count += 1;
    }
  }
  // Only Python runs in a session.
  const plain = ranked('plain', ({ isDialogue, problem }) => !isDialogue && problem === null);
  const inPython = (place: number): boolean => ['', 'python'].includes(rows[place]?.lang ?? '');
  if (methods.correct !== undefined) {
    const most =
      methods.correct.rows ??
      Math.max(errorClasses.length, Math.round(plain.length * shares.correct));
    for (const [nth, place] of plain.filter(inPython).slice(0, most).entries()) {
      give(place, 'correct', { errorClass: errorClasses[nth % errorClasses.length] ?? null });
    }
  }
  const rest = plain.filter((place) => !used.has(place));
  const { simulate, pack } = methods;
  if (simulate !== undefined) {
    const most =
      simulate.rows ??
      (pack === undefined ? rest.length : Math.round(rest.length * shares.simulate));
    for (const place of rest.filter(inPython).slice(0, most)) give(place, 'simulate');
  }
  if (pack !== undefined) {
    for (const place of rest.filter((one) => !used.has(one)).slice(0, pack.rows))
      give(place, 'pack');
  }
  return assigned;
}

/** Problems that a source calls similar come first, then those with the most tags in common, at least one. */
function neighbourhoods(
  rows: readonly RowFacts[],
  problems: readonly number[],
): (place: number, isFree: (other: number) => boolean) => readonly number[] {
  const byTag = new Map<string, number[]>();
  const bySlug = new Map<string, number>();
  for (const place of problems) {
    const problem = rows[place]?.problem;
    for (const tag of problem?.tags ?? []) byTag.set(tag, [...(byTag.get(tag) ?? []), place]);
    if (problem != null) bySlug.set(problem.slug, place);
  }
  return (place, isFree) => {
    const own = rows[place]?.problem;
    const scores = new Map<number, number>();
    const add = (other: number, score: number): void => {
      if (isFree(other)) scores.set(other, (scores.get(other) ?? 0) + score);
    };
    for (const slug of own?.similar ?? []) {
      const other = bySlug.get(slug);
      if (other !== undefined) add(other, 1000);
    }
    for (const tag of own?.tags ?? []) for (const other of byTag.get(tag) ?? []) add(other, 1);
    // Equal scores: the order of `problems`, which the map keeps for each tag.
    return [...scores].sort(([, left], [, right]) => right - left).map(([other]) => other);
  };
}
