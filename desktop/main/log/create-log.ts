import { join } from 'node:path'
import type { MainLogger, NodeLogger } from 'electron-log'
import { entry } from './entry.ts'
import type { Log } from './log.ts'

/** Bytes of the file after which it becomes `main.old.log`, replacing the one before. */
const MAX_SIZE = 1_000_000

interface LogOptions {
  /** What `electron-log/node` exports; its entry for Electron would open channels to every window. */
  electronLog: Pick<NodeLogger | MainLogger, 'create'>
  /** The app's folder for logs; made when it is missing. */
  folder: string
  /** An installed app writes from `info` on and to the file alone; else also to the terminal. */
  isPackaged: boolean
}

/**
 * The log of the main process: `main.log` in `folder`, and `main.old.log` before it. Written at
 * once, so that the last words before a crash are there; a folder that cannot be written to is said
 * on the terminal and is no error.
 */
export function createLog({ electronLog, folder, isPackaged }: LogOptions): Log {
  const logger = electronLog.create({ logId: `tidemark:${folder}` })
  const { file, console: terminal } = logger.transports
  const level = isPackaged ? 'info' : 'debug'
  file.level = level
  file.maxSize = MAX_SIZE
  file.format = '{iso} {level} {text}'
  // Only the person it belongs to.
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.setAppName('Tidemark')
  file.resolvePathFn = () => join(folder, 'main.log')
  terminal.level = isPackaged ? false : level

  const writing = (name: keyof Log) => (message: string, detail?: unknown) =>
    logger[name](entry(message, detail))
  return {
    debug: writing('debug'),
    info: writing('info'),
    warn: writing('warn'),
    error: writing('error'),
  }
}
