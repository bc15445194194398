/** A frame of a stack, as Sentry names its parts. */
export interface StackFrame {
  function: string
  filename: string
  lineno: number
  colno: number
}

/** `at name (address:1:2)`, `at address:1:2`, `name@address:1:2` or `address:1:2`. */
const FRAME = /^(?:at (?:async )?(?:(.*) \()?|([^@]*)@)?(\S+?):(\d{1,7}):(\d{1,7})\)?$/

/** The frames of a scrubbed stack with a place in a file, newest first. */
export const parseFrames = (stack: string): StackFrame[] =>
  stack.split('\n').flatMap((line) => {
    const [, ofV8, ofOthers, filename, row, column] = FRAME.exec(line) ?? []
    if (filename === undefined) return []
    const name = ofV8 || ofOthers || '?'
    return [{ function: name, filename, lineno: Number(row), colno: Number(column) }]
  })
