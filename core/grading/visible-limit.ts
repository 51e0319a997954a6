import type { BoxLimits } from '../schemas/verdict';
import { boxLimit } from './box-limit';
import type { BoxLimitSettings } from './box-limit';

/** Limits of one visible test: 1 s of CPU by default. */
export function visibleLimit(settings: BoxLimitSettings = {}): BoxLimits {
  return boxLimit({ ...settings, cpuSeconds: settings.cpuSeconds ?? 1 });
}
