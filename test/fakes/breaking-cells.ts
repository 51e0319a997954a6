import type { Sandbox } from '../../core/adapters/sandbox';
import { SandboxInfraError } from '../../sandbox';
import { createScriptedSandbox } from './scripted-sandbox';
import type { ScriptedVerdicts } from './scripted-sandbox';

export interface BreakingCells {
  /** The `before` of a scripted sandbox. */
  readonly beforeCheck: (program: string) => Promise<void>;
  /** From now on cells hold. */
  readonly mend: () => void;
}

/** Fresh cells break one after another on this program, and on no other. */
export function cellsBreakingOn(program: string): BreakingCells {
  let breaks = true;
  return {
    beforeCheck: async (name) => {
      if (breaks && name === program) {
        throw new SandboxInfraError('docker', 'it ended', { fate: 'terminal' });
      }
    },
    mend: () => {
      breaks = false;
    },
  };
}

/** A scripted sandbox whose next cells break, so many of them, whatever they are asked. */
export function cellsThatBreak(programs: ScriptedVerdicts): {
  readonly sandbox: Sandbox;
  readonly breakNext: (count: number) => void;
} {
  let left = 0;
  const before = async (): Promise<void> => {
    if (left === 0) return;
    left -= 1;
    throw new SandboxInfraError('docker', 'it ended');
  };
  return {
    sandbox: createScriptedSandbox(programs, { before }),
    breakNext: (count) => {
      left = count;
    },
  };
}
