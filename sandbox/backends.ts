import { sandboxBackends, type SandboxBackend } from '../core/names/sandbox-backends';
import type { Backend } from './backend';
import { bubblewrap } from './bubblewrap/bubblewrap';
import { docker } from './docker';

/** Every backend. Whatever differs between them is a member of a row: nobody asks for a name. */
export const backends: Readonly<Record<SandboxBackend, Backend>> = { bubblewrap, docker };

/** The rows, in the order in which `auto` tries them. */
export const backendRows: readonly Backend[] = sandboxBackends.map((name) => backends[name]);

/** What to do where nothing can run programs. */
export function setUpRemedy(): string {
  const text = backendRows.map(({ setUp }) => setUp).join(', or ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
