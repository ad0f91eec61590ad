/**
 * A second operator, written from the interface's document alone. It keeps every sentence of the document, and takes the
 * freedoms that the document leaves differently from most operators. The contract checker must have nothing to say about it.
 */
export { plantOtherOperator } from './operator.ts';
export { siteVariants, tripVariants, valueVariants, type Variants } from './variants.ts';
