/** How a member of a steering is given. Every member is a text. */
type SteeringMember =
  | 'required'
  | 'optional'
  /** Only the lab gives it. It may be absent or null. */
  | 'lab-only';

interface SteeringCommand {
  /** Update of the workflow. Histories hold this name. It takes a single member as its argument, and several in one object. */
  readonly update: string;
  readonly members: Readonly<Record<string, SteeringMember>>;
}

/** What a person may tell a running attempt or a whole run. The rows in `core/kinds` say which kind of work takes it. */
export const steeringCommands = {
  strategy: { update: 'add-strategy', members: { text: 'required' } },
  abort: { update: 'abort-node', members: { node: 'required' } },
  accept: { update: 'accept-node', members: { node: 'required' } },
  // Without a round, it is about the newest.
  feedback: { update: 'give-feedback', members: { text: 'required', round: 'optional' } },
  approve: { update: 'approve', members: {} },
  stop: { update: 'stop', members: {} },
  retry: { update: 'retry-from', members: { round: 'required' } },
  pause: { update: 'pause', members: { reason: 'required' } },
  // `ends` is the one reason for which it ends a pause, null: none; absent: whatever the reason is.
  resume: { update: 'resume', members: { ends: 'lab-only' } },
} as const satisfies Readonly<Record<string, SteeringCommand>>;

type Commands = typeof steeringCommands;

export type SteeringKind = keyof Commands;

export const steeringKinds = Object.keys(steeringCommands) as readonly SteeringKind[];

/** What attempts and runs of every kind of work take. */
export const steeringOfEveryKind: readonly SteeringKind[] = ['pause', 'resume'];

export function steeringCommand(kind: SteeringKind): SteeringCommand {
  return steeringCommands[kind];
}

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

type PublicMembers<Members> = {
  readonly [Name in keyof Members as Members[Name] extends 'required' ? Name : never]: string;
} & {
  readonly [Name in keyof Members as Members[Name] extends 'optional' ? Name : never]?:
    string | undefined;
};

type AllMembers<Members> = PublicMembers<Members> & {
  readonly [Name in keyof Members as Members[Name] extends 'lab-only' ? Name : never]?:
    string | null;
};

/** One steering, as a person gives it. */
export type Steering = {
  [Kind in SteeringKind]: Flat<{ readonly kind: Kind } & PublicMembers<Commands[Kind]['members']>>;
}[SteeringKind];

/** One steering, as it is sent to a workflow. */
export type SentSteering = {
  [Kind in SteeringKind]: Flat<{ readonly kind: Kind } & AllMembers<Commands[Kind]['members']>>;
}[SteeringKind];

/** The one argument of an update. never: it takes none. */
type Argument<Members, Name = keyof Members> = Name extends keyof Members
  ? [keyof Members] extends [Name]
    ? Members[Name]
    : Members
  : never;

/** What the update of a steering takes. */
export type SteeringArguments<
  Kind extends SteeringKind,
  Given = Argument<Flat<AllMembers<Commands[Kind]['members']>>>,
> = [Given] extends [never] ? [] : [Given];
