/** Whether a page would run a script: a parser knows that `<script>` in a quoted attribute or in a comment is only text. */
import type { DefaultTreeAdapterMap } from 'parse5';

/** A parser of a few kilobytes of text from outside takes long for megabytes. */
const longest = 1_000_000;

/** True if the page has a script element with this text. */
export async function runsScript(html: string, text: string): Promise<boolean> {
  if (!html.includes(text)) return false;
  const { parse } = await import('parse5');
  const pending: DefaultTreeAdapterMap['node'][] = [parse(html.slice(0, longest))];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.nodeName === 'script' && 'childNodes' in node) {
      const content = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
      if (content.trim() === text) return true;
    }
    if ('content' in node) pending.push(node.content);
    if ('childNodes' in node) pending.push(...node.childNodes);
  }
  return false;
}
