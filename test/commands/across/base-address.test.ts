/** A base address that is wrong: the hint has the command that mends it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitShell } from '../../../src/base/shell-words.ts';
import { plantSandbox } from '../../sandbox/support.ts';
import {
  happyCampers,
  luckyRentals,
  plantDeployment,
  plantSite,
} from '../../support/deployments.ts';
import { configuredEnvironment, temporaryFolder } from '../../support/environment.ts';
import { operatorService } from '../../support/operator.ts';
import { run } from '../../support/run.ts';
import { always, plant } from '../../support/service.ts';

test('if a website answers 404, the hint names the address of the interface', async () => {
  const { siteUrl, requests } = plantSandbox();
  const origin = siteUrl.replace(/\/$/, '');
  expect(await run(['depots', '--base-url', siteUrl])).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'error: the service refused GET /depots: Nothing was found at this address\n' +
      `hint: the interface is usually at ${origin}/api/agent: use --base-url ${origin}/api/agent\n`,
  });
  expect(requests.map(({ path }) => path)).toEqual(['/depots']);
});

/** The website's 404 looks like an error of the interface, so both causes are possible. */
test.each([
  [
    ['extras', '101'],
    3,
    'error: the service refused GET /vehicles/101/accessories: Nothing was found at this address\nhint: ',
  ],
  [
    ['compare'],
    3,
    'warning: 1 request failed: the service refused GET /vehicles/availability: Nothing was found at this address; ',
  ],
] as const)('for a 404 to %j, the hint names both causes', async (command, code, message) => {
  const { siteUrl } = plantSandbox();
  const origin = siteUrl.replace(/\/$/, '');
  const ended = await run([
    ...command,
    '--base-url',
    siteUrl,
    '--pick-up',
    '1',
    '--from',
    '+30d',
    '--nights',
    '7',
  ]);
  expect(ended.code).toBe(code);
  expect(ended.stderr.startsWith(message)).toBe(true);
  expect(ended.stderr).toContain(
    `; or the interface is usually at ${origin}/api/agent: use --base-url ${origin}/api/agent\n`,
  );
});

test('if a website answers with a page, the hint names the address of the interface', async () => {
  const { baseUrl } = plant(always(200, '<h1>Hello</h1>', { 'content-type': 'text/html' }));
  const ended = await run(['depots', '--base-url', baseUrl]);
  expect(ended).toMatchObject({ code: 7, stdout: '' });
  expect(ended.stderr).toBe(
    'error: GET /depots: the answer is a web page, not JSON\n' +
      'hint: check whether the network requires a login first; ' +
      `the interface is usually at ${baseUrl}/api/agent: use --base-url ${baseUrl}/api/agent\n`,
  );
});

test('rental smoke cannot check a website, and says where the interface answers', async () => {
  const { siteUrl, baseUrl, requests } = plantSandbox();
  const { code, stdout, stderr } = await run(['smoke', '--base-url', siteUrl, '--json']);
  expect(code).toBe(3);
  const obstacle =
    'this does not look like a rental service: GET /depots answered 404 with application/json';
  const hint = `a rental service answers at another address: use --base-url ${baseUrl}`;
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 3,
    obstacle,
    hint,
    counts: { pass: 0, fail: 0, warn: 0 },
  });
  expect(stderr).toBe(`error: could not check: ${obstacle}\nhint: ${hint}\n`);
  expect(requests.map(({ path }) => path)).toEqual(['/depots', '/api/agent/depots']);
});

const trip = ['--pick-up', '1', '--from', '2027-01-15', '--nights', '7'];
const everyCommand = [
  ['depots'],
  ['availability', ...trip],
  ['extras', '11', ...trip],
  ['quote', '11', ...trip],
  ['smoke'],
];
const luckyAt = (baseUrl: string) => configuredEnvironment({ operators: { lucky: { baseUrl } } });
const correction = 'rental operators set lucky --base-url https://www.luckyrentals.co.nz/api/agent';

