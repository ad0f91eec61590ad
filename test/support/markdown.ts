/** Blocks of code, with their text. */
const blocks = /^```\w*\n(.*?)^```$/gms;

/**
 * The links of a page to other files and to headings. Leaves out web addresses and what is in code.
 */
export function linksOf(page: string) {
  const prose = page.replace(blocks, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  // Without a path it is a heading of the page itself.
  return local
    .map((target) => target.split('#'))
    .map(([path = '', anchor = '']) => ({ path, anchor }));
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const headings = [...page.replace(blocks, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) => heading,
  );
  return headings.map((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The code of a page: each inline piece, and each line of a block of code. */
export function codeOf(page: string): string[] {
  const lines = [...page.matchAll(blocks)].flatMap(([, text = '']) => text.split('\n'));
  const inline = [...page.replace(blocks, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, text = '']) => text,
  );
  return [...lines, ...inline];
}

/**
 * The words of each command in the code of a page: `rental depots | jq` is two commands. Leaves out
 * prompts, variables and comments.
 */
export function commandLinesOf(page: string): string[][] {
  const joined = page.replace(/\\\n\s*/g, ' ');
  return codeOf(joined)
    .map((line) => line.replace(/(^|\s)#.*$/, '').replace(/^[\s-]*((run|bash): )?(\$ )?/, ''))
    .flatMap((line) => line.split(/\|\|?|&&|;|\$\(/))
    .map((command) => command.match(/'[^']*'|"[^"]*"|[^\s()"']+/g) ?? [])
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))))
    .filter((words) => words.length > 0);
}
