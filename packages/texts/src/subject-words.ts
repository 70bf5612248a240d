import type { SubjectKind } from '@city-mint/api-contract/operator/action-subjects';
import type { OperatorLanguage } from '@city-mint/domain/languages';
import { OPERATOR_TEXTS } from './operator-languages.ts';

/**
 * Returns a subject of the log in words; `nameOf` names a part of the system or another code. One of an unknown kind,
 * which a later release may have stored, is returned as it is.
 */
export function subjectWords(
  subject: string,
  {
    language,
    nameOf = (code) => code,
  }: { readonly language: OperatorLanguage; readonly nameOf?: (code: string) => string },
): string {
  const [, kind = '', of = ''] = /^(\S+)(?: (.+))?$/s.exec(subject) ?? [];
  if (!isKind(kind)) return subject;
  const isCode = kind === 'part' || kind === 'payouts' || kind === 'indexing';
  return OPERATOR_TEXTS[language].subjects[kind].replace('{of}', () => (isCode ? nameOf(of) : of));
}

function isKind(kind: string): kind is SubjectKind {
  return Object.hasOwn(OPERATOR_TEXTS.zh.subjects, kind);
}
