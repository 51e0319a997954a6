import { CancellationScope } from '@temporalio/workflow';

import type { SearchNode } from '../../core/schemas/search';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import { sameExpansion } from '../../core/search/expansion';
import type { JudgedExpansion } from '../../core/search/judged-event';
import type { Expansion } from '../../core/search/method';
import { speculativeNode } from '../../core/search/speculative-node';

interface UnderWay {
  readonly expansion: Expansion;
  readonly scope: CancellationScope;
  /** The failure of an expansion that runs ahead of its turn. It fails the search when its turn comes, not before. */
  readonly making: Promise<JudgedExpansion>;
  /** Resolves when the expansion has ended in any way. */
  readonly ended: Promise<void>;
  hasEnded: boolean;
  made: JudgedExpansion | null;
}

/**
 * The expansion whose turn it is, and others ahead of their turn. They end in any order, but results are taken in order of
 * turns: no result depends on which was faster.
 */
export class ExpansionsUnderWay {
  private readonly underWay = new Map<string, UnderWay>();
  /** Scope of the expansions ahead of their turn. They outlive the turn in which they started, but not the search. */
  private readonly ofSearch = CancellationScope.current();
  private turn: UnderWay | null = null;
  /** An expansion that was given up holds the id of its workflow until it has ended. */
  private leaving: Promise<void> | null = null;
  private unneeded: readonly SearchNode[] | undefined;

  /** @param before expansions of earlier histories of this search whose turns never came */
  constructor(
    private readonly expand: (expansion: Expansion) => Promise<JudgedExpansion>,
    before: readonly SearchNode[] | undefined,
  ) {
    this.unneeded = before;
  }

  get nodes(): readonly string[] {
    return [...this.underWay.values()]
      .filter(({ hasEnded }) => !hasEnded)
      .map(({ expansion }) => expansion.node);
  }

  /** Nodes that are made, or being made, before their turn has come. */
  get ahead(): readonly string[] {
    return [...this.underWay.values()]
      .filter((one) => one !== this.turn)
      .map(({ expansion }) => expansion.node);
  }

  /** The expansions whose turns never came, in the form of the outcome of the search. */
  get speculative(): Pick<SearchOutcome, 'speculative'> {
    if (this.unneeded === undefined) return {};
    const inOrder = this.unneeded.toSorted((left, right) => left.ordinal - right.ordinal);
    return { speculative: inOrder };
  }

  /** Makes the expansion whose turn it is, and starts the other expansions that are due now. */
  async make(turn: Expansion, beside: () => readonly Expansion[]): Promise<JudgedExpansion> {
    if (this.leaving !== null) await this.leaving;
    const one = this.started(turn);
    this.turn = one;
    try {
      for (const expansion of beside()) this.started(expansion);
      CancellationScope.current().cancelRequested.catch(() => {
        one.scope.cancel();
      });
      return await one.making;
    } finally {
      this.turn = null;
      this.underWay.delete(turn.node);
    }
  }

  /** Gives up all expansions ahead of their turn except these. An expansion that is already made is kept as speculative. */
  keepOnly(wanted: readonly Expansion[]): void {
    const others = [...this.underWay.values()].filter(
      (one) =>
        one !== this.turn && !wanted.some((expansion) => sameExpansion(expansion, one.expansion)),
    );
    if (others.length > 0) this.leaving = this.giveUp(others, this.leaving);
  }

  /** The search has ended, so all expansions under way are cancelled. */
  async end(): Promise<void> {
    this.keepOnly([]);
    if (this.leaving !== null) await this.leaving;
  }

  private started(expansion: Expansion): UnderWay {
    const known = this.underWay.get(expansion.node);
    if (known !== undefined) return known;
    const scope = new CancellationScope({ cancellable: true, parent: this.ofSearch });
    const making = scope.run(() => this.expand(expansion));
    const ended = making.then(
      (made) => {
        one.made = made;
        one.hasEnded = true;
      },
      () => {
        one.hasEnded = true;
      },
    );
    const one: UnderWay = { expansion, scope, making, ended, hasEnded: false, made: null };
    this.underWay.set(expansion.node, one);
    return one;
  }

  private async giveUp(those: readonly UnderWay[], earlier: Promise<void> | null): Promise<void> {
    this.unneeded ??= [];
    for (const { expansion, scope } of those) {
      this.underWay.delete(expansion.node);
      scope.cancel();
    }
    await Promise.all([earlier, ...those.map(({ ended }) => ended)]);
    const made = those.flatMap((one) =>
      one.made === null ? [] : [speculativeNode(one.expansion, one.made)],
    );
    this.unneeded = [...this.unneeded, ...made];
  }
}
