/** A backup command failed or found damage; the message is for operators. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
