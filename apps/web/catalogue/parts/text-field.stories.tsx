import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { LongTextField, TextField } from '@city-mint/ui/text-field.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

type SampleProps = { readonly initial?: string; readonly isWrong?: boolean; readonly isDisabled?: boolean };

function Sample({ initial = '', isWrong = false, isDisabled = false }: SampleProps) {
  const t = useTranslations();
  const [text, setText] = useState(initial);
  return (
    <TextField
      label={t('wallet.statusSheet.address')}
      hint={t('session.gateConnectText')}
      error={isWrong ? t('ui.amount.missing') : undefined}
      value={text}
      disabled={isDisabled}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

export const stories: Stories = {
  empty: () => <Sample />,
  filled: () => <Sample initial="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" />,
  error: () => <Sample isWrong />,
  disabled: () => <Sample isDisabled initial="City Mint" />,
  long: function Long() {
    const t = useTranslations();
    const [text, setText] = useState('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'.repeat(3));
    return (
      <LongTextField
        label={t('wallet.statusSheet.address')}
        hint={t('session.gateAuthorizeText')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    );
  },
};
