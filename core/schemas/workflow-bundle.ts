import { z } from 'zod';

/** The workflow code that a worker runs. */
export const WorkflowBundle = z.strictObject({
  /** The package's. */
  version: z.string().min(1),
  /** Over the bundled code, wherever it was built. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type WorkflowBundle = z.infer<typeof WorkflowBundle>;
