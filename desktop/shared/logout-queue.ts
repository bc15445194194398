import { ApiFailure } from './api-failure.ts'

const RETRY_MS = 15_000

/** Revokes ended sessions at the server, with retries while it cannot be reached. */
export interface LogoutQueue {
  enqueue(refreshToken: string): void
  /** Retries now. */
  wake(): void
  /** Stops retrying. Resolves when the current attempt has finished. */
  stop(): Promise<unknown>
}

/** Refresh tokens of ended sessions that the server has not revoked yet; outlives the page. */
export interface LogoutStore {
  read(): readonly string[]
  add(refreshToken: string): void
  remove(refreshToken: string): void
}

/** `close` revokes a session; throws ApiFailure. Without a store the end of the process ends the retries. */
export function createLogoutQueue(
  close: (refreshToken: string) => Promise<void>,
  store?: LogoutStore,
): LogoutQueue {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()

  const revoke = async (token: string) => {
    try {
      await close(token)
    } catch (error) {
      const status = error instanceof ApiFailure && error.code !== 'UNREACHABLE' ? error.status : 0
      // A 4xx means that the session is unknown; other failures may be temporary.
      if (status < 400 || status >= 500 || status === 429) return
    }
    pending.delete(token)
    store?.remove(token)
  }

  const revokeAll = async () => {
    clearTimeout(timer)
    running = Promise.all([...pending].map(revoke))
    await running
    clearTimeout(timer)
    if (pending.size > 0 && !isStopped) timer = setTimeout(revokeAll, RETRY_MS)
  }

  return {
    enqueue(token) {
      pending.add(token)
      store?.add(token)
      revokeAll()
    },
    wake: () => {
      for (const token of store?.read() ?? []) pending.add(token)
      if (pending.size > 0 && !isStopped) revokeAll()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
