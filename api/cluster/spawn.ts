import { fileURLToPath } from 'node:url'
import { Value } from '@sinclair/typebox/value'
import { childEnvironment } from '#api/infrastructure/config-cluster.ts'
import type { Spawn } from './child.ts'
import { FromChild } from './messages.ts'

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * Starts children as processes of this same program. They write to this process's standard output
 * and error themselves, and end by themselves when this process is gone.
 */
export function spawnProcess(signInIssuer: string | null): Spawn {
  return (number, hear) => {
    const child = Bun.spawn([process.execPath, ...process.execArgv, PROGRAM], {
      env: childEnvironment({ number, signInIssuer }),
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message: unknown) => {
        if (Value.Check(FromChild, message)) hear(message)
      },
    })
    return {
      pid: child.pid,
      send: (message) => {
        // One that has just ended hears nothing; that it ended is told by `exited`.
        if (child.exitCode === null && child.signalCode === null) child.send(message)
      },
      kill: (signal) => child.kill(signal),
      exited: child.exited.then((code) => (child.signalCode === null ? code : 1)),
    }
  }
}
