import { isBoardName, MOST_NAME_CHARACTERS } from '@city-mint/domain/team/board-name';
import { Button } from '@city-mint/ui/button.tsx';
import { TextField } from '@city-mint/ui/text-field.tsx';
import { useField } from '@city-mint/ui/use-field.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '#ui/sheet.tsx';

type NameSheetProps = {
  readonly open: boolean;
  /** Resolves to whether the name was accepted. */
  readonly onChoose: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
};

const checkName = (text: string) => (isBoardName(text.normalize('NFC')) ? null : 'nameProblem');

/** Asks for the name under which the leaderboards show the user, and says what they show. */
export function NameSheet({ open, onChoose, onClose }: NameSheetProps) {
  const t = useTranslations('boards');
  const name = useField(checkName);
  // The field drops a space at the end, after which another word may follow.
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    const isAccepted = await onChoose(name.text.normalize('NFC'));
    setIsBusy(false);
    if (isAccepted) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('showMe')}
      description={t('showMeText')}
      footer={
        <Button
          className="w-full"
          busy={isBusy}
          disabled={name.problem !== null}
          onDisabledClick={name.touch}
          onClick={() => void submit()}
        >
          {t('showMeSubmit')}
        </Button>
      }
    >
      <TextField
        label={t('name')}
        value={typed}
        hint={t('nameHint', { most: MOST_NAME_CHARACTERS })}
        error={name.visibleProblem === null ? undefined : t(name.visibleProblem, { most: MOST_NAME_CHARACTERS })}
        onChange={({ target }) => {
          setTyped(target.value);
          name.change(target.value);
        }}
      />
    </Sheet>
  );
}
