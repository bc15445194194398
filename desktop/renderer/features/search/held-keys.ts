/** Keys that would press the focused control, or go back in the history of some browsers. */
const SWALLOWED = ['Enter', 'Backspace']

/**
 * Holds what is typed on the page, whose shortcuts and fields get nothing of it, until the returned
 * function is called, which returns it. Only ASCII is held: an input method composes in fields alone.
 */
export function holdKeys(): () => string {
  let typed = ''
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const isCharacter = key === 'Process' || [...key].length === 1
    if (ctrlKey || altKey || metaKey || !(isCharacter || SWALLOWED.includes(key))) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (/^[\x20-\x7e]$/.test(key)) typed += key
  }
  // Before the shortcuts, which listen at the document.
  window.addEventListener('keydown', onKey, true)
  return () => {
    window.removeEventListener('keydown', onKey, true)
    return typed
  }
}
