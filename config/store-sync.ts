import type { Settings } from './settings';

/** As was said, else safe against power loss where a real endpoint may be asked, whose answers are paid for. */
export function storeSync({
  ESPALIER_STORE_SYNC: said,
  OPENAI_API_KEY: key,
  OPENAI_API_KEY_FILE: keyFile,
}: Pick<Settings, 'ESPALIER_STORE_SYNC' | 'OPENAI_API_KEY' | 'OPENAI_API_KEY_FILE'>):
  'normal' | 'full' {
  return said ?? (key === undefined && keyFile === undefined ? 'normal' : 'full');
}
