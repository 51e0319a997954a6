import type { PlannedRow, RowEnd, RowStep } from '../kinds/dataset/schema';
import type { DatasetMethod, ErrorClass } from '../names/dataset-methods';
import type { DatasetRole } from '../names/roles';
import type { ParsedReply } from '../replies/parsed-reply';
import type { Message } from '../schemas/model';
import type { Recipe } from '../schemas/recipe';
import type { DialogueTurn } from '../schemas/source-row';

/** What the workflow knows of a planned row: it decides with it, and texts stay in the store. */
export interface RowPlan {
  readonly method: DatasetMethod;
  readonly errorClass: ErrorClass | null;
  /** sha256 of programs. `follow-up`: every solution of the row. Otherwise: the first of the row, then the first of each partner. */
  readonly solutions: readonly string[];
  readonly filter: Recipe['filter'];
  readonly methods: Recipe['methods'];
  /** The recipe names an embedding model. */
  readonly embeds: boolean;
  /** Some of its calls go through a batch API. */
  readonly batched: boolean;
}

/** What comes next for a row. */
export type NextStep =
  | { readonly kind: 'ask'; readonly speaker: DatasetRole }
  /** In the session of the row, after its earlier programs. */
  | { readonly kind: 'run'; readonly program: string }
  /** Against the tests of the row's problem, or with `of` those of a partner, from 1. */
  | { readonly kind: 'test'; readonly program: string; readonly of: number }
  | { readonly kind: 'end'; readonly end: RowEnd };

/** A finished step with its texts. */
export type ToldStep =
  | (Extract<RowStep, { kind: 'asked' }> & { readonly text: string; readonly code: string | null })
  | (Extract<RowStep, { kind: 'ran' | 'tested' }> & {
      readonly text: string;
      readonly code: string;
    });

export interface ToldRow {
  readonly planned: PlannedRow;
  readonly steps: readonly ToldStep[];
  readonly recipe: Recipe;
}

/** A question of a speaker, ready to be asked. */
export interface SpeakerQuestion {
  readonly messages: readonly Message[];
  /** Only the vector of the message is wanted. Absent: a chat completion. */
  readonly task?: 'embedding';
  /** undefined: the endpoint's own. */
  readonly temperature: number | undefined;
  /** Further requests after a reply that cannot be read. */
  readonly repairs: number;
  /** Reads the value of a `RowStep` out of a reply. null: nothing is to be read. */
  readonly read: (text: string) => ParsedReply<string | null>;
}

/** The words of a way to make a dialogue. Its functions are pure. Another way is a folder, a row here and one of `next-step.ts`. */
export interface DatasetDialogueMethod {
  readonly name: DatasetMethod;
  /** Number of model calls of a row, at most, after the filter: for `dataset plan`. */
  readonly mostCalls: (recipe: Pick<Recipe, 'methods' | 'models'>) => number;
  /** @param told with the steps of the method itself, without those of the filter. Throws for a speaker that it does not ask. */
  readonly question: (told: ToldRow, speaker: DatasetRole) => SpeakerQuestion;
  /** The dialogue of a row whose end is `written`. It begins with the user, alternates, and ends with the assistant. */
  readonly dialogue: (told: ToldRow) => readonly DialogueTurn[];
}
