import { describeWithDocker } from '../prerequisites';
import { trialsOn } from './trial-suite';

describeWithDocker('espalier sandbox, by Docker', () => trialsOn('docker'));
