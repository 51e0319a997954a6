import { UsageError } from '../../../core/errors/errors';
import { onceOver } from '../../../lab/chats/once-over';

const busy = (): UsageError => new UsageError('busy', 'Wait', { code: 'CHAT_BUSY' });

/** Is refused so often, and then heard. */
function refusing(times: number, error: () => Error = busy) {
  let told = 0;
  const act = async (): Promise<void> => {
    told += 1;
    if (told <= times) throw error();
  };
  return { act, told: () => told };
}

describe('what is told to a chat whose turn is over', () => {
  it('is told again while its workflow has not heard of the end', async () => {
    const { act, told } = refusing(3);
    await onceOver(act, { isOver: async () => true, againMs: 1 });
    expect(told()).toBe(4);
  });

  it('is refused at once while the turn is under way', async () => {
    const { act, told } = refusing(1);
    const end = onceOver(act, { isOver: async () => false });
    await expect(end).rejects.toMatchObject({ code: 'CHAT_BUSY' });
    expect(told()).toBe(1);
  });

  it('is refused when the workflow does not hear of it in time, and at once for anything else', async () => {
    const never = refusing(1_000);
    const late = onceOver(never.act, { isOver: async () => true, againMs: 1, withinMs: 20 });
    await expect(late).rejects.toMatchObject({ code: 'CHAT_BUSY' });
    const other = refusing(1, () => new UsageError('ended', 'x', { code: 'CHAT_ENDED' }));
    await expect(onceOver(other.act, { isOver: async () => true })).rejects.toMatchObject({
      code: 'CHAT_ENDED',
    });
    expect(other.told()).toBe(1);
  });
});
