/** This browser's subscription to web push; null without one, or where the browser has no web push. */
export async function findPush(): Promise<PushSubscription | null> {
  const registration = await findRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Subscribes this browser with the server's key and returns the subscription. Rejects without its push service. */
export async function startPush(publicKey: string): Promise<PushSubscription> {
  const registration = await findRegistration();
  if (registration?.pushManager === undefined) throw new Error('this browser has no web push');
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Ends the subscription at the browser's push service, which tells the server at its next notice. Never rejects. */
export async function endPush(): Promise<void> {
  const subscription = await findPush().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/** Returns the fields of a subscription as the API takes them. */
export function pushFields(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  return { pushUrl: subscription.endpoint, p256dh, auth };
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}
