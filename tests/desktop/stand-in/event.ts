import type { EventEmitter } from 'node:events'

/** A cancelable event. */
export interface StandInEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

/** An event with Electron's extra properties. */
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

/** Emits to the listeners; returns whether one prevented it. */
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
