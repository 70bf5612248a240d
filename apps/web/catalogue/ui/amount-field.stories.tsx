import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { AmountChoice } from '#ui/amount-choice.tsx';
import { AmountField } from '#ui/amount-field.tsx';

type SampleProps = { readonly initial?: string; readonly isWrong?: boolean; readonly isDisabled?: boolean };

function Sample({ initial = '', isWrong = false, isDisabled = false }: SampleProps) {
  const t = useTranslations();
  const [text, setText] = useState(initial);
  return (
    <AmountField
      label={t('assets.deposit.amount')}
      unit="FMC"
      aside={<Amount value="123456789.25" unit="FMC" />}
      hint={t('assets.deposit.hintToken')}
      error={isWrong ? t('ui.amount.overAvailable', { limit: '123456789.123456789012345678' }) : undefined}
      value={text}
      disabled={isDisabled}
      onText={setText}
      onMaximum={() => setText('123456789.25')}
    />
  );
}

export const stories: Stories = {
  empty: () => <Sample />,
  filled: () => <Sample initial="123456789.123456789012345678" />,
  ambiguous: () => <Sample initial="?1,125" />,
  choice: () => <AmountChoice readings={['1125', '1.125']} unit="FMC" onChoose={() => undefined} />,
  error: () => <Sample isWrong initial="9999999999" />,
  disabled: () => <Sample isDisabled initial="10" />,
};
