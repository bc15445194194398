import { isFirstReload } from '#desktop/renderer/platform/first-reload.ts'

const RELOADED_KEY = 'reloadedModules'
/** Wait before the reload, ms: an update of the servers, or a lost connection, is over by then. */
const WAIT_MS = 3_000

/** Reloads a page without one of its files: its server may be of another build. Offline it waits. */
export function reloadOnce(modules: readonly string[]): void {
  const reload = () => isFirstReload(RELOADED_KEY, modules.join()) && location.reload()
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
