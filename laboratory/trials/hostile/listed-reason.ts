import { isFooled, type Said } from './judge-program';
import type { LoadedProgram } from './manifest';
import { passesAtObjects } from './passes-at-objects';

/**
 * Why a program that passes at `objects`, though it should not, is not called fooling: it is listed, every such verdict
 * rests on the program's own objects, and plain Python, which is asked, passes it as well. null: it is none of these.
 */
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
