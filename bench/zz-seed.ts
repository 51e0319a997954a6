import { openStore } from '../store';
import { seedLargeRun } from './large-store';
async function main(): Promise<void> {
  const path = process.argv[2] ?? '';
  const store = await openStore({ path });
  await seedLargeRun(store, { path, id: 'large', attempts: Number(process.argv[3]) });
  await store.close();
}
void main();
