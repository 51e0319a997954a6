import { environmentIdentity } from '../../../core/repository/environment-identity';
import { environmentRecord } from '../../fakes/environment-samples';

test('an environment is known by its interpreter and its files, and by nothing else', () => {
  const { archives, python } = environmentRecord();
  const identity = environmentIdentity({ archives, python });
  expect(environmentIdentity(environmentRecord({ lacks: ['a'] }))).toBe(identity);
  expect(environmentIdentity({ archives, python: '3.9.1' })).not.toBe(identity);
  for (const name of Object.keys(archives)) {
    const other = { ...archives, [name]: 'f'.repeat(64) };
    expect(environmentIdentity({ archives: other, python })).not.toBe(identity);
  }
  expect(JSON.parse(identity)).toEqual({ ...archives, python });
});
