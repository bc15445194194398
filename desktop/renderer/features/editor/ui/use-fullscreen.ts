import { type RefObject, useLayoutEffect, useState } from 'react'

/** Makes all that lies outside `element` unreachable, but for what floats above every page. */
function shutOut(element: HTMLElement): () => void {
  const shut: Element[] = []
  for (let inner: HTMLElement = element; inner.parentElement; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling === inner || sibling.matches('[inert], [popover], dialog, script')) continue
      if (sibling.querySelector('[popover]:popover-open, dialog[open]')) continue
      sibling.setAttribute('inert', '')
      shut.push(sibling)
    }
    if (inner.parentElement === document.body) break
  }
  return () => {
    for (const sibling of shut) sibling.removeAttribute('inert')
  }
}

/** Lets an element fill the window, with the keyboard inside it. */
export function useFullscreen(root: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useLayoutEffect(() => {
    if (!isOn || !root.current) return
    const open = shutOut(root.current)
    document.documentElement.dataset.fullscreen = ''
    return () => {
      open()
      delete document.documentElement.dataset.fullscreen
    }
  }, [isOn, root])
  return { isOn, leave: () => setOn(false), toggle: () => setOn(!isOn) }
}
