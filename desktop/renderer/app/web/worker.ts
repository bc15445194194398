const WORKER = '/sw.js'

/** Registers the service worker, which starts the site without a network. Never rejects. */
export async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(WORKER)
  } catch (error) {
    // Refused storage, or a server that is away.
    console.warn(error)
  }
}

/** Fetches the worker of a new build. Never rejects. */
export async function updateWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update()
  } catch (error) {
    console.warn(error)
  }
}
