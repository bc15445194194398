/** `keyCode` of a key that an input method consumes. */
const IME_KEY_CODE = 229

/**
 * Whether a key event is part of an IME composition, as of Hangul: its Enter ends the letter, not the form, and its
 * Escape closes nothing. Safari reports it by `keyCode` alone.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === IME_KEY_CODE
}
