import type { SandboxBackend } from '../core/names/sandbox-backends';
import type { ReapOptions } from './backend';
import { backendRows } from './backends';

export interface Reaped {
  readonly backend: SandboxBackend;
  /** In words: `container <id>`, `process <id>`, `control group <name>`. */
  readonly removed: readonly string[];
  /** Why it could not be looked for; null: it was. */
  readonly unreachable: string | null;
}

/**
 * Only with this state folder's label, and of owners of this machine that are certainly dead (process id, its start, boot
 * id). Does not throw for a missing backend.
 */
export async function reapOrphans(options: ReapOptions): Promise<readonly Reaped[]> {
  const found: Reaped[] = [];
  for (const { name: backend, reap } of backendRows) {
    try {
      found.push({ backend, removed: await reap(options), unreachable: null });
    } catch (error) {
      found.push({ backend, removed: [], unreachable: (error as Error).message });
    }
  }
  return found;
}
