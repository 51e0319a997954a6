import type { EndpointNotes, RefusedCall, UnusableCall } from '../../core/adapters/endpoint-notes';

/** In memory; it knows of no answers, so that refusals count since the last settling. */
export function createMemoryEndpointNotes(): EndpointNotes {
  const features: {
    run: string;
    place: { endpoint: string; model: string };
    feature: Parameters<EndpointNotes['addRefusedFeature']>[2];
  }[] = [];
  const unusable: (UnusableCall & { settled: boolean })[] = [];
  const refused: (RefusedCall & { settled: boolean })[] = [];
  const count = (run: string, identity: string): number =>
    unusable.filter((one) => one.attempt.run === run && one.identity === identity && !one.settled)
      .length;
  return {
    refusedFeatures: async (run) => features.filter((one) => one.run === run),
    addRefusedFeature: async (run, place, feature) => {
      features.push({ run, place, feature });
    },
    countUnusable: async (run, identity) => count(run, identity),
    addUnusable: async (call) => {
      unusable.push({ ...call, settled: false });
      return count(call.attempt.run, call.identity);
    },
    unusableTotals: async (run) => {
      const own = unusable.filter(({ attempt }) => attempt.run === run);
      const sum = (of: (one: UnusableCall) => number | undefined): number =>
        own.reduce((total, one) => total + (of(one) ?? 0), 0);
      return {
        count: own.length,
        promptTokens: sum(({ usage }) => usage?.promptTokens),
        completionTokens: sum(({ usage }) => usage?.completionTokens),
        costUsd: own.some(({ costUsd }) => costUsd === null)
          ? null
          : sum(({ costUsd }) => costUsd ?? 0),
      };
    },
    addRefused: async (call, running) => {
      refused.push({ ...call, settled: false });
      const { run, model, words } = call;
      const same = refused.filter(
        (one) => one.run === run && one.model === model && one.words === words && !one.settled,
      );
      return new Set(same.map(({ identity }) => identity)).size >= running;
    },
    settle: async (run) => {
      for (const one of unusable) if (one.attempt.run === run) one.settled = true;
      for (const one of refused) if (one.run === run) one.settled = true;
    },
  };
}
