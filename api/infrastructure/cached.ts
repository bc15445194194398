/** A value that is rebuilt once after each change, however many readers wait for it. */
export interface Cached<Value> {
  /** Returns the value, building it if necessary; never one marked stale before the call. */
  get(): Value | Promise<Value>
  /** Marks the value stale; the next get() rebuilds it. */
  markStale(): void
  /** Marks the value outdated: get() rebuilds it once and returns the present one meanwhile. */
  markOutdated(): void
  /** Whether get() would return an outdated value. */
  isOutdated(): boolean
}

/**
 * Caches the result of `build`. A failed build is not cached; its error goes to the waiting readers.
 * `onRefreshed` is called when a new value has taken the place of an outdated one.
 */
export function cached<Value>(
  build: () => Value | Promise<Value>,
  onRefreshed: () => void = () => {},
): Cached<Value> {
  let version = 1
  let isOutdated = false
  let refreshing: Promise<void> | null = null
  let latest: { version: number; value: Value } | null = null
  let building: { version: number; promise: Promise<Value> } | null = null

  const start = (): Promise<Value> => {
    const own = version
    isOutdated = false
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

  /** Rebuilds an outdated value; the next reader repeats it when it fails. */
  const refresh = async () => {
    isOutdated = false
    const own = version
    try {
      const value = await build()
      refreshing = null
      if (own !== version) return
      latest = { version: own, value }
      onRefreshed()
    } catch {
      refreshing = null
      isOutdated = true
    }
  }
  const refreshOnce = () => {
    refreshing ??= refresh()
  }

  return {
    get() {
      if (latest?.version !== version) return fresh()
      if (isOutdated) refreshOnce()
      return latest.value
    },
    markOutdated() {
      isOutdated = true
    },
    isOutdated: () => latest?.version === version && (isOutdated || refreshing !== null),
    markStale: () => {
      version += 1
    },
  }
}
