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
  /** One that fails ahead of its turn fails the search in its turn, and not before. */
  readonly making: Promise<JudgedExpansion>;
  /** Resolves, whatever became of it. */
  readonly ended: Promise<void>;
  hasEnded: boolean;
  made: JudgedExpansion | null;
}

/**
 * The expansions of one search that are being made: the one whose turn it is, and those ahead of their turn. They end
 * when they like and are taken in turn, so that nothing depends on which was faster.
 */
export class ExpansionsUnderWay {
  private readonly underWay = new Map<string, UnderWay>();
  /** Those ahead outlive the turn in which they were started, but not the search. */
  private readonly ofSearch = CancellationScope.current();
  private turn: UnderWay | null = null;
  /** What is given up holds its workflow's id until it has ended. */
  private leaving: Promise<void> | null = null;
  private unneeded: readonly SearchNode[] | undefined;

  /** @param before what earlier histories of this search made in vain */
  constructor(
    private readonly expand: (expansion: Expansion) => Promise<JudgedExpansion>,
    before: readonly SearchNode[] | undefined,
  ) {
    this.unneeded = before;
  }

  /** Nodes that are being made now. */
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

  /** What was made ahead of a turn that never came, as the outcome of the search has it. */
  get speculative(): Pick<SearchOutcome, 'speculative'> {
    if (this.unneeded === undefined) return {};
    const inOrder = this.unneeded.toSorted((left, right) => left.ordinal - right.ordinal);
    return { speculative: inOrder };
  }

  /** Makes the expansion whose turn it is, and starts beside it what else is to be made then. */
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

  /** Gives up what is ahead of its turn and none of these; what is done already is kept as made in vain. */
  keepOnly(wanted: readonly Expansion[]): void {
    const others = [...this.underWay.values()].filter(
      (one) =>
        one !== this.turn && !wanted.some((expansion) => sameExpansion(expansion, one.expansion)),
    );
    if (others.length > 0) this.leaving = this.giveUp(others, this.leaving);
  }

  /** The search has ended: nothing that is under way is needed any more. */
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
