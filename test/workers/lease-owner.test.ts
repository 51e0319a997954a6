import { spawnSync } from 'node:child_process';

import { isDeadLeaseOwner, leaseOwner } from '../../workers/lease-owner';

describe('the owner of a lease', () => {
  it('is alive while its process is, whatever stands behind its name', () => {
    expect(isDeadLeaseOwner(leaseOwner())).toBe(false);
    expect(isDeadLeaseOwner(`${leaseOwner()}/one-asking`)).toBe(false);
  });

  it('is dead as soon as its process is', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const [, ...rest] = leaseOwner().split('/');
    expect(isDeadLeaseOwner([String(pid), ...rest].join('/'))).toBe(true);
  });

  it('that cannot be read is not known to be dead', () => {
    expect(isDeadLeaseOwner('some-host/12/an-earlier-form')).toBe(false);
  });
});
