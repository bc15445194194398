let isRequested = false

/** Whether the user has asked for a reload, so that a stored draft is enough. */
export const isReloadRequested = () => isRequested

/** Reloads the page at the user's request. */
export function reloadPage(): void {
  isRequested = true
  location.reload()
}
