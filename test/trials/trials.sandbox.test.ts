import { describeWithSandbox } from '../prerequisites';
import { trialsOn } from './trial-suite';

describeWithSandbox('espalier sandbox, by bubblewrap', () => trialsOn('bubblewrap'));
