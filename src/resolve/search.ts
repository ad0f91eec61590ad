/** Finds items while a person types, and for a list: every item that fits, not what a text stands for. */
export { search } from './match.ts';
