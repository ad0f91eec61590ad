/**
 * A second operator, written from the interface's document alone. It keeps every sentence of the document, and takes the
 * freedoms that the document leaves differently from most operators. The contract checker must have nothing to say about it.
 */
export { plantOtherOperator, type OtherOperator, type StartOptions } from './operator.ts';
export type { OperatorOptions } from './options.ts';
export { variants, type Variant } from './variants/index.ts';