/** The text of the last hint. */
const hintIn = (stderr: string): string =>
  stderr
    .split('\n')
    .findLast((line) => line.startsWith('hint: '))
    ?.slice('hint: '.length) ?? '';

describe('a redirect within the site', () => {
  test.each(
    [...everyCommand, ['plan', '--vehicle', '11', '--no-input', ...trip], ['compare', ...trip]].map(
      (words) => [words],
    ),
  )('rental %j prints the command that mends the address, which then works', async (words) => {
    const { requests } = plantDeployment(luckyRentals());
    const env = luckyAt('https://luckyrentals.co.nz/api/agent');
    const ended = await run(words, { env });
    expect(ended.code).toBe(7);
    expect(ended.stderr).toContain(
      'the service redirects to https://www.luckyrentals.co.nz/api/agent/',
    );
    expect(hintIn(ended.stderr)).toBe(correction);
    expect(new Set(requests.map((address) => new URL(address).host))).toEqual(
      new Set(['luckyrentals.co.nz']),
    );
    expect(await run(splitShell(correction).slice(1), { env })).toMatchObject({ code: 0 });
    expect((await run(['depots', '--fields', 'name'], { env })).stdout).toBe(
      'Auckland Airport\nAuckland City\n',
    );
  });

  test('error and hint are two lines', async () => {
    plantDeployment(luckyRentals());
    expect(await run(['depots'], { env: luckyAt('https://luckyrentals.co.nz/api/agent') })).toEqual(
      {
        code: 7,
        stdout: '',
        stderr: `error: the service redirects to https://www.luckyrentals.co.nz/api/agent/depots\nhint: ${correction}\n`,
      },
    );
  });

  test.each<
    [where: string, words: readonly string[], env: Readonly<Record<string, string>>, hint: string]
  >([
    [
      'a flag',
      ['--base-url', 'http://luckyrentals.co.nz/api/agent'],
      {},
      'use --base-url https://luckyrentals.co.nz/api/agent',
    ],
    [
      'a variable',
      [],
      { RENTAL_BASE_URL: 'https://luckyrentals.co.nz/api/agent/' },
      'export RENTAL_BASE_URL=https://www.luckyrentals.co.nz/api/agent',
    ],
  ])('the hint corrects an address from %s where it was given', async (_, words, env, hint) => {
    plantDeployment(luckyRentals());
    expect(hintIn((await run(['depots', ...words], { env })).stderr)).toBe(hint);
  });

  test('the command names the configuration file that --config names', async () => {
    plantDeployment(luckyRentals());
    const file = join(temporaryFolder(), "my project's.json");
    const words = ['--no-check', '--config', file];
    await run(['operators', 'add', 'lucky', 'https://luckyrentals.co.nz/api/agent', ...words]);
    const { stderr } = await run(['depots', '--config', file]);
    expect(splitShell(hintIn(stderr))).toEqual([...correction.split(' '), '--config', file]);
  });

  test('a comparison prints a command for each operator with a wrong address, also beside answers', async () => {
    plantDeployment(luckyRentals());
    plantDeployment(happyCampers());
    const { baseUrl } = plant(operatorService({ depots: ['Auckland Airport'] }));
    const operators = {
      lucky: { baseUrl: 'https://luckyrentals.co.nz/api/agent' },
      happy: { baseUrl: 'https://www.happycampers.co.nz' },
      good: { baseUrl },
    };
    const words = [
      'compare',
      '--operator',
      'good,lucky,happy',
      '--from',
      '2027-01-15',
      '--nights',
      '7',
    ];
    const pickUps = ['--pick-up', 'good:1,lucky:1,happy:1'];
    const { stderr, code } = await run([...words, ...pickUps, '--quiet'], {
      env: configuredEnvironment({ operators }),
    });
    expect(code).toBe(8);
    expect(stderr).toContain(`\nhint: lucky: ${correction}\n`);
    const happy = 'https://www.happycampers.co.nz/api/agent';
    expect(stderr).toContain(
      `\nhint: happy: the interface is usually at ${happy}: rental operators set happy --base-url ${happy}\n`,
    );
  });

  test.each(['depots', 'compare --pick-up 1 --from 2027-01-15 --nights 7'])(
    'no line of a narrow terminal breaks the command: %s',
    async (line) => {
      plantDeployment(luckyRentals());
      const options = { tty: ['stderr'], columns: 40 } as const;
      for (const baseUrl of [
        'https://luckyrentals.co.nz/api/agent',
        'https://www.luckyrentals.co.nz',
      ]) {
        const env = { ...luckyAt(baseUrl), NO_COLOR: '1' };
        const { stderr } = await run(line.split(' '), { env, ...options });
        expect(stderr.split('\n').map((one) => one.replace('hint: ', ''))).toContain(correction);
      }
    },
  );
});

