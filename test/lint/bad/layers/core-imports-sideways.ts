// place: core/search/bad.ts
// rule: import-x/no-restricted-paths
// says: this import goes up or sideways
import type { DialogueStep } from '../refinement/next-step';
export type Mine = DialogueStep;
