/** Reloads the document if the server answers; offline the page would be lost. Returns false if it does not answer. */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok !== true) return false;
  location.reload();
  return true;
}
