import type { Source } from './sources';

/** Words about code that is an earlier version or an alternative. */
const ofAnother =
  /\b(?:alternativ\w*|another (?:way|approach|version|solution|option)|or you (?:could|can)|you (?:can|could|may|might) also|if you (?:want|need|prefer|would)|for (?:reference|comparison)|(?:original|old|previous|initial|earlier|buggy|incorrect|wrong|given) (?:code|version|program|solution|function|implementation)|instead of|was:)/i;

/** The last that completely defines the entry point, unless introduced as an old version or an alternative; fences first. */
export function chosenSource(sources: readonly Source[], entryPoint: string): Source | undefined {
  let best: { readonly source: Source; readonly rank: number } | undefined;
  for (const source of sources) {
    const rank = rankOf(source, entryPoint);
    if (rank > 0 && rank >= (best?.rank ?? 0)) best = { source, rank };
  }
  return best?.source;
}

/** 0: it does not define the entry point. */
function rankOf({ statements, marked, introduction }: Source, entryPoint: string): number {
  const defining = statements.findLast(
    ({ kind, binds }) => kind !== 'import' && binds.includes(entryPoint),
  );
  if (defining === undefined) return 0;
  const whole = defining.sound ? (defining.stub ? 0 : 2) : 1;
  const answers = ofAnother.test(introduction) ? 0 : 1;
  return 1 + 4 * whole + 2 * answers + (marked ? 1 : 0);
}
