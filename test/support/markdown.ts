export interface Link {
  /** Relative to the page; empty for a heading of the page itself. */
  readonly path: string;
  /** After `#`; empty without one. */
  readonly anchor: string;
}

/** The links of a page to other files and to headings. Leaves out web addresses and what is in code. */
export function linksOf(page: string): Link[] {
  const prose = page.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path, anchor };
    });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const headings = [...page.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
