export type UidProblem = 'uidMissing' | 'uidFormat';
export type CodeProblem = 'codeMissing' | 'codeFormat';

/** Returns the problem of an exchange UID, or null. */
export function checkUid(text: string): UidProblem | null {
  if (text === '') return 'uidMissing';
  return /^[0-9]{6,12}$/.test(text) ? null : 'uidFormat';
}

/** Returns the problem of the code that the exchange shows, or null. */
export function checkCode(text: string): CodeProblem | null {
  if (text === '') return 'codeMissing';
  return /^[A-Za-z0-9]{4,32}$/.test(text) ? null : 'codeFormat';
}
