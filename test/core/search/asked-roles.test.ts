import { assertNever } from '../../../core/values/assert-never';
import { roleTraits } from '../../../core/names/roles';
import type { AgentRole } from '../../../core/names/roles';
import { askedRoles } from '../../../core/search/asked-roles';
import { createMethod } from '../../../core/search/create-method';
import type { Method, SearchEvent } from '../../../core/search/method';
import type { MethodRules } from '../../../core/search/method-rules';
import { methods } from '../../../core/search/methods';
import { pushItems } from '../../../core/search/search-state';
import { play } from './search-player';
import { SeededRandom } from './seeded-random';

const bare: MethodRules = {
  ...{ name: 'bare', asks: 'nothing', shape: null, style: 'plain', temperature: 0, critic: null },
  ...{ reflectWhen: 'never', reflectAtMost: () => 0, repairs: false },
  onMade: (state) => state,
};

/** Has each program repaired by what its tests say alone. */
const repairing: MethodRules = {
  ...bare,
  repairs: true,
  onMade: (state, { id, depth, strategy }) =>
    pushItems(state, [{ parent: id, depth: depth + 1, strategy, reflection: null }]),
};

function rolesOf(event: SearchEvent): readonly AgentRole[] {
  switch (event.kind) {
    case 'strategies-proposed':
      return ['thinker-strategies'];
    case 'problems-recalled':
      return ['recaller'];
    case 'plan-made':
      return ['planner'];
    case 'node-reflected':
      return ['thinker-reflections'];
    case 'node-scheduled':
      return [event.expansion.style === 'shell' ? 'shell-agent' : event.expansion.generator];
    case 'node-refined':
    case 'node-expanded':
    case 'node-aborted':
    case 'node-accepted': {
      const { kind } = event.made.critique;
      const reflects = 'reflections' in event && event.reflections.length > 0;
      return [
        ...(kind === 'none' ? [] : ([`critic-${kind}`] as const)),
        ...(reflects ? (['thinker-reflections'] as const) : []),
      ];
    }
    case 'strategy-added':
    case 'abort-steered':
    case 'accept-steered':
    case 'cancelled':
      return [];
    default:
      return assertNever(event);
  }
}

/** The roles that the searches of a method ask in many worlds. */
function rolesThatAreAsked(method: Method): ReadonlySet<AgentRole> {
  const random = new SeededRandom(7);
  const asked = new Set<AgentRole>();
  for (let world = 0; world < 200; world += 1) {
    const nodes = Array.from({ length: 12 }, () => ({
      passed: random.pick([0, 1, 2, 3, 4]),
      marks: random.pick([0, 3, 5]),
      accept: random.chance(0.3),
      noProgram: random.chance(0.1),
    }));
    const config = { budget: 12, maxDepth: 3, width: 3 };
    const { events } = play(method, { strategies: ['Sort.', 'Count.'], nodes, config });
    for (const role of events.flatMap(rolesOf)) asked.add(role);
  }
  return asked;
}

describe('the roles of a method', () => {
  it.each([...methods.values(), createMethod(bare), createMethod(repairing)])(
    'are those that searches of $name ask',
    (method) => {
      expect(new Set(method.roles)).toEqual(rolesThatAreAsked(method));
    },
  );

  it('include the Debugger when the method repairs without reflecting', () => {
    expect(askedRoles(repairing)).toEqual(['solver', 'debugger']);
  });

  it('leave out the Debugger when the method does not repair, whatever its style', () => {
    expect(askedRoles({ ...bare, style: 'planned' })).toEqual(['solver']);
    const unrepaired = createMethod({ ...repairing, repairs: false });
    expect(rolesThatAreAsked(unrepaired)).toEqual(new Set(['solver']));
  });

  it('include every role whose prose is kept with a node', () => {
    const traits = { ...roleTraits, interpreter: { model: 'own', gives: 'words' } } as const;
    expect(askedRoles(bare, traits)).toEqual(['solver', 'interpreter']);
  });
});
