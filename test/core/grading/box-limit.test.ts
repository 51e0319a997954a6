import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { BoxLimits } from '../../../core/schemas/verdict';

const rest = {
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 16 * 1024 * 1024,
  diskMb: 32,
};

describe('limits of a box', () => {
  it('are 1 s of CPU for a visible test and 10 s for the hidden check', () => {
    expect(visibleLimit()).toEqual({ cpuMs: 1_000, wallMs: 5_000, ...rest });
    expect(hiddenLimit()).toEqual({ cpuMs: 10_000, wallMs: 50_000, ...rest });
  });

  it('give five times the CPU as wall time, never under 5 s', () => {
    expect(visibleLimit({ cpuSeconds: 0.2 })).toMatchObject({ cpuMs: 200, wallMs: 5_000 });
    expect(visibleLimit({ cpuSeconds: 3 })).toMatchObject({ cpuMs: 3_000, wallMs: 15_000 });
  });

  it('take settings and stay what the contract allows', () => {
    const limits = hiddenLimit({
      cpuSeconds: 0,
      memoryMb: 64,
      processes: 1,
      outputMb: 1,
      diskMb: 8,
    });
    expect(limits).toMatchObject({ memoryMb: 64, processes: 1, outputBytes: 1_048_576, diskMb: 8 });
    expect(BoxLimits.safeParse(limits).success).toBe(true);
  });
});
