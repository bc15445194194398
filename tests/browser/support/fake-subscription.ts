import type { Page } from 'playwright'
import { pushService } from '#tests/support/push-service.ts'

/** No push service can be reached here, so the browser's subscription comes from the stand-in. */
export async function fakeSubscription(page: Page): Promise<void> {
  await page.addInitScript((subscription) => {
    let isOn = false
    let key: ArrayBuffer | null = null
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
        char.charCodeAt(0),
      )
    const current = () => ({
      endpoint: subscription.endpoint,
      options: { applicationServerKey: key },
      getKey: (name: 'p256dh' | 'auth') => bytes(subscription[name]).buffer,
      async unsubscribe() {
        isOn = false
      },
    })
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        isOn = true
        key = bytes(applicationServerKey).buffer
        return current()
      },
      getSubscription: async () => (isOn ? current() : null),
    })
  }, pushService().subscribe())
}
