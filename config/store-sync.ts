import type { Settings } from './settings';

/**
 * How safely the store is written: as was said, else so that nothing is lost with the machine's power where a real
 * endpoint may be asked, whose every answer is paid for.
 */
export function storeSync({
  ESPALIER_STORE_SYNC: said,
  OPENAI_API_KEY: key,
  OPENAI_API_KEY_FILE: keyFile,
}: Pick<Settings, 'ESPALIER_STORE_SYNC' | 'OPENAI_API_KEY' | 'OPENAI_API_KEY_FILE'>):
  'normal' | 'full' {
  return said ?? (key === undefined && keyFile === undefined ? 'normal' : 'full');
}
