import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { CoinMark, Icon, type IconName } from '@city-mint/ui/icon.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useTranslations } from 'use-intl';

const NAMES: readonly IconName[] = [
  ...(['home', 'city', 'assets', 'earnings', 'my', 'back', 'next', 'down', 'copy', 'check', 'close'] as const),
  ...(['refresh', 'wallet', 'external', 'globe', 'theme', 'alert', 'info', 'clock', 'recharge'] as const),
  ...(['withdraw', 'record', 'shield', 'power', 'swap', 'empty', 'plug', 'team'] as const),
];

export const stories: Stories = {
  all: () => (
    <div className="flex flex-wrap gap-3 text-xl">
      {NAMES.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  ),
  mark: () => <CoinMark className="size-16" />,
  button: function Button() {
    const t = useTranslations('ui');
    return <IconButton icon="close" label={t('close')} />;
  },
};
