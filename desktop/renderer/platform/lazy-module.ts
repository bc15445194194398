import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { isFirstReload } from './first-reload.ts'

const RELOADED_KEY = 'reloadedFrom'
/** The URL of this chunk identifies the build. */
const BUILD = import.meta.url

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
    if (!isFirstReload(RELOADED_KEY, BUILD)) throw error
    reload()
    return new Promise(() => {})
  }
}
