/** What a website publishes beside the interface, made to mislead or to stop its reader: a manifest, and descriptions in JSON and YAML. */
import type { Dice } from '../../../test/support/dice.ts';
import { changedDocument, changedText } from './document.ts';
import { largeYaml, lengthened } from './long.ts';
import type { RightAnswer } from './service.ts';
import { oddText } from './values.ts';

const manifestPath = '/.well-known/ai-plugin.json';

/** A hostile document in the place of `right`, if `target` is where one is or where a manifest of ours says that one is. */
export function publishedAnswer(
  target: string,
  right: RightAnswer,
  elsewhere: string,
  dice: Dice,
): RightAnswer | undefined {
  const [path = ''] = target.split('?', 1);
  const isYaml = /\.ya?ml$/.test(path);
  if (!isYaml && !/\/(?:openapi|[^/]*\.json)$/.test(path)) return undefined;
  const make = path === manifestPath ? manifest : isYaml ? yamlDescription : jsonDescription;
  const text = make(right.status === 200 ? right.body.toString() : '{}', elsewhere, dice);
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  return { status: 200, contentType: `application/${isYaml ? 'yaml' : 'json'}`, body };
}

/** `elsewhere` is an origin that nothing may ask. */
function addresses(elsewhere: string): readonly string[] {
  return [
    ...['/openapi.yaml', '/openapi.json', '/d.yaml', '/d.yml?a=b#c', 'd.json', '/%64.yaml', manifestPath, '/book', '/'],
    ...[
      `${elsewhere}/d.yaml`,
      `${elsewhere}/api/agent`,
      `//${elsewhere.slice(7)}/d.yaml`,
      `\\\\${elsewhere.slice(7)}\\d.yaml`,
    ],
    ...[
      elsewhere.replace('//', '//user:pw@'),
      `\t${elsewhere}`,
      elsewhere.replace('http', 'ws'),
      '//[',
      'http:/d.yaml',
    ],
    ...['javascript:alert(1)', 'data:application/yaml,a: 1', 'file:///etc/passwd', '', '../../d.yaml', '/d\u0000.yaml'],
    ...[
      `/${'x'.repeat(3000)}.yaml`,
      `/${'x/'.repeat(99)}d.yaml`,
      '/\u001b[31m\u202e.yaml',
      '/奥'.repeat(40),
      '/d.yaml\r\nX: y',
    ],
  ];
}

function manifest(right: string, elsewhere: string, dice: Dice): string | Buffer {
  const url = dice.pick(addresses(elsewhere));
  const whole = { ...(JSON.parse(right) as object), api: { type: 'openapi', url } };
  const forms: readonly (() => string | Buffer)[] = [
    () => changedDocument(whole, dice, false),
    () => changedDocument(whole, dice, true),
    () => changedText(JSON.stringify(whole), dice),
    () => `{"api":{"url":"/d.json"},"api":{"url":${JSON.stringify(url)},"url":[]}}`,
    () => `{"__proto__":{"api":{"url":${JSON.stringify(url)}},"polluted":true}}`,
    () => manyFields(JSON.stringify(whole), dice),
  ];
  return dice.chance(0.6) ? JSON.stringify(whole) : dice.pick(forms)();
}

function jsonDescription(right: string, elsewhere: string, dice: Dice): string | Buffer {
  const whole = described(JSON.parse(right) as object, elsewhere, dice);
  const forms: readonly (() => string | Buffer)[] = [
    () => JSON.stringify(whole),
    () => changedDocument(whole, dice, dice.chance(0.5)),
    () => changedText(JSON.stringify(whole), dice),
    () => lengthened(JSON.stringify(whole), dice),
    () => manyFields(JSON.stringify(whole), dice),
  ];
  return dice.pick(forms)();
}

