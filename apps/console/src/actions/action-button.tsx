import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { Button, type ButtonKind } from '@city-mint/ui/button.tsx';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useOperator } from '#session/operator-queries.ts';
import type { GivenFields } from './action-store.ts';
import { openForm } from './open-form.ts';
import { isStopping } from './stopping.ts';
import { useActionWords } from './use-action-words.ts';

type ActionButtonProps = {
  readonly name: OperatorActionName;
  /** Fields that the caller sets; the form does not ask for them. */
  readonly fields?: GivenFields;
  /** Initial values of the form: the current settings. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Replaces the action's title. */
  readonly label?: string;
  /** By default `stop` for an action that stops something, else `soft`. */
  readonly kind?: ButtonKind;
};

/** Opens the sheet of an action. Without the right role it is disabled and shows why. */
export function ActionButton({ name, fields = {}, initial = {}, label, kind }: ActionButtonProps) {
  const t = useTranslations('actions');
  const id = useId();
  const { titleOf } = useActionWords();
  const { address, mayPropose, role } = useOperator();
  const [isAsked, setIsAsked] = useState(false);
  const isAllowed = mayPropose(name);
  const why = isAllowed || role === null ? null : t('roleTooLow', { role: t(`roles.${role}`) });
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <Button
        size="small"
        kind={kind ?? (isStopping(name) ? 'stop' : 'soft')}
        disabled={!isAllowed}
        title={why ?? undefined}
        aria-describedby={why === null ? undefined : id}
        onClick={() => openForm(address, { name, fields, initial })}
        onDisabledClick={() => setIsAsked(true)}
      >
        {label ?? titleOf(name)}
      </Button>
      {why !== null && (
        <span id={id} role="status" className={isAsked ? 'text-muted text-xs' : 'sr-only'}>
          {why}
        </span>
      )}
    </span>
  );
}
