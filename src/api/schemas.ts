/** The schemas of the responses. An operator may add fields and values of `day`. */
import { lazy } from '../base/lazy.ts';
import { schemaOf } from '../shape-schema.ts';
import * as answers from './answers.ts';

// A command uses one of them, and building all takes 3 ms.
export const depotsSchema = lazy(() => schemaOf(answers.servedDepots));
export const vehiclesSchema = lazy(() => schemaOf(answers.servedVehicles));
export const extrasSchema = lazy(() => schemaOf(answers.servedExtras));
export const quoteSchema = lazy(() => schemaOf(answers.servedQuote));
