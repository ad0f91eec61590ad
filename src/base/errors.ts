/** Every way a command can fail, with its exit code. */
import {
  fieldText,
  inWords,
  type FieldNamer,
  type FieldText,
  type RepeatNamer,
  type ListNamer,
} from './field-text.ts';

export const exitCodes = {
  ok: 0,
  /** The answer is no: not available, or a check has failed. */
  no: 1,
  usage: 2,
  refused: 3,
  unavailable: 4,
  rateLimited: 5,
  network: 6,
  contract: 7,
  partial: 8,
  output: 9,
  aboveMaxTotal: 10,
  internal: 70,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a command with several answers: the most serious code of an answer. */
export function exitCodeOfAll(codes: readonly ExitCode[]): ExitCode {
  const { output, partial, no, aboveMaxTotal, ok } = exitCodes;
  const bySeverity = [output, partial, no, aboveMaxTotal];
  return bySeverity.find((code) => codes.includes(code)) ?? ok;
}

/** Whether the document on stdout is an answer when the command ends with this code. */
export function isAnswerCode(code: ExitCode): boolean {
  const { ok, no, partial, aboveMaxTotal } = exitCodes;
  return [ok, no, partial, aboveMaxTotal].some((one) => one === code);
}

export interface ErrorDetails {
  /** The next thing to try, one line. */
  readonly hint?: FieldText | undefined;
  /** The message of a ContractError begins with it. */
  readonly endpoint?: string | undefined;
  /** The HTTP status, if the service answered. */
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The service's message, unescaped; ours ends with it. */
  readonly served?: string | undefined;
  readonly cause?: unknown;
}

/** An error for the person or script that ran the command: one line, no stack trace. */
export abstract class RentalError extends Error {
  /** For scripts, so it never changes: `{"error":{"code": …}}`. */
  abstract readonly code: string;
  abstract readonly exitCode: ExitCode;
  hint: string | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly served: string | undefined;
  /** A command line that mends the cause. The hint ends with it, and it must not be wrapped. */
  command: string | undefined;
  /** The error was stored by an earlier command, so nothing was sent. */
  isStored = false;

  #texts: { readonly message: FieldText; readonly hint: FieldText | undefined };

  constructor(message: FieldText, details: ErrorDetails = {}) {
    super(inWords(message), details.cause === undefined ? undefined : { cause: details.cause });
    const { hint } = details;
    this.name = new.target.name;
    this.#texts = { message, hint };
    this.hint = hint === undefined ? undefined : inWords(hint);
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.served = details.served;
  }

  /** Message and hint before their fields are named, to be parts of a longer text. */
  get texts(): { readonly message: FieldText; readonly hint: FieldText | undefined } {
    return this.#texts;
  }

  /** The message, and the hint if it ends with a command that mends the cause. */
  get messageWithCommand(): string {
    return this.command === undefined ? this.message : `${this.message}; ${this.hint}`;
  }

  /** The same failure, and what could not be done because of it. */
  withMessage(message: FieldText): this {
    this.#texts = { ...this.#texts, message };
    this.message = inWords(message);
    return this;
  }

  /** Adds to the hint, which must then end with `command`. */
  alsoTry(text: FieldText, command?: string): this {
    const { hint: before } = this.#texts;
    return this.withHint(
      before === undefined ? text : fieldText('{before}; {text}', { before, text }),
      command,
    );
  }

  /** Replaces the hint, which must end with `command`. */
  withHint(hint: FieldText, command?: string): this {
    this.#texts = { ...this.#texts, hint };
    this.hint = inWords(hint);
    this.command = command;
    return this;
  }

  /** Message and hint with the caller's names of fields and lists. */
  describe(...names: [FieldNamer?, ListNamer?, RepeatNamer?]): {
    readonly message: string;
    readonly hint: string | undefined;
  } {
    const { message, hint } = this.#texts;
    return {
      message: inWords(message, ...names),
      hint: hint === undefined ? undefined : inWords(hint, ...names),
    };
  }
}

function errorClass<C extends ExitCode>(code: string, exitCode: C) {
  return class extends RentalError {
    readonly code: string = code;
    readonly exitCode: C = exitCode;
  };
}

/** 404 of quotes: the vehicle is not available for the selection. */
export class NotAvailableError extends errorClass('not_available', exitCodes.no) {
  /** Whether the operator ever listed or quoted the vehicle. Undefined if that was not looked up. */
  seenBefore: boolean | undefined;
}

/** A bad flag, value or name. */
export class UsageError extends errorClass('usage', exitCodes.usage) {}

/** A bad configuration file or environment variable. */
export class ConfigError extends UsageError {
  override readonly code = 'config';
}

/** A question must be asked, but prompts are off. */
export class InputNeededError extends UsageError {
  override readonly code = 'input_needed';
}

/** 400 and other 4xx: the service refused the request. */
export class RefusedError extends errorClass('refused', exitCodes.refused) {}

/** 503 and other 5xx, after retries. */
export class UnavailableError extends errorClass('unavailable', exitCodes.unavailable) {}

/** 429, or the wait for the request budget would be longer than is allowed. */
export class RateLimitedError extends errorClass('rate_limited', exitCodes.rateLimited) {}

/** Our own budget did not let the request be sent: the wait would be longer than is allowed. */
export class BudgetWaitError extends RateLimitedError {}

/** DNS, connect, TLS, reset, cut-off body, timeout. */
export class NetworkError extends errorClass('network', exitCodes.network) {}

/** The response breaks the interface: not JSON, wrong shape, too large, a redirect. */
export class ContractError extends errorClass('contract', exitCodes.contract) {
  /** The message without the endpoint. */
  readonly problem: string;

  constructor(problem: string, details: ErrorDetails = {}) {
    const { endpoint } = details;
    super(endpoint === undefined ? problem : `${endpoint}: ${problem}`, details);
    this.problem = problem;
  }
}

/** Output could not be written. */
export class OutputError extends errorClass('output', exitCodes.output) {}

const interruptions = {
  SIGINT: ['interrupted', exitCodes.interrupted],
  SIGTERM: ['terminated', exitCodes.terminated],
  SIGHUP: ['hung up', exitCodes.hungUp],
} as const;

/** The signals that interrupt a command. */
export type Interruption = keyof typeof interruptions;

/** Whether only this request failed, so that others may still succeed. */
export function isFailedRequest(error: unknown): error is RentalError {
  return (
    error instanceof RentalError &&
    !(error instanceof UsageError || error instanceof InterruptedError)
  );
}

/** Whether the same request can succeed later, after an error with this code. */
export function isTransientCode(code: string): boolean {
  return ['network', 'unavailable', 'rate_limited'].includes(code);
}

export function isTransient(
  error: unknown,
): error is NetworkError | UnavailableError | RateLimitedError {
  return error instanceof RentalError && isTransientCode(error.code);
}

/** Ctrl-C, SIGTERM, SIGHUP or a cancelled prompt. */
export class InterruptedError extends RentalError {
  readonly code = 'interrupted';
  readonly exitCode: ExitCode;

  constructor(signal: Interruption = 'SIGINT') {
    const [message, exitCode] = interruptions[signal];
    super(message);
    this.exitCode = exitCode;
  }
}

/** Esc: back to the question before; from the first one, it cancels. */
export class BackError extends InterruptedError {}

/** Undefined if it fails. */
export function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
