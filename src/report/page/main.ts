/** The script of a page. Everything can be read without it: it counts down, sorts and filters. */
import { countDown } from './countdown.ts';
import { makeSortable } from './list.ts';

const table = document.querySelector<HTMLTableElement>('#offers');
const controls = document.querySelector<HTMLFormElement>('#controls');
if (table !== null && controls !== null) makeSortable(table, controls);
countDown();
