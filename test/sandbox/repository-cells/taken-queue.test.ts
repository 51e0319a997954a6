import { TakenQueue } from '../../../sandbox/repository-cells/taken-queue';

function queueOf(): { queue: TakenQueue<number>; taken: number[] } {
  const taken: number[] = [];
  return { taken, queue: new TakenQueue<number>((item) => void taken.push(item)) };
}

test('an item is taken only when the reader asks for the next one', async () => {
  const { queue, taken } = queueOf();
  queue.push(1);
  queue.push(2);
  queue.end();
  const reader = queue[Symbol.asyncIterator]();
  expect(await reader.next()).toEqual({ value: 1, done: false });
  expect(taken).toEqual([]);
  expect(await reader.next()).toEqual({ value: 2, done: false });
  expect(taken).toEqual([1]);
  expect((await reader.next()).done).toBe(true);
  expect(taken).toEqual([1, 2]);
});

test('a reader that waits is woken by an item, and by the end', async () => {
  const { queue } = queueOf();
  const reader = queue[Symbol.asyncIterator]();
  const first = reader.next();
  queue.push(1);
  expect((await first).value).toBe(1);
  const second = reader.next();
  queue.end();
  expect((await second).done).toBe(true);
});

test('the reader is told the first error, after what is there; nothing comes behind the end', async () => {
  const { queue, taken } = queueOf();
  queue.push(1);
  queue.end(new Error('first'));
  queue.end(new Error('second'));
  queue.push(2);
  const reader = queue[Symbol.asyncIterator]();
  expect((await reader.next()).value).toBe(1);
  await expect(reader.next()).rejects.toThrow('first');
  expect(taken).toEqual([1]);
});

test('what nobody reads any more counts as taken', () => {
  const { queue, taken } = queueOf();
  queue.push(1);
  queue.push(2);
  queue.drop();
  queue.push(3);
  expect(taken).toEqual([1, 2, 3]);
});
