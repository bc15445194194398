/**
 * Whether a page of this build may reload itself: once for each use, named by its key in the session's storage, so
 * that a file that stays missing does not loop. Never where the browser refuses storage.
 */
export function isFirstReload(key: string, build: string): boolean {
  try {
    if (sessionStorage.getItem(key) === build) return false
    sessionStorage.setItem(key, build)
    return true
  } catch {
    return false
  }
}
