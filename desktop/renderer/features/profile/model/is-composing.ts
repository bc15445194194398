/** The key code of a key that an input method takes for itself. */
const TAKEN = 229

/**
 * Whether a key belongs to an input method that is putting a letter together, as Hangul is written:
 * its Enter ends the letter, not the form. Safari says so by the key code alone.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN
}
