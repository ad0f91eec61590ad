/** The schemas of the responses. An operator may add fields and values of `day`. */
import { lazy } from '../base/lazy.ts';
import { schemaOf } from '../shape-schema.ts';
import * as shapes from './served-shapes.ts';

// A command uses one of them, and building all takes 3 ms.
export const depotsSchema = lazy(() => schemaOf(shapes.servedDepots));
export const vehiclesSchema = lazy(() => schemaOf(shapes.servedVehicles));
export const extrasSchema = lazy(() => schemaOf(shapes.servedExtras));
export const quoteSchema = lazy(() => schemaOf(shapes.servedQuote));
