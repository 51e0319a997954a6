import { killProcess } from '../../processes/kill-process';

describe('killing a process', () => {
  it.each([0, 1, -1, -process.pid, Number.NaN, 2.5])(
    'refuses %p, which names a group, the machine, or nothing',
    (pid) => {
      const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
      expect(() => killProcess(pid)).toThrow(RangeError);
      expect(kill).not.toHaveBeenCalled();
      kill.mockRestore();
    },
  );

  it('that is gone already is no error', () => {
    expect(() => killProcess(2 ** 30)).not.toThrow();
  });
});
