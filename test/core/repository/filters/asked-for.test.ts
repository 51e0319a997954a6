import { askedFor } from '../../../../core/repository/filters/asked-for';

describe('the functions that a run wants harnesses for', () => {
  const passed = ['a.py::f#1', 'a.py::g#1', 'b/c.py::f#1', 'b/d.py::f#1', 'b/d.py::g#1'].map(
    (id) => ({ id }),
  );
  const ids = (asked: Parameters<typeof askedFor>[1]): readonly string[] =>
    askedFor(passed, asked).map(({ id }) => id);

  it('are all that pass the filters, where nothing is said', () => {
    expect(ids({})).toEqual(passed.map(({ id }) => id));
    expect(ids({ most: 5 })).toHaveLength(5);
  });

  it('are those whose ids begin as one of the named ones', () => {
    expect(ids({ only: ['a.py::g', 'b/d'] })).toEqual(['a.py::g#1', 'b/d.py::f#1', 'b/d.py::g#1']);
    expect(ids({ only: [] })).toEqual([]);
  });

  it('are spread over the repository, where only some are wanted', () => {
    expect(ids({ most: 2 })).toEqual(['a.py::f#1', 'b/c.py::f#1']);
    expect(ids({ most: 1, only: ['b/'] })).toEqual(['b/c.py::f#1']);
  });
});