/** With another server, and with a path to the depots that is not the only one. */
function described(right: object, elsewhere: string, dice: Dice): object {
  const servers = dice.pick([
    [{ url: dice.pick(addresses(elsewhere)) }],
    [{ url: oddText(dice) }, { url: '/api/agent' }],
    dice.pick([null, {}, 'x', [null], [{ url: 5 }], Array.from({ length: 5000 }, () => ({ url: elsewhere }))]),
  ]);
  const depots = dice.pick(['', '/v2', oddText(dice), '__proto__', '/..', `/${'x'.repeat(5000)}`, elsewhere]);
  const paths = { [`${depots}/depots`]: {}, ...('paths' in right ? (right.paths as object) : {}) };
  return { ...right, ...(dice.chance(0.7) && { servers }), ...(dice.chance(0.7) && { paths }) };
}

/** Fewer bytes than a description may have, or more. */
function manyFields(json: string, dice: Dice): string {
  const many = dice.pick([1000, 10_000, 18_000, 60_000]);
  const name = dice.pick([
    (at: number) => `f${at}`,
    () => 'same',
    (at: number) => `${at}`,
    (at: number) => `__proto__${at % 2}`,
  ]);
  const fields = Array.from({ length: many }, (_, at) => `${JSON.stringify(name(at))}:[]`).join(',');
  return dice.pick([`{${fields},${json.slice(1)}`, `{"a":{${fields}},${json.slice(1)}`]);
}

/** A description of the interface with what only YAML has. */
function yamlDescription(right: string, elsewhere: string, dice: Dice): string | Buffer {
  const server = `servers:\n  - url: ${JSON.stringify(dice.pick(addresses(elsewhere)))}\n`;
  const own = right.startsWith('{')
    ? 'openapi: 3.0.3\ninfo: {version: 1.0.0}\n'
    : right.replace(/^servers:\n(?: .*\n)*/m, '');
  const whole = `${server}${own}${right.startsWith('{') ? 'paths:\n  /v2/depots: {get: {}}\n' : ''}`;
  const many = dice.pick([10, 300, 5000]);
  const additions: readonly string[] = [
    `x-self: &self {again: *self}\n`,
    `x-a: &a {b: 1}\nx-b: {<<: *a, <<: [*a, *a]}\n`,
    `x-a: &a [1]\n${Array.from({ length: many }, (_, at) => `x-${at}: *a`).join('\n')}\n`,
    `${Array.from({ length: many }, (_, at) => `x-${at}: &a${at} [${at}]`).join('\n')}\n`,
    `__proto__: {polluted: true}\nconstructor: {prototype: {polluted: true}}\n`,
    `? {a: [1]}\n: b\n? [x]\n: c\n`,
    `x-tags: [!!binary "${'QUJD'.repeat(many)}", !!set {a, b}, !!omap [a: 1], !!js/function 'x', !<y> z, !!float x]\n`,
    `x-numbers: [0x${'f'.repeat(many)}, 0o17, .inf, -.inf, .nan, 1e999, ${'9'.repeat(many)}, 2026-11-20T22:30:00Z]\n`,
    `x-text: |2-\n${'    x\n'.repeat(many)}x-folded: >+\n${'  y\n\n'.repeat(many)}`,
    `paths: {/depots: {}}\npaths: {/other/depots: {}}\n`,
    `--- \n{}\n...\n`,
    `\tx: 1\n`,
    `x: *none\n`,
    `# ${'c'.repeat(many * 20)}\n`,
    `x-odd: ${oddText(dice)}\n`,
  ];
  const forms: readonly (() => string | Buffer)[] = [
    () => whole,
    () => whole + dice.many(3, () => dice.pick(additions)).join(''),
    () => whole + dice.pick(additions),
    () => `%YAML 1.1\n%TAG ! tag:x.test,2000:\n---\n${whole}`,
    () => changedText(whole, dice),
    () => largeYaml(dice),
    () => `${whole}${largeYaml(dice).slice(0, 240 * 1024)}`,
    () => whole.padEnd(dice.pick([255, 256, 257]) * 1024, ' \n'),
  ];
  return dice.pick(forms)();
}
