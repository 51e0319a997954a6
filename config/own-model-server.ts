import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { StateFolder } from './state-folder';

const Address = z.object({ url: z.url() });

/** Name of the process that serves one logical endpoint (`simulated:…`, `recorded:…`) of this state folder. */
export function modelServerName(logicalEndpoint: string): string {
  return `model-${createHash('sha256').update(logicalEndpoint).digest('hex').slice(0, 12)}`;
}

/** Where that process says what its address is, once it listens. */
export function modelServerAddressFile(folder: StateFolder, logicalEndpoint: string): string {
  return join(folder.processes, `${modelServerName(logicalEndpoint)}.address`);
}

export function publishAddress(file: string, url: string): void {
  const half = `${file}.${String(process.pid)}`;
  writeFileSync(half, `${JSON.stringify({ url })}\n`, { mode: 0o600 });
  renameSync(half, file);
}

/** Base URL (with `/v1`) of our server for a logical endpoint; null when it was never started here. */
export function ownModelServerUrl(folder: StateFolder, logicalEndpoint: string): string | null {
  try {
    const text = readFileSync(modelServerAddressFile(folder, logicalEndpoint), 'utf8');
    return Address.parse(JSON.parse(text)).url;
  } catch {
    return null;
  }
}
