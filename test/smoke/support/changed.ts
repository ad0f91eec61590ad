/** Operators in memory: the sandbox whose answers are changed, or any other service. */
import { changer, createSandbox, type Change } from '../../../src/sandbox/index.ts';
import type { Service } from '../../../src/service.ts';
import { freeAddress, plant } from '../../support/service.ts';

/** Both of its parts are at the usual addresses until the test ends. */
export function startService(service: Service, siteUrl = freeAddress()) {
  const { requests } = plant(service, siteUrl);
  return { siteUrl, baseUrl: new URL('/api/agent', siteUrl), requests };
}

export function startChanged(change: Change) {
  const address = freeAddress();
  return startService(changed(change, Number(address.port)), address);
}

/** As it is served at this port. */
export function changed(change: Change, port = 0): Service {
  const sandbox = createSandbox({ port });
  const alter = changer([change]);
  return async (request) => alter(request, await sandbox.answer(request));
}
