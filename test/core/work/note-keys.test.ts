import {
  importKeys,
  lastTurn,
  noteTurn,
  repositoryNoteKey,
  stepNoteKey,
  stepNotes,
  stepPlace,
  tryKey,
} from '../../../core/work/note-keys';
import { createMemoryEnvironments } from '../../fakes/memory-environments';

const key = { run: 'r', problem: 'people/tools', sample: 1, generation: 'g' };
const id = 'm.py::f#1';

describe('the keys of notes', () => {
  it('name run, problem, sample, function and step, and a turn after the first', () => {
    const first = 'note/r/people/tools/1/function/m.py::f#1/0';
    expect(stepNoteKey(key, id, 0)).toBe(first);
    expect(stepNoteKey(key, id, 0, 0)).toBe(first);
    expect(stepNoteKey(key, id, 0, 2)).toBe(`${first}/turn/2`);
    expect(tryKey(first, 1)).toBe(`${first}/try/1`);
    expect(repositoryNoteKey(key, 'survey' as never)).toBe(
      'note/r/people/tools/1/repository/survey',
    );
  });

  it('of an import tell its beginning from its end', () => {
    expect(importKeys('r')).toEqual({ begun: 'import/r/begun', done: 'import/r/done' });
  });

  it('find the place of a step behind the last mark of its name', () => {
    expect(stepPlace('m.py::f#1#12')).toBe(12);
  });
});

describe('the turn of tools on a function', () => {
  it('is the same for the same tools, and the next for others', async () => {
    const store = createMemoryEnvironments();
    expect(await noteTurn(store, key, id, 'a')).toBe(0);
    expect(await noteTurn(store, key, id, 'b')).toBe(1);
    expect(await noteTurn(store, key, id, 'c')).toBe(2);
    expect(await noteTurn(store, key, id, 'b')).toBe(1);
    expect(await lastTurn(store, key, id)).toBe(2);
    expect(await lastTurn(store, key, 'another')).toBe(0);
  });
});

describe('the notes of the steps of a function', () => {
  it('are the newest, and before them those that an upgrade continued from', async () => {
    const store = createMemoryEnvironments();
    for (const tools of ['a', 'b', 'c']) await noteTurn(store, key, id, tools);
    const note = (place: number, turn: number) =>
      store.saveStep(stepNoteKey(key, id, place, turn), { place, turn });
    await note(0, 0);
    await note(1, 0);
    await note(1, 1);
    await note(2, 2);
    // Behind the step that the second tools made, nothing of the first tools counts.
    await note(3, 0);
    expect(await stepNotes(store, key, id)).toEqual([
      { place: 0, turn: 0 },
      { place: 1, turn: 1 },
      { place: 2, turn: 2 },
    ]);
  });

  it('are none before the first', async () => {
    expect(await stepNotes(createMemoryEnvironments(), key, id)).toEqual([]);
  });
});
