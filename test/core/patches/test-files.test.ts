import { commitOfTree, sdistAddress, sdistOf } from '../../../core/patches/sdist-address';
import { judgingDirectives } from '../../../core/patches/test-directives';

describe('tests that judge without a patch of tests', () => {
  it('are the files that their ids name, without doctests of the product', () => {
    const failToPass = ['tests/test_b.py::test_x[a::b]', 'src/pkg/core.py::pkg.core.f'];
    const passToPass = ['tests/test_a.py::T::test_y', 'tests/test_b.py::test_z'];
    const of = { failToPass, passToPass };
    expect(judgingDirectives('o/r', { ...of, testPatch: '' })).toEqual([
      'tests/test_a.py',
      'tests/test_b.py',
    ]);
    const testPatch = 'diff --git a/tests/test_c.py b/tests/test_c.py\n';
    expect(judgingDirectives('o/r', { ...of, testPatch })).toEqual(['tests/test_c.py']);
  });
});

describe('the address of a source distribution', () => {
  it('is read back, and no other address is taken for one', () => {
    const of = { name: 'toolz', version: '0.12.1' };
    expect(sdistOf(sdistAddress(of))).toEqual(of);
    for (const other of [null, '/clones/toolz', 'https://a.test/x', 'pypi:toolz', 'pypi:a==1==2'])
      expect(sdistOf(other)).toBeNull();
  });

  it('has the beginning of the hash of its tree in place of a commit', () => {
    expect(commitOfTree('a'.repeat(64))).toBe('a'.repeat(40));
  });
});
