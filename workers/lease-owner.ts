import { randomUUID } from 'node:crypto';

import { formatOwner, isDead, parseOwner, thisOwner } from '../processes/owner';

/** This process, and this opening of its dependencies, in the journal's leases; whoever asks adds what it likes behind a `/`. */
export function leaseOwner(): string {
  return `${formatOwner(thisOwner())} ${randomUUID()}`;
}

/** Whether the process in a lease is certainly gone: killed, or of an earlier boot of this machine. */
export function isDeadLeaseOwner(owner: string): boolean {
  const [process = ''] = owner.split(' ', 1);
  const parsed = parseOwner(process);
  return parsed !== null && isDead(parsed);
}
