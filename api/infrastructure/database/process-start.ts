import { readFileSync } from 'node:fs'

/**
 * When the process `pid` was started, as the system counts it, or null when there is none. Pids are
 * reused, so a lock names both. Where the system has no /proc the pid alone has to do.
 */
export function processStart(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command may hold spaces and brackets; the fields after the last bracket are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? '')
  } catch {
    return ''
  }
}
