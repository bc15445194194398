import { ApiFailure } from '#desktop/shared/api-failure.ts'

const PAUSE_MS = 15_000

/** Tells the server which sessions are over, again and again while it cannot be reached. */
export interface Farewells {
  say(refreshToken: string): void
  /** The network may be back. */
  wake(): void
  /** No more tries. Resolves when the one under way is through. */
  stop(): Promise<unknown>
}

/** `close` ends a session at the server; throws ApiFailure. */
export function createFarewells(close: (refreshToken: string) => Promise<void>): Farewells {
  const left = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let trying: Promise<unknown> = Promise.resolve()

  const say = async (token: string) => {
    try {
      await close(token)
    } catch (error) {
      const status = error instanceof ApiFailure && error.code !== 'UNREACHABLE' ? error.status : 0
      // What the server refuses to end it does not know; anything else may pass.
      if (status < 400 || status >= 500 || status === 429) return
    }
    left.delete(token)
  }

  const sayAll = async () => {
    clearTimeout(timer)
    trying = Promise.all([...left].map(say))
    await trying
    clearTimeout(timer)
    if (left.size > 0 && !isStopped) timer = setTimeout(sayAll, PAUSE_MS)
  }

  return {
    say(token) {
      left.add(token)
      sayAll()
    },
    wake: () => {
      if (left.size > 0 && !isStopped) sayAll()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      return trying
    },
  }
}
