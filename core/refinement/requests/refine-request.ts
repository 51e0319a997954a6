import type { FeedbackSource, RefinementProfile } from '../../schemas/dialogue';
import type { Message } from '../../schemas/model';
import type { Problem } from '../../schemas/problem';
import { chatTurns } from './chat-turns';
import { flatRequest } from './flat-request';

/** A round that is over, as later requests show it. */
export interface ToldRound {
  /** As the model gave it. */
  readonly reply: string;
  /** What was taken out of it; null: it holds none. */
  readonly program: string | null;
  readonly feedback: {
    readonly source: FeedbackSource;
    readonly text: string;
  };
}

export interface RefineInput {
  readonly problem: Problem;
  /** The branch so far, in order; none: the first round is asked for. */
  readonly rounds: readonly ToldRound[];
}

const profiles: Readonly<
  Record<RefinementProfile, (input: RefineInput) => readonly (readonly Message[])[]>
> = {
  espalier: chatTurns,
  oci: (input) => [flatRequest(input)],
};

/** What the model is asked for the next round with. */
export function refineRequest(
  input: RefineInput & { readonly profile: RefinementProfile },
): readonly Message[] {
  return refineTurns(input).flat();
}

/** The same in parts, for `trimConversation`: the task, then one for every round. One part: there is nothing to trim. */
export function refineTurns(
  input: RefineInput & { readonly profile: RefinementProfile },
): readonly (readonly Message[])[] {
  return profiles[input.profile](input);
}
