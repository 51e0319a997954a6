import { z } from 'zod';

/** The steps by which an agent with a shell made a patch, as they are kept with its node: one JSON text. */
export const ShellTrajectory = z.strictObject({
  /** Why it ended. */
  end: z.string(),
  /** Of all requests and replies. */
  tokens: z.int().nonnegative(),
  steps: z.array(
    z.strictObject({
      reply: z.string(),
      /** null: the reply does not hold exactly one command. */
      command: z.string().nullable(),
      /** Exit code, or the negative number of a signal. null: no command ended by itself. */
      exit: z.int().nullable(),
      /** What the model was told after it. null: the trajectory ended before the command ran. */
      told: z.string().nullable(),
    }),
  ),
});
export type ShellTrajectory = z.infer<typeof ShellTrajectory>;
