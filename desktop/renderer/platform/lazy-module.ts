import { ApiFailure } from '#desktop/shared/api-failure.ts'

const RELOADED_KEY = 'reloadedFrom'
/** The address of this build's code, which tells it from every other build. */
const BUILD = import.meta.url

/** Whether this page has been reloaded from this build before, so that it never goes round. */
function isFirstReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === BUILD) return false
    sessionStorage.setItem(RELOADED_KEY, BUILD)
    return true
  } catch {
    return false
  }
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/**
 * Loads a part of the interface. A part that is gone while the server is there means that a newer
 * version took its place: `reload` is called, once for each version, and nothing comes back.
 * Rejects with ApiFailure when the server is not there, else with what went wrong.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  reload = () => location.reload(),
): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (!(await isServerThere())) throw new ApiFailure(0, 'UNREACHABLE', String(error))
    if (!isFirstReload()) throw error
    reload()
    return new Promise(() => {})
  }
}
