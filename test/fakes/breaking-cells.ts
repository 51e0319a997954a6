import { SandboxInfraError } from '../../sandbox';

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
