/** Where the main process writes what happened; every entry is one line without secrets. */
export interface Log {
  /** What only a developer asks for; not written by an installed app. */
  debug: Write
  info: Write
  /** Something went wrong and the app goes on by itself. */
  warn: Write
  error: Write
}

/** `detail` is told after the message: an error with its stack and causes, or any value. */
export type Write = (message: string, detail?: unknown) => void
