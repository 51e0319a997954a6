/** A member of a steering. Every member is a text. */
type SteeringMember =
  /** A word of the command, shown as this. */
  | { readonly as: 'word'; readonly shown: string }
  /** A flag of the command, under the member's name. It may be absent. */
  | { readonly as: 'flag'; readonly shown: string; readonly help: string }
  /** The caller says it for the person. */
  | { readonly as: 'reason' }
  /** Only the lab says it. It may be absent or null. */
  | { readonly as: 'own' };

interface SteeringCommand {
  /** The kind of work whose attempts take it. null: attempts and runs of every kind. */
  readonly of: 'search' | 'dialogue' | null;
  /** Update of the workflow. Histories hold this name. */
  readonly update: string;
  /** In the order in which the update and the command take them. */
  readonly members: Readonly<Record<string, SteeringMember>>;
  /** The update takes its members in one object. Absent: each as an argument. */
  readonly together?: true;
  readonly help: string;
}

/**
 * What a person may tell a running search or dialogue, or (pause, resume) a whole run, in the order of the help. A new one is an
 * entry here, and its update and handler in `workflows`.
 */
export const steeringCommands = {
  strategy: {
    of: 'search',
    update: 'add-strategy',
    members: { text: { as: 'word', shown: 'text' } },
    help: 'add a strategy and explore it next',
  },
  abort: {
    of: 'search',
    update: 'abort-node',
    members: { node: { as: 'word', shown: 'node' } },
    help: 'abort a node (n0, n1, …) and its unexplored descendants',
  },
  accept: {
    of: 'search',
    update: 'accept-node',
    members: { node: { as: 'word', shown: 'node' } },
    help: 'accept a node (n0, n1, …) as the answer and end the search',
  },
  feedback: {
    of: 'dialogue',
    update: 'give-feedback',
    members: {
      text: { as: 'word', shown: 'words' },
      // Absent: the newest round.
      round: {
        as: 'flag',
        shown: '<id>',
        help: 'send it only if this round (r1, r2, …) is still the newest',
      },
    },
    together: true,
    help: 'tell the model what is wrong with the newest round of a dialogue',
  },
  approve: {
    of: 'dialogue',
    update: 'approve',
    members: {},
    help: 'accept the newest program of a dialogue as its answer and end the dialogue',
  },
  stop: {
    of: 'dialogue',
    update: 'stop',
    members: {},
    help: 'end a dialogue now, without accepting a program',
  },
  retry: {
    of: 'dialogue',
    update: 'retry-from',
    members: { round: { as: 'word', shown: 'round' } },
    help: 'go back to the state before a round (r1, r2, …) and continue from there; the old rounds stay as a branch',
  },
  pause: {
    of: null,
    update: 'pause',
    members: { reason: { as: 'reason' } },
    help: 'pause a run or one of its problems; calls in flight finish, and no new calls start',
  },
  resume: {
    of: null,
    update: 'resume',
    // The one reason for which it ends a pause, null: none; absent: whatever the reason is.
    members: { ends: { as: 'own' } },
    help: 'resume a paused run or problem',
  },
} as const satisfies Readonly<Record<string, SteeringCommand>>;

type Commands = typeof steeringCommands;

export type SteeringKind = keyof Commands;

type Said<Members, As> = {
  [Name in keyof Members]: Members[Name] extends { readonly as: As } ? Name : never;
}[keyof Members];

type SteeringOf<Kind extends SteeringKind, Members = Commands[Kind]['members']> = {
  readonly kind: Kind;
} & { readonly [Name in Said<Members, 'word' | 'reason'>]: string } & {
  readonly [Name in Said<Members, 'flag'>]?: string | undefined;
} & { readonly [Name in Said<Members, 'own'>]?: string | null };

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** One steering, with its members. */
export type Steering = { [Kind in SteeringKind]: Flat<SteeringOf<Kind>> }[SteeringKind];

/** The name of the update of a steering, for the workflow that takes it. */
export type SteeringUpdate<Kind extends SteeringKind> = Commands[Kind]['update'];

export const steeringKinds = Object.keys(steeringCommands) as readonly SteeringKind[];

export function steeringCommand(kind: SteeringKind): SteeringCommand {
  return steeringCommands[kind];
}

/** The steering that attempts of a kind of work take. null: that attempts and runs of every kind take. */
export function steeringOf(work: string | null): readonly SteeringKind[] {
  return steeringKinds.filter((kind) => steeringCommands[kind].of === work);
}
