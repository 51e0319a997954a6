import { withoutCredentials } from '../../../repositories/package-index/shown-address';

test.each([
  ['https://user:secret@index.test:8443/simple/?token=1#a', 'https://index.test:8443/simple/'],
  ['http://index.test', 'http://index.test/'],
  ['no address', '(no address)'],
])('%s is shown as %s', (address, shown) => {
  expect(withoutCredentials(address)).toBe(shown);
});
