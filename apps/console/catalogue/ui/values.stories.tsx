import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';
import { Address } from '#ui/address.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Money } from '#ui/money.tsx';
import { Facts, Panel, Room } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const AT = Date.UTC(2026, 9, 21, 4);

export const stories: Stories = {
  'address-short': () => <Address address={ADDRESS} />,
  'address-whole': () => <Address address={ADDRESS} whole />,
  copy: () => <CopyButton text={ADDRESS} />,
  money: () => <Money value="123456789.123456789012345678" unit="FMC" />,
  'money-zero': () => <Money value="0" unit="JU" />,
  'money-negative': () => <Money value="-12.5" unit="JU" />,
  time: () => <Time time={AT} />,
  day: () => <Time time={AT} day />,
  facts: function Labelled() {
    const t = useTranslations('rounds');
    const facts = [
      { label: t('opensAt'), value: <Time time={AT} /> },
      { label: t('filled'), value: <Money value="123456789.123456" unit="JU" /> },
      { label: t('nextStep'), value: t('cancelledBy.pause') },
    ];
    return (
      <Panel title={t('facts')} aside={<Money value="12" unit="JU" />}>
        <Facts facts={facts} />
      </Panel>
    );
  },
  room: function Whole() {
    const t = useTranslations('rounds');
    return (
      <Room
        title={t('title')}
        lead={t('lead')}
        back={{ to: '/', label: t('all') }}
        actions={<CopyButton text={ADDRESS} />}
      >
        <Panel title={t('fill')}>{t('fillNone')}</Panel>
      </Room>
    );
  },
};
