import type { EspalierHome } from '../../home/espalier-home';
import { journalsOf } from '../../home/journal';
import { arrivalsOf, requestsOf, unanswered } from '../../home/request-log';

/** What was settled and what was not when something was killed, of all runs of a home. */
export interface MomentOfDeath {
  readonly answered: ReadonlySet<string>;
  /** Sent by the worker's word or arrived by the server's, and not settled. */
  readonly inFlight: ReadonlySet<string>;
  /** At the model server, by identity. */
  readonly arrivals: ReadonlyMap<string, number>;
}

/** Call it while the process to kill is stopped. */
export async function momentOfDeath(home: EspalierHome): Promise<MomentOfDeath> {
  const journal = [...(await journalsOf(home)).values()].flat();
  const withState = (state: string): readonly string[] =>
    journal.filter((call) => call.state === state).map(({ identity }) => identity);
  const answered = new Set(withState('answered'));
  const log = requestsOf(home);
  const arrived = unanswered(log).map(({ identity }) => identity);
  const inFlight = new Set([...withState('sent'), ...arrived].filter((id) => !answered.has(id)));
  return { answered, inFlight, arrivals: arrivalsOf(log) };
}
