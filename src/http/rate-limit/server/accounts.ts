/** Which accounts have a budget on the server: `limits` shows those too that are not configured. */
import { accountText, readAccountText } from '../account-text.ts';
import type { Account } from '../policy.ts';
import type { BudgetServer } from './connection.ts';
import { ServerTrouble } from './trouble.ts';

const key = 'rental:accounts';

/** Nothing waits for this, and it is not needed for a budget. */
export function listAccount(account: Account, server: BudgetServer): void {
  server.run('list', [key], [accountText(account)]).catch((error: unknown) => {
    if (!(error instanceof ServerTrouble)) throw error;
  });
}

const most = 100;

/** Those that were used last. Throws ServerTrouble. */
export async function accountsOn(server: BudgetServer): Promise<Account[]> {
  const texts = await server.call('ZREVRANGE', key, 0, most - 1);
  return Array.isArray(texts) ? texts.flatMap((text) => readAccountText(String(text)) ?? []) : [];
}
