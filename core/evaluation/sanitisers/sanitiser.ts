import type { SanitiserPorts } from '../../adapters/sanitiser';
import type { Problem } from '../../tasks/problem';
import type { Sample } from '../sample';
import type { SanitiserName } from '../../names/sanitisers';

export interface UnsanitisedSample extends Pick<Sample, 'form' | 'text'> {
  readonly problem: Problem;
}

/** What is executed for the sample instead. */
export interface SanitisedSample extends Pick<Sample, 'form' | 'text'> {
  /** The sanitiser did not finish, so the sample stays as written. */
  readonly unsanitised?: true;
}

export interface Sanitiser {
  readonly name: SanitiserName;
  /** Raise this number when the result for some text changes. Results of two versions are not compared. */
  readonly version: number;
  /** One sentence for tables and help. */
  readonly what: string;
  /** One for each sample, in their order. Throws what its ports throw. */
  readonly sanitise: (
    samples: readonly UnsanitisedSample[],
    ports: SanitiserPorts,
  ) => Promise<readonly SanitisedSample[]>;
}
