import { allServed, endpointFacts, servedCalls } from '../../../core/metrics/endpoint-facts';
import { folded } from '../../../core/metrics/fold';
import type { CallRecord } from '../../../core/ports/records';
import { callOf, configOf } from './records';

const exchangeOf = (
  servedModel: string | null,
  dropped: NonNullable<CallRecord['exchange']>['dropped'] = [],
): CallRecord['exchange'] => ({ servedModel, dropped }) as unknown as CallRecord['exchange'];

test('calls name the models that served them, and whose answers lack a feature', () => {
  const calls = [
    callOf({ identity: 'a', exchange: exchangeOf('m2', ['seed']) }),
    callOf({ identity: 'b', exchange: exchangeOf('m1', ['seed', 'json-schema']) }),
    callOf({ identity: 'c', exchange: exchangeOf('m2') }),
    callOf({ identity: 'd', exchange: exchangeOf(null) }),
    callOf({ identity: 'e', exchange: null }),
  ];
  expect(servedCalls(calls)).toEqual({
    models: ['m2', 'm1'],
    dropped: { seed: ['a', 'b'], 'json-schema': ['b'] },
  });
});

test('an answer that several parts used counts once, told apart by its first 16 digits', () => {
  const start = '0123456789abcde';
  const part = (...identities: string[]) => ({ models: ['m'], dropped: { seed: identities } });
  const all = folded(allServed(), [
    part(`${start}f1`, `${start}f2`),
    part(`${start}01`),
    { models: ['n'], dropped: {} },
  ]);
  expect(all).toEqual({ models: ['m', 'n'], dropped: { seed: [`${start}f`, `${start}0`] } });
});

test('facts have names in order, counts, and the address of an endpoint alone', () => {
  const { model } = configOf(['p'], 1);
  const served = { models: ['b', 'a'], dropped: { seed: ['x', 'y'], 'json-schema': ['x'] } };
  const facts = endpointFacts(model, served);
  expect(facts).toEqual({
    address: 'http://localhost/v1',
    servedModels: ['a', 'b'],
    dropped: { 'json-schema': 1, seed: 2 },
  });
  expect(Object.keys(facts.dropped)).toEqual(['json-schema', 'seed']);
  expect(endpointFacts({ ...model, kind: 'simulated' }, served).address).toBeNull();
});
