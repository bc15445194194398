type KeyEvent = Pick<
  KeyboardEvent,
  'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing'
>

const NAMED = new Map([
  ['Space', 'Space'],
  ['Enter', 'Return'],
  ['ArrowUp', 'Up'],
  ['ArrowDown', 'Down'],
  ['ArrowLeft', 'Left'],
  ['ArrowRight', 'Right'],
  ['Home', 'Home'],
  ['End', 'End'],
  ['PageUp', 'PageUp'],
  ['PageDown', 'PageDown'],
  ['Backquote', '`'],
])

/** The key by its place: with a Korean layout it has another letter. */
function keyName(code: string): string | undefined {
  return (
    /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? /^F\d{1,2}$/.exec(code)?.[0] ?? NAMED.get(code)
  )
}

/**
 * The pressed keys as an Electron accelerator, such as `Control+Alt+T`. Null while they make none: a
 * global shortcut needs Ctrl, Alt or ⌘, or is a function key, so that it takes no typed letter.
 */
export function acceleratorOf(event: KeyEvent): string | null {
  const { code, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event
  const key = keyName(code)
  if (key === undefined || isComposing) return null
  if (!(altKey || ctrlKey || metaKey || /^F\d/.test(key))) return null
  const held = [
    ctrlKey && 'Control',
    altKey && 'Alt',
    shiftKey && 'Shift',
    metaKey && 'Super',
  ].filter((name) => name !== false)
  return [...held, key].join('+')
}

/** An accelerator as keys are labeled on the system: `Ctrl+Alt+T`, `⌃⌥T`. */
export function acceleratorText(accelerator: string, isMac: boolean): string {
  const parts = accelerator.split('+')
  if (!isMac) return parts.map((part) => (part === 'Control' ? 'Ctrl' : part)).join('+')
  const signs = new Map([
    ['Control', '⌃'],
    ['Alt', '⌥'],
    ['Shift', '⇧'],
    ['Super', '⌘'],
  ])
  return parts.map((part) => signs.get(part) ?? part).join('')
}
