import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#api/commands/parts.ts'

const DEBIAN = '/usr/lib/postgresql'

export type ToolName = 'pg_dump' | 'pg_restore' | 'psql'

/**
 * The path of one of PostgreSQL's tools: the newest that Debian keeps aside, because a dump needs a
 * tool at least as new as the server; else the one on PATH. Throws a CommandError without one.
 */
export function findTool(name: ToolName): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const kept = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin', name))
    .find((path) => existsSync(path))
  const found = kept ?? Bun.which(name)
  if (!found) {
    throw new CommandError(
      `${name} was not found: install PostgreSQL's client tools (Debian: postgresql-client).`,
    )
  }
  return found
}

/** A tool at work. `done` rejects with a CommandError of its first complaint when it fails. */
export interface RunningTool {
  child: ChildProcess
  done: Promise<void>
}

/** Starts a tool. Only what `stdout` or `stdin` name as a pipe is one. */
export function startTool(
  name: ToolName,
  args: readonly string[],
  env: Record<string, string>,
  pipes: { stdin?: 'pipe'; stdout?: 'pipe' } = {},
): RunningTool {
  const child = spawn(findTool(name), args, {
    env,
    stdio: [pipes.stdin ?? 'ignore', pipes.stdout ?? 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 4000)
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const line = complaint.split('\n').find((text) => /error|fatal/i.test(text))
      const said = line ?? complaint.split('\n')[0]
      reject(new CommandError(said || `${name} ended with ${code ?? signal}.`))
    })
  })
  return { child, done }
}

/** Runs a tool to its end. */
export function runTool(
  name: ToolName,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  return startTool(name, args, env).done
}
