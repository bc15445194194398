/** Event of the window once the screen answers actions; see start.tsx. */
export const READY_EVENT = 'tidemark:ready'

/**
 * Repeats the last click on a button, or the last choice of a list, that came before the app could answer
 * it. Links work by themselves.
 */
export function replayLastAction(): void {
  let repeat = () => {}
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) repeat = () => button.click()
  }
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement)) return
    const { value } = target
    repeat = () => {
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)
  addEventListener(
    READY_EVENT,
    () => {
      removeEventListener('click', onClick, true)
      removeEventListener('change', onChange, true)
      repeat()
    },
    { once: true },
  )
}
