import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import { step } from './step.ts'

const TOOLS = '[data-tool]'
const KEYS = { forwards: ['ArrowRight'], backwards: ['ArrowLeft'] }

const toolsOf = (toolbar: HTMLElement) => [...toolbar.querySelectorAll<HTMLElement>(TOOLS)]

/**
 * One stop of the Tab key for a whole toolbar: the tool used last. The arrow keys, Home and End go from
 * tool to tool. Returns the handlers of the toolbar's element.
 */
export function useRoving(toolbar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    // Tools come and go, a table's for one: whatever is there, one of them can be reached.
    const tools = toolbar.current ? toolsOf(toolbar.current) : []
    if (!tools.some((tool) => tool.tabIndex === 0)) tools[0]?.setAttribute('tabindex', '0')
  })

  const stopAt = (tool: HTMLElement) => {
    if (!toolbar.current) return
    for (const other of toolsOf(toolbar.current)) other.tabIndex = other === tool ? 0 : -1
  }

  return {
    onFocus(event: { target: EventTarget }) {
      if (event.target instanceof HTMLElement && event.target.matches(TOOLS)) stopAt(event.target)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target } = event
      if (!toolbar.current || !(target instanceof HTMLElement) || !target.matches(TOOLS)) return
      const tools = toolsOf(toolbar.current)
      if (step(tools, tools.indexOf(target), event.key, KEYS)) event.preventDefault()
    },
  }
}
