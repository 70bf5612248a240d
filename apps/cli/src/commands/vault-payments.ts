import { nextBatch } from '@city-mint/api-contract/operator/booked-payments';
import { Argument, type Command } from 'commander';
import { CommandError, EXIT } from '../exit-codes.ts';
import { refusedError } from '../output/refused-error.ts';
import { performAction } from '../requests/perform-action.ts';
import { addReason, operate, reasonOf } from './operator-actions.ts';
import { addRead } from './reads.ts';
import { runs, type Shell } from './run-command.ts';

const AGAINST = ['account', 'treasury'] as const;

/** Adds the payments of the vault that the ledger did not know: to read, and to book in one batch. */
export function addVaultPayments(program: Command, shell: Shell): void {
  const payments = program.command('payments').description('Payments of the vault that the ledger did not know.');
  addRead(payments, shell, { name: 'list', key: 'POST /api/ops/chain', isDefault: true });
  const book = payments
    .command('book')
    .description(
      'Books all undecided payments in one batch, at most 500: `account`, the proven ones, each against the account ' +
        'that redeemed its voucher; `treasury`, all of them. Requires confirmation by a second operator.',
    )
    .addArgument(new Argument('<against>').choices(AGAINST));
  addReason(book);
  runs(book, shell, {
    own: [],
    work: (run) =>
      operate(run, async (operating) => {
        const chain = await operating.session.call('POST /api/ops/chain', {});
        if (!chain.ok) throw refusedError(chain);
        const against = run.args[0] === 'account' ? 'account' : 'treasury';
        const lines = nextBatch(chain.data.unknownPayments, against);
        if (lines.length === 0) {
          const message = run.settings.texts.nothingToBook;
          throw new CommandError(EXIT.refused, { error: 'nothing-to-book', message });
        }
        const fields = { payments: lines, against };
        return performAction(operating, { key: 'POST /api/ops/chain/book', fields, reason: reasonOf(run) });
      }),
  });
}
