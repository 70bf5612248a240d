import type { Command } from 'commander';
import { confirmProposal, rejectProposal } from '../requests/perform-action.ts';
import { addReason, operate, reasonOf } from './operator-actions.ts';
import { runs, type Shell } from './run-command.ts';

const DECISIONS = [
  {
    name: 'confirm',
    summary: 'Shows what a proposal of another operator would change now, and confirms it.',
    decide: confirmProposal,
  },
  { name: 'reject', summary: 'Rejects an open proposal, one’s own or another operator’s.', decide: rejectProposal },
] as const;

/** Adds the commands that confirm or reject a proposal. */
export function addProposalDecisions(parent: Command, shell: Shell): void {
  for (const { name, summary, decide } of DECISIONS) {
    const command = addReason(parent.command(name).description(summary).argument('<proposalId>'));
    runs(command, shell, {
      work: (run) =>
        operate(run, (operating) => decide(operating, { proposalId: run.args[0] ?? '', reason: reasonOf(run) })),
    });
  }
}
