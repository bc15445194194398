/** Something prepared that is rebuilt once after each change, however many readers wait for it. */
export interface Kept<Value> {
  /** The value, built if need be. What was marked stale before the call is never answered. */
  get(): Value | Promise<Value>
  /** Says that what the value is made of has changed. */
  markStale(): void
}

/** Keeps the result of `build`. A build that fails is not kept; its error goes to who waited. */
export function keep<Value>(build: () => Value | Promise<Value>): Kept<Value> {
  let version = 1
  let kept: { version: number; value: Value } | null = null
  let building: { version: number; promise: Promise<Value> } | null = null

  const start = (): Promise<Value> => {
    const own = version
    const promise = (async () => build())()
      .then((value) => {
        if (!kept || kept.version < own) kept = { version: own, value }
        return value
      })
      .finally(() => {
        if (building?.promise === promise) building = null
      })
    building = { version: own, promise }
    return promise
  }

  const fresh = async (): Promise<Value> => {
    const wanted = version
    // A build that began before the change may have read the old state: wait, then build anew.
    while (building && building.version < wanted) await building.promise.catch(() => {})
    if (kept && kept.version >= wanted) return kept.value
    return building ? building.promise : start()
  }

  return {
    get: () => (kept?.version === version ? kept.value : fresh()),
    markStale: () => {
      version += 1
    },
  }
}
