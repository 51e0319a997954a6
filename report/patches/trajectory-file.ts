import type { BlobStore } from '../../core/ports/records';
import type { ShellTrajectory } from '../../core/schemas/shell-trajectory';
import { shellTrajectories } from './shell-trajectories';
import type { GradedPatch } from './predictions';

/**
 * The trajectory that made a patch, as SWE-agent writes its `.traj` files. null: no agent with a shell made it. The prompts before the
 * first reply are the same for all tasks of a run and are left out.
 */
export async function trajectoryFile(
  blobs: Pick<BlobStore, 'get'>,
  { patch, result }: Pick<GradedPatch, 'patch' | 'result'>,
): Promise<string | null> {
  if (result?.outcome.kind !== 'search') return null;
  const { outcome } = result;
  const all = await shellTrajectories(blobs, outcome);
  const made = all.find(({ node }) => node === outcome.answer) ?? all[0];
  return made === undefined ? null : `${JSON.stringify(trajectoryJson(made, patch), null, 2)}\n`;
}

function trajectoryJson({ steps, tokens, end }: ShellTrajectory, patch: string): object {
  return {
    environment: 'espalier',
    trajectory: steps.map(({ reply, command, told, exit }) => ({
      action: command ?? '',
      observation: told ?? '',
      response: reply,
      thought: reply,
      state: {},
      extra_info: { exit_code: exit },
    })),
    history: steps.flatMap(({ reply, told }) => [
      { role: 'assistant', content: reply },
      ...(told === null ? [] : [{ role: 'user', content: told }]),
    ]),
    info: {
      exit_status: end,
      submission: patch,
      // Tokens of requests and replies together: the trajectory does not tell them apart.
      model_stats: { api_calls: steps.length, tokens },
    },
  };
}
