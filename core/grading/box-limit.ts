import type { BoxLimits } from '../schemas/verdict';

/** MiB of address space of a process in a box. */
export const usualMemoryMb = 1_024;

/** Limits of a box that a person may set. The others follow. */
export interface BoxLimitSettings {
  /** CPU seconds of the whole process tree, above 0. */
  readonly cpuSeconds?: number | undefined;
  /** MiB, default `usualMemoryMb`. */
  readonly memoryMb?: number | undefined;
  /** Processes and threads, default 32. */
  readonly processes?: number | undefined;
  /** MiB of stdout, of stderr, and of each file, default 16. */
  readonly outputMb?: number | undefined;
  /** MiB of scratch space, default 32. */
  readonly diskMb?: number | undefined;
}

/** CPU seconds, so that a busy machine fails no program. Wall time, five times as much and at least 5 s, ends sleepers. */
export function boxLimit(settings: BoxLimitSettings & { readonly cpuSeconds: number }): BoxLimits {
  const cpuMs = Math.max(1, Math.round(settings.cpuSeconds * 1000));
  return {
    cpuMs,
    wallMs: Math.max(5 * cpuMs, 5_000),
    memoryMb: settings.memoryMb ?? usualMemoryMb,
    processes: settings.processes ?? 32,
    outputBytes: (settings.outputMb ?? 16) * 1024 * 1024,
    diskMb: settings.diskMb ?? 32,
  };
}
