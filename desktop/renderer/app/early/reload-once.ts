import { isFirstReload } from '#desktop/renderer/platform/first-reload.ts'

const RELOADED_KEY = 'reloadedModules'
/** Wait before the reload, ms: an update of the servers, or a lost connection, is over by then. */
const WAIT_MS = 3_000

/** Reloads a page without one of its `files`: its server may be of another build. Offline it waits. */
export function reloadOnce(files: readonly string[]): void {
  const reload = () => isFirstReload(RELOADED_KEY, files.join()) && location.reload()
  if (navigator.onLine) setTimeout(reload, WAIT_MS)
  else addEventListener('online', reload, { once: true })
}

/**
 * Calls `listener` with the address of a sheet or module of the document that fails; those of later screens have
 * their own repair.
 */
export function onMissingFile(listener: (url: string) => void): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') listener(target.href)
    if (target instanceof HTMLScriptElement && target.type === 'module') listener(target.src)
  }
  addEventListener('error', onError, true)
  addEventListener('load', () => removeEventListener('error', onError, true), { once: true })
}
