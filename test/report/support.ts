/** Pages made by the real program from runs on the sandbox, and what must be true of every page. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { expect } from 'vitest';
import { splitShell } from '../../src/base/shell-words.ts';
import { plantSandbox } from '../sandbox/support.ts';
import { configuredEnvironment, temporaryFolder } from '../support/environment.ts';
import { readCells } from '../support/qr-code.ts';
import { run } from '../support/run.ts';

/** The time of the questions of `pageFile`: 2026-11-20, 22:00 in New Zealand. */
export const askedAt = Date.UTC(2026, 10, 20, 9);

/**
 * Runs a command with `--report` on a sandbox, which is configured as `kiwi`, and returns the path
 * of the page.
 */
export async function pageFile(args: readonly string[], siteUrl?: string): Promise<string> {
  const sandbox = plantSandbox({ rateLimit: { limit: 1000, windowMs: 1000 }, now: () => askedAt });
  const file = join(temporaryFolder(), 'page.html');
  const kiwi = { baseUrl: sandbox.baseUrl, siteUrl: siteUrl ?? sandbox.siteUrl, limit: '1000/1s' };
  const env = configuredEnvironment({ operators: { kiwi } });
  const more = ['--operator', 'kiwi', '--max-requests', '1000', '--report', file];
  const ended = await run([...args, ...more], { env, now: () => askedAt });
  expect(ended).toMatchObject({ code: 0, stderr: expect.any(String) });
  return file;
}

/**
 * Saves what a command answers on 2 January 2029; `page` makes the page of the saved answer half a
 * year later.
 */
export async function savedTrip(line: readonly string[]) {
  const env = { XDG_DATA_HOME: temporaryFolder() };
  await run([...line, '--save', 'north'], { env, now: () => Date.UTC(2029, 0, 2, 3) });
  return {
    page: async (): Promise<string> => {
      const file = join(temporaryFolder(), 'page.html');
      const shown = { env, tty: ['stdout'] as const, now: () => Date.UTC(2029, 5, 2) };
      expect((await run(['trips', 'show', 'north', '--report', file], shown)).stderr).toContain(
        file,
      );
      return file;
    },
  };
}

/** Every trip has all three. */
const vehicles = 'weka compact car,ruru 2-berth campervan,tīeke hi-top campervan';

export const fortnight = splitShell(
  `compare --pick-up 'auckland airport' --drop-off queenstown --from 2026-12-07..2026-12-20 --nights 7..8 --quote all --vehicle '${vehicles}' --accessory 'child seat' --insurance 'zero excess'`,
);

interface ReadPage {
  readonly elements: readonly Tree.Element[];
  readonly text: string;
}

/**
 * Fails if the page is not well-formed, has a script, can send a request, or links more than plain
 * web addresses.
 */
export function readPage(html: string): ReadPage {
  const errors: string[] = [];
  const document = parse(html, { onParseError: ({ code }) => void errors.push(code) });
  expect(errors).toEqual([]);
  const elements: Tree.Element[] = [];
  let text = '';
  const visit = (node: Tree.Node): void => {
    if ('tagName' in node) elements.push(node);
    if (node.nodeName === '#text' && 'value' in node && node.parentNode?.nodeName !== 'style')
      text += node.value;
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(document);
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const [policy = ''] = elements
    .flatMap(({ attrs }) => attrs.map(({ value }) => value))
    .filter(isPolicy);
  expect(named('style').map(hashOf)).toEqual([/style-src '([^']+)'/.exec(policy)?.[1]]);
  for (const name of [
    'script',
    'form',
    'img',
    'iframe',
    'object',
    'link',
    'base',
    'embed',
    'video',
  ])
    expect(named(name)).toEqual([]);
  for (const { name, value } of elements.flatMap(({ attrs }) => attrs)) {
    expect(name).not.toMatch(/^(on|style$|src|action$|formaction$)/);
    if (name === 'href') expect(value).toMatch(/^(https?:\/\/(?![^/]*@)[!-~]+|#\w+)$/);
  }
  return { elements, text };
}

function isPolicy(text: string): boolean {
  return text.startsWith("default-src 'none'");
}

function hashOf(element: Tree.Element): string {
  return `sha256-${createHash('sha256').update(textOf(element)).digest('base64')}`;
}

function textOf({ childNodes: [child] }: Tree.Element): string {
  return child !== undefined && 'value' in child ? child.value : '';
}

/**
 * The links of a page, each with what stands beside it on paper: an address, or what a camera reads
 * from a code.
 */
export function linksOnPaper({ elements }: ReadPage) {
  return elements.flatMap((element) => {
    if (element.tagName !== 'a') return [];
    const siblings = element.parentNode?.childNodes ?? [];
    const beside = siblings.find((one) => 'tagName' in one && classOf(one).startsWith('paper'));
    return [
      {
        href: attribute(element, 'href'),
        paper: beside && 'tagName' in beside ? addressOn(beside) : undefined,
      },
    ];
  });
}

function attribute({ attrs }: Tree.Element, name: string): string {
  return attrs.find((one) => one.name === name)?.value ?? '';
}

function classOf(element: Tree.Element): string {
  return attribute(element, 'class');
}

function addressOn(element: Tree.Element): string | undefined {
  const [drawing] = element.childNodes.filter((one) => 'tagName' in one);
  if (drawing === undefined) return textOf(element);
  const [path] = drawing.childNodes.filter((one) => 'tagName' in one);
  const size = Number(attribute(drawing, 'viewBox').split(' ')[2]);
  return path && readPath(attribute(path, 'd'), size);
}

/** `M3 4.5h7M…`: lines of dark modules on white. */
function readPath(path: string, size: number): string | undefined {
  const cells = Array.from({ length: size }, () => Array<number>(size).fill(255));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    cells[Number(y)]?.fill(0, Number(x), Number(x) + Number(length));
  return readCells(cells, 255);
}
