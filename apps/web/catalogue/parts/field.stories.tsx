import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { controlClass, Field } from '@city-mint/ui/field.tsx';
import { useTranslations } from 'use-intl';

function Sample({ isWrong = false, isPlain = false }: { readonly isWrong?: boolean; readonly isPlain?: boolean }) {
  const t = useTranslations();
  const label = t('assets.deposit.amount');
  return (
    <Field
      id="amount"
      label={label}
      {...(!isPlain && { aside: t('assets.onChainUnknown'), hint: t('assets.deposit.hintToken') })}
      error={isWrong ? t('ui.amount.tooPrecise', { limit: '18' }) : undefined}
    >
      <div className={controlClass(isWrong)}>
        <input id="amount" aria-describedby="amount-note" className="min-w-0 flex-1 bg-transparent py-3" />
      </div>
    </Field>
  );
}

export const stories: Stories = {
  plain: () => <Sample isPlain />,
  'aside-and-hint': () => <Sample />,
  error: () => <Sample isWrong />,
};
