import type { RepositoryHost } from '../core/adapters/repository';
import type { CommandContext } from './command-context';
import { closeWhenInterrupted, sandboxSettings } from './with-sandbox';
import type { SandboxFlags } from './with-sandbox';

/** Opens repository cells for the time of a body. Throws what opening a sandbox throws. */
export async function withRepositoryCells<T>(
  context: CommandContext,
  flags: SandboxFlags,
  body: (host: RepositoryHost) => Promise<T>,
): Promise<T> {
  const options = sandboxSettings(context, flags);
  const { openRepositoryCells, reapOrphans } = await import('../sandbox/index.js');
  await reapOrphans(options);
  const opening = openRepositoryCells({ ...options, slots: 1 });
  const stopListening = closeWhenInterrupted(context, opening);
  try {
    const host = await opening;
    try {
      return await body(host);
    } finally {
      await host.close();
    }
  } finally {
    stopListening();
  }
}
