import { resolve } from 'node:path';

import { readScript } from '../../../cli/chat/read-script';
import { loadChatScript } from '../../../llm/simulated/chat-script';

const tour = resolve(__dirname, '../../../docs/examples/chat-tour.json');

describe('the tour of a chat', () => {
  it('types what the simulated model has an answer to', async () => {
    const { turns } = await loadChatScript(tour);
    expect(await readScript(tour)).toEqual(turns.map(({ say }) => say));
    expect(turns).toHaveLength(15);
  });
});
