import { PREFIX, SHORTCUTS, type Shortcut, type ShortcutId } from './shortcut-table.ts'

/** Time for the second key after a prefix, in milliseconds. */
export const PREFIX_MS = 1_500

/** A keydown event with the place of its focus. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'
> & {
  isComposing: boolean
  /** AltGr types the key, such as `[` on a German keyboard. */
  isAltGraph: boolean
  /** A form field or an editor has the focus. */
  isInField: boolean
}

export interface KeyMatch {
  id: ShortcutId
  /** Which of the alternative keys, from 0. */
  index: number
  /** The screen to open. */
  path: string | undefined
}

/** How keys are named on this system. */
export interface Keyboard {
  isMac: boolean
  /** Browsers on Linux switch tabs by Alt and a digit. */
  areAltDigitsTaken: boolean
}

interface MatcherDeps extends Keyboard {
  /** Monotonic or wall time in milliseconds. */
  now: () => number
}

const ALL: readonly (Shortcut & { id: ShortcutId })[] = SHORTCUTS

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'HangulMode']

/** The key by its Latin name: a Korean layout reports Hangul, an input method `Process`. */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isLatin = /^[\x20-\x7e]$/.test(key)
  if (!isLatin && letter) return shiftKey ? letter : letter.toLowerCase()
  return /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key
}

function isModifierHeld(
  press: KeyPress,
  modifier: Shortcut['modifier'],
  { isMac, areAltDigitsTaken }: Keyboard,
): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey, isAltGraph } = press
  if (modifier === 'command') {
    return !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
  }
  if (modifier === 'direction') {
    return altKey && !ctrlKey && !metaKey && !isAltGraph && shiftKey === areAltDigitsTaken
  }
  return !metaKey && (isAltGraph || (!altKey && !ctrlKey))
}

/** Alt and Shift change the character of a digit, so its place on the keyboard counts. */
const keyOf = (press: KeyPress, modifier: Shortcut['modifier']) =>
  modifier === 'direction' ? press.code.replace(/^Digit/, '') : latinKey(press)

/**
 * Returns a function that finds the shortcut of a keydown event, or null. After a prefix, a second
 * key that ends no sequence does nothing.
 */
export function createKeyMatcher(deps: MatcherDeps): (press: KeyPress) => KeyMatch | null {
  let prefixAt = Number.NEGATIVE_INFINITY
  return (press) => {
    if (press.isComposing || MODIFIERS.includes(press.key)) return null
    const isAfterPrefix = deps.now() - prefixAt < PREFIX_MS
    prefixAt = Number.NEGATIVE_INFINITY
    for (const shortcut of ALL) {
      const { id, keys, modifier, prefix, isInFields, isNative, isRepeating, path } = shortcut
      if (isNative || (press.isInField && !isInFields) || (press.repeat && !isRepeating)) continue
      if (!modifier && isAfterPrefix !== (prefix !== undefined)) continue
      const index = keys.indexOf(keyOf(press, modifier))
      if (index >= 0 && isModifierHeld(press, modifier, deps)) return { id, index, path }
    }
    const isPrefix = latinKey(press) === PREFIX && isModifierHeld(press, undefined, deps)
    if (isPrefix && !isAfterPrefix && !press.isInField) prefixAt = deps.now()
    return null
  }
}

/** How keys are named, and which the browser takes, on this system. */
export function detectKeyboard(isDesktop: boolean): Keyboard {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  return { isMac, areAltDigitsTaken: !isDesktop && /Linux/.test(navigator.platform) }
}
