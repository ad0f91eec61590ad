import { defineGroup } from '../../cli/command.ts';
import add from './add.ts';
import defaultOperator from './default.ts';
import list from './list.ts';
import remove from './remove.ts';
import set from './set.ts';
import show from './show.ts';

export default defineGroup({
  name: 'operators',
  group: 'OPERATE',
  summary: 'list, show, add, change, remove operators; set the default',
  purpose:
    'Lists and changes the operators in the configuration file. Other commands take their names: --operator lucky. Without a ' +
    'subcommand, it lists them.',
  subcommands: [list, show, add, set, defaultOperator, remove],
  examples: [
    {
      does: 'Find the service of a website, and save it under a name',
      line: 'rental operators add sunny www.example.com',
    },
    { does: 'Change a field', line: 'rental operators set lucky time-zone Pacific/Auckland' },
  ],
  see: ['operators', 'environment'],
});
