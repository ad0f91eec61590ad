/**
 * Looks up host names in child processes. A look-up in this process cannot be abandoned: while the name server does not answer, Node
 * waits for it before it ends, 10 s and more after Ctrl-C or an error. A child can be killed.
 */
import { getDefaultResultOrder, lookup as lookUpHere, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Machine } from './types.ts';

export interface HostLookups {
  /** For `net.connect`. */
  readonly lookup: LookupFunction;
  /** Starts to look up a host that is needed soon. */
  prepare(url: URL): void;
  /** Ends all look-ups at once. */
  close(): void;
}

export interface LookupMachine extends Pick<Machine, 'env' | 'monotonic'> {
  /** The path of Node itself, to start child processes. */
  readonly execPath: string;
}

type Found = { readonly addresses: LookupAddress[] } | { readonly code: string };

/** How long an address stays known, ms: a long run must notice that a service moved. */
const knownMs = 60_000;

/** Looks up as `net.connect` does. Ends when its standard input closes, so never outlives its parent. */
const script = `
process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
const dns = require('node:dns');
const [host, order] = process.argv.slice(1);
const hints = process.platform === 'win32' ? 0 : dns.ADDRCONFIG;
dns.lookup(host, { all: true, hints, order }, (error, addresses) => {
  process.stdout.write(JSON.stringify(error ? { code: error.code } : { addresses }), () => process.exit());
});`;

export function createLookups(machine: LookupMachine): HostLookups {
  const ending = new AbortController();
  const known = new Map<string, { readonly at: number; readonly found: Promise<Found> }>();
  const find = (host: string): Promise<Found> => {
    const last = known.get(host);
    if (last !== undefined && machine.monotonic() - last.at < knownMs) return last.found;
    // `localhost` is in the machine's own table and needs no name server.
    const inChild = host === 'localhost' ? Promise.reject<Found>() : lookUpInChild(host, machine, ending.signal);
    const found = inChild.catch(() => lookUpInProcess(host));
    known.set(host, { at: machine.monotonic(), found });
    void found.then((result) => 'code' in result && known.delete(host));
    return found;
  };
  return {
    lookup: (host, options, callback) => {
      void find(host).then((found) => {
        if ('code' in found) return callback(lookUpError(host, found.code), '');
        const [first] = found.addresses;
        if (options.all === true || first === undefined) callback(null, found.addresses);
        else callback(null, first.address, first.family);
      });
    },
    prepare: ({ hostname }) => {
      if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) void find(hostname);
    },
    close: () => ending.abort(),
  };
}

/** Rejects if no child can be started. */
async function lookUpInChild(host: string, { execPath, env }: LookupMachine, signal: AbortSignal) {
  const { spawn } = await import('node:child_process');
  // Options of this process, such as a debugger or more certificates, would only slow the child down.
  const { NODE_OPTIONS: _options, NODE_EXTRA_CA_CERTS: _certificates, ...childEnv } = env;
  return new Promise<Found>((resolve, reject) => {
    const stdio = ['pipe', 'pipe', 'ignore'] as const;
    const child = spawn(execPath, ['-e', script, '--', host, getDefaultResultOrder()], {
      ...{ env: childEnv, stdio: [...stdio], signal, killSignal: 'SIGKILL', windowsHide: true },
    });
    let printed = '';
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', (error) => (signal.aborted ? resolve(noAnswer) : reject(error)));
    child.once('close', () => resolve(parseFound(printed)));
  });
}

/** Also the result if something, such as Ctrl-C, ends the child. */
const noAnswer: Found = { code: 'EAI_AGAIN' };

function parseFound(printed: string): Found {
  try {
    return JSON.parse(printed) as Found;
  } catch {
    return noAnswer;
  }
}

function lookUpInProcess(host: string): Promise<Found> {
  return new Promise((resolve) => {
    lookUpHere(host, { all: true }, (error, addresses) => resolve(error ? { code: error.code ?? '' } : { addresses }));
  });
}

function lookUpError(host: string, code: string): Error {
  return Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code, syscall: 'getaddrinfo', hostname: host });
}
