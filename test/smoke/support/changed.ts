/** Operators in memory: the sandbox whose answers are changed, or any other service. */
import { createSandbox } from '../../../src/sandbox/index.ts';
import type { AnswerChange } from '../../../src/sandbox/change.ts';
import type { Service } from '../../../src/http/types.ts';
import { freeAddress, plant } from '../../support/service.ts';

/** Its interface and its website are at the usual addresses until the test ends. */
export function startService(service: Service, siteUrl = freeAddress()) {
  const { requests } = plant(service, siteUrl);
  return { siteUrl, baseUrl: new URL('/api/agent', siteUrl), requests };
}

export function startChanged(change: AnswerChange, now?: () => number) {
  const address = freeAddress();
  return startService(changed(change, Number(address.port), now), address);
}

/** The sandbox at this port, with its answers changed. */
export function changed(change: AnswerChange, port = 0, now?: () => number): Service {
  const sandbox = createSandbox({ port, now, defects: [change] });
  return (request) => sandbox.answer(request);
}

/** The sandbox with other ids: `outside` writes one of its own, `inside` reads one of a request. */
export function renumbered(
  outside: (id: number) => string,
  inside: (id: string) => string,
): Service {
  const sandbox = createSandbox();
  const isId = /^-?\d+$/;
  const read = (text: string): string => (isId.test(text) ? inside(text) : text);
  return async ({ url }) => {
    const asked = new URL(url);
    asked.pathname = asked.pathname.replace(/(?<=\/vehicles\/)[^/]+/, read);
    for (const [name, value] of [...asked.searchParams])
      if (/_ids?$/.test(name)) asked.searchParams.set(name, value.split(',').map(read).join(','));
    const answered = await sandbox.answer(new Request(asked));
    const body = await answered.text();
    const isInterface = asked.pathname.startsWith('/api/');
    const write = (_: string, key: string, id: string): string => key + outside(Number(id));
    return new Response(
      isInterface ? body.replace(/("(?:id|vehicleId)":)(\d+)/g, write) : body,
      answered,
    );
  };
}
