import type { RepositoryHost } from '../core/adapters/repository';
import type { CommandContext } from './command-context';
import { sandboxSettings, whileOpen } from './with-sandbox';
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
  return whileOpen(context, openRepositoryCells({ ...options, slots: 1 }), body);
}
