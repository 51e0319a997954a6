import { describeWithDocker } from '../../prerequisites';
import { commandsOn } from './command-suite';

describeWithDocker('espalier sandbox, by Docker', () => commandsOn('docker'));
