/** Time for which content that loads above a row may move it, ms. */
const SETTLING_MS = 3_000
/** The reader's own moves. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * Scrolls to an element and again where the page moves it out of sight while it loads, until the reader moves.
 * Returns the function that stops.
 */
export function holdInView(element: HTMLElement): () => void {
  const scroll = () => element.scrollIntoView({ block: 'center' })
  const listeners = new AbortController()
  const observer = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting === false) scroll()
  })
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    listeners.abort()
  }
  const timer = setTimeout(stop, SETTLING_MS)
  for (const move of MOVES) addEventListener(move, stop, { signal: listeners.signal })
  scroll()
  observer.observe(element)
  return stop
}
