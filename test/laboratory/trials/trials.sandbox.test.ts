import { describeWithSandbox } from '../../prerequisites';
import { trialsOn } from './trial-suite';

describeWithSandbox('the trials, by bubblewrap', () => trialsOn('bubblewrap'));
