import { executeChild, proxyActivities } from '@temporalio/workflow';

interface BareActivities {
  readonly noop: () => Promise<void>;
}

const { noop } = proxyActivities<BareActivities>({ startToCloseTimeout: '1m' });

export async function bareSteps(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await noop();
}

export async function bareChild(): Promise<void> {
  return Promise.resolve();
}

export async function bareParent(children: number): Promise<void> {
  for (let child = 0; child < children; child += 1) await executeChild(bareChild);
}
