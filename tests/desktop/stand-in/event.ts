import type { EventEmitter } from 'node:events'

/** An event that a listener may prevent. */
export interface StandInEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

/** An event with what Electron puts on it. */
export function eventOf<Fields extends object>(fields: Fields): Fields & StandInEvent {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

/** Tells the listeners, and answers whether one of them prevented it. */
export function prevented(
  target: EventEmitter,
  name: string,
  fields = {},
  ...args: unknown[]
): boolean {
  const event = eventOf(fields)
  target.emit(name, event, ...args)
  return event.defaultPrevented
}
