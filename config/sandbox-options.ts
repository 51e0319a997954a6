import type { SandboxBackend } from '../core/names/sandbox-backends';
import type { Settings } from './settings';
import type { StateFolder } from './state-folder';

/** How the settings want programs to be run; the sandbox's own options. */
export interface SandboxSettings {
  readonly backend: 'auto' | SandboxBackend;
  readonly slots?: number;
  readonly image?: string;
  readonly root?: string;
  /** Marks what this state folder starts, so that it reaps nothing else. */
  readonly stateLabel: string;
  readonly dockerHost?: string;
}

export function sandboxOptions(settings: Settings, folder: StateFolder): SandboxSettings {
  const {
    ESPALIER_SANDBOX: backend,
    ESPALIER_SANDBOX_SLOTS: slots,
    ESPALIER_SANDBOX_IMAGE: image,
    ESPALIER_SANDBOX_ROOT: root,
    DOCKER_HOST: dockerHost,
  } = settings;
  return {
    backend,
    stateLabel: folder.root,
    ...(slots === undefined ? {} : { slots }),
    ...(image === undefined ? {} : { image }),
    ...(root === undefined ? {} : { root }),
    ...(dockerHost === undefined ? {} : { dockerHost }),
  };
}
