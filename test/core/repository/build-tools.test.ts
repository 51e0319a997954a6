import { buildToolsOf } from '../../../core/repository/build-tools';

describe('the build tools beside an index of an earlier time', () => {
  it.each([
    ['2018-05-01T00:00:00Z', '3.6.15', ['setuptools==57.5.0']],
    ['2019-06-01T00:00:00Z', '3.8.18', []],
    ['2019-06-01T00:00:00Z', '3.9.18', ['setuptools==57.5.0']],
    ['2020-10-06T00:00:00Z', '3.9.18', []],
    ['2018-05-01T00:00:00Z', '3.11.7', ['setuptools==57.5.0']],
    ['2022-01-01T00:00:00Z', '3.12.1', ['setuptools==68.2.2']],
    ['2018-01-01T00:00:00Z', '2.7.18', []],
  ])('are those that Python needs: %s, %s', (until, python, tools) => {
    expect(buildToolsOf(until, python)).toEqual(tools);
  });
});
