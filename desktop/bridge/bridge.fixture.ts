import type {
  CallArgs,
  CallName,
  CallResult,
  DesktopBridge,
  DesktopEvents,
  EventName,
} from './contract.ts'

/** Answers of a fake main process, by call. */
export type Answers = {
  [Name in CallName]: (...args: CallArgs<Name>) => CallResult<Name> | Promise<CallResult<Name>>
}

/**
 * A bridge whose calls are recorded as `name argument`, and whose events the test emits. A call without
 * an answer is rejected.
 */
export function fakeBridge(answers: Partial<Answers> = {}) {
  const calls: string[] = []
  const listeners = new Map<EventName, Set<(payload: never) => void>>()
  const bridge: DesktopBridge = {
    async call(name, ...args) {
      calls.push(
        [name, ...args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))].join(
          ' ',
        ),
      )
      const answer = answers[name]
      if (!answer) throw new Error(`no answer to ${name}`)
      return answer(...args)
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      return () => void known.delete(listener)
    },
  }
  const emit = <Name extends EventName>(name: Name, payload: DesktopEvents[Name]) => {
    for (const listener of listeners.get(name) ?? []) Reflect.apply(listener, null, [payload])
  }
  return { bridge, calls, emit }
}
