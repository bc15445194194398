/** Whether the page runs on an iPhone or iPad, where the user installs from the Share menu. */
export const isIos = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  // iPadOS pretends to be a Mac.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Whether the site runs as an installed app, in a window of its own. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches

let isRequested = false

/** Whether the user has asked for a reload, so that a stored draft is enough. */
export const isReloadRequested = () => isRequested

/** Reloads the page at the user's request. */
export function reloadPage(): void {
  isRequested = true
  location.reload()
}
