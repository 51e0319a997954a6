import type { CallSum } from '../core/ports/attempt-figures';
import { callSum } from '../core/metrics/call-sum';
import type { CallRecord } from '../core/ports/records';
import { plural } from '../core/words/plural';
import { usdText } from './number-text';

/** `2 calls, 110 tokens, $0.5000`. */
export function callSumText(calls: readonly CallRecord[]): string {
  return sumText(callSum(calls));
}

export function sumText({ calls, tokens, costUsd }: CallSum): string {
  return `${plural(calls, 'call')}, ${plural(tokens, 'token')}, ${usdText(costUsd)}`;
}
