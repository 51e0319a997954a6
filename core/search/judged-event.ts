import { assertNever } from '../values/assert-never';
import type { Decision } from '../schemas/search';
import type { TextRef } from '../schemas/text';
import type { MadeNode, SearchEvent } from './method';

/** A node, the decision of the critic about it (null: the method has no critic), and what to try next. */
export interface JudgedExpansion {
  readonly made: MadeNode;
  readonly decision: Decision | null;
  readonly reflections: readonly TextRef[];
}

/** The critic's decision as the branch it is (CodeTree §3.4): refine, abort or accept. */
export function judgedEvent({ made, decision, reflections }: JudgedExpansion): SearchEvent {
  switch (decision) {
    case 'refine':
      return { kind: 'node-refined', made, reflections };
    case 'abort':
      return { kind: 'node-aborted', made };
    case 'accept':
      return { kind: 'node-accepted', made };
    case null:
      return { kind: 'node-expanded', made, reflections };
    default:
      return assertNever(decision);
  }
}
