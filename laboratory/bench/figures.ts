/** What one second allows, measured with workflows that do nothing. */
export interface BareRates {
  readonly stepsPerSecond: number;
  readonly childrenPerSecond: number;
}

/** An expansion is one child workflow and at most four activities. */
const stepsPerExpansion = 4;

/** Expansions a second that the engine itself allows: the time of one child workflow and four steps, nothing else. */
export function allowedExpansions({ stepsPerSecond, childrenPerSecond }: BareRates): number {
  return 1 / (1 / childrenPerSecond + stepsPerExpansion / stepsPerSecond);
}

export interface TimedCalls {
  readonly calls: number;
  /** Of every call. */
  readonly latencyMs: number;
  readonly concurrency: number;
}

/** How long a run would take, ms, if nothing but its model calls took time and no slot ever stood empty. */
export function idealMs({ calls, latencyMs, concurrency }: TimedCalls): number {
  return (calls * latencyMs) / concurrency;
}

/** Ideal over measured time, 0 to 1. */
export function efficiency(timed: TimedCalls, wallMs: number): number {
  return idealMs(timed) / wallMs;
}

/** CPU of both processes over what they did. */
export interface CpuCost {
  readonly serverMs: number;
  readonly nodeMs: number;
}

/** Costs of one unit, when `cost` paid for `units`. */
export function perUnit(cost: CpuCost, units: number): CpuCost {
  return { serverMs: cost.serverMs / units, nodeMs: cost.nodeMs / units };
}

/** CPU of the engine alone over ours: the same comparison as by time, little disturbed by what else the machine does. */
export function cpuRatio(
  bare: { readonly step: CpuCost; readonly child: CpuCost },
  ours: CpuCost,
): number {
  const total = ({ serverMs, nodeMs }: CpuCost): number => serverMs + nodeMs;
  return (total(bare.child) + stepsPerExpansion * total(bare.step)) / total(ours);
}
