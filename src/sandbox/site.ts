/** What the operator publishes beside the interface. */
import { Hono } from 'hono';
import type { World } from './options.ts';

export function createSite(_world: World): Hono {
  return new Hono();
}
