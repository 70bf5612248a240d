import type { CheckStatus } from '../settlement/use-settlement-check.ts';

/** The colour of a verdict: the contract agrees, something does not, or it is open. */
export type VerdictTone = 'good' | 'bad' | 'open';

const OF_CONTRACT = {
  agrees: { tone: 'good', text: 'agrees' },
  differs: { tone: 'bad', text: 'differs' },
  'nodes-differ': { tone: 'bad', text: 'nodesDiffer' },
  pending: { tone: 'open', text: 'pending' },
  unread: { tone: 'open', text: 'unread' },
} as const;

/** Returns the verdict on a settlement in one line: its tone, and the key of its text. */
export function settlementVerdict(status: CheckStatus) {
  switch (status.kind) {
    case 'idle':
    case 'busy':
    case 'failed':
      return { tone: 'open', text: status.kind } as const;
    case 'done': {
      const { checked } = status;
      if (checked.kind === 'different') return { tone: 'bad', text: 'different' } as const;
      // A round without orders has no root; its file was recomputed all the same.
      return checked.contract === null ? ({ tone: 'good', text: 'empty' } as const) : OF_CONTRACT[checked.contract];
    }
  }
}
