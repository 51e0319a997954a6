import { isFooled, type Said } from './judge-program';
import type { LoadedProgram } from './manifest';
import { passesAtObjects } from './passes-at-objects';

/** It is listed, each verdict rests on its own objects, and plain Python passes it. null: none of these. */
export async function listedReason(
  program: Pick<LoadedProgram, 'file' | 'what' | 'note' | 'passes_at' | 'expect' | 'fooled_if'>,
  said: readonly Said[],
  askShared: () => Promise<Said>,
): Promise<string | null> {
  const { file, what, note, passes_at } = program;
  const reason = passes_at === 'objects' ? (note ?? what) : (passesAtObjects[file] ?? null);
  const fooling = said.filter((one) => isFooled(program, one));
  if (reason === null || fooling.length === 0) return null;
  if (!fooling.every(({ handles }) => handles)) return null;
  return isFooled(program, await askShared()) ? reason : null;
}
