/**
 * Repeats a fetch of code, and reloads the document if that fails again: browsers remember a failed import until the
 * next document, and a release may have removed its file.
 */
export async function tryAgainOrReload(retry: () => Promise<boolean>): Promise<void> {
  if (!(await retry())) await reloadIfReachable();
}

/** Reloads the document if the server answers; offline the page would be lost. Returns false if it does not answer. */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok !== true) return false;
  location.reload();
  return true;
}
