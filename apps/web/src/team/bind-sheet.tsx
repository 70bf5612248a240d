import { Button } from '@city-mint/ui/button.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useTranslations } from 'use-intl';
import { useKnownAddresses, useSavedRecipients } from '#recipients/known-recipients.ts';
import { findResembled } from '#recipients/resemblance.ts';
import { Sheet } from '#ui/sheet.tsx';
import { checkInviter, inviterFrom } from './check-inviter.ts';
import { useInviter } from './inviter-code.ts';
import { type Binding, useBinding } from './use-binding.ts';
import { BindingNotice } from './views/binding-notice.tsx';
import { InviterField } from './views/inviter-field.tsx';

type BindSheetProps = { readonly open: boolean; readonly ownAddress: string; readonly onClose: () => void };

/**
 * Binds an inviter: first their address, which a link may have filled in; then their future earnings, the warning and
 * the text; then the signature.
 */
export function BindSheet({ open, ownAddress, onClose }: BindSheetProps) {
  const t = useTranslations('team.bind');
  const linkText = useInviter();
  const field = useField((text) => checkInviter(text, ownAddress), linkText ?? '');
  const known = useKnownAddresses(ownAddress, useSavedRecipients(ownAddress));
  const resembled = field.problem === null ? findResembled(inviterFrom(field.text), known) : null;
  const binding = useBinding();
  const { step } = binding;
  const look = () => (field.problem === null ? void binding.look(inviterFrom(field.text)) : field.touch());
  return (
    <Sheet
      open={open}
      isInUrl
      onClose={() => {
        binding.restart();
        onClose();
      }}
      title={t('title')}
      {...(step.kind === 'read' ? {} : { description: t('text') })}
      footer={
        step.kind === 'read' ? (
          <SignFooter binding={binding} onBound={onClose} />
        ) : (
          <Button
            className="w-full"
            disabled={field.problem !== null}
            onDisabledClick={field.touch}
            busy={binding.isBusy}
            onClick={look}
          >
            {t('look')}
          </Button>
        )
      }
    >
      {step.kind === 'read' ? (
        <BindingNotice text={step.text} />
      ) : (
        <InviterField
          field={{
            ...field,
            change: (text) => {
              field.change(text);
              if (step.refusal !== null) binding.restart();
            },
          }}
          linkText={linkText}
          resembled={resembled}
          refusal={step.refusal}
          onSubmit={look}
        />
      )}
    </Sheet>
  );
}

function SignFooter({ binding, onBound }: { readonly binding: Binding; readonly onBound: () => void }) {
  const t = useTranslations('team.bind');
  const sign = async () => {
    if (await binding.sign()) onBound();
  };
  return (
    <div className="flex flex-col gap-1">
      <Button busy={binding.isBusy} onClick={() => void sign()}>
        {t('sign')}
      </Button>
      <Button kind="plain" size="small" disabled={binding.isBusy} onClick={binding.restart}>
        {t('change')}
      </Button>
    </div>
  );
}