describe('a redirect to anything else is named, and never put into a command', () => {
  test.each([
    'https://evil.test/depots',
    'https://luckyrentals.co.nz.evil.test/depots',
    'http://www.luckyrentals.co.nz/depots',
    'https://www.luckyrentals.co.nz:444/depots',
    'https://www.luckyrentals.co.nz/login',
    'https://www.luckyrentals.co.nz/depots?next=1',
    'https://www.luckyrentals.co.nz/@me/depots',
    `https://www.luckyrentals.co.nz/${'x'.repeat(300)}/depots`,
  ])('%s', async (location) => {
    plantSite('luckyrentals.co.nz', always(302, '', { location }));
    const env = luckyAt('https://luckyrentals.co.nz/api/agent');
    for (const words of [['depots'], ['smoke']]) {
      const { stderr, code } = await run(words, { env });
      expect(code).toBe(7);
      expect(stderr).toContain('the service redirects to ');
      expect(hintIn(stderr)).toMatch(/^redirects are not followed: /);
      expect(stderr).not.toContain('rental operators set');
    }
  });
});

test('a shell takes the command as it was meant, whatever the path of the target is', async () => {
  const path = '/a;id$(id)`id`\'"!&|*';
  plantSite(
    'lucky.example',
    always(308, '', { location: `https://www.lucky.example${path}/depots` }),
  );
  const { stderr } = await run(['depots'], {
    env: luckyAt('https://lucky.example/api/agent'),
  });
  const script = `set -- ${hintIn(stderr)}\nprintf '%s\\n' "$@"`;
  const { stdout } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  const { href } = new URL(`https://www.lucky.example${path}`);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'rental',
    'operators',
    'set',
    'lucky',
    '--base-url',
    href,
  ]);
});

describe('if the address lacks /api/agent', () => {
  const at = 'the interface is usually at https://www.luckyrentals.co.nz/api/agent: ';

  test.each(everyCommand.map((words) => [words]))(
    'rental %j prints the command that mends it',
    async (words) => {
      plantDeployment(luckyRentals());
      const { stderr, code } = await run(words, {
        env: luckyAt('https://www.luckyrentals.co.nz/docs'),
      });
      const where = words[0] === 'smoke' ? 'a rental service answers at another address: ' : at;
      expect([code, hintIn(stderr)]).toEqual([3, where + correction]);
    },
  );

  test('the hint names it also if a page answers', async () => {
    plantSite('luckyrentals.co.nz', always(200, '<h1>Hello</h1>', { 'content-type': 'text/html' }));
    const { stderr, code } = await run(['depots'], {
      env: luckyAt('https://www.luckyrentals.co.nz'),
    });
    expect([code, hintIn(stderr)]).toEqual([
      7,
      `check whether the network requires a login first; ${at}${correction}`,
    ]);
  });

  test('for an address with /api/agent, the hint says which address must exist', async () => {
    plantSite('luckyrentals.co.nz', always(404, ''));
    const { stderr } = await run(['depots'], {
      env: luckyAt('https://www.luckyrentals.co.nz/api/agent'),
    });
    expect(hintIn(stderr)).toBe(
      'check the base address: https://www.luckyrentals.co.nz/api/agent/depots must exist',
    );
  });
});

