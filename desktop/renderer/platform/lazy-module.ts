import { ApiFailure } from '#desktop/shared/api-failure.ts'

const RELOADED_KEY = 'reloadedFrom'
/** The URL of this chunk identifies the build. */
const BUILD = import.meta.url

/** Whether this build may reload the page: once, so that a broken chunk does not loop. */
function isFirstReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === BUILD) return false
    sessionStorage.setItem(RELOADED_KEY, BUILD)
    return true
  } catch {
    return false
  }
}

/** Whether the server answers with a page. Never rejects. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Loads a chunk. A missing chunk on a reachable server means a newer deployment: `reload` is called,
 * once per build, and the promise stays pending. Rejects with ApiFailure when the server is not
 * reachable, else with the loader's error.
 */
export async function loadModule<Module>(
  load: () => Promise<Module>,
  reload = () => location.reload(),
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerReachable())) throw new ApiFailure(0, 'UNREACHABLE', String(error))
    if (!isFirstReload()) throw error
    reload()
    return new Promise(() => {})
  }
}
