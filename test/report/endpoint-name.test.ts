import { endpointName } from '../../report/endpoint-name';

test.each([
  ['https://api.example.test/v1', 'https://api.example.test/v1'],
  ['https://api.example.test/v1#a=1#b', 'https://api.example.test/v1'],
  [`bank:${'a'.repeat(64)}#seed=1`, `bank:${'a'.repeat(12)}`],
  [`bank:${'a'.repeat(31)}`, `bank:${'a'.repeat(31)}`],
  [`bank:${'a'.repeat(32)}`, `bank:${'a'.repeat(12)}`],
])('%s is called %s', (endpoint, name) => {
  expect(endpointName(endpoint)).toBe(name);
});
