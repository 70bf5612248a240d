import { Button, type ButtonKind } from '@city-mint/ui/button.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';

const KINDS: readonly ButtonKind[] = ['primary', 'soft', 'plain', 'danger'];

function Kinds(props: ComponentProps<typeof Button>) {
  const t = useTranslations('session');
  return (
    <div className="flex flex-col gap-3">
      {KINDS.map((kind) => (
        <Button key={kind} kind={kind} {...props}>
          {t('authorize')}
        </Button>
      ))}
    </div>
  );
}

export const stories: Stories = {
  large: () => <Kinds />,
  small: () => <Kinds size="small" />,
  disabled: () => <Kinds disabled />,
  busy: () => <Kinds busy />,
  'long-text': function LongText() {
    const t = useTranslations('assets.deposit');
    return <Button>{t('authorize', { amount: '1234567.123456789012345678', unit: 'FMC' })}</Button>;
  },
  'two-beside': function TwoBeside() {
    const t = useTranslations();
    return (
      <div className="grid grid-cols-2 gap-3">
        <Button kind="soft">{t('ui.cancel')}</Button>
        <Button>{t('session.switchNetwork')}</Button>
      </div>
    );
  },
};
