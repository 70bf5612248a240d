import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import type { CheckedSettlement } from '../check-settlement.ts';

type SettlementVerdictProps = { readonly checked: CheckedSettlement };

/** The results of this device and of the contract, and whether the own order is part of them. */
export function SettlementVerdict({ checked }: SettlementVerdictProps) {
  const t = useTranslations('rounds.check');
  if (checked.kind === 'different') {
    return (
      <>
        <Line isGood={false} text={t('different')} />
        <p className="break-all text-2xs text-muted">{checked.place}</p>
      </>
    );
  }
  const { contract, nodes, isIncluded } = checked;
  return (
    <>
      <Line isGood text={t('same')} />
      {contract !== null && <OnChain contract={contract} nodes={nodes} />}
      {isIncluded !== null && <Line isGood={isIncluded} text={t(isIncluded ? 'included' : 'notIncluded')} />}
    </>
  );
}

type OnChainProps = Pick<Extract<CheckedSettlement, { kind: 'same' }>, 'nodes'> & {
  readonly contract: NonNullable<Extract<CheckedSettlement, { kind: 'same' }>['contract']>;
};

const ON_CHAIN_TEXTS = {
  agrees: 'onChain',
  pending: 'pending',
  differs: 'notOnChain',
  'nodes-differ': 'nodesText',
  unread: 'unread',
} as const;

function OnChain({ contract, nodes }: OnChainProps) {
  const t = useTranslations('proof.check');
  const text = t(ON_CHAIN_TEXTS[contract]);
  if (contract === 'pending') return <p className="text-muted">{text}</p>;
  return (
    <Line isGood={contract === 'agrees'} text={contract === 'agrees' ? `${text} · ${t('asked', { nodes })}` : text} />
  );
}

function Line({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  return (
    <p className={`flex items-center gap-2 ${isGood ? 'text-success' : 'text-danger'}`}>
      <Icon name={isGood ? 'shield' : 'alert'} />
      {text}
    </p>
  );
}
