import { release } from 'node:os';

import { EspalierError } from '../core/errors/errors';
import type { SandboxFinding } from '../core/adapters/sandbox';
import type { SandboxBackend } from '../core/names/sandbox-backends';
import type { Backend } from './backend';
import { backendRows, setUpRemedy } from './backends';
import type { CellBackend } from './cells/cell-backend';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import type { Hello } from './guest/protocol';
import { boxNamespaces } from './isolation';
import { openBackend, tryBackend } from './open-sandbox';
import type { SandboxOptions } from './sandbox-options';

function failure(name: string, error: unknown): SandboxFinding {
  if (!(error instanceof EspalierError)) return { name, ok: false, detail: String(error) };
  return { name, ok: false, detail: error.message, remedy: error.remedy };
}

/** What a cell said about itself and about its boxes, in words. */
export function describeIsolation({ python, machine, isolation, box }: Hello): string {
  const { namespaces } = isolation;
  // Of the others, boxes share the cell's: that a name differs from the controller's says nothing of its boxes.
  const own = boxNamespaces.filter((name) => {
    const value = box.namespaces[name];
    return typeof value === 'string' && value !== namespaces[name];
  });
  return [
    `Python ${python} on ${machine}`,
    `cells of user ${isolation.uid} with own ${namesOf(namespaces)} namespaces`,
    `each program in a box with ${own.join(', ')} namespaces of its own`,
    'no capabilities, no new privileges, no network',
    box.seccomp ? 'system calls filtered' : 'system calls not filtered',
    box.ownFiles
      ? 'locks on files of the root stay in a cell'
      : 'locks on the files of /usr are seen by other cells (this kernel has no overlayfs)',
    'assurance: data by default (program and tests in separate boxes, and only plain values cross)',
  ].join('; ');
}

function namesOf(namespaces: Hello['isolation']['namespaces']): string {
  return Object.keys(namespaces)
    .filter((name) => namespaces[name] !== null)
    .join(', ');
}

function memoryFinding(backend: CellBackend, { isolation }: Hello): SandboxFinding {
  const { name, memoryUnbounded } = backend;
  const why = memoryUnbounded ?? (isolation.countsOom ? null : 'the cell sees none');
  const detail =
    why === null
      ? 'all of a cell together is bounded by a memory control group'
      : `only each process of a program is bounded, so it may use its limit times its processes (no control group: ${why})`;
  return { name: `${name} memory`, ok: true, detail };
}

async function probeBackend(
  { name, findings }: Backend,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<readonly SandboxFinding[]> {
  try {
    const backend = await openBackend(name, options, bundle);
    const hello = await tryBackend(backend, bundle);
    const found: SandboxFinding = { name, ok: true, detail: describeIsolation(hello) };
    return [found, memoryFinding(backend, hello), ...findings(release())];
  } catch (error) {
    return [failure(name, error)];
  }
}

/**
 * What this machine offers: the first finding, `sandbox`, is ok when programs can be run at all with the given
 * options; the others say it backend by backend. Never throws for a backend that is missing or broken.
 */
export async function probeSandboxes(options: SandboxOptions): Promise<readonly SandboxFinding[]> {
  const bundle = loadGuestBundle();
  const findings: SandboxFinding[] = [];
  const usable: SandboxBackend[] = [];
  for (const row of backendRows) {
    const found = await probeBackend(row, options, bundle);
    findings.push(...found);
    const wanted = options.backend === 'auto' || options.backend === row.name;
    if (wanted && found[0]?.ok === true) usable.push(row.name);
  }
  const [chosen] = usable;
  if (chosen !== undefined) {
    return [{ name: 'sandbox', ok: true, detail: `cells by ${chosen}` }, ...findings];
  }
  const wanted =
    options.backend === 'auto'
      ? `neither ${backendRows.map(({ title }) => title).join(' nor ')}`
      : `not ${options.backend}`;
  const detail = `${wanted} works here`;
  return [{ name: 'sandbox', ok: false, detail, remedy: setUpRemedy() }, ...findings];
}

/** As which users the backends of this process start what they start. */
export function userFindings(
  uid: number | undefined = process.getuid?.(),
): readonly SandboxFinding[] {
  return backendRows.flatMap(({ userFinding }) => (userFinding === null ? [] : [userFinding(uid)]));
}
