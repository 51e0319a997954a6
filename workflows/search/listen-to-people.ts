import { setHandler } from '@temporalio/workflow';

import { listenToPause } from '../work/listen-to-pause';
import type { PauseGate } from '../work/pause-gate';
import { refuse } from '../work/refuse';
import type { ExpansionsUnderWay } from './expansions-under-way';
import { abortNodeUpdate, acceptNodeUpdate, addStrategyUpdate, treeQuery } from './messages';
import type { SearchActivities } from './search-activities';
import type { SteeredSearch } from './steered-search';

/** Longest strategy a person may add, characters. */
const longestStrategy = 8000;

/** Answers the tree query and takes a person's updates; `search` is null until the attempt has begun. */
export function listenToPeople(
  gate: PauseGate,
  ports: SearchActivities,
  {
    search,
    making,
  }: { readonly search: () => SteeredSearch | null; readonly making: ExpansionsUnderWay },
): void {
  const begun = (): SteeredSearch => search() ?? refuse('the search has not begun; try again');
  const open = (): SteeredSearch => {
    const current = begun();
    if (current.closed || current.state.finish !== null) refuse('the search has ended');
    return current;
  };

  const inTurn = (node: string): void => {
    if (!making.ahead.includes(node)) return;
    refuse(
      `${node} is made ahead of its turn: wait for that, or add a strategy to be explored first`,
    );
  };

  setHandler(treeQuery, () => ({
    state: begun().state,
    paused: gate.paused,
    ahead: making.ahead,
  }));
  setHandler(
    addStrategyUpdate,
    async (text: string) => {
      const strategy = await ports.work.storeText({ text });
      await begun().steer({ kind: 'add-strategy', strategy });
    },
    {
      validator: (text: string) => {
        open();
        if (text.trim() === '') refuse('the strategy is empty');
        if (text.length > longestStrategy) {
          refuse(`the strategy is longer than ${String(longestStrategy)} characters`);
        }
      },
    },
  );
  setHandler(abortNodeUpdate, (node: string) => begun().steer({ kind: 'abort-node', node }), {
    validator: (node: string) => {
      const current = open();
      inTurn(node);
      current.check({ kind: 'abort-node', node });
    },
  });
  setHandler(acceptNodeUpdate, (node: string) => begun().steer({ kind: 'accept-node', node }), {
    validator: (node: string) => {
      const current = open();
      inTurn(node);
      current.check({ kind: 'accept-node', node });
    },
  });
  listenToPause(gate, () => {
    open();
  });
}
