import { isTestFile } from '../../core/patches/test-paths';
import type { TaskSource } from '../../core/schemas/patch-task';
import { readTar } from '../../repositories';
import type { ActivityDependencies } from '../dependencies';

const megabyte = 1024 * 1024;
const limits = { fileBytes: megabyte, totalBytes: 256 * megabyte };

/** Files of tests that a repository has, from the root, in order. @throws TaskEnvironmentError */
export async function testFilesIn(
  {
    store: { environments },
    taskEnvironments,
  }: Pick<ActivityDependencies, 'store' | 'taskEnvironments'>,
  source: TaskSource,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { archives } = await taskEnvironments.of(source, signal);
  const found: string[] = [];
  for await (const { path } of readTar(
    environments.openArchive(archives.snapshot),
    () => false,
    limits,
  )) {
    const name = path.replace(/^\.\//, '');
    if (isTestFile(name)) found.push(name);
  }
  return found.sort();
}
