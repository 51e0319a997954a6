import { EspalierError } from '../core/errors';
import type { SandboxFinding } from '../core/ports/sandbox';
import { BubblewrapBackend } from './bubblewrap/backend';
import { loadGuestBundle, type GuestBundle } from './guest/bundle';
import type { Hello } from './guest/protocol';
import { openBackend, tryBackend, type SandboxOptions, type SandboxProvider } from './open-sandbox';

function failure(name: string, error: unknown): SandboxFinding {
  if (!(error instanceof EspalierError)) return { name, ok: false, detail: String(error) };
  return { name, ok: false, detail: error.message, remedy: error.remedy };
}

/** What a box said about itself, in words. */
export function describeIsolation({ python, isolation }: Hello): string {
  const namespaces = Object.entries(isolation.namespaces)
    .filter(([, value]) => value !== null)
    .map(([name]) => name);
  return [
    `Python ${python}`,
    `user ${isolation.uid}`,
    `own namespaces: ${namespaces.join(', ')}`,
    'no capabilities, no new privileges, no network',
    isolation.seccomp ? 'system calls filtered' : 'system calls not filtered',
    'assurance: shared (program and test in one process)',
  ].join('; ');
}

function memoryFinding(backend: BubblewrapBackend): SandboxFinding {
  const why = backend.memoryUnbounded;
  const detail =
    why === null
      ? 'the whole tree of a box is bounded by a memory control group'
      : `only each process of a box is bounded, so a box may use its limit times its processes (no control group: ${why})`;
  return { name: 'bubblewrap memory', ok: true, detail };
}

async function probeProvider(
  provider: SandboxProvider,
  options: SandboxOptions,
  bundle: GuestBundle,
): Promise<readonly SandboxFinding[]> {
  try {
    const backend = await openBackend(provider, options, bundle);
    const detail = describeIsolation(await tryBackend(backend, bundle));
    const found: SandboxFinding = { name: provider, ok: true, detail };
    return backend instanceof BubblewrapBackend ? [found, memoryFinding(backend)] : [found];
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
    return [{ name: 'sandbox', ok: true, detail: `boxes by ${chosen.name}` }, ...findings];
  }
  const wanted =
    options.provider === 'auto' ? 'neither bubblewrap nor Docker' : `not ${options.provider}`;
  const remedy =
    'Install bubblewrap (Debian: apt-get install bubblewrap), or start Docker and name an image with python3 in ESPALIER_SANDBOX_IMAGE';
  return [{ name: 'sandbox', ok: false, detail: `${wanted} works here`, remedy }, ...findings];
}
