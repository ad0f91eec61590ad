/** What an answer must not show. The document has no such rules, so these are warnings. */
import { textOf, type Exchange } from '../../api/exchange.ts';
import { showValue } from '../display.ts';
import { warning, type Finding } from '../finding.ts';

const trace = /^[ \t]{1,40}at .{1,200}:\d+:\d+\)?$|^Traceback \(most recent call last\)|node_modules\//m;

/** A line of a stack trace, also in a JSON string, where a line break is `\n`. */
export function traceFindings(exchange: Exchange): Finding[] {
  const { response } = exchange;
  if (response === undefined || response.status < 400) return [];
  const found = trace.exec(textOf(exchange).slice(0, 100_000).replaceAll('\\n', '\n'));
  return found === null ? [] : [warning(exchange, 'no stack trace', showValue(found[0].trim()))];
}

export function echoFindings(exchange: Exchange): Finding[] {
  const text = textOf(exchange);
  const raw = ['\u001b', '\u0007', '\u009b'].filter((character) => text.includes(character));
  if (raw.length === 0) return [];
  return [warning(exchange, 'control characters escaped or left out', `raw ${raw.map(showValue).join(', ')}`)];
}
