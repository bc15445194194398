import { EventEmitter } from 'node:events'

/** Properties that engines and libraries probe on any object. */
const PROBED_NAMES = new Set([
  'then',
  'toJSON',
  'constructor',
  'domain',
  'asymmetricMatch',
  'nodeType',
])

/** End of a prototype chain that throws for missing members. */
function end(next: object, nameOf: (receiver: object) => string): object {
  return new Proxy(next, {
    get(target, key, receiver) {
      const isKnown = typeof key === 'symbol' || key in target
      if (isKnown || key.startsWith('_') || key.startsWith('$$') || PROBED_NAMES.has(key)) {
        return Reflect.get(target, key, receiver)
      }
      throw new Error(`the stand-in for electron has no ${nameOf(receiver)}.${key}`)
    },
  })
}

/** An emitter that throws for missing members, naming them. */
export class StrictEmitter extends EventEmitter {}
Object.setPrototypeOf(
  StrictEmitter.prototype,
  end(EventEmitter.prototype, (receiver) => receiver.constructor.name),
)

/** The same for a plain object. */
export function strict<Thing extends object>(name: string, thing: Thing): Thing {
  Object.setPrototypeOf(
    thing,
    end(Object.prototype, () => name),
  )
  return thing
}

/** A part of Electron without a fake: every access throws. */
export function missing(name: string): unknown {
  const refuse = () => {
    throw new Error(`the stand-in for electron has no ${name}`)
  }
  return new Proxy(refuse, {
    get: (_target, key) => {
      if (typeof key === 'symbol' || PROBED_NAMES.has(key) || key.startsWith('$$')) return undefined
      throw new Error(`the stand-in for electron has no ${name}.${key}`)
    },
    construct: refuse,
  })
}
