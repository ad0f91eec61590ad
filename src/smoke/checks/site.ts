/** What the operator publishes for people and agents under site_url. */
import { mediaType } from '../../http/json.ts';
import { tripParameters } from '../../api/query.ts';
import {
  answerFindings,
  bodyOf,
  describeAnswer,
  failure,
  isRecord,
  statusFinding,
  textOf,
  warning,
  type Answer,
} from '../answer.ts';
import type { Check, Finding } from '../check.ts';
import { offer } from '../facts.ts';
import { show } from '../show.ts';
import { openApiChecks } from './openapi.ts';

/** Would run where it came back unescaped, in text as well as in an attribute. */
const injected = `"'><script>smoke()</script>`;

export const siteChecks: readonly Check[] = [
  {
    id: 'site-book',
    group: 'site',
    section: 'Website search link',
    title: 'the booking page shows a search',
    run: async (service) => {
      const { trip } = await offer(service);
      return pageFindings(await service.page('/book', tripParameters(trip)));
    },
  },
  {
    id: 'site-book-escapes',
    group: 'site',
    section: 'Website search link',
    title: 'the booking page escapes its parameters',
    run: async (service) => {
      const { trip } = await offer(service);
      const hostile = { ...tripParameters(trip), drop_off_date: injected, accessory_ids: injected };
      const answer = await service.page('/book', hostile);
      const crashed = (answer.response?.status ?? 500) >= 500;
      if (crashed) return [failure(answer, 'a page', describeAnswer(answer))];
      return textOf(answer).includes('<script>smoke()')
        ? [failure(answer, 'its parameters escaped', 'a script run')]
        : [];
    },
  },
  {
    id: 'site-manifest',
    group: 'site',
    section: 'Versioning',
    title: 'a plugin manifest for agents is published',
    run: async (service) => {
      const answer = await service.page('/.well-known/ai-plugin.json', {}, 'application/json');
      const missing = unpublished(answer, 'a plugin manifest');
      if (missing.length > 0) return missing;
      const found = answerFindings(answer, 200);
      return found.length > 0 || isRecord(bodyOf(answer))
        ? found
        : [failure(answer, 'a JSON object', show(bodyOf(answer)))];
    },
  },
  ...openApiChecks,
  {
    id: 'site-docs',
    group: 'site',
    section: 'Versioning',
    title: 'a documentation page is published',
    run: async (service) => {
      const answer = await service.page('/docs');
      const missing = unpublished(answer, 'a documentation page');
      return missing.length > 0 ? missing : pageFindings(answer);
    },
  },
];

function pageFindings(answer: Answer): Finding[] {
  const problem = statusFinding(answer, 200);
  if (problem !== undefined) return [problem];
  const type = mediaType(answer.response?.headers['content-type']);
  if (type !== 'text/html') return [failure(answer, 'a web page', show(type))];
  return textOf(answer).trim() === '' ? [failure(answer, 'a web page', 'nothing in it')] : [];
}

/** The address is usual, not documented: nothing there, or a redirect, may mean that it is elsewhere. */
function unpublished(answer: Answer, what: string): Finding[] {
  const { response } = answer;
  if (response !== undefined && response.status !== 404 && response.status !== 410) return [];
  return [warning(answer, `${what}; its address is not documented`, describeAnswer(answer))];
}
