import { replyTroubles } from '../core/metrics/reply-troubles';
import type { FirstTokens } from '../core/metrics/reply-troubles';
import type { LoadedRun } from './load-run';
import { plural } from '../core/words/plural';

/**
 * `median 0.31 s, of 30 streamed answers`, by model where there are several; null: nothing was answered. An answer that came
 * whole has no time to a first token: when its head came says nothing of it.
 */
export function firstTokenText({ sums, calls }: LoadedRun): string | null {
  const asked = replyTroubles(sums, calls.called).filter(({ calls: answered }) => answered > 0);
  const texts = asked.map(({ model, firstToken }) => ({ model, text: textOf(firstToken) }));
  if (new Set(texts.map(({ text }) => text)).size <= 1) return texts[0]?.text ?? null;
  return texts.map(({ model, text }) => `${model}: ${text}`).join('; ');
}

function textOf({ streamed, unrecorded, medianMs }: FirstTokens): string {
  if (streamed === null) return 'not recorded';
  const known =
    streamed === 0
      ? 'not streamed'
      : `${secondsText(medianMs)}, of ${plural(streamed, 'streamed answer')}`;
  return unrecorded === 0 ? known : `${known} (of ${plural(unrecorded, 'answer')} not recorded)`;
}

function secondsText(ms: number | null): string {
  return ms === null ? 'none' : `median ${(ms / 1000).toPrecision(2)} s`;
}
