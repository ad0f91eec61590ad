/**
 * Makes the bundle that desktop assistants install: `release/rental-<version>.mcpb`, with the official tool, which also checks it. It
 * needs no Node of the user: the assistants bring one. Also writes `release/server.json`, in which registries of servers find it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  description,
  downloadsFrom,
  license,
  output,
  programFiles,
  readJson,
  root,
  sha256,
  version,
} from './parts.mjs';

const file = `rental-${version}.mcpb`;
const folder = join(output, '.bundle');
const server = readJson('server.json');

rmSync(folder, { recursive: true, force: true });
for (const path of [...programFiles(), 'bin/package.json', 'dist/package.json', 'LICENSE']) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path));
}
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
mcpb('validate', join(folder, 'manifest.json'));
mcpb('pack', folder, join(output, file));
writeFileSync(join(output, 'server.json'), `${JSON.stringify(serverWithBundle(), null, 2)}\n`);
rmSync(folder, { recursive: true, force: true });

function manifest() {
  const { node } = readJson('package.json').engines;
  return {
    manifest_version: '0.3',
    name: 'rental',
    display_name: server.title,
    version,
    description,
    author: { name: 'The authors of rental' },
    license,
    keywords: readJson('package.json').keywords,
    server: {
      type: 'node',
      entry_point: 'bin/rental.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/bin/rental.js', 'mcp'],
        env: {
          RENTAL_BASE_URL: '${user_config.base_url}',
          RENTAL_SANDBOX: '${user_config.sandbox}',
          RENTAL_BUDGET_URL: '${user_config.budget_url}',
        },
      },
    },
    tools: listTools(),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node } },
    // A setting without a default would come as `${user_config.base_url}`.
    user_config: {
      base_url: {
        type: 'string',
        title: "Address of the operator's service",
        description:
          'Such as https://www.example.com/api/agent. Empty if you configured operators with rental operators add.',
        default: '',
      },
      sandbox: {
        type: 'boolean',
        title: 'Built-in operator with sample data',
        description: 'For trying out. Leave the address empty then.',
        default: false,
      },
      budget_url: {
        type: 'string',
        title: 'Redis server for a request budget that several machines share',
        description: 'Such as rediss://user:password@redis.example.com. Empty for a budget of this machine.',
        sensitive: true,
        default: '',
      },
    },
  };
}

/** As an assistant gets them. */
function listTools() {
  const ask = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bundle', version } };
  const input = ask(1, 'initialize', client) + ask(2, 'tools/list', {});
  const args = [join(root, 'bin', 'rental.js'), 'mcp', '--sandbox'];
  const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { tools } = answers.find(({ id }) => id === 2).result;
  return tools.map(({ name, title, description: long }) => ({ name, description: title ?? long }));
}

function serverWithBundle() {
  const bundle = {
    registryType: 'mcpb',
    identifier: `${downloadsFrom()}/${file}`,
    version,
    fileSha256: sha256(join(output, file)),
    transport: { type: 'stdio' },
  };
  return { ...server, packages: [...server.packages, bundle] };
}

function mcpb(...args) {
  const cli = join(root, '.config', 'node_modules', '@anthropic-ai', 'mcpb', 'dist', 'cli', 'cli.js');
  execFileSync(process.execPath, [cli, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
