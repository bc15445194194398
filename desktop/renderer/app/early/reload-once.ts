const RELOADED_KEY = 'reloadedModules'
/** Wait before the reload, ms: an update of the servers, or a lost connection, is over by then. */
const WAIT_MS = 3_000

/** Whether this page of this build may reload: once, so that a file that stays missing does not loop. */
function isFirstReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === build) return false
    sessionStorage.setItem(RELOADED_KEY, build)
    return true
  } catch {
    return false
  }
}

/** Reloads a page without one of its files: its server may be of another build. Offline it waits. */
export function reloadOnce(modules: readonly string[]): void {
  const reload = () => isFirstReload(modules.join()) && location.reload()
  if (navigator.onLine) setTimeout(reload, WAIT_MS)
  else addEventListener('online', reload, { once: true })
}

/** Calls `listener` when a sheet of the markup fails; those of later screens have their own repair. */
export function onMissingSheet(listener: () => void): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') listener()
  }
  addEventListener('error', onError, true)
  addEventListener('load', () => removeEventListener('error', onError, true), { once: true })
}
