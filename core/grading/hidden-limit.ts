import type { BoxLimits } from '../schemas/verdict';
import { boxLimit } from './box-limit';
import type { BoxLimitSettings } from './box-limit';

/** Limits of the hidden check: 10 s of CPU by default. */
export function hiddenLimit(settings: BoxLimitSettings = {}): BoxLimits {
  return boxLimit({ ...settings, cpuSeconds: settings.cpuSeconds ?? 10 });
}
