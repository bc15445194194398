/** Whether the page runs on an iPhone or iPad, where the user installs from the Share menu. */
export const isIos = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  // iPadOS pretends to be a Mac.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** Whether the site runs as an installed app, in a window of its own. */
export const isInstalled = () => matchMedia('(display-mode: standalone)').matches
