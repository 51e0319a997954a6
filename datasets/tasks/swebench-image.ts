import type { RepositoryTask } from './repository-task';
import { isOfSweBench } from './task-specs';

/** The value of the setting with which no task has an image. */
const noImages = 'none';

/**
 * The image of a task: what the row names, else, if a registry or owner of images is given, what the images of SWE-bench are called
 * there. null: it has none.
 * @param owner `swebench`, `registry.example:5000/swebench`, or `none`
 */
export function taskImage(task: RepositoryTask, owner?: string): string | null {
  if (owner === noImages) return null;
  if (task.image !== null || owner === undefined || !isOfSweBench(task)) return task.image;
  // Registries allow no double underscores, and no capitals.
  const name = task.id.toLowerCase().replace('__', '_1776_');
  return `${owner.replace(/\/+$/, '')}/sweb.eval.x86_64.${name}:latest`;
}
