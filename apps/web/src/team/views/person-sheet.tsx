import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { beadsOf } from '../beads.ts';
import type { Direct } from '../network.ts';

type PersonSheetProps = { readonly direct: Direct | null; readonly onClose: () => void };

/** A direct referral with all details. */
export function PersonSheet({ direct, onClose }: PersonSheetProps) {
  const t = useTranslations('team');
  // The last one stays while the sheet closes.
  const shown = useRef(direct);
  if (direct !== null) shown.current = direct;
  return (
    <Sheet open={direct !== null} onClose={onClose} title={t('person.title')}>
      {shown.current !== null && <Person direct={shown.current} />}
    </Sheet>
  );
}

function Person({ direct }: { readonly direct: Direct }) {
  const t = useTranslations('team');
  const [bead] = beadsOf([direct]);
  return (
    <>
      <AddressText address={direct.address} whole className="my-1 text-sm" />
      <KeyValues
        rows={[
          { label: t('person.joinedAt'), value: formatTime(direct.joinedAt) },
          { label: t('person.nodeType'), value: t(`nodeTypes.${direct.nodeType}`) },
          { label: t('person.level'), value: t('levelValue', { level: String(direct.teamLevel) }) },
          { label: t('person.own'), value: <Amount value={direct.ownPerformance} unit="JU" exact /> },
          { label: t('person.team'), value: <Amount value={direct.teamPerformance} unit="JU" exact /> },
          { label: t('person.leg'), value: <Amount value={bead?.leg ?? '0'} unit="JU" exact />, strong: true },
          { label: t('person.earned'), value: <Amount value={direct.earnedForMe} unit="JU" exact />, strong: true },
        ]}
      />
    </>
  );
}
