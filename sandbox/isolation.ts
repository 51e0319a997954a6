import { readlinkSync } from 'node:fs';

import { SandboxUnsafeError } from './errors';
import type { Confinement, Hello } from './guest/protocol';

/** Namespaces a cell must not share with this process. */
const cellNamespaces = ['pid', 'mnt', 'net', 'ipc', 'uts'] as const;
/** The cell's others are shared: its network leads nowhere, and programs can make no queues or shared memory under keys. */
export const boxNamespaces = ['user', 'pid', 'mnt'] as const;

type Namespaces = Readonly<Record<string, string | null>>;

/** Namespaces of this process by name; empty where there is no /proc (the cells then run on another kernel). */
export function ownNamespaces(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of cellNamespaces) {
    try {
      found[name] = readlinkSync(`/proc/self/ns/${name}`);
    } catch {
      continue;
    }
  }
  return found;
}

function rightsFaults({ uid, capabilities, noNewPrivileges }: Confinement): readonly string[] {
  const faults: string[] = [];
  if (uid === 0) faults.push('programs would run as root');
  if (!/^0+$/.test(capabilities)) faults.push(`capabilities ${capabilities} are left`);
  if (!noNewPrivileges) faults.push('privileges can be gained (no_new_privs is off)');
  return faults;
}

function sharedNamespaces(
  wanted: readonly string[],
  own: Namespaces,
  outside: { readonly name: string; readonly namespaces: Namespaces },
): readonly string[] {
  return wanted.flatMap((name) => {
    const namespace = own[name];
    if (typeof namespace !== 'string') return [`the ${name} namespace is unknown`];
    if (namespace !== outside.namespaces[name]) return [];
    return [`the ${name} namespace is ${outside.name}`];
  });
}

/** What is wrong with a cell; empty when it isolates as it should. */
export function cellFaults(cell: Confinement, host: Namespaces): readonly string[] {
  return [
    ...(cell.pid === 1 ? [] : [`the controller is process ${cell.pid}, not the first`]),
    ...rightsFaults(cell),
    ...sharedNamespaces(cellNamespaces, cell.namespaces, { name: "the host's", namespaces: host }),
  ];
}

/** What is wrong with the boxes of a cell, by the one that its hello tells of. */
export function boxFaults(box: Confinement, cell: Confinement): readonly string[] {
  const { namespaces } = cell;
  const unknown = boxNamespaces.filter((name) => typeof namespaces[name] !== 'string');
  return [
    ...unknown.map((name) => `the ${name} namespace of its cell is unknown`),
    ...(box.pid === 1 ? [] : [`a program is process ${box.pid}, not the first of its own`]),
    ...rightsFaults(box),
    ...(box.seccomp ? [] : ['system calls are not filtered']),
    ...sharedNamespaces(boxNamespaces, box.namespaces, { name: "the cell's", namespaces }),
  ].map((fault) => `in a box, ${fault}`);
}

/** @throws SandboxUnsafeError naming every fault */
export function requireIsolation(backend: string, { isolation, box }: Hello): void {
  const faults = [...cellFaults(isolation, ownNamespaces()), ...boxFaults(box, isolation)];
  if (faults.length > 0) throw new SandboxUnsafeError(backend, faults);
}
