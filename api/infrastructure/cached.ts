/** A value that is rebuilt once after each change, however many readers wait for it. */
export interface Cached<Value> {
  /** Returns the value, building it if necessary; never one marked stale before the call. */
  get(): Value | Promise<Value>
  /** Marks the value stale; the next get() rebuilds it. */
  markStale(): void
}

/** Caches the result of `build`. A failed build is not cached; its error goes to the waiting readers. */
export function cached<Value>(build: () => Value | Promise<Value>): Cached<Value> {
  let version = 1
  let latest: { version: number; value: Value } | null = null
  let building: { version: number; promise: Promise<Value> } | null = null

  const start = (): Promise<Value> => {
    const own = version
    const promise = (async () => build())()
      .then((value) => {
        if (!latest || latest.version < own) latest = { version: own, value }
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
    // A build started before the change may have read the old state: wait for it, then rebuild.
    while (building && building.version < wanted) await building.promise.catch(() => {})
    if (latest && latest.version >= wanted) return latest.value
    return building ? building.promise : start()
  }

  return {
    get: () => (latest?.version === version ? latest.value : fresh()),
    markStale: () => {
      version += 1
    },
  }
}
