import { describeWithSandbox } from '../../prerequisites';
import { commandsOn } from './command-suite';

describeWithSandbox('espalier sandbox, by bubblewrap', () => commandsOn('bubblewrap'));
