import type { Keyboard } from './match-keys.ts'

/** How keys are named, and which the browser takes, on this system. */
export function detectKeyboard(isDesktop: boolean): Keyboard {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  return { isMac, areAltDigitsTaken: !isDesktop && /Linux/.test(navigator.platform) }
}
