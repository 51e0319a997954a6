import type { ZodType } from 'zod';

import type { EnvironmentStore } from '../../core/ports/environment';
import type { AttemptKey } from '../../core/ports/records';
import { PreparedPlaces, PreparedTests } from '../../core/schemas/prepared-task';
import type { Problem } from '../../core/tasks/problem';
import type { PatchProblem } from '../../core/tasks/patch/patch';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import { Recent } from '../recent';
import { sha256Of } from '../sha256-of';

/** Increment it if the results of a step change their meaning. */
const format = 1;

type OfProblem = Pick<AttemptKey, 'run' | 'problem'>;
type Kept = Pick<EnvironmentStore, 'findStep' | 'saveStep'>;

interface Parts {
  readonly places: PreparedPlaces;
  readonly regression: PreparedTests;
  readonly reproduction: PreparedTests;
}

const schemas: { readonly [Part in keyof Parts]: ZodType<Parts[Part]> } = {
  places: PreparedPlaces,
  regression: PreparedTests,
  reproduction: PreparedTests,
};

/** What was prepared for the patches of a problem in a run. The first result of a part is kept, so that all attempts see the same. */
export class PreparedTasks {
  private readonly known = new Recent<PatchProblem>(1_000);

  constructor(private readonly store: Kept) {}

  /** null: not yet. */
  async find<Part extends keyof Parts>(of: OfProblem, part: Part): Promise<Parts[Part] | null> {
    const stored = await this.store.findStep(keyOf(of, part));
    return stored === null ? null : schemas[part].parse(stored);
  }

  /** The kept result: an earlier one, if there is one. */
  async keep<Part extends keyof Parts>(
    of: OfProblem,
    part: Part,
    result: Parts[Part],
  ): Promise<Parts[Part]> {
    await this.store.saveStep(keyOf(of, part), result);
    return (await this.find(of, part)) ?? result;
  }

  /** The problem with all that is prepared by now: code of the repository, and visible tests. */
  async filled(of: OfProblem, problem: Problem): Promise<Problem> {
    if (problem.kind !== 'patch') return problem;
    const name = `${of.run} ${of.problem}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const places = await this.find(of, 'places');
    const regression = await this.find(of, 'regression');
    const reproduction = await this.find(of, 'reproduction');
    const tests = [...(regression?.tests ?? []), ...(reproduction?.tests ?? [])];
    const filled = {
      ...problem,
      context: places?.context ?? problem.context,
      visibleTests: [...problem.visibleTests, ...tests],
    };
    if (places !== null && regression !== null && reproduction !== null)
      this.known.keep(name, filled);
    return filled;
  }
}

function keyOf({ run, problem }: OfProblem, part: keyof Parts): string {
  return sha256Of(canonicalJson(asJson({ step: 'prepare-task', format, run, problem, part })));
}
