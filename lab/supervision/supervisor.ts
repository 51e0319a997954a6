import { existsSync } from 'node:fs';

import { EspalierError } from '../../core/errors/errors';
import type { RunRecord } from '../../core/ports/records';
import { mayGoOn } from '../../core/supervision/may-go-on';
import type { LabContext } from '../lab-context';
import { createKeeper } from '../services/keep-up';
import { servicesFor } from '../services/services-for';
import { isStopped } from '../services/stopped-by-hand';
import { withStore } from '../with-store';
import { GoingOn } from './going-on';

/** Reading the records and asking the engine costs more than looking whether processes live. */
const recordsEveryMs = 5_000;

/** What a supervisor does with each look; it keeps what it has seen from one to the next. */
export interface Supervisor {
  /** Never throws: what goes wrong is said, and met again by the next look. */
  readonly look: () => Promise<void>;
}

/** Keeps up services of unfinished runs and continues stuck runs until a person stops it. Reports to the context's `note`. */
export function createSupervisor(
  typed: LabContext,
  goingOn: Pick<GoingOn, 'look'> = new GoingOn(unattended(typed)),
): Supervisor {
  const context = unattended(typed);
  const { folder } = context;
  const say = sayingOnce(context.note);
  const keeper = createKeeper(context, {
    onTrouble: (error) => {
      say.trouble(error);
    },
  });
  let readAtMs = Number.NEGATIVE_INFINITY;
  let needed: readonly RunRecord[] = [];

  async function look(): Promise<void> {
    if (isStopped(folder)) {
      say.once('stopped by hand: nothing is started until `espalier up`, or a run, is');
      return;
    }
    if (!existsSync(folder.store)) return;
    if (performance.now() - readAtMs < recordsEveryMs) {
      await keepUp();
      return;
    }
    readAtMs = performance.now();
    await withStore(context, async (store) => {
      needed = (await store.runs.unfinishedRuns()).filter(mayGoOn);
      if ((await keepUp()) && needed.length > 0) await goingOn.look(store, needed);
    });
  }

  /** Whether the engine is up, or nothing is under way that needs one. */
  async function keepUp(): Promise<boolean> {
    const running = needed.filter(({ status }) => status === 'running');
    say.once(running.length === 0 ? 'no run is under way' : `under way: ${idsOf(running)}`);
    if (running.length === 0) return true;
    const models = running.map(({ config }) => config.model);
    return keeper.look(servicesFor(context, models, { whenDifferent: 'keep', typed: false }));
  }

  return {
    look: () =>
      look().catch((error: unknown) => {
        say.trouble(error);
      }),
  };
}

function unattended(context: LabContext): LabContext {
  return { ...context, unattended: true };
}

function idsOf(runs: readonly RunRecord[]): string {
  return runs.map(({ id }) => id).join(', ');
}

/** Each state and each trouble in a line when it comes, not with every look. */
function sayingOnce(note: LabContext['note']) {
  let state: string | null = null;
  let saidTrouble: string | null = null;
  return {
    once: (text: string): void => {
      if (text === state) return;
      state = text;
      saidTrouble = null;
      note(text);
    },
    trouble: (error: unknown): void => {
      const text = error instanceof Error ? error.message : String(error);
      if (text === saidTrouble) return;
      saidTrouble = text;
      note(error instanceof EspalierError ? `${text}\n  ${error.remedy}` : text);
    },
  };
}
