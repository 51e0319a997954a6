import { describeGenerationsContract } from '../../fakes/generations-contract';
import { createStoreFolder } from '../store-folder';

describeGenerationsContract('the store', async () => {
  const folder = createStoreFolder();
  return { store: await folder.open(), close: () => folder.dispose() };
});
