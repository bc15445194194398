import type { Clock } from '#api/infrastructure/clock.ts'

/** A clock that only a test advances. Instants are epoch milliseconds (UTC). */
export interface TestClock extends Clock {
  /** Advances to `instant` and runs all due tasks in order of their due time. */
  set(instant: number | string): void
  advance(milliseconds: number): void
  /** Jumps to `instant` like a computer waking from sleep: every due task runs once, at the new time. */
  jump(instant: number | string): void
  /** Number of pending tasks. */
  pending(): number
}

interface Task {
  due: number
  order: number
  run: () => void
}

/** Creates a clock at `start` (epoch milliseconds or an ISO 8601 instant). */
export function testClock(start: number | string): TestClock {
  let instant = new Date(start).getTime()
  let order = 0
  const tasks = new Set<Task>()

  const next = (until: number) => {
    let first: Task | undefined
    for (const task of tasks) {
      if (task.due > until) continue
      if (!first || task.due < first.due || (task.due === first.due && task.order < first.order)) {
        first = task
      }
    }
    return first
  }

  const moveTo = (target: number) => {
    for (let task = next(target); task; task = next(target)) {
      tasks.delete(task)
      instant = Math.max(instant, task.due)
      task.run()
    }
    instant = target
  }

  return {
    now: () => instant,
    after: (milliseconds, run) => {
      const task = { due: instant + milliseconds, order: order++, run }
      tasks.add(task)
      return () => tasks.delete(task)
    },
    set: (target) => moveTo(new Date(target).getTime()),
    advance: (milliseconds) => moveTo(instant + milliseconds),
    jump: (target) => {
      instant = new Date(target).getTime()
      const due = [...tasks].filter((task) => task.due <= instant)
      for (const task of due.sort((a, b) => a.due - b.due || a.order - b.order)) {
        if (tasks.delete(task)) task.run()
      }
    },
    pending: () => tasks.size,
  }
}
