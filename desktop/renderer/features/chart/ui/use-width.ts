import { type RefObject, useLayoutEffect, useState } from 'react'

/** What is drawn changes with the width in steps of this many pixels; the canvas itself stretches. */
const STEP = 40

/** The width of an element in CSS pixels, rounded up to a step; 0 until it is in the page. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setWidth(Math.ceil(box.clientWidth / STEP) * STEP)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return width
}
