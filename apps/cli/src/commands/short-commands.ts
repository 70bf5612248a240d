import type { Command } from 'commander';
import { addAction } from './operator-actions.ts';
import { addPlanFiles } from './plan-files.ts';
import { addProposalDecisions } from './proposal-decisions.ts';
import { addRead } from './reads.ts';
import type { Shell } from './run-command.ts';
import { addVaultPayments } from './vault-payments.ts';

/** Adds short names for frequent calls and actions, which `call` and `act` offer too. */
export function addShortCommands(program: Command, shell: Shell): void {
  const plan = program.command('plan').description('Phase plans.');
  addPlanFiles(plan, shell);
  addRead(plan, shell, { name: 'list', key: 'POST /api/ops/plans' });
  addAction(plan, shell, { name: 'end', key: 'POST /api/ops/plans/end', argument: 'planId' });
  addAction(plan, shell, { name: 'revoke', key: 'POST /api/ops/plans/revoke', argument: 'planId' });

  const round = program.command('round').description('Rounds.');
  addRead(round, shell, { name: 'list', key: 'POST /api/ops/rounds' });
  addRead(round, shell, { name: 'show', key: 'POST /api/ops/rounds/detail', argument: 'roundId' });
  addAction(round, shell, { name: 'cancel', key: 'POST /api/ops/rounds/cancel', argument: 'roundId' });
  addAction(round, shell, { name: 'suspend', key: 'POST /api/ops/rounds/suspend', argument: 'roundId' });
  addAction(round, shell, { name: 'resume', key: 'POST /api/ops/rounds/resume', argument: 'roundId' });

  const withdrawals = program.command('withdrawals').description('Withdrawals that operators decide on.');
  addRead(withdrawals, shell, { name: 'list', key: 'POST /api/ops/withdrawals', isDefault: true });
  addRead(withdrawals, shell, { name: 'open', key: 'POST /api/ops/withdrawals/open' });
  const argument = 'withdrawalId';
  addAction(withdrawals, shell, { name: 'approve', key: 'POST /api/ops/withdrawals/approve', argument });
  addAction(withdrawals, shell, { name: 'reject', key: 'POST /api/ops/withdrawals/reject', argument });
  addAction(withdrawals, shell, { name: 'cancel', key: 'POST /api/ops/withdrawals/cancel', argument });

  addVaultPayments(program, shell);
  addAction(program, shell, { name: 'pause', key: 'POST /api/ops/pause', argument: 'part' });
  addAction(program, shell, { name: 'unpause', key: 'POST /api/ops/unpause', argument: 'part' });

  const proposals = program.command('proposals').description('Actions that wait for a second operator.');
  addRead(proposals, shell, { name: 'list', key: 'POST /api/ops/proposals', isDefault: true });
  addProposalDecisions(proposals, shell);
}
