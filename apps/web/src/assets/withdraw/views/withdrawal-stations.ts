import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import type { Station, StationState } from '../../views/money-path.tsx';
import { stepsDone, WITHDRAWAL_STEPS } from '../withdrawal.ts';

type Withdrawal = Pick<ReplyOf<'POST /api/app/user/withdrawStatus'>, 'state' | 'confirmations' | 'confirmationsNeeded'>;

/** The icon of each step. */
export const STEP_ICONS = { requested: 'record', signed: 'shield', submitted: 'wallet', confirming: 'check' } as const;

/** Returns the state of a step from its index and the number of completed steps. */
export function stationState(index: number, done: number): StationState {
  if (done === WITHDRAWAL_STEPS.length) return index === WITHDRAWAL_STEPS.length - 1 ? 'earned' : 'done';
  if (index < done) return 'done';
  return index === done ? 'now' : 'ahead';
}

/** Returns the steps of a withdrawal as stations; a returned one never got past the release. */
export function useWithdrawalStations(withdrawal: Withdrawal, isSentByWallet: boolean): readonly Station[] {
  const t = useTranslations('assets.withdraw.stepsShort');
  const { state, confirmations, confirmationsNeeded } = withdrawal;
  const done = stepsDone(state, isSentByWallet);
  const isCounting = confirmations !== null && state === 'confirming';
  return WITHDRAWAL_STEPS.map((step, index) => ({
    icon: STEP_ICONS[step],
    label: t(step),
    state: state === 'returned' ? (RETURNED[index] ?? 'ahead') : stationState(index, done),
    blocks: step === 'confirming' && isCounting ? { count: confirmations, needed: confirmationsNeeded } : undefined,
  }));
}

const RETURNED: readonly StationState[] = ['done', 'failed', 'ahead', 'ahead'];
