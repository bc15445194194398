/**
 * The named colours of text and of its background. Content keeps the name alone, and the style sheet of
 * content draws it in a shade that is legible in the theme.
 */
export const COLOUR_NAMES = [
  'gray',
  'brown',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
] as const

/** Whether a colour is one of the named ones; others come from content written elsewhere. */
export function isNamedColour(colour: string): boolean {
  return COLOUR_NAMES.some((name) => name === colour)
}
