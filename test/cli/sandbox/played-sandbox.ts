import type { OpenedSandbox, SandboxWish, withSandbox } from '../../../cli/with-sandbox';
import type { Sandbox } from '../../../core/adapters/sandbox';

/** In place of a sandbox of this machine: the commands get this one, and what they wished for is kept. */
export function playedSandbox(retrying: Sandbox): {
  readonly within: typeof withSandbox;
  readonly wishes: readonly (SandboxWish | undefined)[];
} {
  const wishes: (SandboxWish | undefined)[] = [];
  // Commands that want an answer ask the one that asks again: nothing else is here.
  const opened = { retrying, sandbox: retrying, backend: 'bubblewrap', slots: 2 };
  return {
    wishes,
    within: (asked, body) => {
      wishes.push(asked.wish);
      return body(opened as unknown as OpenedSandbox);
    },
  };
}
