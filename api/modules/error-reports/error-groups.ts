import { createHash } from 'node:crypto'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { ErrorReport } from '#shared/contract/error-reports.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'

/** Groups that are remembered; the one that was reported longest ago is forgotten first. */
export const GROUPS_MAX = 200
/** Notices of all groups in a minute, so that invented errors do not flood the log. */
export const NOTICES_PER_MINUTE = 30
/** Newest frames that tell errors with the same text apart. */
const FRAMES = 3

/** A group whose report is due to be logged. */
export interface ErrorNotice {
  /** 32 hexadecimal digits. */
  fingerprint: string
  /** Reports since the previous notice of the group. */
  count: number
}

/** Equal for reports of the same error: name, text without numbers and quotes, and the newest frames. */
export function fingerprintOf({ name, message, stack }: ErrorReport): string {
  const text = message.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '"').replace(/\d+/g, '0')
  const frames = stack
    .split('\n')
    .slice(0, FRAMES)
    .map((frame) => frame.replace(/\w+:\/\/[^/\s]*/, ''))
  return createHash('sha256')
    .update(JSON.stringify([name, text, frames]))
    .digest('hex')
    .slice(0, 32)
}

/** Groups reports; `add` returns a notice for the first one of a group and then at most once an hour. */
export function createErrorGroups(clock: Pick<Clock, 'now'>) {
  const groups = new Map<string, { count: number; noticedAt: number }>()
  let minute = { startedAt: Number.NEGATIVE_INFINITY, notices: 0 }

  const mayNotice = (now: number) => {
    if (now - minute.startedAt >= MINUTE_MS) minute = { startedAt: now, notices: 0 }
    minute.notices += 1
    return minute.notices <= NOTICES_PER_MINUTE
  }

  return {
    add(report: ErrorReport): ErrorNotice | null {
      const fingerprint = fingerprintOf(report)
      const group = groups.get(fingerprint) ?? { count: 0, noticedAt: Number.NEGATIVE_INFINITY }
      const now = clock.now()
      group.count += 1
      // The map is in the order of the last reports.
      groups.delete(fingerprint)
      groups.set(fingerprint, group)
      const [oldest] = groups.keys()
      if (groups.size > GROUPS_MAX && oldest !== undefined) groups.delete(oldest)
      if (now - group.noticedAt < HOUR_MS || !mayNotice(now)) return null
      const notice = { fingerprint, count: group.count }
      groups.set(fingerprint, Object.assign(group, { count: 0, noticedAt: now }))
      return notice
    },
  }
}
