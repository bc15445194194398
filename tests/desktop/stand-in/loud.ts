import { EventEmitter } from 'node:events'

/** What engines and libraries look for on any object, to see what it is. */
const LOOKED_FOR = new Set([
  'then',
  'toJSON',
  'constructor',
  'domain',
  'asymmetricMatch',
  'nodeType',
])

/** The end of a prototype chain: what was found nowhere before is missing, and that is said. */
function end(next: object, nameOf: (receiver: object) => string): object {
  return new Proxy(next, {
    get(target, key, receiver) {
      const isKnown = typeof key === 'symbol' || key in target
      if (isKnown || key.startsWith('_') || key.startsWith('$$') || LOOKED_FOR.has(key)) {
        return Reflect.get(target, key, receiver)
      }
      throw new Error(`the stand-in for electron has no ${nameOf(receiver)}.${key}`)
    },
  })
}

/** An emitter whose missing members complain by name, instead of being undefined. */
export class LoudEmitter extends EventEmitter {}
Object.setPrototypeOf(
  LoudEmitter.prototype,
  end(EventEmitter.prototype, (receiver) => receiver.constructor.name),
)

/** The same for a plain object called `name`. */
export function loud<Thing extends object>(name: string, thing: Thing): Thing {
  Object.setPrototypeOf(
    thing,
    end(Object.prototype, () => name),
  )
  return thing
}

/** A part of Electron that is not played at all: whatever is asked of it is refused by name. */
export function missing(name: string): unknown {
  const refuse = () => {
    throw new Error(`the stand-in for electron has no ${name}`)
  }
  return new Proxy(refuse, {
    get: (_target, key) => {
      if (typeof key === 'symbol' || LOOKED_FOR.has(key) || key.startsWith('$$')) return undefined
      throw new Error(`the stand-in for electron has no ${name}.${key}`)
    },
    construct: refuse,
  })
}
