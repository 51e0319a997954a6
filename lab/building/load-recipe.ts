import { readFile } from 'node:fs/promises';

import { parse } from 'yaml';

import { gateNames } from '../../core/code-feedback/gates/gates';
import { UsageError } from '../../core/errors/errors';
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
  return recipe;
}
