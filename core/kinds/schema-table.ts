import { datasetSchemas } from './dataset/schema';
import { dialogueSchemas } from './dialogue/schema';
import { environmentSchemas } from './environment/schema';
import { evaluationSchemas } from './evaluation/schema';
import type { KindSchemas } from './kind-schemas';
import { searchSchemas } from './search/schema';
import { taskSchemas } from './task/schema';

/** The schemas of every kind of work. `core/schemas/run.ts` makes unions of them. */
export const kindSchemas = [
  searchSchemas,
  dialogueSchemas,
  environmentSchemas,
  evaluationSchemas,
  taskSchemas,
  datasetSchemas,
] as const satisfies readonly KindSchemas[];
