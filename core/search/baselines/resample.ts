import { createMethod } from '../create-method';
import { bareItem, pushItems } from '../search-state';
import { finishWhenSolved } from './finish-when-solved';

/** Independent draws at temperature 1 until one passes the visible tests (CodeTree §4.1, baselines). */
export const resample = createMethod({
  name: 'resample',
  asks: 'nothing',
  shape: null,
  style: 'plain',
  temperature: 1,
  critic: null,
  independent: true,
  reflectWhen: 'never',
  repairs: false,
  reflectAtMost: () => 0,
  // A draw always waits, even while another is in flight: if that one is aborted, the others must not end.
  onScheduled: (state) => (state.frontier.length === 0 ? pushItems(state, [bareItem]) : state),
  onMade: finishWhenSolved,
});
