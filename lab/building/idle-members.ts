import { isRecord } from '../../core/values/is-record';
import { ratersOf } from '../../core/code-feedback/filter';
import { datasetMethods } from '../../core/names/dataset-methods';
import type { DatasetMethod } from '../../core/names/dataset-methods';
import type { Recipe } from '../../core/schemas/recipe';

/** A member that means something only beside others. */
interface DependentMember {
  readonly path: readonly [string, string];
  /** Why it does nothing in this recipe. null: it does something. */
  readonly idle: (recipe: Recipe) => string | null;
}

const uses = (recipe: Recipe, ...methods: readonly DatasetMethod[]): boolean =>
  methods.some((method) => recipe.methods[method] !== undefined);

const isRated = ({ methods, filter }: Recipe): boolean =>
  datasetMethods.some((one) => methods[one] !== undefined && ratersOf(one, filter).length > 0);

const unrated = (recipe: Recipe): string | null =>
  isRated(recipe) ? null : 'none of its methods has rows that are rated';

const without =
  (...methods: readonly DatasetMethod[]) =>
  (recipe: Recipe): string | null =>
    uses(recipe, ...methods) ? null : `it is for the methods ${methods.join(', ')}`;

const gateOff =
  (gate: string) =>
  ({ gates }: Recipe): string | null =>
    gates.off.includes(gate) ? `the gate ${gate} is off` : null;

const dependentMembers: readonly DependentMember[] = [
  {
    path: ['filter', 'combine'],
    idle: (recipe) => (recipe.filter.combine === 'none' ? null : unrated(recipe)),
  },
  { path: ['filter', 'minRating'], idle: unrated },
  { path: ['filter', 'includeAnswer'], idle: unrated },
  { path: ['models', 'judge'], idle: unrated },
  { path: ['models', 'weak'], idle: without('simulate') },
  { path: ['models', 'strong'], idle: without('simulate', 'correct', 'similar', 'follow-up') },
  { path: ['models', 'embedder'], idle: without('pack') },
  { path: ['gates', 'languages'], idle: gateOff('language') },
  { path: ['gates', 'minChars'], idle: gateOff('length') },
  { path: ['gates', 'maxChars'], idle: gateOff('length') },
  { path: ['gates', 'refusedLicences'], idle: gateOff('licence') },
  { path: ['gates', 'contaminationFiles'], idle: gateOff('contamination') },
  { path: ['gates', 'contaminationSets'], idle: gateOff('contamination') },
];

/**
 * The first member that the recipe states and that does nothing in it, with the reason. null: there is none.
 * @param given the recipe as it was written, without usual values
 */
export function idleMember(
  recipe: Recipe,
  given: unknown,
): { readonly member: string; readonly why: string } | null {
  for (const { path, idle } of dependentMembers) {
    const why = isStated(given, path) ? idle(recipe) : null;
    if (why !== null) return { member: path.join('.'), why };
  }
  return null;
}

/** An empty list states nothing. */
function isStated(given: unknown, [part, name]: DependentMember['path']): boolean {
  const members = isRecord(given) ? given[part] : undefined;
  const value = isRecord(members) ? members[name] : undefined;
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
