import { readlinkSync } from 'node:fs';

import { SandboxUnsafeError } from './errors';
import type { Isolation } from './guest/protocol';

/** Namespaces a box must not share with this process. */
const required = ['pid', 'mnt', 'net', 'ipc', 'uts'] as const;

/** Namespaces of this process by name; empty where there is no /proc (the boxes then run on another kernel). */
export function ownNamespaces(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of required) {
    try {
      found[name] = readlinkSync(`/proc/self/ns/${name}`);
    } catch {
      continue;
    }
  }
  return found;
}

/** What is wrong with a box; empty when it isolates as it should. */
export function isolationFaults(
  box: Isolation,
  host: Readonly<Record<string, string>>,
): readonly string[] {
  const faults: string[] = [];
  if (box.pid !== 1) faults.push(`the supervisor is process ${box.pid}, not the first`);
  if (box.uid === 0) faults.push('programs would run as root');
  if (!/^0*$/.test(box.capabilities)) faults.push(`capabilities ${box.capabilities} are left`);
  if (!box.noNewPrivileges) faults.push('privileges can be gained (no_new_privs is off)');
  for (const name of required) {
    const namespace = box.namespaces[name];
    if (typeof namespace !== 'string') faults.push(`the ${name} namespace is unknown`);
    else if (namespace === host[name]) faults.push(`the ${name} namespace is the host's`);
  }
  return faults;
}

/** @throws SandboxUnsafeError naming every fault */
export function requireIsolation(provider: string, box: Isolation): void {
  const faults = isolationFaults(box, ownNamespaces());
  if (faults.length > 0) throw new SandboxUnsafeError(provider, faults);
}
