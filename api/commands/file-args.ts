import { resolve } from 'node:path'
import { CommandError, USAGE } from './parts.ts'

export interface FileWish {
  /** Absolute. */
  file: string
  force: boolean
}

/** Reads `FILE [--force]`, in either order. Throws a CommandError of usage on anything else. */
export function readFileArgs(command: string, args: readonly string[]): FileWish {
  const force = args.includes('--force')
  const [file, ...more] = args.filter((arg) => arg !== '--force')
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new CommandError(`Usage: npm run ${command} -- FILE [--force]`, USAGE)
  }
  return { file: resolve(file), force }
}
