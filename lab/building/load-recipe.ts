import { readFile } from 'node:fs/promises';

import { parse } from 'yaml';

import { batchedStages } from '../../core/code-feedback/batched-stages';
import { gateNames } from '../../core/code-feedback/gates/gates';
import { UsageError } from '../../core/errors/errors';
import type { BatchStage } from '../../core/names/batch-stages';
import { datasetMethods } from '../../core/names/dataset-methods';
import { Recipe } from '../../core/schemas/recipe';
import { idleMember } from './idle-members';

const remedy = 'docs/making-data-sets.md has a recipe with every member';

/** @throws UsageError (`BAD_RECIPE`) naming the file, the member and what it may be */
export async function loadRecipe(path: string): Promise<Recipe> {
  const fault = (what: string, cause?: unknown): UsageError =>
    new UsageError(`recipe ${path}: ${what}`, remedy, { code: 'BAD_RECIPE', cause });
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw fault(cause instanceof Error ? cause.message : 'cannot be read', cause);
  });
  let value: unknown;
  try {
    // JSON is YAML, too.
    value = parse(text);
  } catch (cause) {
    throw fault(`is not YAML: ${cause instanceof Error ? cause.message : ''}`, cause);
  }
  const parsed = Recipe.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fault(`${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'cannot be used'}`);
  }
  const recipe = parsed.data;
  const names = recipe.sources.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw fault(`two sources are named ${twice}`);
  const unknown = recipe.gates.off.find((name) => !gateNames.includes(name));
  if (unknown !== undefined) {
    throw fault(`gates.off: there is no gate ${unknown}; known are ${gateNames.join(', ')}`);
  }
  if (Object.values(recipe.methods).every((one) => one === undefined)) {
    throw fault('methods: names none');
  }
  const idle = idleMember(recipe, value);
  if (idle !== null) throw fault(`${idle.member} does nothing: ${idle.why}. Leave it out`);
  const stage = idleStage(recipe);
  if (stage !== null) throw fault(`batch.stages: ${stage}`);
  return recipe;
}

/** A stage of the batches that no method of the recipe has, and why. null: there is none. */
function idleStage(recipe: Recipe): string | null {
  const why: Readonly<Record<BatchStage, string>> = {
    rate: '`rate` needs a filter and one of the methods pack, simulate and correct',
    embed: '`embed` needs the method pack and models.embedder',
    explain: '`explain` needs one of the methods similar and follow-up',
  };
  const named = datasetMethods.filter((method) => recipe.methods[method] !== undefined);
  const used = new Set(named.flatMap((method) => batchedStages(recipe, method)));
  const idle = recipe.batch?.stages.find((stage) => !used.has(stage));
  return idle === undefined ? null : why[idle];
}