describe('a saved trip of an operator that has moved', () => {
  const old = 'https://luckyrentals.co.nz/api/agent';
  const now = 'https://www.luckyrentals.co.nz/api/agent';
  const question = ['--pick-up', '1', '--from', '2027-01-15', '--nights', '7'];

  /** A trip that was saved before the old address began to redirect. */
  async function savedTrip(line: readonly string[]) {
    const env = { ...luckyAt(old), XDG_DATA_HOME: temporaryFolder() };
    plantSite('luckyrentals.co.nz', async (request) => {
      const url = new URL(request.url);
      url.hostname = 'www.luckyrentals.co.nz';
      return luckyRentals().service(new Request(url));
    });
    expect(await run([...line, ...question, '--save', 'summer'], { env })).toMatchObject({
      code: 0,
    });
    plantDeployment(luckyRentals());
    return env;
  }

  test.each([[['quote', '11']], [['compare']]])(
    '%j: trips check prints the command that mends the address, and then works',
    async (line) => {
      const env = await savedTrip(line);
      const before = await run(['trips', 'check', 'summer'], { env });
      expect(before.stdout + before.stderr).toContain(correction);
      expect(await run(splitShell(correction).slice(1), { env })).toMatchObject({ code: 0 });
      const { stdout, code } = await run(
        ['trips', 'check', 'summer', '--fields', 'name,end,total'],
        { env },
      );
      expect([code, stdout]).toEqual([0, 'summer\tpriced\t696.5\n']);
    },
  );

  test('if no operator has its name, the command adds one', async () => {
    const env = await savedTrip(['quote', '11']);
    await run(['operators', 'remove', 'lucky'], { env });
    const add = `rental operators add lucky ${now}`;
    expect(
      (await run(['trips', 'check', 'summer', '--fields', 'reason'], { env })).stdout,
    ).toContain(`; ${add}\n`);
    await run(splitShell(add).slice(1), { env });
    expect(await run(['trips', 'check', 'summer'], { env })).toMatchObject({ code: 0 });
  });

  test('an operator of this name at another site is not asked', async () => {
    const env = await savedTrip(['quote', '11']);
    const { requests } = plantDeployment(happyCampers());
    await run(
      [
        'operators',
        'set',
        'lucky',
        '--no-check',
        '--base-url',
        'https://www.happycampers.co.nz/api/agent',
      ],
      {
        env,
      },
    );
    expect(await run(['trips', 'check', 'summer'], { env })).toMatchObject({ code: 8 });
    expect(requests).toEqual([]);
  });

  test('saved again at the new address, it keeps its history', async () => {
    const env = await savedTrip(['quote', '11']);
    await run(splitShell(correction).slice(1), { env });
    await run(['quote', '11', ...question, '--save', 'summer'], { env });
    const { stdout } = await run(['trips', 'history', 'summer', '--fields', 'end'], { env });
    expect(stdout).toBe('priced\npriced\n');
  });
});

test.each([
  ['localhost:8080', 'hint: the scheme is missing: write http://localhost:8080\n'],
  ['www.example.com', 'hint: the scheme is missing: write https://www.example.com\n'],
  ['intranet:8443/api', 'hint: the scheme is missing: write https://intranet:8443/api\n'],
  ['ann:secret@www.example.com', 'hint: for example https://www.example.com/api/agent\n'],
  ['ftp://www.example.com', 'hint: for example https://www.example.com/api/agent\n'],
  ['here', 'hint: for example https://www.example.com/api/agent\n'],
])('the base address %s without a scheme is written out in the hint', async (address, hint) => {
  const ended = await run(['depots', '--base-url', address]);
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) as string });
});
