import { z } from 'zod';
import { Sha256 } from './sha256';

/** The workflow code that a worker runs. */
export const WorkflowBundle = z.strictObject({
  /** The package's. */
  version: z.string().min(1),
  /** Over the bundled code, wherever it was built. */
  sha256: Sha256,
});
export type WorkflowBundle = z.infer<typeof WorkflowBundle>;
