import { describeWithDocker } from '../../prerequisites';
import { trialsOn } from './trial-suite';

describeWithDocker('the trials, by Docker', () => trialsOn('docker'));
