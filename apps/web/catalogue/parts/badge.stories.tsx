import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { useTranslations } from 'use-intl';

const KINDS: readonly BadgeKind[] = ['neutral', 'success', 'pending', 'danger', 'accent'];

export const stories: Stories = {
  kinds: function Kinds() {
    const t = useTranslations('team.nodeTypes');
    return KINDS.map((kind) => (
      <Badge key={kind} kind={kind}>
        {t('community')}
      </Badge>
    ));
  },
};
