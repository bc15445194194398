/** One thing that must be well for the server to take requests. */
export interface Check {
  name: string
  /** Throws, or answers false, when it is not well. */
  isWell(): Promise<boolean> | boolean
}

export interface Health {
  /** The process runs. */
  live(): Response
  /** Every check is well and the server is not stopping: 200, else 503 with what is wrong. */
  ready(): Promise<Response>
  /** Names of what is not well now; none when requests can be taken. */
  failing(): Promise<string[]>
  /** From now on not ready: whoever balances load looks elsewhere. */
  stopping(): void
  isStopping(): boolean
}

const CHECK_LIMIT_MS = 2_000

async function judge(check: Check): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    AbortSignal.timeout(CHECK_LIMIT_MS).addEventListener('abort', () => resolve(false))
  })
  try {
    return await Promise.race([check.isWell(), late])
  } catch {
    return false
  }
}

/** Makes the answers to `/livez` and `/readyz`. */
export function createHealth(checks: readonly Check[]): Health {
  let isStopping = false
  const failing = async () => {
    const results = await Promise.all(checks.map(judge))
    const failed = checks.filter((_, index) => !results[index]).map((check) => check.name)
    return isStopping ? [...failed, 'stopping'] : failed
  }
  return {
    failing,
    live: () => Response.json({ status: 'ok' }),
    async ready() {
      const failed = await failing()
      const status = failed.length === 0 ? 'ok' : 'not ready'
      return Response.json({ status, failed }, { status: failed.length === 0 ? 200 : 503 })
    },
    stopping: () => {
      isStopping = true
    },
    isStopping: () => isStopping,
  }
}
