/** The part of `fetch` that is used here: Electron's `net.fetch` and the global one are both it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Sends a request and reads the reply as JSON. Rejects for no reply in time and for no JSON. */
export type AskJson = (
  url: string,
  init?: RequestInit,
) => Promise<{ status: number; body: unknown }>

/** How long a server may take over one request and its reply. */
const PATIENCE_MS = 15_000

/** `quit` gives up all that is under way. A redirect is not followed: what is sent may be a secret. */
export function createAskJson(fetch: Fetch, quit: AbortSignal): AskJson {
  return async (url, init) => {
    const own = new AbortController()
    const giveUp = () => own.abort()
    const timer = setTimeout(giveUp, PATIENCE_MS)
    quit.addEventListener('abort', giveUp)
    try {
      const reply = await fetch(url, { ...init, redirect: 'error', signal: own.signal })
      return { status: reply.status, body: await reply.json() }
    } finally {
      clearTimeout(timer)
      quit.removeEventListener('abort', giveUp)
    }
  }
}
