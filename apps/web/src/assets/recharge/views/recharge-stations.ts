import { useTranslations } from 'use-intl';
import type { Station, StationState } from '../../views/money-path.tsx';
import type { RechargeStage, TrackedRecharge } from '../track-recharges.ts';

/** The states of wallet, vault and balance in each stage of a recharge. */
const STATION_STATES: Record<RechargeStage, readonly [StationState, StationState, StationState]> = {
  sent: ['done', 'now', 'ahead'],
  confirming: ['done', 'done', 'now'],
  credited: ['done', 'done', 'earned'],
  failed: ['done', 'failed', 'ahead'],
};

type Progress = Pick<TrackedRecharge, 'stage' | 'confirmations'>;

/** Returns the stations of a recharge: wallet, vault and balance. Without a recharge they explain the process. */
export function useRechargeStations(recharge: Progress | null, needed: number): readonly Station[] {
  const t = useTranslations('assets');
  const [wallet, vault, balance] = recharge === null ? IDLE : STATION_STATES[recharge.stage];
  const count = recharge?.confirmations ?? 0;
  const isCounting = recharge === null || recharge.stage === 'sent' || recharge.stage === 'confirming';
  return [
    { icon: 'wallet', label: t('inWallet'), state: wallet },
    { icon: 'shield', label: t('deposit.vault'), state: vault, blocks: isCounting ? { count, needed } : undefined },
    { icon: 'assets', label: t('available'), state: balance },
  ];
}

const IDLE = ['ahead', 'ahead', 'ahead'] as const;
