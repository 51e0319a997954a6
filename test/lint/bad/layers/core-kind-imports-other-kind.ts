// place: core/kinds/search/bad.ts
// rule: import-x/no-restricted-paths
// says: A kind of work does not know the other kinds
import type { DialogueSummary } from '../dialogue/summary';
export type Mine = DialogueSummary;
