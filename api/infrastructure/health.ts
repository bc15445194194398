/** A condition for taking requests. */
export interface HealthCheck {
  name: string
  /** Returns false or throws when it fails. */
  passes(): Promise<boolean> | boolean
}

export interface Health {
  /** 200: the process runs. */
  live(): Response
  /** 200 when every check passes and the server is not stopping, else 503 with the failed checks. */
  ready(): Promise<Response>
  /** Names of the failing checks. */
  failing(): Promise<string[]>
  /** Fails readiness from now on, so that load balancers turn away. */
  stopping(): void
  isStopping(): boolean
}

const CHECK_TIMEOUT_MS = 2_000

async function run(check: HealthCheck): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => {
    AbortSignal.timeout(CHECK_TIMEOUT_MS).addEventListener('abort', () => resolve(false))
  })
  try {
    return await Promise.race([check.passes(), timeout])
  } catch {
    return false
  }
}

/** Creates the replies to `/livez` and `/readyz`. */
export function createHealth(checks: readonly HealthCheck[]): Health {
  let isStopping = false
  const failing = async () => {
    const results = await Promise.all(checks.map(run))
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
