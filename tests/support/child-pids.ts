import { readdirSync, readFileSync } from 'node:fs'

/** The parent of a process, by its line in /proc: `pid (name) state parent …`; null when it is gone. */
function parentOf(pid: number): number | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // One that has ended and was not asked after yet is no child to count on.
    return state === 'Z' ? null : Number(parent)
  } catch {
    return null
  }
}

/** Whether the process has not ended. Linux only. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== null

/** The processes that `pid` started and that have not ended, oldest first. Linux only. */
export function childPids(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid)
    .sort((a, b) => a - b)
}
