import type { WorkKind } from '../schemas/run';
import { unknownMethod } from '../search/methods';
import { datasetItem } from './dataset/outcome';
import { datasetRow } from './dataset/row';
import { dialogueItem } from './dialogue/outcome';
import { dialogueRow } from './dialogue/row';
import { environmentItem } from './environment/outcome';
import { environmentRow } from './environment/row';
import { evaluationItem, evaluationRow } from './evaluation/row';
import { searchItem } from './search/outcome';
import { searchRow } from './search/row';
import { taskItem, taskRow } from './task/row';
import type { WorkRow } from './work-row';

/** Every kind of work. It holds zod, so workflows see the items alone (`workflows/index.ts`). */
export const kindsOfWork: { readonly [Kind in WorkKind]: WorkRow<Kind> } = {
  search: { ...searchItem, ...searchRow },
  dialogue: { ...dialogueItem, ...dialogueRow },
  environment: { ...environmentItem, ...environmentRow },
  evaluation: { ...evaluationItem, ...evaluationRow },
  task: { ...taskItem, ...taskRow },
  dataset: { ...datasetItem, ...datasetRow },
};

/** The row of a kind, for callers that serve every kind. */
export function workRow(kind: WorkKind): WorkRow<WorkKind> {
  return kindsOfWork[kind];
}

const kinds = Object.keys(kindsOfWork) as readonly WorkKind[];

const kindsByMethod = kinds.filter((kind) => kindsOfWork[kind].byMethod);

/** Every name that `--method` takes, kind by kind. */
export const methodNames: readonly string[] = kindsByMethod.flatMap(
  (kind) => kindsOfWork[kind].methods,
);

/** @throws UsageError naming the known methods, when `method` is none of them. */
export function kindOfMethod(method: string): WorkKind {
  const kind = kindsByMethod.find((one) => kindsOfWork[one].methods.includes(method));
  if (kind !== undefined) return kind;
  throw unknownMethod(method, methodNames);
}

/** Ids, exports and steering of searches leave out `kind`: searches are older than kinds. */
export function withKindUnlessSearch<Member extends { readonly kind: WorkKind }>(
  member: Member,
): Member | Omit<Member, 'kind'> {
  const { kind, ...rest } = member;
  return kind === 'search' ? rest : member;
}
