import { sandboxSettings, withSandbox, type OpenedSandbox } from '../../cli/with-sandbox';
import type { CellSearch } from './cell-processes';

export interface Trial extends OpenedSandbox {
  readonly search: CellSearch;
}

/** Opens the sandbox for the time of a body. Throws what opening a sandbox throws. */
export async function withTrial<T>(
  call: Parameters<typeof withSandbox>[0],
  body: (trial: Trial) => Promise<T>,
): Promise<T> {
  const { dockerHost } = sandboxSettings(call.context, call.flags);
  return withSandbox(call, (opened) => {
    const { backend } = opened;
    return body({ ...opened, search: { backend, dockerHost } });
  });
}
