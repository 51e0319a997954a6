import type { DatasetMethod } from '../../names/dataset-methods';
import type { RecipeGates } from '../../schemas/recipe';
import type { DialogueTurn, SourceRow } from '../../schemas/source-row';
import type { ToldStep } from '../method';
import type { BenchmarkIndex } from './benchmark-index';

/** A finished dialogue with everything that a gate may look at. */
export interface GatedDialogue {
  readonly method: DatasetMethod;
  /** All source rows of the dialogue, in its order. */
  readonly rows: readonly SourceRow[];
  readonly turns: readonly DialogueTurn[];
  /** Steps of the method. Empty: nothing was asked or run, for example for packed dialogues. */
  readonly steps: readonly ToldStep[];
  readonly settings: RecipeGates;
  /** null: the recipe compares with no benchmark. */
  readonly benchmarks: BenchmarkIndex | null;
}

/** A check of a finished dialogue. It is pure: the same dialogue gives the same finding. */
export interface Gate {
  /** The reason code, in kebab-case. */
  readonly name: string;
  /** One sentence for the documentation and the data card: which dialogues it rejects. */
  readonly summary: string;
  /** Why the dialogue is rejected, with the place. null: it passes. */
  readonly finds: (dialogue: GatedDialogue) => string | null;
}
