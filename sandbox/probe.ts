import { release } from 'node:os';

import { EspalierError } from '../core/errors';
import type { SandboxFinding } from '../core/ports/sandbox';
import type { CellBackend } from './cells/backend';
import { chooseProvider } from './errors';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import type { Hello } from './guest/protocol';
import { boxNamespaces } from './isolation';
import { countsProcessesPerBox, processCountText } from './kernel';
import { openBackend, tryBackend, type SandboxOptions, type SandboxProvider } from './open-sandbox';

function failure(name: string, error: unknown): SandboxFinding {
  if (!(error instanceof EspalierError)) return { name, ok: false, detail: String(error) };
  return { name, ok: false, detail: error.message, remedy: error.remedy };
}

/** What a cell said about itself and about its boxes, in words. */
export function describeIsolation({ python, machine, isolation, box }: Hello): string {
  const { namespaces } = isolation;
  // Of the others, boxes share the cell's: that a name differs from the supervisor's says nothing of its boxes.
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
    'assurance: split by default (program and tests in separate boxes)',
  ].join('; ');
}

function namesOf(namespaces: Hello['isolation']['namespaces']): string {
  return Object.keys(namespaces)
    .filter((name) => namespaces[name] !== null)
    .join(', ');
}

function memoryFinding(backend: CellBackend, { isolation }: Hello): SandboxFinding {
  const { provider, memoryUnbounded } = backend;
  const why = memoryUnbounded ?? (isolation.countsOom ? null : 'the cell sees none');
  const detail =
    why === null
      ? 'all of a cell together is bounded by a memory control group'
      : `only each process of a program is bounded, so it may use its limit times its processes (no control group: ${why})`;
  return { name: `${provider} memory`, ok: true, detail };
}

/** Nothing where the kernel counts as it should; bubblewrap is refused where it does not, and says so itself. */
export function processFindings(
  provider: SandboxProvider,
  kernelRelease: string,
): readonly SandboxFinding[] {
  if (provider !== 'docker' || countsProcessesPerBox(kernelRelease)) return [];
  const detail = `${processCountText(kernelRelease)}: a program may have as many as its whole cell`;
  return [{ name: `${provider} processes`, ok: true, detail }];
}

async function probeProvider(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<readonly SandboxFinding[]> {
  try {
    const backend = await openBackend(provider, options, bundle);
    const hello = await tryBackend(backend, bundle);
    const found: SandboxFinding = { name: provider, ok: true, detail: describeIsolation(hello) };
    const processes = processFindings(provider, release());
    return [found, memoryFinding(backend, hello), ...processes];
  } catch (error) {
    return [failure(provider, error)];
  }
}

/**
 * What this machine offers: the first finding, `sandbox`, is ok when programs can be run at all with the given
 * options; the others say it provider by provider. Never throws for a provider that is missing or broken.
 */
export async function probeSandboxes(options: SandboxOptions): Promise<readonly SandboxFinding[]> {
  const bundle = loadGuestBundle();
  const findings = [
    ...(await probeProvider('bubblewrap', options, bundle)),
    ...(await probeProvider('docker', options, bundle)),
  ];
  const usable = findings.filter(({ ok, name }) => {
    const wanted = options.provider === 'auto' || options.provider === name;
    return ok && wanted && (name === 'bubblewrap' || name === 'docker');
  });
  const chosen = usable[0];
  if (chosen !== undefined) {
    return [{ name: 'sandbox', ok: true, detail: `cells by ${chosen.name}` }, ...findings];
  }
  const wanted =
    options.provider === 'auto' ? 'neither bubblewrap nor Docker' : `not ${options.provider}`;
  const detail = `${wanted} works here`;
  return [{ name: 'sandbox', ok: false, detail, remedy: chooseProvider }, ...findings];
}
