import { createEmitter } from '#desktop/shared/emitter.ts'
import { isServerReachable } from './lazy-module.ts'

/** Waits before the next attempts, ms; the last one repeats. */
const WAITS_MS = [1_000, 3_000, 10_000, 30_000] as const
/** Failures after which a reachable server lacks the chunk, or the browser has cached its failure. */
const MISSING_AFTER = 3

interface BackgroundLoaderDeps {
  /** Runs `task` after `ms`. @returns the function that cancels it */
  after: (ms: number, task: () => void) => () => void
  /** Subscribes to moments when an attempt may succeed. @returns the function that unsubscribes */
  onReturn: (listener: () => void) => () => void
  isReachable: () => Promise<boolean>
  /** Called once, when a chunk cannot be loaded although the server is reachable. */
  onMissing: () => void
}

interface BackgroundLoad {
  /** Tries again at once instead of after the wait. */
  retry(): void
  cancel(): void
}

interface BackgroundLoadOptions<Module> {
  onLoaded: (module: Module) => void
  /** Called after each failed attempt. */
  onFailure?: () => void
}

/** Creates the function that loads a chunk which nobody waits for: after a failure it tries again. */
export function createBackgroundLoader(deps: BackgroundLoaderDeps) {
  const { after, onReturn, isReachable, onMissing } = deps
  let isReported = false

  const reportMissing = async () => {
    if (isReported || !(await isReachable()) || isReported) return
    isReported = true
    onMissing()
  }

  return <Module>(
    load: () => Promise<Module>,
    { onLoaded, onFailure }: BackgroundLoadOptions<Module>,
  ): BackgroundLoad => {
    let failures = 0
    let isCancelled = false
    /** Ends the wait for the next attempt; null during one and at the end. */
    let endWait: (() => void) | null = null

    const wait = () => {
      const cancelTimer = after(WAITS_MS[failures] ?? WAITS_MS[3], retry)
      const unsubscribe = onReturn(retry)
      endWait = () => {
        cancelTimer()
        unsubscribe()
        endWait = null
      }
    }
    const attempt = () => {
      load().then(
        (module) => {
          if (!isCancelled) onLoaded(module)
        },
        (error: unknown) => {
          if (isCancelled) return
          console.warn(error)
          wait()
          failures += 1
          if (failures >= MISSING_AFTER) reportMissing()
          onFailure?.()
        },
      )
    }
    const retry = () => {
      if (!endWait) return
      endWait()
      attempt()
    }
    attempt()
    return {
      retry,
      cancel() {
        isCancelled = true
        endWait?.()
      },
    }
  }
}

const missing = createEmitter<undefined>()

/** Subscribes to the first chunk that only a reload can bring. Returns the function that unsubscribes. */
export const onMissingModule = missing.subscribe

/** Loads a chunk which nobody waits for, until it is there. */
export const loadInBackground = createBackgroundLoader({
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  onReturn(listener) {
    const visible = () => {
      if (document.visibilityState === 'visible') listener()
    }
    addEventListener('online', listener)
    document.addEventListener('visibilitychange', visible)
    return () => {
      removeEventListener('online', listener)
      document.removeEventListener('visibilitychange', visible)
    }
  },
  isReachable: isServerReachable,
  onMissing: () => missing.emit(undefined),
})
